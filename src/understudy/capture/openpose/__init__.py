"""OpenPose's JSON."""

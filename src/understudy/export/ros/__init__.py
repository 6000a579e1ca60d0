"""Logs for ROS 2."""

"""Vicon Nexus's CSV exports."""

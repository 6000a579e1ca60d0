"""Rotations, rigid transforms and their interpolation; nowhere else are they written."""

"""Formats that animators open: skeletons, and bodies with their shapes."""

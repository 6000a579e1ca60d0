"""Folders in which programs keep all of a recording, and which of their files is the capture."""

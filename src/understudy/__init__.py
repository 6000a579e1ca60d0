"""Understudy: show it a person moving; any humanoid performs the part."""

__version__ = "0.1.0"

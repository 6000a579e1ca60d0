"""Steps, kerbs and ramps, found from where a person's feet stand and carry."""

from understudy.terrain.finding import find_terrain

__all__ = ["find_terrain"]

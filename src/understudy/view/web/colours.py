"""Colours as browsers take them."""

from __future__ import annotations


def rgb(colour: tuple[float, float, float]) -> tuple[int, int, int]:
    """Return a colour from 0 to 1 as one from 0 to 255."""
    red, green, blue = (round(255 * part) for part in colour)
    return red, green, blue

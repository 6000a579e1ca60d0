"""Numbers and names as people read them: degrees, centimetres, percent, "left thigh"."""

from __future__ import annotations

import math

UNKNOWN = "–"
"""Stands where a number does not apply."""

_SIDES = {"l": "left", "r": "right"}


def degrees(angle: float) -> str:
    """Return an angle [rad] in degrees."""
    return _number(math.degrees(angle), 1, "°")


def centimetres(length: float) -> str:
    """Return a length [m] in centimetres."""
    return _number(100.0 * length, 1, " cm")


def percent(share: float) -> str:
    """Return a share in percent."""
    return _number(100.0 * share, 1, " %")


def count(number: float, one: str, many: str) -> str:
    """Return a count with its noun."""
    return UNKNOWN if math.isnan(number) else f"{number:.0f} {one if number == 1 else many}"


def quantity(value: float, unit: str, digits: int = 4) -> str:
    """Return a value with its unit to some digits, ``1`` standing for no unit."""
    if math.isnan(value):
        return UNKNOWN
    # Where there are more digits before the point than asked for, none of them is rounded away.
    before = len(f"{abs(value):.0f}")
    return f"{value:.{max(digits, before)}g}" + ("" if unit == "1" else f" {unit}")


def moment(frame: float, fps: float) -> str:
    """Return when a frame is, in seconds."""
    return UNKNOWN if math.isnan(frame) else f"{frame / fps:.2f} s"


def segment_label(name: str) -> str:
    """Return ``Left upper arm`` for ``upper_arm_l``."""
    part, _, side = name.rpartition("_")
    words = f"{_SIDES[side]} {part}" if side in _SIDES and part else name
    return words.replace("_", " ").capitalize()


def _number(value: float, digits: int, unit: str) -> str:
    if math.isnan(value):
        return UNKNOWN
    # Adding zero turns a rounded minus zero into zero.
    return f"{round(value, digits) + 0.0:.{digits}f}{unit}"

"""Unit of length, upward axis and frame rate of a C3D file."""

from __future__ import annotations

from understudy.capture.c3d.file import C3dFile
from understudy.capture.c3d.parameters import C3dParameters
from understudy.capture.text.quoting import shown
from understudy.capture.text.time_column import MAX_FPS, MIN_FPS

METRES: dict[str, float] = {
    "mm": 0.001,
    "millimeter": 0.001,
    "millimeters": 0.001,
    "cm": 0.01,
    "centimeter": 0.01,
    "centimeters": 0.01,
    "m": 1.0,
    "meter": 1.0,
    "meters": 1.0,
    "in": 0.0254,
    "inch": 0.0254,
    "inches": 0.0254,
}
"""What POINT:UNITS may say → metres per unit."""

_SAME_RATE = 1e-4
_AXES = frozenset(("x", "y", "z", "-x", "-y", "-z"))


def read_unit(parameters: C3dParameters) -> tuple[float | None, list[str]]:
    """Return metres per unit, None where POINT:UNITS says nothing that is known, and a sentence then."""
    word = parameters.text("POINT", "UNITS").strip().lower()
    if word in METRES:
        return METRES[word], []
    said = f"says {shown(word)}, which is no known unit" if word else "is missing"
    return None, [f"POINT:UNITS {said}; the unit is told by the body."]


def read_up(parameters: C3dParameters) -> str | None:
    """Return the axis that points up on the screens of capture programs, None where it is not stated.

    POINT:X_SCREEN and POINT:Y_SCREEN name the axes that run to the right and up.
    """
    right, up = (_axis(parameters.text("POINT", name)) for name in ("X_SCREEN", "Y_SCREEN"))
    if up is None or (right is not None and right[-1] == up[-1]):
        return None
    return up


def read_fps(file: C3dFile) -> tuple[float | None, list[str]]:
    """Return the frames a second [1/s], None where no place for it states any, and what to say about it."""
    places = (
        file.parameters.number("POINT", "RATE"),
        file.header.rate,
        file.parameters.number("TRIAL", "CAMERA_RATE"),
    )
    rates = [rate for rate in places if rate is not None and MIN_FPS <= rate <= MAX_FPS]
    if not rates:
        return None, [f"POINT:RATE states {places[0]} frames a second, which is no rate."]
    others = [f"{rate:.6g}" for rate in rates if abs(rate - rates[0]) > _SAME_RATE * rates[0]]
    if not others:
        return rates[0], []
    return rates[0], [f"{rates[0]:.6g} frames a second, though the file elsewhere says {', '.join(others)}."]


def _axis(word: str) -> str | None:
    axis = word.strip().lower().removeprefix("+")
    return axis if axis in _AXES else None

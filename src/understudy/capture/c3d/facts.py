"""What a C3D file says about itself and the person: unit, axis, rate; height, mass, widths of joints."""

from __future__ import annotations

from collections.abc import Iterable

from understudy.capture.c3d.file import C3dFile
from understudy.capture.c3d.parameters import C3dParameters
from understudy.capture.sidecar import UPS
from understudy.capture.text.point_columns import LENGTH_UNITS
from understudy.capture.text.quoting import shown
from understudy.capture.text.time_column import MAX_FPS, MIN_FPS
from understudy.motion.landmarks import SIDES
from understudy.motion.recording import Subject

_GROUPS = ("PROCESSING", "SUBJECTS", "SUBJECT")
_HEIGHTS = ("HEIGHT", "BODYHEIGHT", "BODY_HEIGHT", "STATURE")
_MASSES = ("BODYMASS", "BODY_MASS", "MASS", "WEIGHT")
_SEXES = ("SEX", "GENDER")

_HEIGHT_UNITS = (1.0, 0.01, 0.001)
"""Heights are stored in metres, centimetres or millimetres; only one of them makes a person."""

_SHORTEST, _TALLEST = 0.4, 2.5
_LIGHTEST, _HEAVIEST = 2.0, 300.0
_YOUNGEST, _OLDEST = 1e-9, 120.0

_MILLIMETRE = 0.001
_SAME_RATE = 1e-4
_WIDTHS = {"knee": (0.03, 0.20), "ankle": (0.02, 0.15), "elbow": (0.02, 0.15)}
"""Joint → the least and the greatest width of a person's [m]."""


def read_unit(parameters: C3dParameters) -> tuple[float | None, list[str]]:
    """Return metres per unit, None where POINT:UNITS says nothing that is known, and a sentence then."""
    word = parameters.text("POINT", "UNITS").strip().lower()
    unit = LENGTH_UNITS.get(word, LENGTH_UNITS.get(f"{word}s"))
    if unit is not None:
        return unit, []
    said = f"says {shown(word)}, which is no known unit" if word else "is missing"
    return None, [f"POINT:UNITS {said}; the unit is inferred from the body."]


def read_up(parameters: C3dParameters) -> str | None:
    """Return the axis that points up on the screens of capture programs, None where it is not stated.

    POINT:X_SCREEN and POINT:Y_SCREEN name the axes that run to the right and up.
    """
    words = (parameters.text("POINT", name).strip().lower() for name in ("X_SCREEN", "Y_SCREEN"))
    right, up = (word.removeprefix("+") for word in words)
    is_whole = up in UPS and not (right in UPS and right[-1] == up[-1])
    return up if is_whole else None


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


def read_subject(parameters: C3dParameters) -> Subject:
    """Return height [m], mass [kg], age [years] and sex where the parameters state plausible ones."""
    return Subject(
        height=_first(parameters, _HEIGHTS, _SHORTEST, _TALLEST, _HEIGHT_UNITS),
        mass=_first(parameters, _MASSES, _LIGHTEST, _HEAVIEST),
        age=_first(parameters, ("AGE",), _YOUNGEST, _OLDEST),
        sex=_sex(parameters),
    )


def _first(
    parameters: C3dParameters,
    names: Iterable[str],
    least: float,
    most: float,
    units: Iterable[float] = (1.0,),
) -> float | None:
    """Return the first number among the parameters of these names that is plausible in one of the units."""
    stated = (parameters.number(group, name) for name in names for group in _GROUPS)
    found = (value * unit for value in stated if value is not None for unit in units)
    return next((value for value in found if least <= value <= most), None)


def _sex(parameters: C3dParameters) -> str:
    for name in _SEXES:
        for group in _GROUPS:
            word = parameters.text(group, name).strip().lower()
            if word in ("f", "female", "w", "woman"):
                return "female"
            if word in ("m", "male", "man"):
                return "male"
    return ""


def read_widths(parameters: C3dParameters, unit: float | None) -> dict[str, float]:
    """Return measured widths of joints in the file's unit, by ``knee_l``, ``ankle_l``, ``elbow_l`` and so on.

    Vicon keeps them in PROCESSING, in millimetres as its points are.
    """
    if unit is None:
        return {}
    widths: dict[str, float] = {}
    for joint, (narrowest, widest) in _WIDTHS.items():
        for side in SIDES:
            width = parameters.number("PROCESSING", f"{side}{joint}WIDTH".upper())
            if width is not None and narrowest <= width * _MILLIMETRE <= widest:
                widths[f"{joint}_{side}"] = width * _MILLIMETRE / unit
    return widths

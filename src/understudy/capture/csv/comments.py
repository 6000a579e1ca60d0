"""What comments above a table state: ``# units: mm, up: y, fps: 30`` and ``# landmark hip_l: LHip``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from understudy.capture.placing.world_axes import AXES
from understudy.capture.text.point_columns import LENGTH_UNITS
from understudy.capture.text.quoting import shown
from understudy.capture.text.text_lines import TextLines
from understudy.capture.text.time_column import MAX_FPS, MIN_FPS
from understudy.errors import unknown_name
from understudy.motion.landmarks import LANDMARKS
from understudy.plain_text import plain_number, trimmed

COMMENT = "#"
JOIN = " + "
"""Stands between points whose mean a landmark is."""

_SETTING = re.compile(r"\b(units?|up|forward|fps)\s*[:=]\s*([^\s,;\"']+)", re.IGNORECASE | re.ASCII)
_LANDMARK = re.compile(r"\s*landmark\s+(\w+)\s*[:=]\s*(.+)", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Stated:
    """What comments state; None where that is nothing.

    Attributes:
        unit: Metres per unit of length.
        up, forward: Axes of the file.
        fps: Frames a second [1/s].
        landmark_points: Canonical landmark → names of the points whose mean it is.
    """

    unit: float | None = None
    up: str | None = None
    forward: str | None = None
    fps: float | None = None
    landmark_points: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def parse_comments(lines: TextLines) -> Stated:
    """Return what the comments at the top state, and go on to the line below them.

    Raises:
        CaptureError: Where a statement is not valid; other comments may say what they like.
    """
    stated = Stated()
    lines.skip_blank()
    while (text := lines.peek().strip(" \t\"',;")).startswith(COMMENT):
        stated = _with_comment(lines, text.lstrip(COMMENT), stated)
        lines.next("a comment")
        lines.skip_blank()
    if stated.forward is not None and (stated.unit is None or stated.up is None):
        raise lines.error("states forward without units and up, expected all three in the comments above")
    if stated.up is not None and stated.forward is not None and stated.up[-1] == stated.forward[-1]:
        raise lines.error(f"states {stated.up} as up and {stated.forward} as forward, expected another axis")
    return stated


def _with_comment(lines: TextLines, text: str, stated: Stated) -> Stated:
    landmark = _LANDMARK.fullmatch(text)
    if landmark is not None:
        if landmark[1] not in LANDMARKS:
            raise lines.error(unknown_name("landmark", shown(landmark[1])[1:-1], LANDMARKS))
        points = tuple(trimmed(name) for name in landmark[2].split(JOIN))
        return replace(stated, landmark_points={**stated.landmark_points, landmark[1]: points})
    for key, value in _SETTING.findall(text):
        match key.lower():
            case "up":
                stated = replace(stated, up=_axis(lines, value))
            case "forward":
                stated = replace(stated, forward=_axis(lines, value))
            case "fps":
                stated = replace(stated, fps=_rate(lines, value))
            case _:
                stated = replace(stated, unit=_unit(lines, value))
    return stated


def _unit(lines: TextLines, value: str) -> float:
    if value.lower() not in LENGTH_UNITS:
        raise lines.error(f"states units {shown(value)}, expected one of {', '.join(LENGTH_UNITS)}")
    return LENGTH_UNITS[value.lower()]


def _axis(lines: TextLines, value: str) -> str:
    axis = value.lower().lstrip("+")
    if axis not in AXES:
        raise lines.error(f"states the axis {shown(value)}, expected one of {', '.join(AXES)}")
    return axis


def _rate(lines: TextLines, value: str) -> float:
    rate = plain_number(value, MAX_FPS)
    if rate is None or rate < MIN_FPS:
        raise lines.error(f"states fps {shown(value)}, expected a number from {MIN_FPS:g} to {MAX_FPS:g}")
    return rate

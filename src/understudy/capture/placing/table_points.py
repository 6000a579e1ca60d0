"""Named points from a table, on their way to a recording."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from understudy.capture.naming.point_naming import NamedPoints, name_points
from understudy.capture.placing.point_placing import place_points, require_near
from understudy.capture.placing.stated_axes import stated_axes
from understudy.capture.placing.world_axes import WorldAxes
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown_list
from understudy.errors import CaptureError
from understudy.motion import Provenance, Recording

MAX_POINTS = 150_000_000
"""Frames times points, over a day of a person at 30 Hz; more would fill the memory."""


@dataclass(frozen=True, eq=False)
class TablePoints:
    """What a reader of tables finds in a file.

    Attributes:
        names: K point names.
        points: (T, K, 3) in the file's unit and axes, NaN where a point was not seen.
        fps: Frames a second [1/s].
        unit: Metres per unit of the file, or None where it does not say.
        up: The file's axis that points up, or None where it does not say.
        forward: The file's axis that is forward; only where unit and up are stated as well.
        landmark_points: Canonical landmark → points whose mean it is, where the file itself says so.
        notes: What the reader has to say.
    """

    names: tuple[str, ...]
    points: np.ndarray
    fps: float
    unit: float | None = None
    up: str | None = None
    forward: str | None = None
    landmark_points: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def record(source: Source, format_name: str, table: TablePoints) -> Recording:
    """Name the landmarks among a table's points and place them in our world.

    Args:
        source: The file; what its sidecar states takes precedence over what the table says.
        format_name: What people call its format.
        table: What the reader found.

    Raises:
        CaptureError: Where the points are too many, their names are not known, or they are no person.
    """
    require_points(source, *table.points.shape[:2])
    stated = source.sidecar
    table = replace(table, unit=stated.unit or table.unit, up=stated.up or table.up)
    table = _with_single_names(_as_seen(table))
    if table.landmark_points:
        named = NamedPoints("landmarks as stated", dict(table.landmark_points), table.names, table.points)
    else:
        named = name_points(source, table.names, table.points, table.unit)

    if table.unit is not None and table.up is not None and table.forward is not None and stated.up is None:
        axes = stated_axes(table.up, table.forward)
        return _placed_as_stated(source, format_name, table, named, axes, table.unit)
    return place_points(
        source,
        f"{format_name} ({named.dialect})",
        named.names,
        named.points,
        table.fps,
        named.landmark_points,
        unit=table.unit,
        up=table.up,
        notes=(*table.notes, *named.notes),
    )


def require_points(source: Source, frame_count: int, point_count: int) -> None:
    """Refuse more points than memory is meant for, and none at all."""
    if frame_count == 0:
        raise CaptureError(source.path, "holds no row of numbers, expected one a frame")
    if frame_count * point_count > MAX_POINTS:
        raise CaptureError(
            source.path, f"holds {frame_count} frames of {point_count} points, at most {MAX_POINTS} in all"
        )


def _placed_as_stated(
    source: Source, format_name: str, table: TablePoints, named: NamedPoints, axes: WorldAxes, unit: float
) -> Recording:
    """Return the recording of a file that leaves nothing open, so that no digit of it is turned away."""
    seen = np.all(np.isfinite(named.points), axis=-1)
    if not seen.any():
        raise CaptureError(source.path, "shows no point in any frame, expected a person")
    require_near(source, named.points)
    note = f"By the file {axes.up} is up, {axes.forward} forward, and lengths are in units of {unit:.5g} m."
    return Recording(
        names=named.names,
        points=unit * axes.turn_points(named.points),
        fps=table.fps,
        valid=seen,
        landmark_points=named.landmark_points,
        dialect=f"{format_name} ({named.dialect})",
        notes=(*table.notes, *named.notes, note),
        provenance=Provenance.of_file(source.path, source.content),
    )


def _as_seen(table: TablePoints) -> TablePoints:
    """Return the table without points of which only some coordinates are given."""
    is_partial = np.any(np.isnan(table.points), axis=-1)
    return replace(table, points=np.where(is_partial[..., None], np.nan, table.points))


def _with_single_names(table: TablePoints) -> TablePoints:
    """Return the table with a number behind every name that occurred before."""
    counts = Counter(table.names)
    doubles = [name for name, count in counts.items() if count > 1]
    if not doubles:
        return table
    number_of = dict.fromkeys(doubles, 0)
    names: list[str] = []
    for name in table.names:
        fresh = name
        if name in number_of:
            number_of[name] += 1
            while number_of[name] > 1 and (fresh := f"{name} ({number_of[name]})") in counts:
                number_of[name] += 1
        names.append(fresh)
    note = f"Names that occur more than once were numbered: {shown_list(doubles)}."
    return replace(table, names=tuple(names), notes=(*table.notes, note))

"""Keypoints of people over time, as files hold them before anyone knows which set they are of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from understudy.capture.keypoints.sets import KeypointSet, sizes
from understudy.capture.placing.limits import FARTHEST, MAX_POINTS
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown, shown_list
from understudy.errors import CaptureError

POINT_VALUES = 4
"""Every point has x, y, z and a confidence."""


def is_seen(points: np.ndarray) -> np.ndarray:
    """Return (...) where points ``(..., 3 or more)`` have three finite coordinates."""
    return np.asarray(np.isfinite(points[..., :3]).all(axis=-1))


@dataclass(frozen=True, eq=False)
class Person:
    """One person in one frame.

    Attributes:
        values: (K, 4) x, y, z and confidence of each point; NaN where a value is not given.
        names: K names, empty where the points are told by their order.
        kind: What the file calls these points, without case and separators, empty where nothing.
    """

    values: np.ndarray
    names: tuple[str, ...] = ()
    kind: str = ""

    @property
    def seen(self) -> np.ndarray:
        """(K,) where a point was seen: it is finite and has no confidence of zero.

        Where no confidence is given, a point at the very origin is one that was not found.
        """
        points, confidence = self.values[:, :3], self.values[:, 3]
        return is_seen(points) & np.where(np.isnan(confidence), (points != 0.0).any(axis=1), confidence > 0.0)


@dataclass(frozen=True, eq=False)
class Take:
    """All frames of a file.

    Attributes:
        frames: The people in each frame.
        places: What to call each frame in messages.
        times: (T,) [s] when each frame was taken, or None.
        stated: Numbers that the file states about itself, such as ``fps``, ``width`` and ``height``.
    """

    frames: Sequence[Sequence[Person]]
    places: Sequence[str]
    times: np.ndarray | None
    stated: Mapping[str, float]


def find_sets(source: Source, take: Take, sets: Sequence[KeypointSet]) -> list[KeypointSet]:
    """Return the sets that the points of a take may be of: one if they have names, else all of that size.

    Raises:
        CaptureError: Where there is nobody, or the points are of none of the sets.
    """
    people = [person for frame in take.frames for person in frame]
    if not people:
        raise CaptureError(source.path, f"shows nobody in any of its {len(take.frames)} frames")
    names = list(dict.fromkeys(name for person in people for name in person.names))
    if names:
        best = max(sets, key=lambda each: (len(each.columns(names)), -each.size))
        if not best.columns(names):
            known = "; ".join(f"{each.name}: {', '.join(each.names)}" for each in sets)
            raise CaptureError(source.path, f"names points {shown_list(names)}, expected those of {known}")
        return [best]
    possible = [each for each in sets if each.size == len(people[0].values)]
    if not possible:
        raise CaptureError(source.path, f"has {len(people[0].values)} keypoints, expected {sizes(sets)}")
    return possible


def in_order(source: Source, take: Take, keypoints: KeypointSet) -> list[list[np.ndarray]]:
    """Return people (K, 4) of every frame with their points in the order of a set, NaN where not seen.

    Raises:
        CaptureError: Where a frame has another number of points, or there are too many in all.
    """
    if len(take.frames) * keypoints.size > MAX_POINTS:
        raise CaptureError(
            source.path,
            f"holds {len(take.frames)} frames of {keypoints.size} points, at most {MAX_POINTS} in all",
        )
    return [
        [_in_order(source, place, person, keypoints) for person in frame]
        for frame, place in zip(take.frames, take.places, strict=True)
    ]


def _in_order(source: Source, place: str, person: Person, keypoints: KeypointSet) -> np.ndarray:
    values = np.where(person.seen[:, None], person.values, np.nan)
    if (np.abs(values[:, :3]) > FARTHEST).any():
        raise CaptureError(
            source.path,
            f"{shown(place)[1:-1]} holds a coordinate beyond {FARTHEST:g}, expected a person's place",
        )
    if person.names:
        ordered = np.full((keypoints.size, POINT_VALUES), np.nan)
        columns = keypoints.columns(person.names)
        for name, value in zip(person.names, values, strict=True):
            if name in columns:
                ordered[columns[name]] = value
        return ordered
    if len(values) != keypoints.size:
        raise CaptureError(
            source.path,
            f"{shown(place)[1:-1]} has {len(values)} keypoints, expected {keypoints.size} as in the others",
        )
    return values

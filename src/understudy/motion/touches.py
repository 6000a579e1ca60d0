"""Touches of a body with itself: which part touched which, from when to when, and where on either."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from understudy.errors import InvalidMotionError, unknown_name
from understudy.motion.landmarks import SIDES
from understudy.motion.sides import other_side
from understudy.motion.stretches import stretches

HEAD, TRUNK = "head", "trunk"
PARTS: tuple[str, ...] = (
    HEAD,
    TRUNK,
    *(f"{part}_{side}" for part in ("arm", "hand", "leg", "foot") for side in SIDES),
)
"""Parts of a body that may touch each other; an arm ends at the wrist, a leg at the ankle."""

_JOINED = {frozenset((HEAD, TRUNK))} | {
    frozenset(pair)
    for side in SIDES
    for pair in (
        (TRUNK, f"arm_{side}"),
        (TRUNK, f"leg_{side}"),
        (f"arm_{side}", f"hand_{side}"),
        (f"leg_{side}", f"foot_{side}"),
    )
}

Pair = tuple[str, str]
"""Two parts in the order of ``PARTS``."""

PAIRS: tuple[Pair, ...] = tuple(
    pair for pair in combinations(PARTS, 2) if frozenset(pair) not in _JOINED
)  # fmt: skip
"""Pairs of parts whose touches count: all but those that grow together, which always touch."""

STEP = "touches"
"""The name of touches that a method kept in a motion's history."""

_LONGEST = 1e6
"""Time [s] beyond which no clip lasts."""


@dataclass(frozen=True)
class Place:
    """A place on a part, in coordinates that bodies of all sizes share.

    Attributes:
        segment: The segment of the part, such as ``forearm_l``; see ``anatomy.part_shapes``.
        along: Where along its axis, from 0 at its start to 1 at its end.
        direction: Unit vector from the axis to the skin, in the segment's frame: x forward, y left, z up of a
            body that stands with hanging arms.
    """

    segment: str
    along: float
    direction: tuple[float, float, float]


@dataclass(frozen=True)
class Touch:
    """Two parts of a body that touch for some time.

    Attributes:
        part_a, part_b: The parts, in the order of ``PARTS``.
        start, end: From when to when [s], from the beginning of the clip.
        place_a, place_b: Where on either; None where nobody says.

    Raises:
        InvalidMotionError: For parts that cannot touch, or times that do not follow each other.
    """

    part_a: str
    part_b: str
    start: float
    end: float
    place_a: Place | None = None
    place_b: Place | None = None

    def __post_init__(self) -> None:
        """Check the parts and times, and put the parts in order."""
        for part in (self.part_a, self.part_b):
            if part not in PARTS:
                raise InvalidMotionError(unknown_name("part", str(part), PARTS))
        if PARTS.index(self.part_a) > PARTS.index(self.part_b):
            swapped = self.part_b, self.part_a, self.place_b, self.place_a
            for name, value in zip(("part_a", "part_b", "place_a", "place_b"), swapped, strict=True):
                object.__setattr__(self, name, value)
        if self.pair not in PAIRS:
            raise InvalidMotionError(
                f"{self.part_a} and {self.part_b} are the same part or grow together, "
                "expected two parts that can be apart"
            )
        for name in ("start", "end"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value <= _LONGEST:
                raise InvalidMotionError(
                    f"{name} of a touch is {str(value)[:40]}, expected seconds from 0 to {_LONGEST:g}"
                )
            object.__setattr__(self, name, float(value))
        if self.end < self.start:
            raise InvalidMotionError(
                f"the touch of {self.part_a} and {self.part_b} ends at {self.end:g} s, "
                f"expected no sooner than it starts, {self.start:g} s"
            )

    @property
    def pair(self) -> Pair:
        """Both parts."""
        return self.part_a, self.part_b


@dataclass(frozen=True)
class Touches:
    """All touches of a body with itself over a clip, in the order in which they start."""

    items: tuple[Touch, ...] = ()

    def __post_init__(self) -> None:
        """Put them in order."""
        object.__setattr__(self, "items", tuple(sorted(self.items, key=lambda t: (t.start, t.end, t.pair))))

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pairs of parts that touch at some time, in the order of ``PAIRS``."""
        found = {touch.pair for touch in self.items}
        return tuple(pair for pair in PAIRS if pair in found)

    def mask(self, pair: Pair, frame_count: int, fps: float) -> np.ndarray:
        """Return (T,) in which frames two parts touch; one that is shorter than a frame has the nearest."""
        holds = np.zeros(frame_count, dtype=bool)
        for touch in self.items:
            if touch.pair == pair:
                first, last = round(touch.start * fps), round(touch.end * fps)
                holds[first : last + 1] = True
        return holds

    def mirror(self) -> Touches:
        """Return the touches of the mirror image in the plane y = 0."""
        return Touches(
            tuple(
                Touch(
                    other_side(touch.part_a),
                    other_side(touch.part_b),
                    touch.start,
                    touch.end,
                    _mirrored(touch.place_a),
                    _mirrored(touch.place_b),
                )
                for touch in self.items
            )
        )

    def between(self, start: float, end: float) -> Touches:
        """Return the touches between two times [s], counted from the first of them."""
        kept = [touch for touch in self.items if touch.end >= start and touch.start <= end]
        return Touches(
            tuple(
                replace(touch, start=max(touch.start, start) - start, end=min(touch.end, end) - start)
                for touch in kept
            )
        )

    def at_times(self, moments: np.ndarray, times: np.ndarray) -> Touches:
        """Return the touches of a motion that shows moments (N,) [s] of this one at other times (N,) [s]."""

        def when(moment: float) -> float:
            return float(np.interp(moment, moments, times))

        return Touches(tuple(replace(t, start=when(t.start), end=when(t.end)) for t in self.items))

    def to_json(self) -> str:
        """Return them as text."""
        return json.dumps([asdict(touch) for touch in self.items])

    @classmethod
    def from_rows(cls, rows: Iterable[Mapping[str, Any]]) -> Touches:
        """Return the touches that rows of plain values state, as :meth:`to_json` writes them.

        Raises:
            InvalidMotionError: Naming the touch, what was found, and what would be valid.
        """
        return cls(tuple(_touch(index, row) for index, row in enumerate(rows, start=1)))


def touches_of_masks(masks: Mapping[Pair, np.ndarray], fps: float) -> Touches:
    """Return the touches of pairs of parts that touch in frames (T,) each."""
    return Touches(
        tuple(
            Touch(*pair, start / fps, (stop - 1) / fps)
            for pair, holds in masks.items()
            for start, stop in stretches(holds)
        )
    )


def _touch(index: int, row: Mapping[str, Any]) -> Touch:
    fields = ("part_a", "part_b", "start", "end", "place_a", "place_b")
    try:
        if not isinstance(row, Mapping):
            raise InvalidMotionError(f"found {str(row)[:40]}, expected {', '.join(fields[:4])}")
        astray = next((str(name) for name in row if name not in fields), None)
        if astray is not None:
            raise InvalidMotionError(unknown_name("field", astray, fields))
        missing = next((name for name in fields[:4] if name not in row), None)
        if missing is not None:
            raise InvalidMotionError(f"has no {missing}, expected {', '.join(fields[:4])}")
        places = (_place(row.get(name)) for name in fields[4:])
        return Touch(*(row[name] for name in fields[:4]), *places)
    except InvalidMotionError as error:
        raise InvalidMotionError(f"touch {index}: {error}") from None


def _place(stated: Any) -> Place | None:
    if stated is None:
        return None
    try:
        along, direction = float(stated["along"]), tuple(float(x) for x in stated["direction"])
        segment = str(stated["segment"])
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidMotionError(
            f"place is {str(stated)[:40]}, expected segment, along and direction"
        ) from error
    numbers: Sequence[float] = (along, *direction)
    if len(direction) != 3 or not np.isfinite(numbers).all():
        raise InvalidMotionError("place has other than three finite numbers, expected a direction")
    return Place(segment, along, (direction[0], direction[1], direction[2]))


def _mirrored(place: Place | None) -> Place | None:
    if place is None:
        return None
    x, y, z = place.direction
    return Place(other_side(place.segment), place.along, (x, -y, z))

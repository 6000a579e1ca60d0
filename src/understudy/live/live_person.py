"""A person of one frame, made hundreds of times a second: what is asked of it often is computed once.

It is a ``HumanMotion`` for all that read one. Its maker vouches for what other motions check of themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS, DERIVED_LANDMARKS, SEGMENTS

SEGMENT_ROWS = {name: row for row, name in enumerate(SEGMENTS)}
"""Where each segment stands among all."""

_UNKNOWN = (np.full((1, 3), np.nan), np.zeros(1, dtype=bool))


@dataclass(frozen=True, eq=False)
class LivePerson(HumanMotion):
    """A person of one frame; see :class:`Body` for how it is made.

    Attributes:
        marks: Landmark or derived one → where it is (1, 3) [m], and whether it is known (1,).
        ways: (S, 3) directions of all ``SEGMENTS`` in their order.
        shown: (S,) which of them are known.
    """

    marks: Mapping[str, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)
    ways: np.ndarray = field(default_factory=lambda: np.zeros((len(SEGMENTS), 3)))
    shown: np.ndarray = field(default_factory=lambda: np.zeros(len(SEGMENTS), dtype=bool))

    def __post_init__(self) -> None:
        """Check nothing, as thousands of these are made of arrays that were checked."""
        if self.contacts is None:
            object.__setattr__(self, "contacts", np.zeros((1, len(CONTACTS)), dtype=bool))

    def landmark(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Return the position (1, 3) [m] of a landmark or derived one, and whether it is known (1,)."""
        return self.marks.get(name, _UNKNOWN)

    def direction(self, segment: str) -> tuple[np.ndarray, np.ndarray]:
        """Return the direction (1, 3) of a segment, and whether it is known (1,)."""
        row = SEGMENT_ROWS[segment]
        return self.ways[row : row + 1], self.shown[row : row + 1]


class Body:
    """Makes persons of one frame out of landmarks.

    Args:
        names: L canonical landmarks.
        fps: Frames a second [1/s].
        sizes: Lengths of the person [m].
    """

    def __init__(self, names: tuple[str, ...], fps: float, sizes: Mapping[str, float]) -> None:
        """Prepare the sums that make derived landmarks and segments."""
        self.names, self._fps, self._sizes = names, fps, MappingProxyType(dict(sizes))
        rows: dict[str, np.ndarray] = dict(zip(names, np.eye(len(names)), strict=True))
        for name, ends in DERIVED_LANDMARKS.items():
            if all(end in rows for end in ends):
                rows[name] = 0.5 * (rows[ends[0]] + rows[ends[1]])
        self._marks = tuple(rows)
        self._shares = np.array(list(rows.values()))
        none = np.zeros(len(names))
        self._ways = np.array(
            [rows.get(end, none) - rows.get(start, none) for start, end in SEGMENTS.values()]
        )
        needed = [[self._needs(rows, name) for name in ends] for ends in SEGMENTS.values()]
        self._way_needs = np.array([start | end for start, end in needed])
        self._mark_needs = self._shares > 0.0
        self._lacks = np.array([any(name not in rows for name in ends) for ends in SEGMENTS.values()])

    def _needs(self, rows: Mapping[str, np.ndarray], name: str) -> np.ndarray:
        return rows[name] > 0.0 if name in rows else np.zeros(len(self.names), dtype=bool)

    def person(self, landmarks: np.ndarray, known: np.ndarray) -> LivePerson:
        """Return a person without frames and contacts yet.

        Args:
            landmarks: (L, 3) [m]; anything finite where not known.
            known: (L,).
        """
        missing = ~known
        places, ways = self._shares @ landmarks, self._ways @ landmarks
        lengths = np.sqrt((ways**2).sum(axis=1))
        hidden = np.logical_or.reduce(self._way_needs & missing, axis=1) | self._lacks
        shown = ~hidden & (lengths > 1e-9)
        ways = np.where(shown[:, None], ways / np.maximum(lengths, 1e-9)[:, None], 0.0)
        seen = ~np.logical_or.reduce(self._mark_needs & missing, axis=1)
        places = np.where(seen[:, None], places, np.nan)
        return LivePerson(
            names=self.names,
            landmarks=landmarks[None],
            fps=self._fps,
            valid=known[None],
            sizes=self._sizes,
            marks={
                name: (places[row : row + 1], seen[row : row + 1]) for row, name in enumerate(self._marks)
            },
            ways=ways,
            shown=shown,
        )

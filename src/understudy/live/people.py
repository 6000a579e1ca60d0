"""Which of the people in view is followed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from understudy.live.sighting import Sighting

GONE = 0.5
"""Time [s] after which somebody else may be the same person under a new name."""

SAME_PLACE = 0.3
"""Distance, in sizes of what was seen of the person, within which they then have to be."""


class PersonChoice:
    """Keeps to one person: whom the user named, or else whoever was seen first.

    Trackers that lose a person give them a new number. Somebody who appears where the followed person was
    last seen, after they were gone for a while, is taken for them.

    Args:
        wanted: The name of whom to follow; None follows whoever is seen first.
        say: Told in a sentence who is followed, and who else is in view.
    """

    def __init__(self, wanted: str | None = None, say: Callable[[str], None] | None = None) -> None:
        """Follow nobody yet."""
        self.person: str | None = wanted
        self.others: set[str] = set()
        self._say = say or (lambda _sentence: None)
        self._seen_at = -np.inf
        self._points = np.full((1, 3), np.nan)

    def follows(self, sighting: Sighting) -> bool:
        """Return whether a sighting is of the followed person."""
        points = sighting.points[np.isfinite(sighting.points).all(axis=1)]
        if len(points) == 0:
            return sighting.person == self.person
        if self.person is None:
            self.person = sighting.person
            self._say(f"Following {_called(sighting.person)}.")
        if sighting.person != self.person:
            if not self._may_be_the_same(sighting.time, points):
                self._note_other(sighting.person)
                return False
            self._say(
                f"{_called(sighting.person)} is where {_called(self.person)} was, and is followed as such."
            )
            self.person = sighting.person
            self.others.discard(sighting.person)
        self._seen_at, self._points = sighting.time, points
        return True

    def _may_be_the_same(self, time: float, points: np.ndarray) -> bool:
        last = self._points
        away = float(np.linalg.norm(points.mean(axis=0) - last.mean(axis=0)))
        size = float(np.linalg.norm(last.max(axis=0) - last.min(axis=0)))
        return time - self._seen_at > GONE and away < SAME_PLACE * size

    def _note_other(self, person: str) -> None:
        if person not in self.others and len(self.others) < 100:
            self.others.add(person)
            self._say(f"{_called(person)} is in view too; {_called(self.person or '')} is followed.")


def _called(person: str) -> str:
    return f"person '{person}'" if person else "the person"

"""Which of the frames that wait are answered: all of a few, or the newest of many.

Every machine is held up for a moment now and then. One that is quick enough for its source then answers the
frames that wait one after the other, and has caught up before anybody notices: none is lost. One that is too
slow for the source, by itself or for all else that it does, would fall behind by that, and answers the newest
alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from understudy.live.sighting import Sighting

WAITING = 0.3
"""Time [s] whose frames may wait; of more than these the newest is answered alone."""

QUICK = 0.5
"""Share of the time between two frames of which those who catch up need less of the processor for one."""

OFTEN = 8
"""How much more often than not frames have to wait for a machine that does not catch up."""

USUAL = 0.5
"""Time [s] over which it is judged how long frames take: being held up for a tenth of it is not slow."""


class Backlog:
    """Chooses what is answered.

    Args:
        fps: Frames a second that come [1/s].

    Attributes:
        dropped: Frames that were left out.
    """

    def __init__(self, fps: float) -> None:
        """Take the machine for quick."""
        self._most, self._quick = max(2, round(WAITING * fps)), QUICK / fps
        self._newest = min(1.0, 1.0 / (USUAL * fps))
        self._usual, self._behind, self.dropped = 0.0, 0, 0

    def note(self, seconds: float) -> None:
        """Note how much time of the processor [s] a frame took; a single one that took long is not usual."""
        self._usual += self._newest * (min(seconds, 2.0 * self._quick) - self._usual)

    def chosen(self, frames: Sequence[Sighting]) -> list[Sighting]:
        """Return those of the waiting frames that are answered, oldest first."""
        if len(frames) <= 1:
            self._behind = max(0, self._behind - 1)
            return list(frames)
        people: dict[str, list[Sighting]] = {}
        for frame in sorted(frames, key=lambda each: each.time):
            people.setdefault(frame.person, []).append(frame)
        longest = max(len(waiting) for waiting in people.values())
        self._behind = min(self._behind + 1, 2 * OFTEN) if longest > 1 else max(0, self._behind - 1)
        catches_up = self._usual <= self._quick and self._behind <= OFTEN and longest <= self._most
        chosen = [each for waiting in people.values() for each in (waiting if catches_up else waiting[-1:])]
        self.dropped += len(frames) - len(chosen)
        return chosen

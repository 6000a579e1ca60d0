"""A part of a recording."""

from __future__ import annotations

from dataclasses import replace

from understudy.clean.report import reported
from understudy.errors import InvalidMotionError
from understudy.motion import Recording


def trim(recording: Recording, start: float = 0.0, stop: float | None = None) -> Recording:
    """Return the part of a recording from ``start`` to ``stop`` [s], both included.

    Args:
        recording: The whole.
        start: Time of the first frame that is kept, 0 or more.
        stop: Time of the last one; None for the end. Times are rounded to frames.

    Raises:
        InvalidMotionError: Where no frame is left.
    """
    end = recording.duration if stop is None else stop
    first, last = round(start * recording.fps), round(end * recording.fps)
    if not 0 <= first <= last < recording.frame_count:
        raise InvalidMotionError(
            f"the part from {start:g} to {end:g} s is not in a recording of {recording.duration:g} s"
        )
    sentence = (
        f"Kept frames {first} to {last} of {recording.frame_count} ({first / recording.fps:.2f} to "
        f"{last / recording.fps:.2f} s)."
    )
    return reported(section(recording, first, last + 1), "trim", sentence, first=first, last=last)


def section(recording: Recording, start: int, stop: int) -> Recording:
    """Return frames ``start`` to ``stop`` (excluded) of a recording."""
    frames = slice(start, stop)
    seen = [view.between(start / recording.fps, (stop - 1) / recording.fps) for view in recording.views]
    return replace(
        recording,
        points=recording.points[frames],
        valid=recording.valid_mask[frames],
        rotations=None if recording.rotations is None else recording.rotations[frames],
        contacts=None if recording.contacts is None else recording.contacts[frames],
        contacts_known=None if recording.contacts_known is None else recording.contacts_known[frames],
        pressure=None if recording.pressure is None else recording.pressure[frames],
        views=tuple(view for view in seen if view is not None),
    )

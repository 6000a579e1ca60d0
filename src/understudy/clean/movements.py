"""A take cut into movements at the rests between them.

Quiroga et al. segmented their recordings by hand; people who demonstrate one move after the other pause
between them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.clean.body import leg_length
from understudy.clean.report import counted, reported
from understudy.clean.spline import LEAST_PENALTY, smooth_course
from understudy.clean.trimming import section
from understudy.motion import Recording
from understudy.motion.speed import speed_scale
from understudy.motion.stretches import stretches
from understudy.signals.butterworth import zero_phase_low_pass


@dataclass(frozen=True)
class RestOptions:
    """What a rest is.

    Attributes:
        moving: Speed [m/s] that a movement of an adult exceeds at least once.
        resting: Speed [m/s] under which an adult rests; a movement begins and ends there.
        shortest_rest: Shorter pauses [s] are part of a movement.
        shortest_movement: Shorter movements [s] are part of a rest.
        share: The speed of a body is the one that this share of its points stays under. One hand that
            moves counts, and one point that is badly seen does not.
        cutoff: Frequency [Hz] up to which motion counts.
    """

    moving: float = 0.25
    resting: float = 0.1
    shortest_rest: float = 0.4
    shortest_movement: float = 0.3
    share: float = 0.9
    cutoff: float = 3.0


DEFAULT_REST = RestOptions()


@dataclass(frozen=True)
class Movement:
    """Frames ``start`` to ``stop`` (excluded) of a take."""

    start: int
    stop: int


def find_movements(recording: Recording, options: RestOptions = DEFAULT_REST) -> list[Movement]:
    """Return the movements of a take in their order; none where nobody moves."""
    leg = leg_length(recording)
    scale = speed_scale(leg) if np.isfinite(leg) else 1.0
    speed = body_speed(recording, options)
    moves = speed > options.resting * scale
    for start, stop in stretches(~moves):
        inside = start > 0 and stop < len(moves)
        if inside and (stop - start) / recording.fps < options.shortest_rest:
            moves[start:stop] = True
    return [
        Movement(start, stop)
        for start, stop in stretches(moves)
        if speed[start:stop].max() > options.moving * scale
        and (stop - start) / recording.fps >= options.shortest_movement
    ]


def split_movements(recording: Recording, options: RestOptions = DEFAULT_REST) -> list[Recording]:
    """Return every movement of a take as a recording of its own."""
    movements = find_movements(recording, options)
    parts = []
    for number, movement in enumerate(movements, 1):
        start, stop = movement.start / recording.fps, (movement.stop - 1) / recording.fps
        sentence = f"Movement {number} of {len(movements)} of the take, from {start:.2f} to {stop:.2f} s."
        part = section(recording, movement.start, movement.stop)
        parts.append(reported(part, "movement", sentence, number=number, start=start, stop=stop))
    return parts


def trim_rests(recording: Recording, options: RestOptions = DEFAULT_REST, margin: float = 0.2) -> Recording:
    """Return the take without the rests before its first and after its last movement.

    Args:
        recording: The take; where nobody moves it comes back as it was.
        options: What a rest is.
        margin: Time [s] of rest that is kept at either end.
    """
    movements = find_movements(recording, options)
    if not movements:
        return reported(recording, "trim_rests", "Nobody moves, so nothing was cut.", margin=margin)
    frames = round(margin * recording.fps)
    start = max(0, movements[0].start - frames)
    stop = min(recording.frame_count, movements[-1].stop + frames)
    cut = recording.frame_count - (stop - start)
    sentence = f"Cut {counted(cut, 'frame')} of rest before and after the motion."
    return reported(
        section(recording, start, stop), "trim_rests", sentence, first=start, last=stop - 1, margin=margin
    )


def body_speed(recording: Recording, options: RestOptions = DEFAULT_REST) -> np.ndarray:
    """Return (T,) [m/s] how fast a body moves, see :class:`RestOptions`."""
    fps, valid = recording.fps, recording.valid_mask
    seen = valid.sum(axis=0) >= 2
    if recording.frame_count < 2 or not seen.any():
        return np.zeros(recording.frame_count)
    penalties = np.full(int(seen.sum()), LEAST_PENALTY)
    points = smooth_course(recording.points[:, seen], valid[:, seen], penalties)
    flat = points.reshape(len(points), -1)
    slow = zero_phase_low_pass(flat, min(options.cutoff, 0.4 * fps), fps).reshape(points.shape)
    speeds = np.linalg.norm(np.gradient(slow, 1.0 / fps, axis=0), axis=-1)
    return np.quantile(speeds, options.share, axis=1)

"""Noise filtered out of points, and nothing but noise.

Each noisy point gets the cutoff that Yu's rule finds for it. The rule relates what a filter takes away to
how far a signal spreads. A walk through the room spreads without end, so the rule looks at points relative
to the middle of the body, which is filtered on its own. At low frame rates the rule also cuts fast motion,
that of feet above all. Where it would take more than the noise, the cutoff is raised until it does not any
more, as in Winter's residual analysis.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.clean.body import body_height
from understudy.clean.noise import noise_levels
from understudy.clean.report import reported
from understudy.errors import InvalidMotionError
from understudy.motion import Recording
from understudy.motion.ranks import median
from understudy.motion.stretches import common_stretches
from understudy.signals.butterworth import zero_phase_low_pass
from understudy.signals.noise import measured_noise
from understudy.signals.yu_cutoff import yu_cutoffs
from understudy.spatial import rotations as rot

NOISY = 0.001
"""Noise from this share of the body's height on is filtered: 1.7 mm for an adult, which optical systems stay
well below."""

_RAISE = 1.25
"""Factor by which a cutoff is raised at a time."""

_MIN_FRAMES = 12
"""Stretches shorter than this are left as they are; there is no slow and fast in them yet."""


def smooth(
    recording: Recording, cutoff: float | None = None, *, noisy: float = NOISY, only_noise: bool = True
) -> Recording:
    """Return the recording with its points low-pass filtered, without delay.

    Rotations of a filtered point are filtered with it. Frames in which a point was not seen stay so, and
    what was seen before and after is filtered apart; fill short gaps first.

    Args:
        recording: Points with or without gaps.
        cutoff: Frequency [Hz] for all points, or None to find one for each noisy point.
        noisy: Noise from which on a point is filtered, as a share of the body's height; 0 filters all.
        only_noise: Whether to raise Yu's cutoff where it would take more than the noise.

    Raises:
        InvalidMotionError: For a cutoff that is not over 0 and under half the frame rate.
    """
    if cutoff is not None:
        return _smooth_at(recording, cutoff)
    noise = noise_levels(recording.points, recording.valid_mask)
    limit = noisy * body_height(recording)
    chosen = np.flatnonzero(noise >= limit)
    # Which points to filter follows from white noise, near half the frame rate; what is said, from all of it.
    known = measured_noise(recording.points, recording.valid_mask, recording.fps).known_sigma
    usual = round(1e3 * median(known), 3) if len(known) else None
    facts = {"noisy": noisy, "only_noise": only_noise, "noise_mm": usual}
    if len(chosen) == 0:
        sentence = (
            f"Left points unfiltered, since less than {1e3 * limit:.1f} mm of their noise is white; "
            f"all of it is {_level(known)}."
        )
        return reported(recording, "smooth", sentence, **facts)
    smoothed, cutoffs = _smooth_noisy(recording, chosen, noise, only_noise)
    sentence = (
        f"Filtered {len(chosen)} of {len(noise)} points, whose white noise is {1e3 * limit:.1f} mm or more "
        f"(noise of all points is {_level(known)}), at {cutoffs.min():.1f} to {cutoffs.max():.1f} Hz "
        "(zero phase, fourth order, cutoffs by Yu's rule)."
    )
    facts["cutoffs"] = {recording.names[k]: round(float(c), 3) for k, c in zip(chosen, cutoffs, strict=True)}
    return reported(smoothed, "smooth", sentence, **facts)


def _level(noise: np.ndarray) -> str:
    """Return what is said of the noise (K,) [m] of points."""
    if len(noise) == 0:
        return "unknown, since frames are too few"
    return f"{1e3 * median(noise):.2f} mm in a coordinate on the median, {1e3 * noise.max():.2f} mm at most"


def _smooth_at(recording: Recording, cutoff: float) -> Recording:
    highest = 0.5 * recording.fps
    if not 0.0 < cutoff < highest:
        raise InvalidMotionError(
            f"cutoff is {cutoff} Hz, expected over 0 and under half the frame rate, {highest:g} Hz"
        )
    points = np.array(recording.points)
    cutoffs = np.full(len(recording.names), cutoff)
    _filter_stretches(points, recording.valid_mask, cutoffs, recording.fps)
    smoothed = replace(recording, points=points, rotations=_filtered_rotations(recording, cutoffs))
    sentence = f"Filtered all points at {cutoff:.2f} Hz (zero phase, fourth order)."
    return reported(smoothed, "smooth", sentence, cutoff=cutoff)


def _smooth_noisy(
    recording: Recording, chosen: np.ndarray, noise: np.ndarray, only_noise: bool
) -> tuple[Recording, np.ndarray]:
    """Return the recording with its points ``chosen`` (C,) filtered, and their cutoffs (C,) [Hz]."""
    fps, valid = recording.fps, recording.valid_mask[:, chosen]
    middle = _middle(recording)
    offsets = recording.points[:, chosen] - middle
    always = np.ones((recording.frame_count, 1), dtype=bool)
    cutoffs = _find_cutoffs(offsets, valid, fps, noise[chosen] if only_noise else None)
    # Everything passes at half the frame rate already, which is a number that people understand.
    cutoffs = np.minimum(cutoffs, 0.5 * fps)
    limit = noise_levels(middle, always) if only_noise else None
    _filter_stretches(offsets, valid, cutoffs, fps)
    _filter_stretches(middle, always, _find_cutoffs(middle, always, fps, limit), fps)
    points = np.array(recording.points)
    points[:, chosen] = np.where(valid[..., None], offsets + middle, points[:, chosen])
    every = np.full(len(recording.names), np.inf)
    every[chosen] = cutoffs
    smoothed = replace(recording, points=points, rotations=_filtered_rotations(recording, every))
    return smoothed, cutoffs


def _middle(recording: Recording) -> np.ndarray:
    """Return (T, 1, 3) [m] the mean of the points that were seen all the time, the origin without any."""
    seen = recording.valid_mask.all(axis=0)
    if not seen.any():
        return np.zeros((recording.frame_count, 1, 3))
    return recording.points[:, seen].mean(axis=1, keepdims=True)


def _find_cutoffs(signals: np.ndarray, valid: np.ndarray, fps: float, noise: np.ndarray | None) -> np.ndarray:
    """Return (C,) [Hz] the cutoffs of signals (T, C, 3), each found in its longest valid stretch.

    ``noise`` (C,) [m] is the most that may be taken, None for no limit.
    """
    lengths = np.zeros(signals.shape[1], dtype=np.int64)
    cutoffs = np.full(signals.shape[1], np.inf)
    for (start, stop), columns in common_stretches(valid).items():
        longer = [c for c in columns if stop - start > lengths[c]]
        lengths[longer] = stop - start
        if longer and stop - start >= _MIN_FRAMES:
            part = signals[start:stop, longer]
            found = yu_cutoffs(part, fps)
            cutoffs[longer] = found if noise is None else _raised(part, found, fps, noise[longer])
    return cutoffs


def _raised(signals: np.ndarray, cutoffs: np.ndarray, fps: float, noise: np.ndarray) -> np.ndarray:
    """Return the lowest cutoffs (C,) from those given upwards that take no more than the noise (C,)."""
    raised = np.array(cutoffs)
    left = np.flatnonzero(raised < 0.5 * fps)
    while len(left):
        taken = signals[:, left] - _filtered(signals[:, left], raised[left], fps)
        left = left[np.sqrt(np.mean(taken**2, axis=(0, 2))) > noise[left]]
        raised[left] *= _RAISE
        left = left[raised[left] < 0.5 * fps]
    return raised


def _filter_stretches(signals: np.ndarray, valid: np.ndarray, cutoffs: np.ndarray, fps: float) -> None:
    """Filter signals (T, C, D) in place, each valid stretch on its own."""
    for (start, stop), columns in common_stretches(valid).items():
        if stop - start >= _MIN_FRAMES:
            signals[start:stop, columns] = _filtered(signals[start:stop, columns], cutoffs[columns], fps)


def _filtered(signals: np.ndarray, cutoffs: np.ndarray, fps: float) -> np.ndarray:
    """Return signals (T, C, D) filtered at cutoffs (C,) [Hz]."""
    frames, _, size = signals.shape
    flat = signals.reshape(frames, -1)
    return zero_phase_low_pass(flat, np.repeat(cutoffs, size), fps).reshape(signals.shape)


def _filtered_rotations(recording: Recording, cutoffs: np.ndarray) -> np.ndarray | None:
    """Return (T, K, 4) with the rotations of filtered points filtered as well.

    Between neighbouring frames quaternions differ little, so that filtering their components and
    bringing them back to unit length filters the rotation.
    """
    if recording.rotations is None:
        return None
    rotations = np.array(recording.rotations)
    for k in np.flatnonzero(cutoffs < 0.5 * recording.fps):
        rotations[:, k] = rot.continuous(rotations[:, k])
    _filter_stretches(rotations, recording.valid_mask, cutoffs, recording.fps)
    filtered = (cutoffs < 0.5 * recording.fps) & recording.valid_mask.any(axis=0)
    rotations[:, filtered] = rot.normalise(rotations[:, filtered])
    return rotations

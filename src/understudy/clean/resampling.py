"""A recording at another frame rate."""

from __future__ import annotations

from dataclasses import replace

from understudy.clean.report import reported
from understudy.motion import Recording
from understudy.motion.validation import require_fps
from understudy.spatial.between_frames import moments, on_curves, turned_evenly


def resample(recording: Recording, fps: float) -> Recording:
    """Return the recording at another frame rate, from the same first frame on.

    Points run along cubic curves through the frames, with slopes of fourth order, so that velocities do
    not jump; rotations turn evenly from frame to frame; contacts and pressure are those of the nearest
    frame. A point is seen where the frames around it show it. Nothing is filtered: to thin out a noisy
    recording, smooth it first.

    Args:
        recording: What was captured.
        fps: Frames a second [1/s].
    """
    require_fps(fps)
    at = moments(recording.frame_count, recording.fps, fps)
    valid, rotations = recording.valid_mask, recording.rotations
    if rotations is not None:
        rotations = turned_evenly(rotations, at)
    resampled = replace(
        recording,
        points=on_curves(recording.points, at, valid),
        fps=fps,
        valid=valid[at.before] & valid[at.after],
        rotations=rotations,
        contacts=None if recording.contacts is None else recording.contacts[at.nearest],
        contacts_known=None if recording.contacts_known is None else recording.contacts_known[at.nearest],
        pressure=None if recording.pressure is None else recording.pressure[at.nearest],
    )
    sentence = f"Resampled from {recording.fps:g} to {fps:g} frames a second."
    return reported(resampled, "resample", sentence, fps=fps, from_fps=recording.fps)

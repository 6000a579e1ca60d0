"""A body at moments spread over a clip: where its points and its centre of mass are, and how they move."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.capture.placing.posture import Landmarks
from understudy.motion.landmarks import SIDES
from understudy.spatial.vectors import norms

_PAIRED = {
    "shoulder": (0.17, 0.06),
    "hip": (0.15, 0.07),
    "knee": (0.075, 0.035),
    "ankle": (0.03, 0.039),
    "elbow": (0.025, 0.025),
    "wrist": (0.02, 0.02),
    "heel": (0.0, 0.015),
    "toe": (0.0, 0.015),
}
_HEAD = {"head": (0.08, 0.06), "head_top": (0.0, 0.0)}

BODY: dict[str, tuple[float, float]] = _HEAD | {
    f"{name}_{side}": figures for name, figures in _PAIRED.items() for side in SIDES
}
"""Landmark → share of the body's mass that is about there, and of its height that flesh reaches below."""

SAMPLES = 400
"""Frames of a long clip that are looked at."""

_FAR = 1e3
"""Way [heights] of a point that is not seen."""

_SEEN = 0.5
"""Share of the mass that has to be seen."""

_COARSE = 15.0
"""Frames a second [1/s] from which on movement is looked at."""

_STEP = 0.05
"""Time [s] between the five moments that velocities and accelerations are taken from."""


@dataclass(frozen=True, eq=False)
class Moments:
    """A body at N moments.

    Attributes:
        landmarks: Names of K landmarks.
        points: (N, K, 3) in heights of the body, NaN where unknown.
        speeds: (N, K) [heights/s], 0 where how the body moves is not known.
        reach: (K,) how far flesh reaches below a point.
        centre, velocity, acceleration: (N, 3) of the centre of mass, in heights and seconds.
        spells: (N, 3, 3) accelerations of it before, at and after a moment, each over a shorter time, in the
            same.
        seconds: Duration of the clip [s].
        is_moving: Whether it is known how the body moves.
        noise: Standard deviation of a speed along an axis by the points' noise alone [heights/s].
    """

    landmarks: tuple[str, ...]
    points: np.ndarray
    speeds: np.ndarray
    reach: np.ndarray
    centre: np.ndarray
    velocity: np.ndarray
    acceleration: np.ndarray
    spells: np.ndarray
    seconds: float
    is_moving: bool
    noise: float

    @property
    def tracks(self) -> dict[str, np.ndarray]:
        """Landmark → (N, 3) in heights of the body."""
        return {name: self.points[:, index] for index, name in enumerate(self.landmarks)}

    @classmethod
    def of(cls, tracks: Landmarks, fps: float, stature: float, is_centred: bool) -> Moments | None:
        """Return the body at some moments, None where too little of it is seen.

        Args:
            tracks: Canonical landmark → (T, 3) in the file's axes, NaN where unknown.
            fps: Frames a second [1/s].
            stature: The body's height in the file's unit.
            is_centred: Whether each frame has an origin of its own, so that how the body moves is not known.
        """
        names = tuple(name for name in BODY if name in tracks)
        frames = len(next(iter(tracks.values())))
        step = 0 if is_centred or fps < _COARSE else max(1, round(_STEP * fps))
        step = step if frames > 4 * step else 0
        inside = frames - 4 * step
        here = np.unique(
            np.linspace(2 * step, 2 * step + inside - 1, min(SAMPLES, inside)).round().astype(int)
        )
        each = [
            np.stack([tracks[name][here + shift * step] for name in names], axis=1) / stature
            for shift in (-2, -1, 0, 1, 2)
        ]
        masses, reach = np.array([BODY[name] for name in names]).T
        weights = masses * np.isfinite(sum(each)).all(axis=2)
        is_seen = weights.sum(axis=1) > _SEEN * sum(mass for mass, _ in BODY.values())
        if not is_seen.any():
            return None
        shares = (weights[is_seen] / weights[is_seen].sum(axis=1, keepdims=True))[..., None]
        each = [points[is_seen] for points in each]
        centres = np.stack([(shares * np.nan_to_num(points)).sum(axis=1) for points in each])
        # Without movement, all rests; what is not seen does not.
        rate = fps / step if step else 0.0
        ways = np.where(np.isfinite(each[4] - each[0]).all(axis=2), norms(each[4] - each[0]), _FAR)
        return cls(
            landmarks=names,
            points=each[2],
            speeds=ways * rate / 4.0,
            reach=reach,
            centre=centres[2],
            velocity=(centres[4] - centres[0]) * rate / 4.0,
            acceleration=(centres[4] - 2.0 * centres[2] + centres[0]) * (rate / 2.0) ** 2,
            spells=np.swapaxes(centres[:-2] - 2.0 * centres[1:-1] + centres[2:], 0, 1) * rate**2,
            seconds=frames / fps,
            is_moving=step > 0,
            noise=_noise(tracks, here) * rate / (np.sqrt(8.0) * stature),
        )


def _noise(tracks: Landmarks, frames: np.ndarray) -> float:
    """Return the standard deviation along an axis of what changes from frame to frame, in the tracks' unit.

    Second differences of white noise have √6 times its deviation; a fifth of their lengths in three
    dimensions are below one deviation, among them those of points that rest.
    """
    count = len(next(iter(tracks.values())))
    inside = frames[(frames > 0) & (frames < count - 1)]
    if not len(inside):
        return 0.0
    bends = [norms(track[inside - 1] - 2.0 * track[inside] + track[inside + 1]) for track in tracks.values()]
    known = np.concatenate(bends)
    known = known[np.isfinite(known)]
    return float(np.percentile(known, 20.0) / np.sqrt(6.0)) if len(known) else 0.0

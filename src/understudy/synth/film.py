"""What a tracker would see of a performance before a pinhole camera: truth projected, with measured noise.

Stands in for a tracker of pictures where the truth has to be known. What a tracker does wrong is of two
kinds: points tremble from picture to picture, and they lie beside where they should for as long as a pose
lasts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.capture.video.sight import VALUES, TrackerFacts
from understudy.capture.video.tracked_film import TrackedFilm
from understudy.errors import InvalidMotionError
from understudy.synth.bursts import bursts
from understudy.synth.formats import RENDERINGS
from understudy.synth.synthetic_motion import SyntheticMotion

CLASSES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "head": ("Nose", "eye", "ear", "Mouth"),
        "trunk": ("shoulder", "hip"),
        "elbow and knee": ("elbow", "knee"),
        "wrist and ankle": ("wrist", "ankle"),
        "hand and foot": ("pinky", "index", "thumb", "heel", "foot"),
    }
)
"""Class of landmarks → words in the names of BlazePose's points of it; the last class that fits counts."""

LIMBS: tuple[tuple[str, ...], ...] = tuple(
    tuple(f"{side}_{part}" for part in parts)
    for parts in (("elbow", "wrist", "pinky", "index", "thumb"), ("knee", "ankle", "heel", "foot_index"))
    for side in ("Left", "Right")
)
"""BlazePose's points of each limb, which are lost together."""

_UNSURE = 0.1
"""Confidence of a point that is not seen."""


@dataclass(frozen=True, eq=False)
class PinholeCamera:
    """A camera without distortion.

    Attributes:
        position: (3,) [m] in the world.
        axes: (3, 3) its axes in the world, as rows: right, down, forward.
        focal: Focal length [pixels].
        size: Width and height [pixels]; its middle is where the optical axis is.
    """

    position: np.ndarray
    axes: np.ndarray
    focal: float
    size: tuple[int, int]

    @classmethod
    def looking_at(
        cls, target: np.ndarray, position: np.ndarray, focal: float, size: tuple[int, int]
    ) -> PinholeCamera:
        """Return a level camera that looks from one place [m] at another."""
        forward = np.asarray(target, dtype=np.float64) - position
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, [0.0, 0.0, 1.0])
        right /= np.linalg.norm(right)
        return cls(
            np.asarray(position, float), np.stack([right, np.cross(forward, right), forward]), focal, size
        )

    def seen_from(self, points: np.ndarray) -> np.ndarray:
        """Return points (..., 3) [m] of the world in the camera's axes, from its place."""
        return (points - self.position) @ self.axes.T

    def project(self, points: np.ndarray) -> np.ndarray:
        """Return where points (..., 3) [m] of the world are in the picture (..., 2) [pixels]."""
        seen = self.seen_from(points)
        return self.focal * seen[..., :2] / seen[..., 2:] + 0.5 * np.array(self.size)


@dataclass(frozen=True)
class TrackerNoise:
    """What a tracker does wrong, by class of landmarks; standard deviations of each coordinate.

    Attributes:
        white: In the picture, new in each picture, as a share of the person's height there.
        bias: In the picture, lasting, as a share of the same.
        bias_time: How long that lasts [s].
        depth: How much larger errors are along the line of sight, of points in space.
        lost: Share of the time in which a limb is not seen.
        mixed_up: Share of the time in which all of left and right are exchanged.
        burst: Longest time of both [s].
    """

    white: Mapping[str, float] = field(default_factory=dict)
    bias: Mapping[str, float] = field(default_factory=dict)
    bias_time: float = 0.07
    depth: float = 2.4
    lost: float = 0.0
    mixed_up: float = 0.0
    burst: float = 0.5


MEASURED = TrackerNoise(
    white=MappingProxyType(dict(zip(CLASSES, (0.0026, 0.0031, 0.0033, 0.0047, 0.0058), strict=True))),
    bias=MappingProxyType(dict(zip(CLASSES, (0.017, 0.017, 0.022, 0.023, 0.015), strict=True))),
)
"""What ``benchmarks/video.py`` measures of MediaPipe 0.10.21: white noise as the median of three films, of
Pose2Sim and Sports2D; what lasts as the geometric mean of two cameras against Pose2Sim's triangulated joints,
whose own error is in it. The head's was not measured, and is taken as the trunk's. Of one of these cameras
left and right are mixed up in 31 % of the pictures, of the other in none."""


def class_of(name: str) -> str:
    """Return the class of one of BlazePose's points."""
    return [each for each, words in CLASSES.items() if any(word in name for word in words)][-1]


def tracked_performance(
    motion: SyntheticMotion, camera: PinholeCamera, noise: TrackerNoise | None = None, seed: int = 0
) -> TrackedFilm:
    """Return what a tracker would see of a performance; the same arguments give the same numbers.

    Raises:
        InvalidMotionError: Where a part of the person is behind the camera.
    """
    noise = noise or TrackerNoise()
    true_points = RENDERINGS["mediapipe"].point_set(motion.body).positions(motion)
    frames, count = true_points.shape[:2]
    seen = camera.seen_from(true_points)
    if not (seen[..., 2] > 0.1).all():
        raise InvalidMotionError("a part of the person is behind the camera, expected one before it")
    flat = camera.project(true_points)
    hips = [BLAZEPOSE_33.names.index(name) for name in BLAZEPOSE_33.landmarks["mid_hip"]]
    body = seen - seen[:, hips].mean(axis=1, keepdims=True)
    # The height is that of somebody who stands upright where this person is.
    height = motion.body.subject.height or 1.7
    tall = camera.focal * height / seen[:, hips, 2].mean(axis=1)
    white, bias = (
        np.array([shares.get(class_of(name), 0.0) for name in BLAZEPOSE_33.names])
        for shares in (noise.white, noise.bias)
    )
    # The legacy generator's numbers are the same in every version of NumPy.
    generator = np.random.RandomState(seed)
    error = white[:, None] * generator.standard_normal((frames, count, 3))
    error += bias[:, None] * _lasting(generator, (frames, count, 3), noise.bias_time * motion.fps)
    values = np.empty((frames, count, VALUES))
    values[..., :2] = flat + tall[:, None, None] * error[..., :2]
    values[..., 2:5] = body + height * error * np.array([1.0, 1.0, noise.depth])
    values[..., 5] = 1.0
    longest = max(1, round(noise.burst * motion.fps))
    for limb in LIMBS:
        lost = bursts(generator, frames, noise.lost, longest, "lost")
        columns = [BLAZEPOSE_33.names.index(name) for name in limb]
        values[np.ix_(np.flatnonzero(lost).tolist(), columns, [5])] = _UNSURE
    mixed_up = bursts(generator, frames, noise.mixed_up, longest, "mixed_up")
    values[mixed_up] = values[mixed_up][
        :, [BLAZEPOSE_33.names.index(name) for name in map(_other, BLAZEPOSE_33.names)]
    ]
    facts = TrackerFacts("stand-in", "1", tuple(BLAZEPOSE_33.names), {})
    return TrackedFilm(facts, camera.size, np.arange(frames) / motion.fps, values)


def _other(name: str) -> str:
    """Return the name of the point on the other side."""
    swapped = {"Left": "Right", "Right": "Left", "left": "right", "right": "left"}
    return re.sub("|".join(swapped), lambda match: swapped[match[0]], name)


def _lasting(generator: np.random.RandomState, shape: tuple[int, int, int], frames: float) -> np.ndarray:
    """Return noise of standard deviation 1 that forgets all but a third of itself after so many frames."""
    kept = np.exp(-1.0 / max(frames, 1e-6))
    fresh = generator.standard_normal(shape)
    noise = np.empty(shape)
    noise[0] = fresh[0]
    for frame in range(1, shape[0]):
        noise[frame] = kept * noise[frame - 1] + np.sqrt(1.0 - kept**2) * fresh[frame]
    return noise

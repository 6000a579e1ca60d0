"""How high the skin of hands, forearms, knees, pelvis, chest and head is over the ground.

Each part is a few balls around landmarks, of the thickness of people of the same size.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.anatomy.part_shapes import head_line, person_sizes
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot

_WRIST, _KNUCKLE = 0.6, 0.4
"""Half thickness of a hand at wrist and knuckles, in that of an arm."""

_ALONG_CHEST = (0.5, 0.85)
"""Where the balls of the chest are from hips to shoulders."""


_AROUND = 0.05
"""Half the time [s] over which a speed is taken, since hands and knees that carry rest longer than soles."""


@dataclass(frozen=True, eq=False)
class PartHeight:
    """A part over T frames.

    Attributes:
        height: (T,) [m] of its lowest skin over the ground, NaN where it was not seen.
        speed: (T,) [m/s] of the ball that is lowest, NaN where it was not seen.
        climbing: (T,) [m/s] how fast the height changes.
    """

    height: np.ndarray
    speed: np.ndarray
    climbing: np.ndarray


_Ball = tuple[np.ndarray, np.ndarray, float]
"""Middle (T, 3) [m], where it is known (T,), radius [m]."""


def part_heights(human: HumanMotion) -> dict[str, PartHeight]:
    """Return part of ``PART_CONTACTS`` → how high it is; parts that were never seen are left out."""
    balls = _balls(human)
    return {part: _lowest(human, own) for part, own in balls.items() if any(k.any() for _, k, _ in own)}


def _lowest(human: HumanMotion, balls: list[_Ball]) -> PartHeight:
    heights = np.stack(
        [
            np.where(known, points[:, 2] - human.terrain.heights(points[:, :2]) - radius, np.inf)
            for points, known, radius in balls
        ]
    )
    which, frames = heights.argmin(axis=0), np.arange(human.frame_count)
    height = heights[which, frames]
    height = np.where(np.isfinite(height), height, np.nan)
    # Which ball is lowest may change without anything moving.
    speeds = np.stack([_speed(np.where(known[:, None], p, np.nan), human.fps) for p, known, _ in balls])
    return PartHeight(height, speeds[which, frames], _speed(height[:, None], human.fps))


def _speed(points: np.ndarray, fps: float) -> np.ndarray:
    """Return (T,) [m/s] of points (T, n) [m] over the time around each frame."""
    frames, half = np.arange(len(points)), max(1, round(_AROUND * fps))
    before, after = np.maximum(frames - half, 0), np.minimum(frames + half, len(points) - 1)
    way = np.linalg.norm(points[after] - points[before], axis=1)
    return way * fps / np.maximum(after - before, 1)


def _balls(human: HumanMotion) -> dict[str, list[_Ball]]:
    sizes = person_sizes(human)
    arm, trunk = sizes.arm_radius, sizes.trunk_radius
    (hips, hips_known), (shoulders, known) = human.landmark("mid_hips"), human.landmark("mid_shoulders")
    known = known & hips_known
    up = np.where(known[:, None], np.nan_to_num(shoulders - hips), [0.0, 0.0, 1.0])
    pelvis = np.nan_to_num(hips) + sizes.hip_drop * rot.normalise(up)
    found: dict[str, list[_Ball]] = {}
    for side in SIDES:
        found[f"hand_{side}"] = [
            *_at(human, f"wrist_{side}", _WRIST * arm),
            *_at(human, f"knuckle_{side}", _KNUCKLE * arm),
        ]
        found[f"forearm_{side}"] = _at(human, f"elbow_{side}", arm)
        found[f"knee_{side}"] = _at(human, f"knee_{side}", 0.5 * (sizes.thigh_radius + sizes.ankle_radius))
    hip_balls = [ball for side in SIDES for ball in _at(human, f"hip_{side}", sizes.thigh_radius)]
    found["pelvis"] = [(pelvis, hips_known, trunk), *hip_balls]
    middle = [(np.nan_to_num(hips) + share * np.nan_to_num(up), known, trunk) for share in _ALONG_CHEST]
    found["chest"] = [*middle, *(ball for side in SIDES for ball in _at(human, f"shoulder_{side}", arm))]
    found["head"] = [
        ball
        for line in head_line(human, sizes)
        for ball in ((line.start, line.known, line.radii[0]), (line.end, line.known, line.radii[1]))
    ]
    return {part: own for part, own in found.items() if own}


def _at(human: HumanMotion, landmark: str, radius: float) -> list[_Ball]:
    points, known = human.landmark(landmark)
    return [(np.where(known[:, None], points, 0.0), known, radius)] if known.any() else []

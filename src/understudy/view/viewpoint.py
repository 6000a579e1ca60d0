"""From which side everybody is seen, and how the camera follows each performer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.motion.human_motion import HumanMotion
from understudy.motion.robot_motion import RobotMotion
from understudy.motion.validation import ROOT_SIZE
from understudy.robots import Robot
from understudy.spatial import rotations as rot
from understudy.view.camera import Camera
from understudy.view.performer import Performer

_STANDING = (np.deg2rad(60.0), np.deg2rad(-12.0), 0.74)
"""How a standing performer is seen: how far to the right of where it faces the camera stands [rad], its
elevation [rad], and the share of the lane's height that the performer takes. A walk shows both legs from
there, and goes from left to right."""

_LYING = (np.deg2rad(25.0), np.deg2rad(-55.0), 1.0)
"""The same of a lying one: from above and near its feet, so that it lies along the lane."""

_TOWARDS_HEAD = 0.12
"""How far from its hips towards its head, relative to its height, the middle of a lying performer is."""

_SPAN = 1.06
"""Width relative to the performer's height that a lane shows at least: spread arms."""

_LYING_SLOPE = 0.5
"""A trunk whose upward part is usually below this (30° above the floor) lies."""

_STAYS = 0.3
"""Share of the performer's height by which it may rise and sink, as in a squat, before the camera follows."""

_FOLLOW_TIME = 0.4
"""Standard deviation [s] of the smoothing with which the camera follows."""

_FORWARD = np.array([1.0, 0.0, 0.0])


@dataclass(frozen=True)
class Viewpoint:
    """The side from which everybody is seen.

    Attributes:
        heading: Direction on the floor [rad] in which the performer faces at first, or, when it lies, in
            which its feet point.
        lying: Whether it lies, and so is looked at from above.
    """

    heading: float
    lying: bool

    @classmethod
    def on_person(cls, human: HumanMotion) -> Viewpoint:
        """Return the side from which to see a person."""
        up_trunk, known = human.direction("trunk")
        if known.any() and abs(float(np.median(up_trunk[known, 2]))) < _LYING_SLOPE:
            return cls(_angle_on_floor(-up_trunk[known].mean(axis=0)), lying=True)
        if "pelvis" in human.frames:
            return cls(_angle_on_floor(rot.rotate(human.frames["pelvis"][0], _FORWARD)), lying=False)
        for line in ("hip_line", "shoulder_line"):
            left_w, known = human.direction(line)
            if known.any():
                return cls(_angle_on_floor(left_w[known][0]) - 0.5 * np.pi, lying=False)
        return cls(0.0, lying=False)

    @classmethod
    def on_robot(cls, robot: Robot, motion: RobotMotion) -> Viewpoint:
        """Return the side from which to see a robot that has no source beside it."""
        if not robot.has_free_base:
            return cls(0.0, lying=False)
        turn = rot.multiply(motion.q[:, 3:ROOT_SIZE], rot.conjugate(robot.home[3:ROOT_SIZE]))
        up_w = rot.rotate(turn, np.array([0.0, 0.0, 1.0]))
        if abs(float(np.median(up_w[:, 2]))) < _LYING_SLOPE:
            return cls(_angle_on_floor(-up_w.mean(axis=0)), lying=True)
        return cls(_angle_on_floor(rot.rotate(turn[0], _FORWARD)), lying=False)

    def cameras(self, performer: Performer, size: tuple[int, int]) -> list[Camera]:
        """Return the camera at each frame of a performer for pictures of this size [pixels]."""
        width, height = size
        stature, fixed = performer.stature, performer.fixed_heading
        # A robot with a fixed base never lies down, and never turns to where the person faces.
        lying = self.lying and fixed is None
        heading = self.heading if fixed is None else fixed
        side, elevation, fill = _LYING if lying else _STANDING
        shown = stature.height * max(1.0 / fill, _SPAN * height / width)
        distance = 0.5 * shown / np.tan(0.5 * np.deg2rad(Camera.FIELD_OF_VIEW))
        path_w = smooth_path(performer.path_w, performer.fps)
        path_w[:, 2] = np.median(path_w[:, 2]) if lying else stature.middle + climb(performer, path_w)
        if lying:
            feet_w = np.array([np.cos(heading), np.sin(heading)])
            path_w[:, :2] -= _TOWARDS_HEAD * stature.height * feet_w
        azimuth = heading - side + np.pi
        return [Camera(target_w, distance, azimuth, elevation) for target_w in path_w]


def climb(performer: Performer, path_w: np.ndarray) -> np.ndarray:
    """Return how high (T,) [m] a camera goes along with a performer's smooth path (T, 3) [m].

    It stays where somebody squats or hops, and on steps and ramps goes along with every one.
    """
    rise = path_w[:, 2] - path_w[:, 2].min()
    stays = _STAYS * performer.stature.height if performer.terrain.is_level else 0.0
    return np.maximum(rise - stays, 0.0)


def smooth_path(path_w: np.ndarray, fps: float) -> np.ndarray:
    """Return a path (T, 3) [m] without its steps and sways; its ends go straight on rather than stop."""
    reach = min(int(3.0 * _FOLLOW_TIME * fps), len(path_w) - 1)
    if reach < 1:
        return path_w.copy()
    times = np.arange(-reach, reach + 1) / fps
    kernel = np.exp(-0.5 * (times / _FOLLOW_TIME) ** 2)
    kernel /= kernel.sum()
    padded = np.pad(path_w, ((reach, reach), (0, 0)), mode="reflect", reflect_type="odd")
    return np.stack([np.convolve(column, kernel, mode="valid") for column in padded.T], axis=1)


def _angle_on_floor(direction_w: np.ndarray) -> float:
    return float(np.arctan2(direction_w[1], direction_w[0]))

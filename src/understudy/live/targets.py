"""What a robot is asked for in one frame, and the way from one such wish to another."""

from __future__ import annotations

from dataclasses import dataclass, field

import mujoco
import numpy as np

from understudy.kinematics.costs import Costs
from understudy.retarget.goals import robot_direction
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

_NEARLY, _OPPOSITE = 1e-6, -0.9999
"""Sine of an angle below which an arc is a line, and cosine below which directions are opposite."""


@dataclass(frozen=True, eq=False)
class Targets:
    """Directions, orientations and places of one frame, with their weights.

    Attributes:
        directions: (D, 3) unit vectors.
        direction_weights: (D,) [1/rad].
        frames: (F, 4) unit quaternions wxyz.
        frame_weights: (F,) [1/rad].
        places: (P, 3) [m].
        place_weights: (P, 3) [1/m].
        fingers: (Q,) coordinates of a pose in which fingers are as they should be; (0,) for a robot without.
    """

    directions: np.ndarray
    direction_weights: np.ndarray
    frames: np.ndarray
    frame_weights: np.ndarray
    places: np.ndarray
    place_weights: np.ndarray
    fingers: np.ndarray = field(default_factory=lambda: np.zeros(0))

    def towards(self, other: Targets, share: float) -> Targets:
        """Return targets that are a share, 0 to 1, of the way to others; directions and frames turn evenly.

        What only one of both asks for is asked for as that one does, with the other one's share of weight.
        """
        if share >= 1.0:
            return other
        aim = _between(self.directions, other.directions, share)
        own, theirs = (np.array(each.direction_weights > 0.0)[:, None] for each in (self, other))
        aim = np.where(own & theirs, aim, np.where(theirs, other.directions, self.directions))
        stands = (self.place_weights > 0.0) & (other.place_weights > 0.0)
        mixed = (1.0 - share) * self.places + share * other.places
        alone = np.where(other.place_weights > 0.0, other.places, self.places)
        return Targets(
            directions=aim,
            direction_weights=(1.0 - share) * self.direction_weights + share * other.direction_weights,
            frames=rot.slerp(self.frames, other.frames, np.full(len(self.frames), share)),
            frame_weights=(1.0 - share) * self.frame_weights + share * other.frame_weights,
            places=np.where(stands, mixed, alone),
            place_weights=(1.0 - share) * self.place_weights + share * other.place_weights,
            fingers=(1.0 - share) * self.fingers + share * other.fingers,
        )

    def asked_in(self, costs: Costs) -> Costs:
        """Return costs of one frame that ask for these."""
        return costs._replace(
            direction=costs.direction._replace(
                target=_row(self.directions), weight=_row(self.direction_weights)
            ),
            orientation=costs.orientation._replace(
                target=_row(rot.as_matrix(self.frames)), weight=_row(self.frame_weights)
            ),
            point=costs.point._replace(target=_row(self.places), weight=_row(self.place_weights)),
            guide=costs.guide._replace(target=_row(self.fingers)) if len(self.fingers) else costs.guide,
        )


def _between(one: np.ndarray, other: np.ndarray, share: float) -> np.ndarray:
    """Return unit vectors (D, 3) a share of the way from one to the other, along the shortest arc."""
    cosine = np.clip((one * other).sum(axis=1, keepdims=True), -1.0, 1.0)
    angle = np.arccos(cosine)
    sine = np.sin(angle)
    even = sine > _NEARLY
    safe = np.where(even, sine, 1.0)
    first = np.where(even, np.sin((1.0 - share) * angle) / safe, 1.0 - share)
    second = np.where(even, np.sin(share * angle) / safe, share)
    # Of opposite directions there is no shortest arc: one gives way to the other.
    mixed = first * one + second * other
    return np.where(cosine < _OPPOSITE, one if share < 0.5 else other, rot.normalise(mixed))


def _row(values: np.ndarray) -> np.ndarray:
    """Return an array as the only row of one, as kernels take it."""
    return np.ascontiguousarray(values[None], dtype=np.float64)


def smooth_step(share: float) -> float:
    """Return a share of a way that begins and ends at rest, speed and acceleration alike (minimum jerk)."""
    share = min(max(share, 0.0), 1.0)
    return share**3 * (10.0 - 15.0 * share + 6.0 * share**2)


class RobotPoses:
    """Reads what a robot shows in a pose: directions of segments and orientations of parts.

    Args:
        robot: The robot.
        segments: Names of D segments.
        parts: Names of F body parts.
    """

    def __init__(self, robot: Robot, segments: tuple[str, ...], parts: tuple[str, ...]) -> None:
        """Look up where they are."""
        self._robot, self._data = robot, mujoco.MjData(robot.model)
        self._segments = [robot_direction(robot, name) for name in segments]
        self._parts = [robot.frames[name] for name in parts]

    def read(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return directions (D, 3) and orientations (F, 4) in a pose (Q,)."""
        self.pose(q)
        ways = [
            self.place(each.end.body, each.end.local) - self.place(each.start.body, each.start.local)
            for each in self._segments
        ]
        directions = rot.normalise(np.array(ways).reshape(-1, 3))
        turns = [
            rot.multiply(np.array(self._data.xquat[part.body]), np.array(part.offset)) for part in self._parts
        ]
        return directions, np.array(turns).reshape(-1, 4)

    def pose(self, q: np.ndarray) -> None:
        """Put the robot into a pose (Q,)."""
        self._data.qpos[:] = q
        mujoco.mj_kinematics(self._robot.model, self._data)

    def place(self, body: int, point: np.ndarray) -> np.ndarray:
        """Return where (3,) [m] a point of a body is in the pose that the robot was put into last."""
        return self._data.xpos[body] + self._data.xmat[body].reshape(3, 3) @ point

"""Where every body of the robot is in every frame, by MuJoCo itself.

A judge that shared the solver's forward kinematics would share its mistakes, so nothing of
``kinematics`` is used here but what lets kernels call MuJoCo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.kinematics.compilation import kernel
from understudy.kinematics.mujoco_functions import addresses, mj_kinematics, working_data
from understudy.motion import RobotMotion
from understudy.robots.parts import Attachment, FrameAttachment
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

_BLOCK = 4096
"""Frames that are looked at together."""

Look = Callable[[int, mujoco.MjData], None]
"""Function of a frame and of MuJoCo's data in which the robot's bodies are in their places."""


@dataclass(frozen=True, eq=False)
class Poses:
    """World poses of bodies of a robot.

    Attributes:
        positions: (T, B, 3) body origins [m].
        orientations: (T, B, 3, 3) rotation matrices from body to world.
        columns: Of every body of the model which of the B it is, -1 for one that is not among them; None
            where all are.
    """

    positions: np.ndarray
    orientations: np.ndarray
    columns: np.ndarray | None = None

    @property
    def frame_count(self) -> int:
        """T."""
        return self.positions.shape[0]

    def points(self, body: int, points_body: np.ndarray) -> np.ndarray:
        """Return world positions (T, N, 3) [m] of points (N, 3) [m] fixed to a body."""
        turn = self._turn(body)
        turned = (turn.reshape(-1, 3) @ points_body.T).reshape(self.frame_count, 3, -1)
        return self.origin(body)[:, None] + turned.transpose(0, 2, 1)

    def heights(self, body: int, points_body: np.ndarray) -> np.ndarray:
        """Return heights (T, N) [m] over the floor of points (N, 3) [m] fixed to a body."""
        return self.origin(body)[:, 2, None] + self._turn(body)[:, 2] @ points_body.T

    def origin(self, body: int) -> np.ndarray:
        """Return world positions (T, 3) [m] of a body's origin."""
        return self.positions[:, self._column(body)]

    def _turn(self, body: int) -> np.ndarray:
        return self.orientations[:, self._column(body)]

    def _column(self, body: int) -> int:
        if self.columns is None:
            return body
        column = int(self.columns[body])
        assert column >= 0
        return column

    def point(self, attachment: Attachment) -> np.ndarray:
        """Return world positions (T, 3) [m] of one point fixed to a body."""
        return self.points(attachment.body, attachment.point[None])[:, 0]

    def frame(self, frame: FrameAttachment) -> np.ndarray:
        """Return rotation matrices (T, 3, 3) from a canonical body part to the world."""
        return self._turn(frame.body) @ rot.as_matrix(frame.offset)


def frame_blocks(count: int) -> Iterator[slice]:
    """Yield all of ``count`` frames in blocks of a few thousand."""
    for start in range(0, count, _BLOCK):
        yield slice(start, min(start + _BLOCK, count))


def compute_poses(robot: Robot, motion: RobotMotion) -> Poses:
    """Return the poses of all bodies in all frames of a motion."""
    return pose_robot(robot, motion.q)


def pose_robot(robot: Robot, q: np.ndarray, look: Look | None = None, first: int = 0) -> Poses:
    """Return the poses of all bodies for coordinates (T, Q).

    Args:
        robot: The robot.
        q: Its coordinates.
        look: Called in every frame, once the bodies are in their places.
        first: The number of the first frame, for ``look``.
    """
    model = robot.model
    positions, orientations = np.empty((len(q), model.nbody, 3)), np.empty((len(q), model.nbody, 9))
    shaped = Poses(positions, orientations.reshape(len(q), model.nbody, 3, 3))
    if look is None and _pose_all.is_worth_it(len(q)):
        data = working_data(model)
        poses = np.ascontiguousarray(q, dtype=float)
        _pose_all(*addresses(model, data), data.qpos, data.xpos, data.xmat, poses, positions, orientations)
        return shaped
    data = mujoco.MjData(model)
    # An attribute of MuJoCo's data is looked up anew each time, which takes as long as copying it.
    coordinates, places, turns, move = data.qpos, data.xpos, data.xmat, mujoco.mj_kinematics
    for frame, (pose, place, turn) in enumerate(zip(q, positions, orientations, strict=True), first):
        coordinates[:] = pose
        move(model, data)
        place[:] = places
        turn[:] = turns
        if look is not None:
            look(frame, data)
    return shaped


@kernel
def _pose_all(
    model: int,
    data: int,
    coordinates: np.ndarray,
    places: np.ndarray,
    turns: np.ndarray,
    q: np.ndarray,
    positions: np.ndarray,
    orientations: np.ndarray,
) -> None:
    """Let MuJoCo put the bodies into their places in poses (T, Q), and copy where they are then."""
    for frame in range(len(q)):
        for index in range(len(coordinates)):
            coordinates[index] = q[frame, index]
        mj_kinematics(model, data)
        for body in range(len(places)):
            for index in range(3):
                positions[frame, body, index] = places[body, index]
            for index in range(9):
                orientations[frame, body, index] = turns[body, index]

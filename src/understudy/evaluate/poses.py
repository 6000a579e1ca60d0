"""Where every body of the robot is in every frame, by MuJoCo itself.

A judge that shared the solver's forward kinematics would share its mistakes, so nothing of
``kinematics`` is used here but what lets kernels call MuJoCo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import mujoco
import numpy as np

from understudy.kernels.compilation import fused_kernel, inner_kernel, kernel
from understudy.kinematics.mujoco_functions import addresses, mj_kinematics, working_data
from understudy.kinematics.problem import as_kernels_take
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
        place, turn = self.origin(attachment.body), self._turn(attachment.body)
        found = np.empty(place.shape)
        _write_point(as_kernels_take(place), as_kernels_take(turn), as_kernels_take(attachment.point), found)
        return found

    def frame(self, frame: FrameAttachment) -> np.ndarray:
        """Return rotation matrices (T, 3, 3) from a canonical body part to the world."""
        turn = as_kernels_take(self._turn(frame.body))
        found = np.empty(turn.shape)
        _write_turned(turn, _offset_matrix(frame.offset.tobytes()), found)
        return found


def frame_blocks(count: int) -> Iterator[slice]:
    """Yield all of ``count`` frames in blocks of a few thousand."""
    for start in range(0, count, _BLOCK):
        yield slice(start, min(start + _BLOCK, count))


def compute_poses(robot: Robot, motion: RobotMotion) -> Poses:
    """Return the poses of all bodies in all frames of a motion."""
    return pose_robot(robot, motion.q)


def pose_robot(robot: Robot, q: np.ndarray) -> Poses:
    """Return the poses of all bodies for coordinates (T, Q)."""
    model = robot.model
    poses, arrays = empty_poses(model, len(q))
    if _pose_all.is_worth_it(len(q)):
        data = working_data(model)
        state = data.qpos, data.xpos, data.xmat
        _pose_all(*addresses(model, data), *state, np.ascontiguousarray(q, dtype=float), *arrays)
    else:
        pose_by_bindings(model, q, *arrays)
    return poses


def empty_poses(model: mujoco.MjModel, count: int) -> tuple[Poses, tuple[np.ndarray, np.ndarray]]:
    """Return poses of all bodies to be filled, and their arrays as MuJoCo has them: (T, B, 3), (T, B, 9)."""
    positions, orientations = np.empty((count, model.nbody, 3)), np.empty((count, model.nbody, 9))
    shaped = orientations.reshape(count, model.nbody, 3, 3)
    return Poses(positions, shaped), (positions, orientations)


def pose_by_bindings(
    model: mujoco.MjModel,
    q: np.ndarray,
    positions: np.ndarray,
    orientations: np.ndarray,
    look: Look | None = None,
    first: int = 0,
) -> None:
    """Write where all bodies are for coordinates (T, Q), one frame after the other.

    Args:
        model: The robot's model.
        q: Its coordinates.
        positions: (T, B, 3) receives bodies' origins [m].
        orientations: (T, B, 9) receives their rotation matrices.
        look: Called in every frame, once the bodies are in their places.
        first: The number of the first frame, for ``look``.
    """
    data = working_data(model)
    # An attribute of MuJoCo's data is looked up anew each time, which takes as long as copying it.
    coordinates, places, turns, move = data.qpos, data.xpos, data.xmat, mujoco.mj_kinematics
    for frame, (pose, place, turn) in enumerate(zip(q, positions, orientations, strict=True), first):
        coordinates[:] = pose
        move(model, data)
        place[:] = places
        turn[:] = turns
        if look is not None:
            look(frame, data)


@fused_kernel
def _write_point(place: np.ndarray, turn: np.ndarray, point: np.ndarray, out: np.ndarray) -> None:
    """Write where (T, 3) [m] a point is that is fixed to a body at places (T, 3) with turns (T, 3, 3)."""
    for frame in range(len(out)):
        for axis in range(3):
            row = turn[frame, axis]
            out[frame, axis] = place[frame, axis] + (
                row[0] * point[0] + row[1] * point[1] + row[2] * point[2]
            )


@lru_cache(maxsize=256)
def _offset_matrix(offset: bytes) -> np.ndarray:
    """Return the matrix (3, 3) of a quaternion by its bytes; not to be written to."""
    return rot.as_matrix(np.frombuffer(offset))


@fused_kernel
def _write_turned(turn: np.ndarray, offset: np.ndarray, out: np.ndarray) -> None:
    """Write the products (T, 3, 3) of turns and an offset (3, 3)."""
    for frame in range(len(out)):
        for axis in range(3):
            row = turn[frame, axis]
            for column in range(3):
                out[frame, axis, column] = (
                    row[1] * offset[1, column] + row[0] * offset[0, column] + row[2] * offset[2, column]
                )


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
        pose_one(model, data, coordinates, places, turns, q[frame], positions[frame], orientations[frame])


@inner_kernel
def pose_one(
    model: int,
    data: int,
    coordinates: np.ndarray,
    places: np.ndarray,
    turns: np.ndarray,
    q: np.ndarray,
    positions: np.ndarray,
    orientations: np.ndarray,
) -> None:
    """Do the same in one pose (Q,)."""
    for index in range(len(coordinates)):
        coordinates[index] = q[index]
    mj_kinematics(model, data)
    for body in range(len(places)):
        for index in range(3):
            positions[body, index] = places[body, index]
        for index in range(9):
            orientations[body, index] = turns[body, index]

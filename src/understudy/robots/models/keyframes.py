"""A model's own poses, kept by the names of joints while its joints are changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import mujoco
import numpy as np

from understudy.robots.models.notes import Notes
from understudy.spatial import rotations as rot

_ROOT_SIZE, _BALL_SIZE = 7, 4
_SIZES = {
    mujoco.mjtJoint.mjJNT_FREE: _ROOT_SIZE,
    mujoco.mjtJoint.mjJNT_BALL: _BALL_SIZE,
    mujoco.mjtJoint.mjJNT_SLIDE: 1,
    mujoco.mjtJoint.mjJNT_HINGE: 1,
}
ROOT = ""
"""Stands for the free joint of the robot's root, whatever its name."""


@dataclass(frozen=True, eq=False)
class KeptPose:
    """One of a model's own poses.

    Attributes:
        name: Its name.
        values: Joint → its coordinates: 1 of a hinge [rad] or slide [m], 4 of a ball (quaternion wxyz), 7 of
            the free joint of the root (place [m], then quaternion), under ``ROOT``.
    """

    name: str
    values: dict[str, np.ndarray]

    def turned(self, turn: np.ndarray) -> KeptPose:
        """Return the pose with its root turned about the world's origin by a quaternion (4,) wxyz."""
        root = self.values.get(ROOT)
        if root is None:
            return self
        moved = np.concatenate([rot.rotate(turn, root[:3]), rot.multiply(turn, root[3:])])
        return replace(self, values={**self.values, ROOT: moved})


def take_poses(spec: mujoco.MjSpec, notes: Notes) -> list[KeptPose]:
    """Take the model's poses out of a specification that has not been changed yet.

    Their lengths would no longer fit once joints, props or actuators are changed; controls, velocities and
    mocap poses are of no use without the rest and are left behind.
    """
    poses = []
    joints = list(_joints(spec))
    size = sum(_SIZES[joint.type] for _, joint in joints)
    for key in list(spec.keys):
        values = np.array(key.qpos, dtype=np.float64)
        if len(values) == size:
            poses.append(KeptPose(key.name, _by_joint(joints, values)))
        elif len(values):
            notes.add(f"keyframe '{key.name}' has {len(values)} coordinates, not {size}, and is left out")
        spec.delete(key)
    return poses


def name_poses(spec: mujoco.MjSpec, poses: Sequence[KeptPose]) -> None:
    """Give a specification keyframes of these names, which :func:`fill_poses` fills once it is compiled."""
    for pose in poses:
        spec.add_key(name=pose.name)


def fill_poses(model: mujoco.MjModel, poses: Sequence[KeptPose]) -> None:
    """Put poses into the keyframes of a compiled model; joints they do not know stay at their reference."""
    for index, pose in enumerate(poses):
        for joint in range(model.njnt):
            start = int(model.jnt_qposadr[joint])
            is_free = model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_FREE
            value = _value(pose, ROOT if is_free else model.joint(joint).name, _ROOT_SIZE if is_free else 1)
            if value is not None:
                model.key_qpos[index, start : start + len(value)] = value


def _joints(spec: mujoco.MjSpec) -> Iterator[tuple[str, mujoco.MjsJoint]]:
    """Yield names and joints in the order of coordinates; the robot's free joint goes by ``ROOT``."""
    for body in spec.bodies[1:]:
        for joint in body.joints:
            is_root = joint.type == mujoco.mjtJoint.mjJNT_FREE and _carries_joints(body)
            yield (ROOT if is_root else joint.name), joint


def _carries_joints(body: mujoco.MjsBody) -> bool:
    """Return whether a free body is a robot, not a prop beside it."""
    return len(body.find_all(mujoco.mjtObj.mjOBJ_JOINT)) > 1


def _by_joint(joints: list[tuple[str, mujoco.MjsJoint]], values: np.ndarray) -> dict[str, np.ndarray]:
    found, start = {}, 0
    for name, joint in joints:
        end = start + _SIZES[joint.type]
        found[name], start = values[start:end], end
    return found


def _value(pose: KeptPose, name: str, size: int) -> np.ndarray | None:
    """Return the coordinates of a joint in a pose, None where the pose does not tell."""
    value = pose.values.get(name)
    if value is not None and len(value) == size:
        return value
    ball = pose.values.get(name[:-2]) if name[-2:] in ("_x", "_y", "_z") else None
    if ball is not None and len(ball) == _BALL_SIZE:
        # A ball that became three hinges.
        return _hinge_angles(ball)["xyz".index(name[-1])][None]
    return None


def _hinge_angles(quaternion: np.ndarray) -> np.ndarray:
    """Return the angles (3,) [rad] of hinges about x, then y, then z, that turn as a quaternion wxyz does."""
    matrix = rot.as_matrix(quaternion / max(float(np.linalg.norm(quaternion)), 1e-12))
    return np.array(
        [
            np.arctan2(-matrix[1, 2], matrix[2, 2]),
            np.arcsin(np.clip(matrix[0, 2], -1.0, 1.0)),
            np.arctan2(-matrix[0, 1], matrix[0, 0]),
        ]
    )

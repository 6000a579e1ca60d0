"""A performance as joint angles of MMM's reference model.

Our adult has the model's proportions. The model's spine bends at one place where ours bends at three, so the
turn of the whole trunk goes to its thorax (BT), and those of neck and head to BLN and BUN. A joint of three
degrees of freedom turns about x first, then z, then y (Terlemez 2014); x is to the right, y forward, z up.
"""

from __future__ import annotations

from functools import reduce

import numpy as np

from understudy.anthropometry.reference_lengths import HIP_SHARE
from understudy.capture.mmm.motion import MmmMotion
from understudy.spatial import rotations as rot
from understudy.synth.body.angles import turns_of
from understudy.synth.body.skeleton import SIDES
from understudy.synth.synthetic_motion import SyntheticMotion

_MMM_AXES_W = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
"""Rows: the model's x, y and z in our world."""

_TRUNK = {"BT": ("LowerBack", "Spine", "Spine1"), "BLN": ("Neck", "Neck1"), "BUN": ("Head",)}
_BALL_JOINTS = {"H": "UpLeg", "A": "Foot", "S": "Arm"}


def mmm_motion(motion: SyntheticMotion) -> MmmMotion:
    """Return the angles of a performance.

    The root's way is scaled with the model's legs, which are an adult's at any stature, so that a child's
    feet reach the floor, too.
    """
    sizes = motion.body.sizes
    angles = _joint_angles(motion)
    hips = motion.body.index("Hips")
    down = rot.rotate(motion.joint_orientations[:, hips], np.array([0.0, 0.0, -sizes.hip_drop]))
    root = (motion.root_positions + down) * (HIP_SHARE * sizes.stature / (sizes.leg + sizes.ankle_height))
    roll, pitch, yaw = _roll_pitch_yaw(_in_mmm_axes(motion.joint_orientations[:, hips]))
    return MmmMotion(
        name=motion.name,
        times=np.arange(motion.frame_count) / motion.fps,
        root_positions=root @ _MMM_AXES_W.T,
        root_rotations=np.stack([roll, pitch, yaw], axis=-1),
        joints=tuple(angles),
        joint_positions=np.stack(list(angles.values()), axis=-1),
        model="mmm.xml",
        processor="Winter",
        height=sizes.stature,
        mass=motion.body.subject.mass,
    )


def _joint_angles(motion: SyntheticMotion) -> dict[str, np.ndarray]:
    """Return joint → (T,) [rad]."""
    frames = motion.frame_count

    def turn(*joints: str) -> np.ndarray:
        return reduce(rot.multiply, (turns_of(joint, motion.angles, frames) for joint in joints))

    def angle(name: str, side: str) -> np.ndarray:
        return motion.angles.get(f"{name}_{side}", np.zeros(frames))

    angles: dict[str, np.ndarray] = {}
    for point, joints in _TRUNK.items():
        angles |= _ball_joint(point, turn(*joints))
    for side, prefix, sign in SIDES:
        letter = side.upper()
        for point, joint in _BALL_JOINTS.items():
            angles |= _ball_joint(letter + point, turn(prefix + joint))
        angles |= {
            f"{letter}Kx_joint": -angle("knee_flexion", side),
            f"{letter}Fx_joint": angle("toe_extension", side),
            f"{letter}Ex_joint": angle("elbow_flexion", side),
            f"{letter}Ez_joint": -sign * angle("forearm_pronation", side),
            f"{letter}Wx_joint": np.zeros(frames),
            f"{letter}Wy_joint": -sign * angle("wrist_flexion", side),
        }
    return angles


def _ball_joint(point: str, turn: np.ndarray) -> dict[str, np.ndarray]:
    """Return the angles of Rx(first) Rz(second) Ry(third), read off the matrix of a turn (T, 4)."""
    matrix = _in_mmm_axes(turn)
    return {
        f"{point}x_joint": np.arctan2(matrix[:, 2, 1], matrix[:, 1, 1]),
        f"{point}z_joint": -np.arcsin(np.clip(matrix[:, 0, 1], -1.0, 1.0)),
        f"{point}y_joint": np.arctan2(matrix[:, 0, 2], matrix[:, 0, 0]),
    }


def _roll_pitch_yaw(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the angles (T,) of Rz(yaw) Ry(pitch) Rx(roll)."""
    roll = np.arctan2(matrix[:, 2, 1], matrix[:, 2, 2])
    pitch = -np.arcsin(np.clip(matrix[:, 2, 0], -1.0, 1.0))
    return roll, pitch, np.arctan2(matrix[:, 1, 0], matrix[:, 0, 0])


def _in_mmm_axes(turn: np.ndarray) -> np.ndarray:
    """Return the matrices (T, 3, 3) of turns (T, 4) of our axes in the model's."""
    return _MMM_AXES_W @ rot.as_matrix(turn) @ _MMM_AXES_W.T

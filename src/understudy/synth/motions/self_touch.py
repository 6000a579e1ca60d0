"""Hands that come to the face or to the middle of the chest, wherever head and trunk are."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.spatial import rotations as rot
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.limb import reach
from understudy.synth.body.pose import forward_kinematics
from understudy.synth.body.skeleton import SIDES, Body

MOUTH = "mouth"
MIDLINE = "midline"
"""Places that a hand can be brought to."""

_UPPER_ARM_TURN = np.radians(-60.0)
"""Turn of the upper arm while its hand is there: inward, which brings a bent forearm before the chest."""

_HAND = {
    "forearm_pronation": np.radians(30.0),
    "wrist_flexion": 0.0,
    "finger_flexion": np.radians(60.0),
}


def touch(
    body: Body, angles: Mapping[str, np.ndarray], side: str, place: str, share: np.ndarray
) -> dict[str, np.ndarray]:
    """Return an arm's angles, blended from what they are to a hand whose knuckles are at a place.

    Args:
        body: The performer.
        angles: Anatomical angle → (T,) [rad] of the whole body.
        side: ``"l"`` or ``"r"``.
        place: ``MOUTH`` or ``MIDLINE``.
        share: (T,) from 0, as it is, to 1, at the place.
    """
    moving = share > 0.0
    at_place = _arm_at_place(body, {name: values[moving] for name, values in angles.items()}, side, place)
    result: dict[str, np.ndarray] = {}
    for name, values in at_place.items():
        blended = angles[name].copy()
        blended[moving] += share[moving] * (values - blended[moving])
        result[name] = blended
    return result


def _arm_at_place(
    body: Body, angles: Mapping[str, np.ndarray], side: str, place: str
) -> dict[str, np.ndarray]:
    """Return the angles, name → (T,) [rad], of an arm whose knuckles are at a place."""
    _, prefix, sign = next(entry for entry in SIDES if entry[0] == side)
    rotations = local_rotations(body.skeleton, angles)
    frames = len(rotations)
    pose = forward_kinematics(body.skeleton, np.zeros((frames, 3)), rotations)
    chest = pose[1][:, body.index("Spine1")]
    way = _place(body, pose, place, sign) - pose[0][:, body.index(f"{prefix}Arm")]
    end = rot.rotate(rot.conjugate(chest), way)
    turn = np.full(frames, _UPPER_ARM_TURN)
    # The wrist is straight while the hand is there, so forearm and palm are one segment.
    lower = body.sizes.forearm + body.sizes.palm
    flexion, abduction, elbow = reach(end, body.sizes.upper_arm, lower, turn, sign, False)
    arm = {
        "shoulder_flexion": flexion,
        "shoulder_abduction": abduction,
        "shoulder_rotation": turn,
        "elbow_flexion": elbow,
    } | {name: np.full(frames, value) for name, value in _HAND.items()}
    return {f"{name}_{side}": values for name, values in arm.items()}


def _place(body: Body, pose: tuple[np.ndarray, np.ndarray], place: str, sign: float) -> np.ndarray:
    """Return where a hand's knuckles go (T, 3) [m]."""
    sizes = body.sizes
    clearance = body.radii[body.index("LeftHandIndex1")]
    if place == MOUTH:
        joint, offset = "Head", (sizes.head_radius + clearance, sign * clearance, 0.1 * sizes.head)
    else:
        joint, offset = "Spine1", (sizes.trunk_radius + 2.0 * clearance, 2.0 * sign * clearance, 0.0)
    index = body.index(joint)
    return pose[0][:, index] + rot.rotate(pose[1][:, index], np.array(offset))

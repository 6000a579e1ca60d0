"""Arms and legs of a body on the floor: hands that lie flat on their places, knees and toes on theirs."""

from __future__ import annotations

import numpy as np

from understudy.anthropometry.sizes import Sizes
from understudy.spatial import rotations as rot
from understudy.synth.body.angles import Angles, ball_joint_angles, turns_of
from understudy.synth.body.limb import bent_limb
from understudy.synth.body.pose import Joints
from understudy.synth.body.skeleton import Body

_DOWN = np.array([0.0, 1.0, 0.0])
_FURTHEST_BACK = np.radians(-100.0)
"""Flexion of a shoulder lies between this and the same a turn further."""

_REACH, _LEFT = 0.985, 0.012
"""Share of its length up to which an arm reaches whatever it shall, and what it stretches beyond that."""

TUCKED = np.radians(78.0)
"""Pitch of a foot whose toes are tucked under and lie flat, its heel up."""


def bump(share: np.ndarray) -> np.ndarray:
    """Return a smooth course from 0 over 1 in the middle back to 0, at rest at both ends."""
    s = np.clip(share, 0.0, 1.0)
    return 64.0 * (s * (1.0 - s)) ** 3


def hand_height(body: Body) -> float:
    """Return the height of the wrist [m] over the floor on which a hand lies."""
    return float(body.radii[body.index("LeftHand")])


def along_floor(body: Body, heading: np.ndarray) -> np.ndarray:
    """Return unit directions (T, 3) from wrist to knuckles of hands that lie on the floor.

    Args:
        body: Whose.
        heading: (T, 3) level directions.
    """
    wrist, knuckle = (body.radii[body.index(f"Left{joint}")] for joint in ("Hand", "HandIndex1"))
    slope = (wrist - knuckle) / body.sizes.palm
    level = rot.normalise(heading) * np.sqrt(1.0 - slope**2)
    return level - np.array([0.0, 0.0, slope])


def arm_to_wrist(
    body: Body, joints: Joints, wrist: np.ndarray, elbow: np.ndarray, limb: tuple[str, str, float]
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Return the angles (T,) [rad] of shoulder and elbow, and how the forearm is turned (T, 4).

    Args:
        body: Whose.
        joints: Where the trunk's joints are.
        wrist: (T, 3) [m] where the wrist goes, in the world; what is too far it points to.
        elbow: (3,) where the elbow points, in the chest's frame.
        limb: Suffix of the side, prefix of its joints, sign of its y.
    """
    side, prefix, sign = limb
    positions, orientations = joints
    chest = orientations[:, body.index("Spine1")]
    end = rot.rotate(rot.conjugate(chest), wrist - positions[:, body.index(f"{prefix}Arm")])
    end = _within_reach(end, body.sizes.upper_arm + body.sizes.forearm)
    upper, bend = bent_limb(end, body.sizes.upper_arm, body.sizes.forearm, elbow, backward=False)
    flexion, abduction, rotation = ball_joint_angles(upper, sign)
    angles = {
        f"shoulder_flexion_{side}": np.mod(flexion - _FURTHEST_BACK, 2.0 * np.pi) + _FURTHEST_BACK,
        f"shoulder_abduction_{side}": abduction,
        f"shoulder_rotation_{side}": rotation,
        f"elbow_flexion_{side}": bend,
    }
    bent = turns_of(f"{prefix}ForeArm", {f"elbow_flexion_{side}": bend}, len(bend))
    return angles, rot.multiply(rot.multiply(chest, upper), bent)


def _within_reach(end: np.ndarray, length: float) -> np.ndarray:
    """Return points (T, 3) [m] drawn in to where an arm can end; what is within its reach stays."""
    distance = np.linalg.norm(end, axis=1) / length
    beyond = np.maximum(distance - _REACH, 0.0)
    drawn_in = _REACH + _LEFT * np.tanh(beyond / _LEFT)
    return end * np.where(beyond > 0.0, drawn_in / np.maximum(distance, _REACH), 1.0)[:, None]


def hand_along(forearm: np.ndarray, direction: np.ndarray, side: str, sign: float) -> dict[str, np.ndarray]:
    """Return pronation and wrist angle (T,) [rad] of a hand that points somewhere, bent towards its back.

    In the forearm's frame the hand points to Rz(-sign·pronation) Rx(-sign·flexion) (0, 0, -1).

    Args:
        forearm: (T, 4) how the forearm is turned before its pronation.
        direction: (T, 3) unit, in the world; not along the forearm.
        side: ``l`` or ``r``.
        sign: 1 for left, -1 for right.
    """
    x, y, z = rot.rotate(rot.conjugate(forearm), direction).T
    extension = np.arccos(np.clip(-z, -1.0, 1.0))
    return {
        f"forearm_pronation_{side}": -sign * np.arctan2(-sign * x, sign * y),
        f"wrist_flexion_{side}": -extension,
    }


def tucked_foot(frames: int) -> np.ndarray:
    """Return how a foot (T, 4) is turned whose toes are tucked under, pointing to +x."""
    return np.tile(rot.from_axis_angle(_DOWN, np.array(TUCKED)), (frames, 1))


def ankle_over_tucked_toes(sizes: Sizes) -> np.ndarray:
    """Return the ankle (3,) [m] from the floor under the toe joint of a foot with its toes tucked under."""
    from_ball = np.array([-sizes.ball_forward, 0.0, sizes.ankle_height - sizes.ball_height])
    turned = rot.rotate(rot.from_axis_angle(_DOWN, np.array(TUCKED)), from_ball)
    return turned + np.array([0.0, 0.0, sizes.ball_height])


def constant(angles: dict[str, float], frames: int) -> Angles:
    """Return angles given in degrees as name → (T,) [rad]."""
    return {name: np.full(frames, np.radians(value)) for name, value in angles.items()}

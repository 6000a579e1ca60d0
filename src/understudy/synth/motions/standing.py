"""A person who stands: flat feet that stay where they are, legs that follow, and balance.

The upper body does what it is told. The pelvis goes where the centre of mass then is over the feet, and as
high as the bend of the knees has it; the legs follow in closed form. So feet neither slide nor sink.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from understudy.anthropometry.sizes import Sizes
from understudy.spatial import rotations as rot
from understudy.synth.body.angles import Angles, local_rotations, turns_of
from understudy.synth.body.leg import hip_from_pelvis, leg_to_foot
from understudy.synth.body.mass import centre_of_mass
from understudy.synth.body.pose import Joints, forward_kinematics
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.synthetic_motion import SyntheticMotion

Arms = Callable[[Joints], Angles]
"""What the arms do, from where the joints of the trunk are: joints → angles of arms and neck."""

SOFT_KNEE = np.radians(8.0)
"""Bend of the knees of a person who stands at ease."""

_PRESSURE_POINT = 0.35
"""Where the weight is between the ankles (0) and the balls of the feet (1)."""

_ROUNDS = 3
"""Each round takes away six sevenths of what balance lacks, so that less than a millimetre is left."""

_SOFTNESS = 0.003
"""Share of the leg over which the lower of two heights passes smoothly into the other."""


@dataclass(frozen=True)
class Stance:
    """Where the feet stand, side by side across the origin.

    Attributes:
        half_width: The ankles' distance from the middle [m].
        toe_out: Yaw of the feet outward [rad].
    """

    half_width: float
    toe_out: float = np.radians(8.0)

    @classmethod
    def of(cls, sizes: Sizes, hips: float = 1.0, toe_out: float = np.radians(8.0)) -> Stance:
        """Return a stance so many hip widths wide."""
        return cls(0.5 * hips * sizes.hip_width, toe_out)

    def ankle(self, sizes: Sizes, sign: float) -> np.ndarray:
        """Return where an ankle is (3,) [m]; sign 1 is left."""
        return np.array([0.0, sign * self.half_width, sizes.ankle_height])

    def foot(self, sign: float) -> np.ndarray:
        """Return how a foot is turned (4,) wxyz."""
        return rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), sign * self.toe_out)


def stand(
    name: str,
    body: Body,
    fps: float,
    upper: Angles,
    stance: Stance,
    arms: Arms | None = None,
    sway: np.ndarray | None = None,
) -> SyntheticMotion:
    """Return the motion of a person who stands and balances.

    Args:
        name: What is performed.
        body: Who performs it.
        fps: Frames a second [1/s].
        upper: Angles of pelvis, trunk, neck and arms; ``knee_flexion`` without a side bends both knees.
        stance: Where the feet are.
        arms: What the arms do, where that depends on where the trunk is.
        sway: (T, 2) [m] forward and left, by which the centre of mass leaves its place over the feet.
    """
    frames = len(next(iter(upper.values())))
    knees = upper.get("knee_flexion", np.full(frames, SOFT_KNEE))
    given = {angle: values for angle, values in upper.items() if angle != "knee_flexion"}
    goal = np.array([_PRESSURE_POINT * body.sizes.ball_forward, 0.0]) + (0.0 if sway is None else sway)
    shift = np.zeros((frames, 2))
    # How the trunk is bent does not depend on where the pelvis is.
    trunk = forward_kinematics(body.skeleton, np.zeros((frames, 3)), local_rotations(body.skeleton, given))
    for _ in range(_ROUNDS):
        root, angles = _solve(body, given, stance, knees, shift, trunk, arms)
        joints, _ = forward_kinematics(body.skeleton, root, local_rotations(body.skeleton, angles))
        shift = shift + goal - centre_of_mass(body, joints)[:, :2]
    root, angles = _solve(body, given, stance, knees, shift, trunk, arms)
    return SyntheticMotion(
        name=name,
        body=body,
        root_positions=root,
        local_rotations=local_rotations(body.skeleton, angles),
        fps=fps,
        contacts=np.ones((frames, 4), dtype=bool),
        angles=angles,
    )


def _solve(
    body: Body,
    given: Angles,
    stance: Stance,
    knees: np.ndarray,
    shift: np.ndarray,
    trunk: Joints,
    arms: Arms | None,
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return root positions (T, 3) [m] and all angles for a pelvis over a place (T, 2) [m]."""
    pelvis = turns_of("Hips", given, len(shift))
    height = _pelvis_height(body.sizes, stance, knees, shift, pelvis)
    root = np.concatenate([shift, height[:, None]], axis=1)
    angles = dict(given)
    for side, prefix, sign in SIDES:
        angles |= _planted_leg(body.sizes, stance, root, pelvis, side, prefix, sign)
    if arms is not None:
        angles |= arms((trunk[0] + root[:, None], trunk[1]))
    return root, angles


def _pelvis_height(
    sizes: Sizes, stance: Stance, knees: np.ndarray, shift: np.ndarray, pelvis: np.ndarray
) -> np.ndarray:
    """Return the highest (T,) [m] at which neither leg is longer than the bend of the knees leaves it."""
    length = np.sqrt(sizes.thigh**2 + sizes.shin**2 + 2.0 * sizes.thigh * sizes.shin * np.cos(knees))
    heights = []
    for _, _, sign in SIDES:
        hip, ankle = hip_from_pelvis(sizes, pelvis, sign), stance.ankle(sizes, sign)
        aside = np.linalg.norm(shift + hip[:, :2] - ankle[:2], axis=1)
        heights.append(ankle[2] + np.sqrt(np.maximum(length**2 - aside**2, 0.0)) - hip[:, 2])
    softness = _SOFTNESS * sizes.leg
    return -softness * np.logaddexp(-heights[0] / softness, -heights[1] / softness)


def _planted_leg(
    sizes: Sizes, stance: Stance, root: np.ndarray, pelvis: np.ndarray, side: str, prefix: str, sign: float
) -> dict[str, np.ndarray]:
    """Return the angles of a leg whose foot is flat on its place and whose knee points along the foot."""
    foot = stance.foot(sign)
    pole = rot.rotate(foot, np.array([1.0, 0.0, 0.0]))
    ankle = stance.ankle(sizes, sign)
    return leg_to_foot(sizes, ankle, foot, root, pelvis, pole, side, prefix, sign)

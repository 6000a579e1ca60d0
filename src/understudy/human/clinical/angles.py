"""The fitted body's motion in the joint coordinates of a clinical skeleton.

Segments point on the skeleton as they do on the person: first pelvis and trunk, then thigh and shin or upper
arm and forearm together, then what hangs on them. So a skeleton whose axes are not the reference human's,
such as an oblique ankle or the knee of Rajagopal et al. (2016), goes the same way as the person does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.human.clinical.limb import KEPT, Arrow, ball_angles, pose_limb, turned
from understudy.human.clinical.skeleton import TO_SKELETON, ClinicalSkeleton, Turns, on_side
from understudy.human.fit.fitted_body import body_turns, fitted_body
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot

_FORWARD, _UP, _RIGHT = np.eye(3)
_DOWN = -_UP

_LESS = 0.3
"""Weight of how a foot rolls, against where it points."""

_ROUNDS = 3

_STRAIGHT, _STRAIGHT_PULL = np.radians(20.0), 0.5
"""Bend [rad] up to which an elbow counts as straight, and how much the upper arm's turn is held there."""

TRANSLATIONS = ("pelvis_tx", "pelvis_ty", "pelvis_tz")


@dataclass(frozen=True, eq=False)
class ClinicalAngles:
    """Joint coordinates over time.

    Attributes:
        names: N coordinates; the pelvis's place among them is in metres.
        values: (T, N) [rad], or [m] for ``TRANSLATIONS``; NaN in frames that were not fitted.
        fps: Frames a second [1/s].
    """

    names: tuple[str, ...]
    values: np.ndarray
    fps: float

    def in_degrees(self) -> np.ndarray:
        """Return (T, N) with angles in degrees."""
        scale = [1.0 if name in TRANSLATIONS else np.degrees(1.0) for name in self.names]
        return self.values * np.array(scale)

    def __getitem__(self, name: str) -> np.ndarray:
        """Return one coordinate (T,) [rad or m]."""
        return self.values[:, self.names.index(name)]


def clinical_angles(motion: HumanMotion, skeleton: ClinicalSkeleton) -> ClinicalAngles:
    """Return the joint coordinates of a fitted motion.

    Args:
        motion: A motion of :func:`~understudy.human.fit.fit_human`.
        skeleton: Whose coordinates.

    Raises:
        InvalidMotionError: Where no body was fitted.
    """
    human = fitted_body(motion)
    coordinates = motion.coordinates
    if coordinates is None:
        raise InvalidMotionError("no body was fitted to this motion; fit_human does that")
    bodies = {name: in_skeleton(turn) for name, turn in body_turns(human, coordinates).items()}
    found: dict[str, np.ndarray] = {}
    pelvis, torso = bodies["root"], bodies["BT"]
    _put(found, skeleton.turns["pelvis"], ball_angles(pelvis, skeleton.turns["pelvis"]))
    middle = coordinates[:, :3] @ TO_SKELETON.T
    origin = middle + rot.rotate(pelvis, human.height * skeleton.pelvis_from_hips)
    found |= {name: origin[:, axis] for axis, name in enumerate(TRANSLATIONS)}
    for side in reversed(SIDES):
        found |= leg_angles(skeleton, bodies, side)
    lumbar = rot.multiply(rot.conjugate(pelvis), torso)
    _put(found, skeleton.turns["lumbar"], ball_angles(lumbar, skeleton.turns["lumbar"]))
    for side in reversed(SIDES):
        _arm(found, skeleton, bodies, side)
    values = np.stack(list(found.values()), axis=1)
    if motion.residuals is not None:
        values[np.isnan(motion.residuals)] = np.nan
    return ClinicalAngles(tuple(found), values, motion.fps)


def leg_angles(
    skeleton: ClinicalSkeleton, bodies: Mapping[str, np.ndarray], side: str
) -> dict[str, np.ndarray]:
    """Return coordinate → (T,) [rad] of a leg.

    Args:
        skeleton: Whose coordinates.
        bodies: ``root``, and of the side's thigh, shin, foot and toes ``LH``, ``LK``, ``LA``, ``LF`` or the
            same with ``R`` → orientations (T, 4) wxyz in the skeleton's axes, unturned when standing.
        side: ``l`` or ``r``.
    """
    found: dict[str, np.ndarray] = {}
    big = side.upper()
    pelvis, thigh, shin = bodies["root"], bodies[f"{big}H"], bodies[f"{big}K"]
    foot, toes = bodies[f"{big}A"], bodies[f"{big}F"]
    hip, knee, ankle, subtalar, toe_joint = (
        skeleton.turns[f"{joint}_{side}"] for joint in ("hip", "knee", "ankle", "subtalar", "toes")
    )
    at_hip = ball_angles(_between(pelvis, thigh), hip)
    bend = rot.angle_between(rot.rotate(thigh, _DOWN), rot.rotate(shin, _DOWN))
    # A knee bends backwards: clockwise seen from the right, whichever way the skeleton's axis counts it.
    start = np.column_stack([at_hip, -np.sign(knee[0][1][2]) * bend])
    upper = (*hip, *knee)
    angles = pose_limb(
        upper,
        [Arrow(((3, _DOWN),)), Arrow(((4, _DOWN),))],
        [_seen(pelvis, thigh, _DOWN), _seen(pelvis, shin, _DOWN)],
        start,
    )
    _put(found, upper, angles)
    lower = rot.multiply(pelvis, turned(upper, angles))
    both = (*ankle, *subtalar)
    angles = pose_limb(
        both,
        [Arrow(((2, _FORWARD),)), Arrow(((2, _RIGHT),), _LESS)],
        [_seen(lower, foot, _FORWARD), _seen(lower, foot, _RIGHT)],
        np.zeros((len(foot), 2)),
    )
    _put(found, both, angles)
    own = rot.multiply(lower, turned(both, angles))
    bent = pose_limb(
        toe_joint, [Arrow(((1, _FORWARD),))], [_seen(own, toes, _FORWARD)], np.zeros((len(foot), 1))
    )
    _put(found, toe_joint, bent)
    return found


def _arm(
    found: dict[str, np.ndarray], skeleton: ClinicalSkeleton, bodies: dict[str, np.ndarray], side: str
) -> None:
    big = side.upper()
    torso, upper_arm, forearm, hand = bodies["BT"], bodies[f"{big}S"], bodies[f"{big}E"], bodies[f"{big}W"]
    shoulder, elbow, twist, wrist = (
        skeleton.turns[f"{joint}_{side}"] for joint in ("shoulder", "elbow", "forearm", "wrist")
    )
    along = on_side(skeleton.upper_arm, side)
    parts = [on_side(part, side) for part in skeleton.forearm]
    straight = rot.shortest_arc(rot.normalise(along), _DOWN)
    at_shoulder = ball_angles(rot.multiply(_between(torso, upper_arm), straight), shoulder)
    bend = rot.angle_between(rot.rotate(upper_arm, _DOWN), rot.rotate(forearm, _DOWN))
    # The skeleton's palms look forward at zero, so that its thumbs point outwards; ours point forward.
    thumb, pronation = on_side(_RIGHT, side), np.full((len(bend), 1), 0.5 * np.pi)
    upper = (*shoulder, *elbow)
    angles, kept = np.column_stack([at_shoulder, bend]), np.full((len(bend), 4), KEPT)
    # A straight arm does not tell how its upper part is turned, and the carrying angle must not.
    kept[:, 2] += _STRAIGHT_PULL * np.exp(-((bend / _STRAIGHT) ** 2))
    # Where the wrist is depends a little on how the forearm is turned, and that on the elbow.
    for _ in range(_ROUNDS):
        bone = parts[0] + rot.rotate(turned(twist, pronation), parts[1])
        angles = pose_limb(
            upper,
            [Arrow(((3, along),)), Arrow(((4, bone),))],
            [_seen(torso, upper_arm, _DOWN), _seen(torso, forearm, _DOWN)],
            np.column_stack([at_shoulder, bend]),
            kept,
        )
        ulna = rot.multiply(torso, turned(upper, angles))
        pronation = pose_limb(twist, [Arrow(((1, thumb),))], [_seen(ulna, forearm, _FORWARD)], pronation)
    limb, angles = (*upper, *twist), np.column_stack([angles, pronation])
    _put(found, limb, angles)
    own = rot.multiply(torso, turned(limb, angles))
    bent = pose_limb(wrist, [Arrow(((2, _DOWN),))], [_seen(own, hand, _DOWN)], np.zeros((len(bend), 2)))
    _put(found, wrist, bent)


def _put(found: dict[str, np.ndarray], turns: Turns, angles: np.ndarray) -> None:
    found |= {name: angles[:, index] for index, (name, _) in enumerate(turns)}


def in_skeleton(turn: np.ndarray) -> np.ndarray:
    """Return orientations (T, 4) of our axes in the skeleton's."""
    return np.concatenate([turn[:, :1], turn[:, 1:] @ TO_SKELETON.T], axis=1)


def _between(bearer: np.ndarray, borne: np.ndarray) -> np.ndarray:
    return rot.multiply(rot.conjugate(bearer), borne)


def _seen(bearer: np.ndarray, borne: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """Return (T, 3) where a vector of one body points in another's frame."""
    return rot.rotate(_between(bearer, borne), vector)

"""Sitting down on the floor and standing up again: feet stay in place, hands help behind the back."""

from __future__ import annotations

import random

import numpy as np

from understudy.spatial import rotations as rot
from understudy.synth.body.angles import Angles, local_rotations
from understudy.synth.body.flesh import FLESH
from understudy.synth.body.leg import leg_to_foot
from understudy.synth.body.pose import Joints, forward_kinematics
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.curves import minimum_jerk
from understudy.synth.motions.floor_limbs import along_floor, arm_to_wrist, bump, hand_along, hand_height
from understudy.synth.motions.gestures import AT_EASE
from understudy.synth.motions.lying import lowest
from understudy.synth.motions.score import SHARE, Move, Pose, enlivened, play, repeated
from understudy.synth.motions.standing import Stance, stand
from understudy.synth.synthetic_motion import SyntheticMotion

_BACK, _DOWN = "share_back", "share_down"
_REACHING, _PLANTED = "share_reaching", "share_planted"
"""How far the pelvis has gone back to its seat and down to it; how far arms have left hanging for reaching
ahead, and hands their place there for that on the floor."""

_TRUNK = ("pelvis_tilt", "trunk_flexion", "neck_flexion")
_UPRIGHT: Pose = {
    **{name: AT_EASE[name] for name in _TRUNK},
    **{_BACK: 0.0, _DOWN: 0.0, _REACHING: 0.0, _PLANTED: 0.0},
}
_SQUATTING: Pose = {
    **{"pelvis_tilt": 22.0, "trunk_flexion": 22.0, "neck_flexion": -14.0},
    **{_BACK: 0.40, _DOWN: 0.64, _REACHING: 1.0, _PLANTED: 0.0},
}
_OVER_SEAT: Pose = {_BACK: 0.94, _DOWN: 0.97}
_LEANING: Pose = {"trunk_flexion": 0.0, "neck_flexion": 22.0, _PLANTED: 1.0}
_SEATED: Pose = {_BACK: 1.0, _DOWN: 1.0}
_HANDS_OFF: Pose = {"trunk_flexion": 34.0, "neck_flexion": 4.0, _PLANTED: 0.0}

_BEHIND, _MOST_LEANING = 0.2, -75.0
"""How far behind the shoulders hands are that carry, in lengths of the arm; a pelvis leans back [deg] as far
as that takes, and no farther than so."""

_WIDTH, _TOE_OUT = 1.5, np.radians(12.0)
"""The stance in hip widths."""

_SEAT = 0.58
"""How far behind the ankles the pelvis sits, in lengths of the leg."""

_STRETCHED, _ASIDE = 0.94, 0.25
"""How far arms are stretched whose hands carry the body over its seat, and how far aside they are of it."""

_AHEAD = np.array([0.62, 0.02, -0.42])
"""Where wrists are that reach ahead, from their shoulders in lengths of the arm: ahead, outward, up."""

_ROUND_THE_BODY = np.array([0.0, 0.30, 0.10])
"""How far they go round on their way to the floor, counted alike."""

_HALVINGS = 40

_ELBOW = np.array([-1.0, 0.7, -0.3])
"""Where elbows point in the chest's frame, y outward."""

_AHEAD_AND_UP = np.array([1.0, 0.0, 1.0])
"""Where knees point, along their feet: ahead of who stands, up of who sits."""

_FLAT = 0.6
"""Share of a hand's way to the floor after which its palm is turned to it."""

_FINGERS = np.array([-0.2, 1.0, 0.0])
"""Where fingers on the floor point, y outward."""


def make_sit_down(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return a person who sits down on the floor, takes the hands off it, and stands up again.

    Args:
        body: The person.
        seconds: Duration [s].
        fps: Frames a second [1/s].
        seed: Seed of tempo, extent and wandering.
    """
    times = np.arange(round(seconds * fps)) / fps
    generator = random.Random(seed)
    stance = Stance.of(body.sizes, _WIDTH, _TOE_OUT)
    leaning = _leaning(body, stance)
    # Hands have their places on the floor, which another extent of the trunk's movement would not reach.
    score = [(duration, _as_shares(pose)) for duration, pose in _score(leaning)]
    moves = [(0.0, _as_shares(_UPRIGHT)), *repeated(lambda _: score, seconds, generator)]
    shares = play(moves, times)
    angles = {name: np.radians(shares.pop(SHARE + name)) for name in _TRUNK}
    angles |= enlivened({"neck_flexion": angles["neck_flexion"]}, times, generator)
    rotations, root, joints = _trunk(body, stance, angles, shares)
    for limb in SIDES:
        side, _, sign = limb
        foot = stance.foot(sign)
        ankle, pole = stance.ankle(body.sizes, sign), rot.rotate(foot, _AHEAD_AND_UP)
        angles |= leg_to_foot(body.sizes, ankle, foot, root, rotations[:, 0], pole, *limb)
        angles |= _arm(body, joints, _hand_place(body, stance, leaning, limb), shares, limb)
    hands = {f"hand_{side}": shares[_PLANTED] == 1.0 for side, *_ in SIDES}
    return SyntheticMotion(
        name="sit_down",
        body=body,
        root_positions=root,
        local_rotations=local_rotations(body.skeleton, angles),
        fps=fps,
        contacts=np.ones((len(times), 4), dtype=bool),
        angles=angles,
        part_contacts=hands | {"pelvis": shares[_DOWN] == 1.0},
    )


def _as_shares(pose: Pose) -> Pose:
    """Return a pose whose angles [deg] do not vary in extent."""
    return {SHARE + name if name in _TRUNK else name: value for name, value in pose.items()}


def _trunk(
    body: Body, stance: Stance, angles: Angles, shares: Angles
) -> tuple[np.ndarray, np.ndarray, Joints]:
    """Return all rotations, the pelvis's centre (T, 3) [m] between standing and its seat, and the joints."""
    at_ease = {name: np.radians([value]) for name, value in AT_EASE.items()}
    standing = stand("posing", body, 1.0, at_ease, stance).root_positions[0]
    rotations = local_rotations(body.skeleton, angles)
    positions, orientations = forward_kinematics(body.skeleton, np.zeros((len(rotations), 3)), rotations)
    seat = np.zeros((len(rotations), 3))
    seat[:, 0] = -_SEAT * body.sizes.leg
    seat[:, 2] = -lowest(body, (positions, orientations), FLESH["pelvis"])
    share = np.stack([shares[_BACK], shares[_BACK], shares[_DOWN]], axis=1)
    root = standing + share * (seat - standing)
    return rotations, root, (positions + root[:, None], orientations)


def _score(leaning: Pose) -> tuple[Move, ...]:
    """Return sitting down and standing up for a body that leans back so far."""
    hands_down = {name: value for name, value in leaning.items() if name != "pelvis_tilt"}
    return (
        (0.4, {}),
        (1.2, _SQUATTING),
        (1.4, {**leaning, **_OVER_SEAT}),
        (0.5, _SEATED),
        (0.3, {}),
        (1.1, _HANDS_OFF),
        (0.6, {}),
        (1.1, hands_down),
        (0.3, {}),
        (0.5, _OVER_SEAT),
        (1.4, _SQUATTING),
        (1.2, _UPRIGHT),
        (0.3, {}),
    )


def _leaning(body: Body, stance: Stance) -> Pose:
    """Return the pose of a body that leans back until its hands reach the floor behind the shoulders."""
    near, far = 0.0, _MOST_LEANING
    for _ in range(_HALVINGS):
        middle = 0.5 * (near + far)
        pose = {**_LEANING, "pelvis_tilt": middle}
        reaches = _behind(body, _shoulder(body, stance, pose, "Left")) > _BEHIND
        near, far = (near, middle) if reaches else (middle, far)
    return {**_LEANING, "pelvis_tilt": far}


def _shoulder(body: Body, stance: Stance, pose: Pose, prefix: str) -> np.ndarray:
    """Return where a shoulder is (3,) [m] in a pose over the seat."""
    angles = {name: np.radians([pose[name]]) for name in _TRUNK}
    shares = {name: np.array([value]) for name, value in _OVER_SEAT.items()}
    _, _, (positions, _) = _trunk(body, stance, angles, shares)
    return positions[0, body.index(f"{prefix}Arm")]


def _behind(body: Body, shoulder: np.ndarray) -> float:
    """Return how far behind a shoulder its hand reaches the floor, in lengths of the arm; -1 if nowhere."""
    high = (shoulder[2] - hand_height(body)) / (body.sizes.upper_arm + body.sizes.forearm)
    left = _STRETCHED**2 - _ASIDE**2 - high**2
    return float(np.sqrt(left)) if left > 0.0 else -1.0


def _hand_place(body: Body, stance: Stance, leaning: Pose, limb: tuple[str, str, float]) -> np.ndarray:
    """Return where a wrist is (3,) [m] that carries the body over its seat."""
    _, prefix, sign = limb
    shoulder = _shoulder(body, stance, leaning, prefix)
    arm = body.sizes.upper_arm + body.sizes.forearm
    x = shoulder[0] - arm * _behind(body, shoulder)
    return np.array([x, shoulder[1] + sign * arm * _ASIDE, hand_height(body)])


def _arm(
    body: Body, joints: Joints, place: np.ndarray, shares: Angles, limb: tuple[str, str, float]
) -> dict[str, np.ndarray]:
    """Return the angles (T,) [rad] of an arm that hangs, reaches ahead, or carries on its place (3,) [m]."""
    side, prefix, sign = limb
    outward, arm = np.array([1.0, sign, 1.0]), body.sizes.upper_arm + body.sizes.forearm
    planted = shares[_PLANTED][:, None]
    ahead = joints[0][:, body.index(f"{prefix}Arm")] + arm * _AHEAD * outward
    round_the_body = arm * _ROUND_THE_BODY * outward * bump(planted)
    wrist = ahead + planted * (place - ahead) + round_the_body
    reaching, forearm = arm_to_wrist(body, joints, wrist, _ELBOW * outward, limb)
    fingers = along_floor(body, np.tile(_FINGERS * outward, (len(planted), 1)))
    flat = hand_along(forearm, fingers, side, sign) | {f"finger_flexion_{side}": np.zeros(len(planted))}
    hanging = {name: np.radians(AT_EASE[name]) for name in (*reaching, *flat)}
    turned = minimum_jerk(shares[_PLANTED] / _FLAT)
    blends = dict.fromkeys(reaching, shares[_REACHING]) | dict.fromkeys(flat, turned)
    return {
        name: hanging[name] + blends[name] * (values - hanging[name])
        for name, values in (reaching | flat).items()
    }

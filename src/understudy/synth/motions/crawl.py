"""Crawling on hands and knees: a hand and the opposite knee go ahead together, the others stay in place."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np

from understudy.spatial import rotations as rot
from understudy.synth.body.angles import local_rotations, turns_of
from understudy.synth.body.leg import hip_from_pelvis, leg_to_foot
from understudy.synth.body.pose import forward_kinematics
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.curves import minimum_jerk, wander
from understudy.synth.motions.floor_limbs import (
    TUCKED,
    along_floor,
    ankle_over_tucked_toes,
    arm_to_wrist,
    bump,
    hand_along,
    hand_height,
    tucked_foot,
)
from understudy.synth.motions.gait_pelvis import REFERENCE
from understudy.synth.synthetic_motion import SyntheticMotion

_CYCLE = 1.5
"""Time [s] from one coming down of an adult's knee to the next."""

_STRIDE = 0.8
"""How far that brings the body, in lengths of the thigh."""

_STANCE = 0.64
"""Share of a cycle for which a hand or knee stays in its place."""

_HAND_LATER = 0.02
"""Share of a cycle by which a hand follows the opposite knee."""

_KNEE_LIFT, _HAND_LIFT = 0.05, 0.16
"""How high a knee and a hand are lifted, in lengths of thigh and forearm."""

_ARM, _SLOPE = 0.92, np.radians(20.0)
"""How far arms are stretched whose hands are below the shoulders; how far the trunk slopes at most."""

_ELBOW = np.array([-0.6, 0.5, -1.0])
"""Where elbows point in the chest's frame, y outward: aside, and towards the feet."""

_TEMPO, _EXTENT = 0.06, 0.05
_LOOKING_AHEAD, _NODDING, _WEAVING = np.radians(-38.0), np.radians(4.0), np.radians(2.0)
_FINGERS = np.radians(4.0)
_ROUNDS, _STEP = 12, 1e-6
_X, _Y = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True, eq=False)
class _Course:
    """A hand or knee over time: where it is (T, 3) [m], and whether it stays there (T,)."""

    places: np.ndarray
    stays: np.ndarray


def make_crawl(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return a person who crawls along x on hands, knees and tucked toes.

    Args:
        body: The person.
        seconds: Duration [s].
        fps: Frames a second [1/s].
        seed: Seed of tempo, extent and wandering.
    """
    times = np.arange(round(seconds * fps)) / fps
    generator = random.Random(seed)
    sizes, frames = body.sizes, len(times)
    cycle = _CYCLE * math.sqrt(sizes.leg / REFERENCE.leg) * generator.uniform(1.0 - _TEMPO, 1.0 + _TEMPO)
    stride = _STRIDE * sizes.thigh * generator.uniform(1.0 - _EXTENT, 1.0 + _EXTENT)
    phase = times / cycle
    knee, slope = float(body.radii[body.index("LeftLeg")]), _trunk_slope(body)
    # Hips are over the knees, and shoulders over the hands, in the middle of a stance.
    knees, hands = [], []
    to_shoulder = sizes.hip_drop + sizes.lumbar + sizes.thorax - sizes.shoulder_drop
    for number, (_, _, sign) in enumerate(SIDES):
        aside = sign * 0.5 * sizes.hip_width
        below = np.array([0.0, aside, knee])
        knees.append(_course(phase - 0.5 * number, stride, below, _KNEE_LIFT * sizes.thigh))
        place = np.array([to_shoulder * np.cos(slope), sign * 0.5 * sizes.shoulder_width, hand_height(body)])
        later = phase - 0.5 * (1 - number) - _HAND_LATER
        hands.append(_course(later, stride, place, _HAND_LIFT * sizes.forearm))
    posture = rot.from_axis_angle(_Y, np.array(0.5 * np.pi - slope))
    angles = {
        "neck_flexion": _LOOKING_AHEAD + _NODDING * wander(generator, times, 6.0, 2.0),
        "trunk_bending": _WEAVING * wander(generator, times, 5.0, 2.0),
    }
    root, roll = _pelvis(body, posture, stride * phase, knees)
    angles["pelvis_rotation"] = roll
    rotations = local_rotations(body.skeleton, angles, posture)
    joints = forward_kinematics(body.skeleton, root, rotations)
    ankle = _ankle_from_knee(body)
    ahead = along_floor(body, np.tile(_X, (frames, 1)))
    for limb, own_knee, hand in zip(SIDES, knees, hands, strict=True):
        side, _, sign = limb
        hip = root + hip_from_pelvis(sizes, rotations[:, 0], sign)
        foot = own_knee.places + ankle
        pole = own_knee.places - hip
        angles |= leg_to_foot(sizes, foot, tucked_foot(frames), root, rotations[:, 0], pole, *limb)
        bent, forearm = arm_to_wrist(body, joints, hand.places, _ELBOW * np.array([1.0, sign, 1.0]), limb)
        angles |= bent | hand_along(forearm, ahead, side, sign)
        angles[f"toe_extension_{side}"] = np.full(frames, TUCKED)
        angles[f"finger_flexion_{side}"] = np.full(frames, _FINGERS)
    never = np.zeros(frames, dtype=bool)
    contacts = [never, knees[0].stays, never, knees[1].stays]
    parts = {f"knee_{side}": course.stays for (side, *_), course in zip(SIDES, knees, strict=True)}
    parts |= {f"hand_{side}": course.stays for (side, *_), course in zip(SIDES, hands, strict=True)}
    return SyntheticMotion(
        name="crawl",
        body=body,
        root_positions=root,
        local_rotations=local_rotations(body.skeleton, angles, posture),
        fps=fps,
        contacts=np.stack(contacts, axis=1),
        angles=angles,
        part_contacts=parts,
    )


def _course(phase: np.ndarray, stride: float, place: np.ndarray, lift: float) -> _Course:
    """Return the course of a hand or knee.

    Args:
        phase: (T,) cycles since it came down first.
        stride: How far the body goes in a cycle [m].
        place: (3,) [m] where it is beside the body in the middle of its stance.
        lift: How high it is lifted [m].
    """
    cycle = np.floor(phase)
    swing = np.clip((phase - cycle - _STANCE) / (1.0 - _STANCE), 0.0, 1.0)
    places = np.tile(place, (len(phase), 1))
    # The body's way counts from where it was at the start, at which this limb was at its own phase.
    offset = phase[0] if len(phase) else 0.0
    places[:, 0] += stride * (cycle + 0.5 * _STANCE - offset + minimum_jerk(swing))
    places[:, 2] += lift * bump(swing)
    return _Course(places, swing == 0.0)


def _trunk_slope(body: Body) -> float:
    """Return by how much the trunk rises to the shoulders [rad] for arms that are nearly stretched."""
    sizes = body.sizes
    hips = float(body.radii[body.index("LeftLeg")]) + sizes.thigh
    shoulders = hand_height(body) + _ARM * (sizes.upper_arm + sizes.forearm)
    line = sizes.hip_drop + sizes.lumbar + sizes.thorax - sizes.shoulder_drop
    return float(np.clip(np.arcsin(np.clip((shoulders - hips) / line, -1.0, 1.0)), -_SLOPE, _SLOPE))


def _ankle_from_knee(body: Body) -> np.ndarray:
    """Return the ankle (3,) [m] from the knee of a shin whose knee and tucked toes are on the floor."""
    sizes = body.sizes
    up = ankle_over_tucked_toes(sizes)[2] - float(body.radii[body.index("LeftLeg")])
    return np.array([-math.sqrt(sizes.shin**2 - up**2), 0.0, up])


def _pelvis(
    body: Body, posture: np.ndarray, ahead: np.ndarray, knees: list[_Course]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the pelvis's centre (T, 3) [m] and its roll (T,) [rad] with both hips a thigh from their knees.

    Args:
        body: Whose.
        posture: (4,) how the pelvis is turned without its roll.
        ahead: (T,) [m] way of the middle of the hips.
        knees: Of both sides.
    """
    frames = len(ahead)
    hips = 0.5 * (hip_from_pelvis(body.sizes, posture, 1.0) + hip_from_pelvis(body.sizes, posture, -1.0))
    unknown = np.zeros((frames, 2))
    unknown[:, 0] = knees[0].places[:, 2] + body.sizes.thigh - hips[2]

    def excess(values: np.ndarray) -> np.ndarray:
        pelvis = _pelvis_turn(posture, values[:, 1])
        root = np.stack([ahead - hips[0], np.zeros(frames), values[:, 0]], axis=1)
        return (
            np.stack(
                [
                    np.linalg.norm(root + hip_from_pelvis(body.sizes, pelvis, sign) - knee.places, axis=1)
                    for (_, _, sign), knee in zip(SIDES, knees, strict=True)
                ],
                axis=1,
            )
            - body.sizes.thigh
        )

    for _ in range(_ROUNDS):
        here = excess(unknown)
        slopes = [(excess(unknown + _STEP * axis) - here) / _STEP for axis in np.eye(2)]
        unknown = unknown - np.linalg.solve(np.stack(slopes, axis=2), here[..., None])[..., 0]
    root = np.stack([ahead - hips[0], np.zeros(frames), unknown[:, 0]], axis=1)
    return root, unknown[:, 1]


def _pelvis_turn(posture: np.ndarray, roll: np.ndarray) -> np.ndarray:
    return rot.multiply(posture, turns_of("Hips", {"pelvis_rotation": roll}, len(roll)))

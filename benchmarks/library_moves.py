"""Moves made up at random, each performed by anybody: what the library's benchmarks and tests search in.

A move is a few key poses in a drawn order, gone through once or several times, standing, walking or lying. A
performer has a body of their own, a tempo and an extent of their own in every movement, and is never still.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import numpy as np

from understudy.motion import HumanMotion, Provenance
from understudy.spatial import rotations as rot
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.performer import performer_body
from understudy.synth.body.pose import forward_kinematics
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.motions.score import enlivened, play

_LIMB_RANGES = {
    "shoulder_flexion": (-30.0, 150.0),
    "shoulder_abduction": (0.0, 80.0),
    "shoulder_rotation": (-40.0, 40.0),
    "elbow_flexion": (5.0, 130.0),
    "hip_flexion": (-10.0, 80.0),
    "hip_abduction": (-5.0, 30.0),
    "knee_flexion": (2.0, 90.0),
}
_TRUNK_RANGES = {
    "trunk_rotation": (-25.0, 25.0),
    "trunk_bending": (-15.0, 15.0),
    "trunk_flexion": (-10.0, 40.0),
    "pelvis_tilt": (-5.0, 20.0),
}
"""Angles [deg] that are drawn."""

_JOINTS = {
    "hip": "UpLeg",
    "knee": "Leg",
    "ankle": "Foot",
    "toe": "ToeBase",
    "shoulder": "Arm",
    "elbow": "ForeArm",
    "wrist": "Hand",
}
_TEMPO, _EXTENT = 0.12, 0.06
"""Shares by which performers differ in the duration and the extent of every movement."""

_LYING = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), -0.5 * np.pi)


@dataclass(frozen=True)
class Move:
    """What is done: key poses [deg], how long each takes to be reached [s], how often, and where to."""

    poses: tuple[dict[str, float], ...]
    durations: tuple[float, ...]
    goes: int
    speed: tuple[float, float]
    turn: float
    lies: bool


def make_up(seed: int) -> Move:
    """Return the move of a seed."""
    draw = random.Random(f"move {seed}")
    count = draw.randint(3, 7)
    # Some move one limb, some all of the body.
    limbs = [(side, name) for side in "lr" for name in _LIMB_RANGES]
    moving = {key for key in limbs if draw.random() < draw.choice((0.3, 0.6, 0.9))}
    rest = {f"{name}_{side}": draw.uniform(0.0, 15.0) for side, name in limbs}
    poses = []
    for _ in range(count):
        pose = {f"{name}_{side}": draw.uniform(*_LIMB_RANGES[name]) for side, name in moving}
        trunk = {name: draw.uniform(*_TRUNK_RANGES[name]) for name in _TRUNK_RANGES if draw.random() < 0.5}
        poses.append(rest | pose | trunk)
    walks = draw.random() < 0.4
    speed = (draw.uniform(-0.6, 1.4), draw.uniform(-0.3, 0.3)) if walks else (0.0, 0.0)
    turn = draw.uniform(-0.6, 0.6) if draw.random() < 0.4 else 0.0
    durations = tuple(draw.uniform(0.3, 1.0) for _ in poses)
    return Move(tuple(poses), durations, draw.choice((1, 1, 2, 3)), speed, turn, draw.random() < 0.1)


def perform(move: Move, body: Body, seed: int, fps: float = 30.0, pace: float = 1.0) -> HumanMotion:
    """Return a move as somebody performs it.

    Args:
        move: What is done.
        body: Who does it.
        seed: Of how they do it this time.
        fps: Frames a second [1/s].
        pace: How many times as fast.
    """
    draw = random.Random(f"performer {seed}")
    steps: list[tuple[float, dict[str, float]]] = [(0.0, move.poses[-1])]
    for _ in range(move.goes):
        for duration, pose in zip(move.durations, move.poses, strict=True):
            extent = draw.uniform(1.0 - _EXTENT, 1.0 + _EXTENT)
            tempo = draw.uniform(1.0 - _TEMPO, 1.0 + _TEMPO) / pace
            steps.append((duration * tempo, {name: value * extent for name, value in pose.items()}))
    seconds = sum(duration for duration, _ in steps)
    times = np.arange(max(8, round(seconds * fps))) / fps
    angles = enlivened(play(steps, times), times, draw)
    # Wandering comes and goes with the person's own time, and a turn goes with the move.
    angles["pelvis_rotation"] = angles.get("pelvis_rotation", 0.0) + move.turn * pace * times
    turns = local_rotations(body.skeleton, angles, _LYING if move.lies else rot.IDENTITY)
    heading = move.turn * pace * times
    ahead, left = (body.sizes.leg * pace * part for part in move.speed)
    velocity = np.stack(
        [ahead * np.cos(heading) - left * np.sin(heading), ahead * np.sin(heading) + left * np.cos(heading)],
        axis=1,
    )
    root = np.zeros((len(times), 3))
    root[:, :2] = np.cumsum(velocity, axis=0) / fps
    root[:, 2] = 0.2 if move.lies else body.sizes.leg + 0.1
    joints, _ = forward_kinematics(body.skeleton, root, turns)
    names, landmarks = _landmarks(body, joints)
    return HumanMotion(names, landmarks, fps, provenance=Provenance(source="made up"))


def _landmarks(body: Body, joints: np.ndarray) -> tuple[tuple[str, ...], np.ndarray]:
    places = {"mid_hip": "Hips", "chest": "Spine1", "neck": "Neck", "head": "Head"}
    places |= {
        f"{name}_{side}": f"{prefix}{joint}" for side, prefix, _ in SIDES for name, joint in _JOINTS.items()
    }
    index = [body.index(joint) for joint in places.values()]
    return tuple(places), joints[:, index]


def bodies() -> tuple[Body, ...]:
    """Return a few performers, from a child of five to tall adults."""
    return tuple(
        performer_body(age=age, height=height, sex=sex)
        for age, height, sex in (
            (30.0, 1.75, ""),
            (5.0, None, "female"),
            (10.0, None, "male"),
            (40.0, 1.55, "female"),
            (25.0, 1.98, "male"),
        )
    )


def moved(human: HumanMotion, angle: float, place: tuple[float, float]) -> HumanMotion:
    """Return a motion turned about the vertical [rad] and put elsewhere [m]."""
    cosine, sine = np.cos(angle), np.sin(angle)
    turn = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    return replace(human, landmarks=human.landmarks @ turn.T + np.array([*place, 0.0]))

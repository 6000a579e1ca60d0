"""A robot as a source of motion: its landmarks and frames read off as if it were a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion, Provenance, RobotMotion
from understudy.motion.landmarks import CONTACTS, SEGMENTS, SIDES
from understudy.robots.body_poses import body_poses, model_coordinates
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

_BLOCK = 2048
"""Frames whose bodies are kept at a time; landmarks are then read off all of them at once."""


def human_from_robot(
    robot: Robot, q: np.ndarray, fps: float, contacts: np.ndarray | None = None
) -> HumanMotion:
    """Return the motion of a person shaped exactly like the robot, moved by its coordinates.

    Args:
        robot: A robot with a card.
        q: (T, Q) coordinates, laid out as in ``RobotMotion``.
        fps: Frames a second [1/s].
        contacts: (T, 4) bool, weight on ``CONTACTS``; none by default.
    """
    names = tuple(robot.landmarks)
    landmarks, frames = robot_body(robot, q, names, tuple(robot.frames))
    return HumanMotion(
        names=names,
        landmarks=landmarks,
        fps=fps,
        frames=frames,
        contacts=np.zeros((len(q), len(CONTACTS)), dtype=bool) if contacts is None else contacts,
        sizes=robot_sizes(robot),
        provenance=Provenance(source=f"robot {robot.name}"),
    )


def robot_body(
    robot: Robot, q: np.ndarray, names: Sequence[str], parts: Sequence[str] = ()
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Read landmarks and frames off a robot in motion.

    MuJoCo computes where they are, not the kinematics that the solver uses, so that whoever judges a motion
    by them shares none of the solver's mistakes.

    Args:
        robot: A robot with a card.
        q: (T, Q) coordinates, laid out as in ``RobotMotion``.
        names: Landmarks of the robot.
        parts: Body parts of the robot that have a frame.

    Returns:
        Landmarks (T, N, 3) [m], and for every part its orientation (T, 4) wxyz.
    """
    landmarks = np.empty((len(q), len(names), 3))
    frames = {part: np.empty((len(q), 4)) for part in parts}
    for start in range(0, len(q), _BLOCK):
        block = slice(start, min(start + _BLOCK, len(q)))
        positions, matrices, quaternions = body_poses(robot.model, q[block])
        for index, name in enumerate(names):
            spot = robot.landmarks[name]
            landmarks[block, index] = positions[:, spot.body] + matrices[:, spot.body] @ spot.point
        for part, orientations in frames.items():
            frame = robot.frames[part]
            orientations[block] = rot.multiply(quaternions[:, frame.body], frame.offset)
    return landmarks, frames


def human_from_motion(robot: Robot, motion: RobotMotion) -> HumanMotion:
    """Return a robot's saved motion as the motion of a person shaped like the robot.

    Joints are matched by name; those that the motion does not hold stay at home.
    """
    q = model_coordinates(robot, motion)
    human = human_from_robot(robot, q, motion.fps, motion.contact_mask)
    return replace(
        human,
        part_contacts=motion.part_contacts,
        terrain=motion.terrain,
        provenance=motion.provenance.then("as_source", robot=robot.name),
    )


@lru_cache(maxsize=64)
def robot_sizes(robot: Robot) -> Mapping[str, float]:
    """Return a robot's segment lengths and standing heights [m], named as ``HumanMotion.sizes``."""
    sizes = {name: robot.segment_length(name) for name in SEGMENTS if robot.segment(name) is not None}
    if all(f"{part}_{side}" in sizes for part in ("thigh", "shin") for side in SIDES):
        sizes["leg"] = 0.5 * sum(sizes[f"{part}_{side}"] for part in ("thigh", "shin") for side in SIDES)
    data = home_data(robot.model, robot.home)
    for part in ("ankle", "toe"):
        heights = [
            point_in_world(data, robot.landmarks[n])[2]
            for n in (f"{part}_l", f"{part}_r")
            if n in robot.landmarks
        ]
        if heights:
            sizes[f"{part}_height"] = max(0.0, float(np.mean(heights)))
    return MappingProxyType(sizes)


def leg_scale(human: HumanMotion, robot: Robot) -> float:
    """Return the robot's leg length over the person's; by the trunk where either has no legs."""
    own = robot_sizes(robot)
    for size in ("leg", "trunk", "shoulder_line"):
        if own.get(size, 0.0) > 0.0 and human.sizes.get(size, 0.0) > 0.0:
            return own[size] / human.sizes[size]
    raise InvalidMotionError(
        f"robot '{robot.name}' and the person share neither legs, trunk nor shoulders to compare sizes by"
    )

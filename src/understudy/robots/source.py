"""A robot as a source of motion: its landmarks and frames read off as if it were a person."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import mujoco
import numpy as np

from understudy.motion import HumanMotion, Provenance
from understudy.motion.landmarks import CONTACTS, SEGMENTS, SIDES
from understudy.robots.robot import Robot, home_data, point_in_world
from understudy.spatial import rotations as rot


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
    data = mujoco.MjData(robot.model)
    landmarks = np.empty((len(q), len(names), 3))
    frames = {name: np.empty((len(q), 4)) for name in robot.frames}
    for t, coordinates in enumerate(q):
        data.qpos[:] = coordinates
        mujoco.mj_kinematics(robot.model, data)
        for index, name in enumerate(names):
            landmarks[t, index] = point_in_world(data, robot.landmarks[name])
        for name, frame in robot.frames.items():
            frames[name][t] = rot.multiply(data.xquat[frame.body], frame.offset)
    return HumanMotion(
        names=names,
        landmarks=landmarks,
        fps=fps,
        frames=frames,
        contacts=np.zeros((len(q), len(CONTACTS)), dtype=bool) if contacts is None else contacts,
        sizes=robot_sizes(robot),
        provenance=Provenance(source=f"robot {robot.name}"),
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

"""A small person and a small robot to be drawn, and a guard for machines that cannot draw."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np
import pytest

from understudy.motion import HumanMotion, Provenance, RobotMotion
from understudy.robots import Robot
from understudy.robots.card_reader import load_card
from understudy.spatial import rotations as rot

BODY_HEIGHT = 1.7
FPS = 60.0

STANDING = {
    "mid_hip": (0.0, 0.0, 0.530),
    "chest": (0.0, 0.0, 0.720),
    "neck": (0.0, 0.0, 0.818),
    "head": (0.0, 0.0, 0.870),
    "head_top": (0.0, 0.0, 1.000),
    "shoulder": (0.0, 0.115, 0.818),
    "elbow": (0.0, 0.300, 0.818),
    "wrist": (0.0, 0.446, 0.818),
    "hip": (0.0, 0.060, 0.530),
    "knee": (0.0, 0.060, 0.285),
    "ankle": (0.0, 0.060, 0.039),
    "toe": (0.100, 0.060, 0.010),
}
"""A person with the arms spread, facing x, relative to body height; of paired landmarks the left one."""

MODEL = """
<mujoco>
  <worldbody>
    <geom name="ground" type="plane" size="1 1 .1"/>
    <light name="lamp" pos="0 0 3"/>
    <body name="torso" pos="0 0 0.36">
      {free}
      <geom name="trunk" type="box" size="0.04 0.07 0.10" pos="0 0 0.12" rgba="0.1 0.7 0.2 1"/>
      <geom name="skull" type="sphere" size="0.05" pos="0 0 0.29" rgba="0.1 0.7 0.2 1"/>
      <body name="leg_l" pos="0 0.05 0">
        <joint name="hip_l" axis="0 1 0" range="-90 90"/>
        <geom name="leg_l" type="capsule" fromto="0 0 0 0 0 -0.33" size="0.03" rgba="0.1 0.7 0.2 1"/>
      </body>
      <body name="leg_r" pos="0 -0.05 0">
        <joint name="hip_r" axis="0 1 0" range="-90 90"/>
        <geom name="leg_r" type="capsule" fromto="0 0 0 0 0 -0.33" size="0.03" rgba="0.1 0.7 0.2 1"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
ROBOT_HEIGHT = 0.70

CARD = """
name = "{base}-toy"
title = "Toy"
source = "made up"

[model]
file = "model.xml"
base = "{base}"

[landmarks]
hip_l = {{ joints = ["hip_l"] }}
hip_r = {{ joints = ["hip_r"] }}

[soles]
l = {{ body = "leg_l", points = [[0, 0, -0.36], [0, 0, -0.36], [0, 0, -0.36], [0, 0, -0.36]] }}
"""

MakePerson = Callable[..., HumanMotion]


@pytest.fixture
def make_person() -> MakePerson:
    """Return a maker of people who glide along x with spread arms."""

    def make(
        frames: int = 3,
        without: tuple[str, ...] = (),
        turn: np.ndarray = rot.IDENTITY,
        speed: float = 0.0,
        oriented: tuple[str, ...] = (),
        source: str = "walk.bvh",
        fps: float = FPS,
    ) -> HumanMotion:
        """Return a person turned by a quaternion about its hips, with these parts' frames known."""
        points = {}
        for name, place in STANDING.items():
            if name in ("shoulder", "elbow", "wrist", "hip", "knee", "ankle", "toe"):
                points |= {f"{name}_l": np.array(place), f"{name}_r": np.array(place) * (1.0, -1.0, 1.0)}
            else:
                points[name] = np.array(place)
        names = tuple(name for name in points if name not in without)
        hips = np.array(STANDING["mid_hip"])
        standing = rot.rotate(turn, np.array([points[name] for name in names]) - hips) + hips
        way = np.arange(frames)[:, None, None] * np.array([speed / fps, 0.0, 0.0])
        return HumanMotion(
            names=names,
            landmarks=BODY_HEIGHT * standing + way,
            fps=fps,
            frames={part: np.tile(turn, (frames, 1)) for part in oriented},
            provenance=Provenance(source=source),
        )

    return make


@pytest.fixture
def make_robot(tmp_path: Path) -> Callable[[str], Robot]:
    """Return a maker of the toy robot, with a free or a fixed base."""

    def make(base: str = "free") -> Robot:
        folder = tmp_path / base
        folder.mkdir(exist_ok=True)
        free = "<freejoint/>" if base == "free" else ""
        (folder / "model.xml").write_text(MODEL.format(free=free), encoding="utf-8")
        (folder / "card.toml").write_text(CARD.format(base=base), encoding="utf-8")
        return Robot.from_card(load_card(folder / "card.toml"))

    return make


@pytest.fixture
def robot(make_robot: Callable[[str], Robot]) -> Robot:
    """Return the toy robot with a free base."""
    return make_robot("free")


@pytest.fixture
def standing_still() -> Callable[..., RobotMotion]:
    """Return a maker of motions in which a robot keeps its home pose."""

    def make(robot: Robot, frames: int = 3, fps: float = FPS, method: str = "track") -> RobotMotion:
        return RobotMotion(
            robot=robot.name,
            method=method,
            joints=robot.joints,
            q=np.tile(robot.home, (frames, 1)),
            fps=fps,
            status=np.zeros(frames, dtype=int),
        )

    return make


@pytest.fixture
def scene() -> mujoco.MjvScene:
    """Return an empty scene, which needs no OpenGL."""
    return mujoco.MjvScene(mujoco.MjModel.from_xml_string("<mujoco/>"), maxgeom=400)

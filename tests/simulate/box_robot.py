"""A robot for the tests: a box that stands, with one arm that swings."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.motion import RobotMotion
from understudy.robots.card_reader import load_card
from understudy.robots.robot import Robot

FOOT = 0.1
"""Half the length of the box that the robot stands on [m]."""
HOME = 0.3
ARM_MASS, ARM_LEVER = 0.5, 0.2
GRAVITY = 9.81
RADIUS = 0.02
"""Of the ball that the arm ends in [m]."""

MODEL = f"""<mujoco><worldbody><body name="trunk" pos="0 0 1">
  <geom name="trunk" type="box" size="{FOOT} 0.1 0.3" mass="5"/>
  <body name="arm" pos="0 0.2 0.2"><joint name="shoulder" axis="0 1 0" range="-90 90"/>
    <geom name="arm" size="{RADIUS}" pos="0 0 -{ARM_LEVER}" mass="{ARM_MASS}"/></body>
</body></worldbody>{{after}}</mujoco>"""
CARD = """name = "box"
title = "Box"
source = "made up"
[model]
file = "model.xml"
base = "{base}"
rest = "{rest}"
[home]
shoulder = {home}
[soles.l]
body = "trunk"
points = [[-0.1, 0.1, -0.3], [-0.1, -0.1, -0.3], [0.1, 0.1, -0.3], [0.1, -0.1, -0.3]]
[gains]
{gains}
"""


def build(
    folder: Path,
    base: str = "free",
    rest: str = "standing",
    gains: str = "",
    after: str = "",
    home: float = HOME,
) -> Robot:
    (folder / "model.xml").write_text(MODEL.format(after=after), encoding="utf-8")
    card = folder / "card.toml"
    card.write_text(CARD.format(base=base, rest=rest, gains=gains, home=home), encoding="utf-8")
    return Robot.from_card(load_card(card))


def motion_of(
    robot: Robot, angles: np.ndarray, fps: float, contacts: np.ndarray | None = None
) -> RobotMotion:
    """Return a motion of the arm (T,) [rad]; a free box stands at home."""
    q = np.tile(robot.home, (len(angles), 1))
    q[:, -1] = angles
    status = np.zeros(len(angles), dtype=np.int64)
    return RobotMotion("box", "made up", robot.joints, q, fps, status, contacts, robot.fingerprint)


def swing(fps: float = 50.0, seconds: float = 1.0, hertz: float = 1.0, size: float = 0.4) -> np.ndarray:
    """Return angles (T,) [rad] of an arm that swings."""
    time = np.arange(round(seconds * fps) + 1) / fps
    return size * np.sin(2.0 * np.pi * hertz * time)

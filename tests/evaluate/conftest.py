"""A small humanoid made for the tests, and people who move exactly as it does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np
import pytest

from understudy.motion import HumanMotion, RobotMotion
from understudy.robots import Robot
from understudy.robots.card_reader import load_card
from understudy.spatial import rotations as rot

FPS = 50.0
FRAMES = 12

ROLL, PITCH, YAW = "1 0 0", "0 1 0", "0 0 1"
BONE = '<geom type="capsule" size="0.02" fromto="0 0 -0.08 0 0 {end}"/>'


def hinge(name: str, axis: str, limit: float = 3.0) -> str:
    return f'<joint name="{name}" axis="{axis}" range="-{limit} {limit}"/>'


def arm(side: str, sign: int) -> str:
    """Return a left or right arm hanging from the chest: three joints at the shoulder, elbow, wrist."""
    shoulder = "".join(hinge(f"shoulder_{n}_{side}", a) for n, a in (("p", PITCH), ("r", ROLL), ("y", YAW)))
    return f"""
      <body name="upper_arm_{side}" pos="0 {0.2 * sign} 0.25">{shoulder}{BONE.format(end=-0.2)}
        <body name="forearm_{side}" pos="0 0 -0.25">{hinge(f"elbow_{side}", PITCH)}{BONE.format(end=-0.18)}
          <body name="hand_{side}" pos="0 0 -0.22">{hinge(f"wrist_{side}", PITCH)}
            <geom type="sphere" size="0.03" pos="0 0 -0.05"/></body></body></body>"""


def leg(side: str, sign: int) -> str:
    """Return a left or right leg: three joints at the hip, knee, ankle, and a foot 5 cm high."""
    hip = "".join(hinge(f"hip_{n}_{side}", a) for n, a in (("p", PITCH), ("r", ROLL), ("y", YAW)))
    return f"""
      <body name="thigh_{side}" pos="0 {0.1 * sign} 0">{hip}{BONE.format(end=-0.32)}
        <body name="shin_{side}" pos="0 0 -0.4">{hinge(f"knee_{side}", PITCH)}{BONE.format(end=-0.32)}
          <body name="foot_{side}" pos="0 0 -0.4">{hinge(f"ankle_{side}", PITCH)}
            <geom type="box" size="0.1 0.04 0.01" pos="0.05 0 -0.04"/></body></body></body>"""


def chest(free: bool) -> str:
    return f"""
    <body name="chest" pos="0 0 {0.1 if free else 1.0}">{hinge("waist", YAW) if free else ""}
      <geom type="box" size="0.06 0.1 0.08" pos="0 0 0.2"/>{arm("l", 1)}{arm("r", -1)}
    </body>"""


def model(free: bool) -> str:
    """Return the model: a whole body, or only chest and arms on a fixed base."""
    body = chest(free)
    if free:
        pelvis = '<geom type="sphere" size="0.05"/>'
        body = (
            f'<body name="pelvis" pos="0 0 0.85"><freejoint/>{pelvis}{body}{leg("l", 1)}{leg("r", -1)}</body>'
        )
    floor = '<geom name="floor" type="plane" size="5 5 0.1"/>'
    return f'<mujoco><compiler angle="radian"/><worldbody>{floor}{body}</worldbody></mujoco>'


def landmark_lines(side: str, legs: bool) -> list[str]:
    centres = {"elbow": ["elbow"], "wrist": ["wrist"]}
    centres["shoulder"] = ["shoulder_p", "shoulder_r", "shoulder_y"]
    points = {"knuckle": ("hand", [0.0, 0.0, -0.08])}
    if legs:
        centres |= {"hip": ["hip_p", "hip_r", "hip_y"], "knee": ["knee"], "ankle": ["ankle"]}
        points["toe"] = ("foot", [0.12, 0.0, -0.05])
    lines = [
        f"{name}_{side} = {{ joints = {[f'{joint}_{side}' for joint in joints]} }}"
        for name, joints in centres.items()
    ]
    return lines + [
        f"{name}_{side} = {{ body = '{body}_{side}', point = {point} }}"
        for name, (body, point) in points.items()
    ]


def card(free: bool) -> str:
    corners = [[-0.05, 0.04, -0.05], [-0.05, -0.04, -0.05], [0.15, 0.04, -0.05], [0.15, -0.04, -0.05]]
    lines = ['name = "tester"', 'title = "Test robot"', 'source = "made for the tests"', "[model]"]
    lines += ['file = "model.xml"', f'base = "{"free" if free else "fixed"}"', "[landmarks]"]
    lines += [line for side in "lr" for line in landmark_lines(side, free)]
    lines += ["[frames]", 'chest = "chest"']
    if free:
        lines += [f'foot_{side} = "foot_{side}"' for side in "lr"]
        lines += ["[soles]"] + [f"{side} = {{ body = 'foot_{side}', points = {corners} }}" for side in "lr"]
    return "\n".join([*lines, "[velocity]", '"*" = 5.0', '"knee_*" = 2.0'])


def build(folder: Path, model_text: str, card_text: str) -> Robot:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.xml").write_text(model_text, encoding="utf-8")
    (folder / "card.toml").write_text(card_text, encoding="utf-8")
    return Robot.from_card(load_card(folder / "card.toml"))


@pytest.fixture(scope="session")
def robot(tmp_path_factory: pytest.TempPathFactory) -> Robot:
    """Return a humanoid on a free base whose joint axes meet in points, standing at home."""
    return build(tmp_path_factory.mktemp("whole"), model(free=True), card(free=True))


@pytest.fixture(scope="session")
def upper_body(tmp_path_factory: pytest.TempPathFactory) -> Robot:
    """Return chest and arms of the same humanoid on a fixed base, without legs."""
    return build(tmp_path_factory.mktemp("upper"), model(free=False), card(free=False))


@pytest.fixture(scope="session")
def stiff_robot(tmp_path_factory: pytest.TempPathFactory) -> Robot:
    """Return the same humanoid with a left elbow that turns by 1 rad at most."""
    text = model(free=True).replace(hinge("elbow_l", PITCH), hinge("elbow_l", PITCH, 1.0))
    return build(tmp_path_factory.mktemp("stiff"), text, card(free=True))


@pytest.fixture
def build_robot(tmp_path: Path) -> Callable[[str, str], Robot]:
    """Return the builder of a robot from the inside of a worldbody and extra lines of a card."""

    def make(worldbody: str, card_lines: str = "", base: str = "free") -> Robot:
        head = 'name = "part"\ntitle = "Part"\nsource = "test"\n'
        text = f'{head}[model]\nfile = "model.xml"\nbase = "{base}"\n{card_lines}'
        return build(tmp_path / "robot", f"<mujoco>{worldbody}</mujoco>", text)

    return make


def move(robot: Robot, frames: int = FRAMES, fps: float = FPS, **joints: object) -> RobotMotion:
    """Return a motion that stays at home but for joints given by name as one value or one a frame."""
    q = np.tile(robot.home, (frames, 1))
    for name, values in joints.items():
        q[:, robot.model.joint(name).qposadr[0]] = values
    return RobotMotion(robot.name, "test", robot.joints, q, fps, np.ones(frames, dtype=int))


def mimic(robot: Robot, motion: RobotMotion, contacts: np.ndarray | None = None) -> HumanMotion:
    """Return a person shaped exactly like the robot who moves exactly as it does."""
    data = mujoco.MjData(robot.model)
    names = tuple(robot.landmarks)
    points = np.empty((motion.frame_count, len(names), 3))
    frames = {name: np.empty((motion.frame_count, 4)) for name in robot.frames}
    for t, q in enumerate(motion.q):
        data.qpos[:] = q
        mujoco.mj_kinematics(robot.model, data)
        for index, name in enumerate(names):
            place = robot.landmarks[name]
            points[t, index] = data.xpos[place.body] + data.xmat[place.body].reshape(3, 3) @ place.point
        for name, frame in robot.frames.items():
            frames[name][t] = rot.multiply(data.xquat[frame.body], frame.offset)
    return HumanMotion(names, points, motion.fps, frames=frames, contacts=contacts)


@pytest.fixture(scope="session")
def move_robot() -> Callable[..., RobotMotion]:
    """Return :func:`move`."""
    return move


@pytest.fixture(scope="session")
def mimic_robot() -> Callable[..., HumanMotion]:
    """Return :func:`mimic`."""
    return mimic

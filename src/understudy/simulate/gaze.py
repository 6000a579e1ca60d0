"""Eyes that follow something, by their own joints and within their limits; the head stays as it is.

Each eye turns to the same point, so that both converge on what is near. In every frame the joints x of the
eyes solve, in a few damped Gauss–Newton steps,

    min Σ_eyes ‖P (ω − Σ_j a_j Δx_j)‖² + λ ‖Δx‖²,   P = 1 − g gᵀ

where ω is the rotation that takes an eye's gaze g to its target, and a_j are axes of joints that carry it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import mujoco
import numpy as np

from understudy.errors import OptionError, RobotError
from understudy.motion import RobotMotion
from understudy.robots.eye_cameras import eye_cameras, eye_joints
from understudy.robots.parts import Attachment, Eye, point_in_world
from understudy.robots.robot import Robot
from understudy.simulate.surroundings import Surroundings
from understudy.spatial import rotations as rot

FAR = 10.0
"""Distance [m] of what a captured person faces, of which no capture says how far it is."""

_STEPS = 4
_DAMPING = 1e-4
_HANDS = {"left_hand": "l", "right_hand": "r"}
_HAND_POINTS = ("knuckle", "fingertip", "wrist")
"""Landmarks of a hand, the best first."""

_AHEAD = np.array([1.0, 0.0, 0.0])

Target = Callable[[mujoco.MjData, int], np.ndarray]
"""Returns what is looked at (3,) [m] in a state and frame, NaN where there is nothing."""


def follow(motion: RobotMotion, robot: Robot, around: Surroundings, gaze: str) -> RobotMotion:
    """Return a motion whose eye joints follow something.

    Args:
        motion: The motion; a robot whose eyes have no joints keeps it as it is.
        robot: Its robot.
        around: What there is to look at.
        gaze: ``ahead``, ``capture``, ``toy``, ``left_hand`` or ``right_hand``.

    Raises:
        OptionError: Where there is nothing of that kind to look at.
        RobotError: Where the robot has no such hand.
    """
    eyes = tuple(eye_cameras(robot).values())
    names = tuple(dict.fromkeys(joint for eye in eyes for joint in eye_joints(robot, eye)))
    target = None if gaze == "ahead" else _target(motion, robot, around, gaze, eyes)
    if not names:
        return motion
    q = np.array(motion.q)
    columns = [q.shape[1] - len(motion.joints) + motion.joints.index(name) for name in names]
    if target is None:
        q[:, columns] = robot.home[[int(robot.model.joint(name).qposadr[0]) for name in names]]
    else:
        q[:, columns] = _followed(motion, robot, around.root, eyes, names, target)
    return replace(motion, q=q)


def gazes_w(data: mujoco.MjData, eyes: Sequence[Eye]) -> np.ndarray:
    """Return the directions (N, 3) in which eyes look in a state."""
    return np.array([rot.rotate(rot.multiply(data.xquat[eye.body], eye.offset), _AHEAD) for eye in eyes])


def places_w(data: mujoco.MjData, eyes: Sequence[Eye]) -> np.ndarray:
    """Return where (N, 3) [m] eyes are in a state."""
    return np.array([point_in_world(data, Attachment(eye.body, eye.point)) for eye in eyes])


def _target(
    motion: RobotMotion, robot: Robot, around: Surroundings, gaze: str, eyes: Sequence[Eye]
) -> Target:
    if gaze == "capture":
        directions = _captured(motion, around)
        return lambda data, frame: places_w(data, eyes).mean(axis=0) + FAR * directions[frame]
    if gaze == "toy":
        if not around.things:
            raise OptionError("gaze 'toy' needs something to look at: --toys, --mobile or --objects FILE")
        places = next(iter(around.things.values()))
        return lambda data, frame: places[frame]
    marks = [f"{point}_{_HANDS[gaze]}" for point in _HAND_POINTS]
    hand = next((robot.landmarks[mark] for mark in marks if mark in robot.landmarks), None)
    if hand is None:
        raise RobotError(f"robot '{robot.name}': gaze '{gaze}' needs one of the landmarks {', '.join(marks)}")
    return lambda data, frame: point_in_world(data, hand)


def _captured(motion: RobotMotion, around: Surroundings) -> np.ndarray:
    """Return the directions (T, 3) in which the captured person faces."""
    if around.gaze_w is None:
        raise OptionError("gaze 'capture' needs the capture that the motion came from: --source FILE")
    if around.gaze_w.shape != (motion.frame_count, 3):
        raise OptionError(
            f"gaze 'capture': the capture has {len(around.gaze_w)} frames and the robot's motion "
            f"{motion.frame_count}, expected the capture that the motion came from"
        )
    return around.gaze_w


def _followed(
    motion: RobotMotion,
    robot: Robot,
    root: np.ndarray,
    eyes: Sequence[Eye],
    names: Sequence[str],
    target: Target,
) -> np.ndarray:
    """Return the joints (T, N) of the eyes, no faster than they can; without a target they stay."""
    model, data = robot.model, mujoco.MjData(robot.model)
    joints = [int(model.joint(name).id) for name in names]
    rows = [robot.joints.index(name) for name in names]
    addresses = model.jnt_qposadr[joints]
    lower, upper, fastest = robot.lower[rows], robot.upper[rows], robot.velocity[rows] / motion.fps
    carries = np.array([[name in eye_joints(robot, eye) for name in names] for eye in eyes])
    found = np.empty((motion.frame_count, len(names)))
    values = np.clip(robot.home[addresses], lower, upper)
    for frame, pose in enumerate(motion.q):
        data.qpos[:] = pose
        data.qpos[: root.shape[1]] = root[frame]
        before = values
        for _ in range(_STEPS):
            data.qpos[addresses] = values
            mujoco.mj_kinematics(model, data)
            seen_w = target(data, frame)
            if not np.isfinite(seen_w).all():
                break
            bounds = (lower - values, upper - values)
            values = values + _step(data, eyes, seen_w, carries, data.xaxis[joints], bounds)
        if frame:
            values = np.clip(values, before - fastest, before + fastest)
        found[frame] = values
    return found


def _step(
    data: mujoco.MjData,
    eyes: Sequence[Eye],
    seen_w: np.ndarray,
    carries: np.ndarray,
    axes_w: np.ndarray,
    bounds: tuple[np.ndarray, np.ndarray],
) -> np.ndarray:
    """Return by how much (N,) joints are to turn so that eyes look at a point.

    Args:
        data: The state.
        eyes: The eyes.
        seen_w: (3,) the point [m].
        carries: (eyes, N) which joints turn which eye.
        axes_w: (N, 3) axes of the joints.
        bounds: The least and largest turns (N,) that limits leave.
    """
    wanted_w = rot.normalise(seen_w - places_w(data, eyes))
    matrices, turns = [], []
    for own, gaze, wanted in zip(carries, gazes_w(data, eyes), wanted_w, strict=True):
        across = np.eye(3) - np.outer(gaze, gaze)
        turns.append(across @ rot.as_rotation_vector(rot.shortest_arc(gaze, wanted)))
        matrices.append(across @ (axes_w * own[:, None]).T)
    return _bounded(np.concatenate(matrices), np.concatenate(turns), *bounds)


def _bounded(matrix: np.ndarray, turns: np.ndarray, least: np.ndarray, most: np.ndarray) -> np.ndarray:
    """Return x (N,) within bounds that brings ``matrix @ x`` near ``turns``.

    What runs into a bound stays there, and the others make up for it.
    """
    x, free = np.zeros(matrix.shape[1]), np.ones(matrix.shape[1], dtype=bool)
    while free.any():
        own = matrix[:, free]
        rest = turns - matrix[:, ~free] @ x[~free]
        x[free] = np.linalg.solve(own.T @ own + _DAMPING * np.eye(int(free.sum())), own.T @ rest)
        outside = free & ((x < least) | (x > most))
        if not outside.any():
            break
        x[outside] = np.clip(x, least, most)[outside]
        free &= ~outside
    return x

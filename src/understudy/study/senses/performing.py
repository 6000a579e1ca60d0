"""A recording performed in simulation, with joints set as in the thesis, and by servos in full physics."""

from __future__ import annotations

import numpy as np

from understudy.anatomy.touch_detection import touches_of
from understudy.evaluate.body_vectors import BODY_VECTORS, vector_errors
from understudy.evaluate.joints import joint_groups
from understudy.evaluate.touch import count_touches, robot_touches
from understudy.evaluate.touch_events import find_touches, touching_frames
from understudy.evaluate.tracking import FULL, able_moments
from understudy.motion import HumanMotion, RobotMotion, Rollout
from understudy.robots import Robot
from understudy.simulate import SimulationOptions, parse_senses, simulate
from understudy.study.judged_body import judged_body, judged_robot
from understudy.study.methods import HELD, METHODS
from understudy.study.senses.sensed import MODES, PHYSICS, SET, Felt, Performed, Sensed

_MODES = {SET: "kinematic", PHYSICS: "dynamic"}
_WEIGHT = 9.81
_ENDS = ("wrist", "ankle")


def perform_and_sense(human: HumanMotion, robot: Robot, method: str) -> Sensed:
    """Make a robot perform a motion, limits held, in both modes with its skin on.

    Args:
        human: The infant's motion.
        robot: The robot.
        method: Name of the method that retargets it.

    Raises:
        UnderstudyError: Where the robot cannot be simulated or has no skin, or its first pose diverges.
    """
    motion = METHODS[method].perform(human, robot).motions[HELD]
    senses = parse_senses("skin")
    rollouts = {
        mode: simulate(motion, robot, SimulationOptions(mode=_MODES[mode], senses=senses)) for mode in MODES
    }
    reached = rollouts[PHYSICS]
    frames, _ = count_touches(touches_of(human), robot_touches(motion, robot), motion.fps)
    return Sensed(
        base=reached.base,
        fps=float(motion.fps),
        wanted=_errors(human, robot, motion),
        reached=_errors(human, robot, reached.as_motion()),
        felt={mode: _felt(rollout, robot) for mode, rollout in rollouts.items()},
        performed=_performed(reached, robot),
        touches=frames,
    )


def _errors(human: HumanMotion, robot: Robot, motion: RobotMotion) -> np.ndarray:
    """Return (8, T) float32 [rad], NaN where a vector could not be judged."""
    reference = judged_body(human.section(0, motion.frame_count))
    found = vector_errors(reference, judged_robot(robot, motion.q, motion.fps))
    unknown = np.full(motion.frame_count, np.nan)
    return np.stack([found.get(name, unknown) for name in BODY_VECTORS]).astype(np.float32)


def _felt(rollout: Rollout, robot: Robot) -> Felt:
    own = tuple(touch for touch in find_touches(rollout, robot) if touch.is_self)
    return Felt(
        parts=np.array([(touch.first, touch.second) for touch in own], dtype=np.str_).reshape(-1, 2),
        start=np.array([touch.start for touch in own]),
        duration=np.array([touch.duration for touch in own]),
        force=np.array([touch.max_force for touch in own]),
        share=float(touching_frames(own, rollout.time).mean()),
    )


def _performed(rollout: Rollout, robot: Robot) -> Performed:
    turning = [column for group in joint_groups(robot) if group.unit == "rad" for column in group.columns]
    errors, able = rollout.joint_errors[:, turning], able_moments(rollout, robot)[:, turning]
    use = np.abs(rollout.torques) >= FULL * robot.gains.torque
    return Performed(
        squares=np.array([np.sum(errors**2), np.sum(errors[able] ** 2)]),
        moments=np.array([errors.size, int(able.sum())]),
        depth=float(rollout.depth.max()),
        saturated=int(use.any(axis=1).sum()),
        energy=float(rollout.energy.sum()),
        force=float(rollout.contact_force.max()),
        weight=_WEIGHT * float(robot.model.body_mass.sum()),
        speeds=_speeds(rollout, robot),
        ending=rollout.ending,
    )


def _speeds(rollout: Rollout, robot: Robot) -> np.ndarray:
    """Return the largest speed (2,) [m/s] of a wrist and of an ankle, NaN where the robot has none."""
    body = judged_robot(robot, rollout.q, rollout.fps)
    speed = np.linalg.norm(np.diff(body.landmarks, axis=0), axis=2) * rollout.fps
    found = []
    for end in _ENDS:
        columns = [index for index, name in enumerate(body.names) if name.startswith(end)]
        found.append(float(speed[:, columns].max()) if columns and len(speed) else np.nan)
    return np.array(found)

"""A rollout judged: what happened in simulation, and how faithful that is to the person."""

from __future__ import annotations

from dataclasses import replace

from understudy.evaluate.compare import evaluate, require_same_joints
from understudy.evaluate.contact import contact_metrics
from understudy.evaluate.effort import effort_metrics
from understudy.evaluate.falls import falls_metrics
from understudy.evaluate.felt_touches import felt_touch_metrics
from understudy.evaluate.reproduction import reproduction_metrics
from understudy.evaluate.sensed import sense_metrics
from understudy.evaluate.tracking import tracking_metrics
from understudy.motion import Evaluation, HumanMotion, Metric, Rollout
from understudy.robots.robot import Robot


def evaluate_rollout(rollout: Rollout, robot: Robot, human: HumanMotion | None = None) -> Evaluation:
    """Say with numbers what a simulated robot did.

    Args:
        rollout: What it did.
        robot: The robot.
        human: What the person did, frame by frame at the same rate; where given, everything that is measured
            of a motion is measured of the one that the robot reached. Of a simulation that was stopped, the
            frames up to there count.

    Raises:
        InvalidMotionError: When they do not belong together.
    """
    motion = rollout.as_motion()
    require_same_joints(motion, robot)
    found = rollout_metrics(rollout, robot)
    if human is None:
        history = rollout.provenance.then("evaluate")
        return Evaluation(rollout.robot, motion.method, motion.fps, found, history)
    if rollout.ending and human.frame_count > rollout.frame_count:
        human = human.section(0, rollout.frame_count)
    compared = evaluate(human, motion, robot)
    return replace(compared, metrics=(*found, *compared.metrics))


def rollout_metrics(rollout: Rollout, robot: Robot) -> tuple[Metric, ...]:
    """Return the metrics of a rollout alone, one family after the other."""
    return (
        *tracking_metrics(rollout, robot),
        *reproduction_metrics(rollout, robot),
        *falls_metrics(rollout, robot),
        *effort_metrics(rollout, robot),
        *contact_metrics(rollout, robot),
        *felt_touch_metrics(rollout, robot),
        *sense_metrics(rollout),
    )

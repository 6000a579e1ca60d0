"""Limits: frames over a joint's limits of position, velocity and acceleration, joints at their stops.

A method that crops to the limits never exceeds them, so being near one stands for having been cropped.
Where the method tells what angles it wanted, the true share of cropped frames is given as well.
"""

from __future__ import annotations

import numpy as np

from understudy.evaluate.joints import JointGroup, joint_groups, rate
from understudy.evaluate.limit_kernel import JointLimits, Kept, write_kept
from understudy.evaluate.statistics import largest, share, worst_frame
from understudy.motion import Metric, RobotMotion
from understudy.robots.robot import Robot

RELATIVE_TOLERANCE = 1e-9
"""Excess that rounding explains, relative to a joint's range or to its limit of velocity or acceleration."""

_PER = {"position": "", "velocity": "/s", "acceleration": "/s²"}
"""What is limited, and what its unit is divided by."""

NEAR = {"rad": np.deg2rad(0.5), "m": 0.001}
"""Distance to a limit below which a joint counts as being at it: half a degree, or a millimetre."""


def limit_metrics(robot: Robot, motion: RobotMotion, wanted: np.ndarray | None) -> tuple[Metric, ...]:
    """Return how the motion keeps to the robot's limits.

    Args:
        robot: The robot.
        motion: Its motion.
        wanted: (T, J) joint coordinates [rad or m] before cropping, NaN where the method states none.
    """
    positions = motion.joint_positions
    uses = [np.full(motion.frame_count, -np.inf) for _ in _PER]
    at_stop, frames_at_stop = np.zeros(motion.frame_count), np.zeros(len(robot.joints))
    metrics: list[Metric] = []
    for group in joint_groups(robot):
        kept = _kept(robot, group, positions[:, group.columns], motion.fps)
        metrics += [_over(kept, order, group) for order in range(len(_PER))]
        uses = [np.maximum(use, own) for use, own in zip(uses, kept.use, strict=True)]
        at_stop += kept.at_stop
        frames_at_stop[group.columns] = kept.frames_at_stop
    for kind, use in zip(_PER, uses, strict=True):
        if kind != "position":
            frame = worst_frame(use)
            most = float("nan") if np.isnan(frame) else float(use[int(frame)])
            metrics.append(Metric(f"limits/{kind}_use", "1", {"max": most, "frame": frame}, use))
    metrics += _by_joint("near_limit", at_stop, frames_at_stop / motion.frame_count, robot)
    if wanted is not None:
        excess = position_excess(wanted, robot.lower, robot.upper)
        applies = ~np.isnan(wanted)
        with np.errstate(invalid="ignore"):
            shares = ((excess > 0.0) & applies).sum(axis=0) / applies.sum(axis=0)
        metrics += _by_joint("cropped", (excess > 0.0).sum(axis=1).astype(np.float64), shares, robot)
    return tuple(metrics)


def _kept(robot: Robot, group: JointGroup, positions: np.ndarray, fps: float) -> Kept:
    """Return how coordinates (T, J) of a group of joints keep to its limits."""
    count, columns = len(positions), group.columns
    lower, upper = robot.lower[columns], robot.upper[columns]
    rates = np.stack([np.full(len(columns), np.inf), robot.velocity[columns], robot.acceleration[columns]])
    slack = RELATIVE_TOLERANCE * rates
    slack[0] = position_slack(lower, upper)
    for order in (1, 2):
        slack[order] += _rounding(positions, fps, order)
    kept = Kept(
        *(np.empty((3, count)), np.zeros((3, count), np.int64), np.zeros(3, np.int64)),
        *(np.empty((3, count)), np.zeros(count), np.zeros(len(columns), np.int64)),
    )
    near = np.full(len(columns), NEAR[group.unit])
    factors = np.array([1.0, fps, fps**2])
    write_kept(np.array(positions, order="C"), factors, JointLimits(lower, upper, rates, slack, near), kept)
    return kept


def position_excess(positions: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    """Return how far (T, J) coordinates lie outside (J,) limits, 0 within them and within rounding."""
    excess = np.maximum(np.maximum(lower - positions, positions - upper), 0.0)
    return np.where(excess <= position_slack(lower, upper), 0.0, excess)


def position_slack(lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    """Return by how much (J,) coordinates may lie outside (J,) limits by rounding."""
    width = upper - lower
    return RELATIVE_TOLERANCE * np.where(np.isfinite(width), np.maximum(width, RELATIVE_TOLERANCE), 1.0)


def rate_excess(positions: np.ndarray, fps: float, order: int, limit: np.ndarray) -> np.ndarray:
    """Return by how much (T, J) rates of change exceed limits (J,), 0 within them and within rounding.

    Differences lose digits: at a high frame rate the last one of a coordinate alone is worth more than the
    relative tolerance of a limit, ε |q| for each of the 2ᵏ coordinates that a k-th difference adds up.

    Args:
        positions: (T, J) coordinates [rad or m].
        fps: Frames a second [1/s].
        order: 1 for velocity, 2 for acceleration.
        limit: (J,) of that rate.
    """
    return _excess(np.abs(rate(positions, fps, order)), limit, _rounding(positions, fps, order))


def _rounding(positions: np.ndarray, fps: float, order: int) -> np.ndarray:
    """Return (J,) by how much rounding may change rates of coordinates (T, J)."""
    return np.finfo(np.float64).eps * (2.0 * fps) ** order * np.abs(positions).max(axis=0, initial=0.0)


def _excess(sizes: np.ndarray, limit: np.ndarray, rounding: np.ndarray) -> np.ndarray:
    """Return by how much sizes of rates (T, J) exceed limits (J,), 0 within them and within rounding (J,)."""
    excess = np.maximum(sizes - limit, 0.0)
    return np.where(excess <= RELATIVE_TOLERANCE * limit + rounding, 0.0, excess)


def _over(kept: Kept, order: int, group: JointGroup) -> Metric:
    """Return frames with any joint over its limit, and the largest excess with frame and joint.

    Args:
        kept: What was found.
        order: Of what is limited: 0 for position, 1 for velocity, 2 for acceleration.
        group: The joints.
    """
    (kind, per), per_frame = list(_PER.items())[order], kept.excess[order]
    # The first frames have no rate yet.
    over, known = float(kept.frames[order]), max(len(per_frame) - order, 0)
    most = frame = joint = float("nan")
    if known:
        worst = order + int(per_frame[order:].argmax())
        most, frame = float(per_frame[worst]), float(worst)
        joint = float(group.columns[kept.joint[order, worst]])
    summary = {
        "frames": over,
        "share": over / known if known else float("nan"),
        "max": most,
        "frame": frame,
        "joint": joint,
    }
    return Metric(f"limits/{kind}{group.suffix}", f"{group.unit}{per}", summary, per_frame)


def _by_joint(name: str, count: np.ndarray, shares: np.ndarray, robot: Robot) -> list[Metric]:
    """Return the count (T,) of marked joints a frame, and the share (J,) of frames for each joint by name."""
    by_joint = dict(zip(robot.joints, shares.tolist(), strict=True))
    return [
        Metric(f"limits/{name}", "1", {"share": share(count > 0, count), "max": largest(count)}, count),
        Metric(f"limits/{name}_by_joint", "1", by_joint),
    ]

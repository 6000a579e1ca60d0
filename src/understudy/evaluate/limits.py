"""Limits: frames over a joint's limits of position, velocity and acceleration, joints at their stops.

A method that crops to the limits never exceeds them, so being near one stands for having been cropped.
Where the method tells what angles it wanted, the true share of cropped frames is given as well.
"""

from __future__ import annotations

import numpy as np

from understudy.evaluate.joints import JointGroup, joint_groups, rate
from understudy.evaluate.statistics import largest, share, worst_frame
from understudy.motion import Metric, RobotMotion
from understudy.robots.robot import Robot

RELATIVE_TOLERANCE = 1e-9
"""Excess that rounding explains, relative to a joint's range or to its limit of velocity or acceleration."""

NEAR = {"rad": np.deg2rad(0.5), "m": 0.001}
"""Distance to a limit below which a joint counts as being at it: half a degree, or a millimetre."""


def limit_metrics(robot: Robot, motion: RobotMotion, wanted: np.ndarray | None) -> tuple[Metric, ...]:
    """Return how the motion keeps to the robot's limits.

    Args:
        robot: The robot.
        motion: Its motion.
        wanted: (T, J) joint coordinates [rad or m] before cropping, NaN where the method states none.
    """
    metrics: list[Metric] = []
    positions = motion.joint_positions
    rates = {"velocity": (1, "/s", robot.velocity), "acceleration": (2, "/s²", robot.acceleration)}
    sizes = {kind: np.abs(rate(positions, motion.fps, order)) for kind, (order, _, _) in rates.items()}
    for group in joint_groups(robot):
        columns = group.columns
        excess = position_excess(positions[:, columns], robot.lower[columns], robot.upper[columns])
        metrics.append(_over("limits/position", group, "", excess))
        for kind, (order, per, limit) in rates.items():
            rounding = _rounding(positions[:, columns], motion.fps, order)
            excess = _excess(sizes[kind][:, columns], limit[columns], rounding)
            metrics.append(_over(f"limits/{kind}", group, per, excess))
    for kind, (_, _, limit) in rates.items():
        use = _largest(sizes[kind] / limit)
        summary = {"max": largest(use), "frame": worst_frame(use)}
        metrics.append(Metric(f"limits/{kind}_use", "1", summary, use))
    metrics += _by_joint("near_limit", _near(robot, positions), positions, robot)
    if wanted is not None:
        excess = position_excess(wanted, robot.lower, robot.upper)
        metrics += _by_joint("cropped", excess > 0.0, wanted, robot)
    return tuple(metrics)


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


def _over(name: str, group: JointGroup, per: str, excess: np.ndarray) -> Metric:
    """Return frames with any joint over its limit, and the largest excess with frame and joint."""
    per_frame = _largest(excess)
    frame = worst_frame(per_frame)
    summary = {
        "frames": float((per_frame > 0.0).sum()),
        "share": share(per_frame > 0.0, per_frame),
        "max": largest(per_frame),
        "frame": frame,
        "joint": _joint_at(excess, frame, group),
    }
    return Metric(f"{name}{group.suffix}", f"{group.unit}{per}", summary, per_frame)


def _near(robot: Robot, positions: np.ndarray) -> np.ndarray:
    near = np.zeros(len(robot.joints))
    for group in joint_groups(robot):
        near[group.columns] = NEAR[group.unit]
    return (positions - robot.lower <= near) | (robot.upper - positions <= near)


def _by_joint(name: str, marked: np.ndarray, values: np.ndarray, robot: Robot) -> list[Metric]:
    """Return the count of marked joints a frame, and the share of frames for each joint by its name."""
    applies = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        by_joint = (marked & applies).sum(axis=0) / applies.sum(axis=0)
    shares = dict(zip(robot.joints, by_joint.tolist(), strict=True))
    count = marked.sum(axis=1).astype(np.float64)
    return [
        Metric(f"limits/{name}", "1", {"share": share(count > 0, count), "max": largest(count)}, count),
        Metric(f"limits/{name}_by_joint", "1", shares),
    ]


def _largest(values: np.ndarray) -> np.ndarray:
    """Return the largest of each row (T, J), NaN where a row is not known."""
    return values.max(axis=1, initial=-np.inf) if values.shape[1] else np.zeros(len(values))


def _joint_at(values: np.ndarray, frame: float, group: JointGroup) -> float:
    """Return the index in ``Robot.joints`` of the largest value in a frame."""
    return float("nan") if np.isnan(frame) else float(group.columns[values[int(frame)].argmax()])

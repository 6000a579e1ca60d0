"""Frames that were not solved to the end are counted by how they ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from understudy.evaluate.solving import solving_metrics
from understudy.motion import RobotMotion
from understudy.motion.ending import Ending
from understudy.robots import Robot

Mover = Callable[..., RobotMotion]


def test_endings_are_counted_by_name(robot: Robot, move_robot: Mover) -> None:
    status = np.zeros(12, dtype=int)
    status[[3, 4]], status[7], status[9] = Ending.ITERATION_LIMIT, Ending.INFEASIBLE, Ending.NOT_SEEN
    (metric,) = solving_metrics(replace(move_robot(robot), status=status))
    assert dict(metric.summary) == {
        "frames": 4.0,
        "share": 4 / 12,
        "iteration_limit": 2.0,
        "infeasible": 1.0,
        "not_seen": 1.0,
        "frame": 3.0,
    }
    np.testing.assert_array_equal(np.flatnonzero(metric.series), [3, 4, 7, 9])


def test_a_motion_that_converged_has_no_such_frame(robot: Robot, move_robot: Mover) -> None:
    (metric,) = solving_metrics(replace(move_robot(robot), status=np.zeros(12, dtype=int)))
    assert metric.summary["frames"] == 0.0
    assert np.isnan(metric.summary["frame"])

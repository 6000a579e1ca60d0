"""What the capture does not show of the robot's limbs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from understudy.evaluate.captured import capture_metrics
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.robots import Robot


def test_missing_segments_are_told_with_their_share_of_frames(
    robot: Robot,
    upper_body: Robot,
    move_robot: Callable[..., RobotMotion],
    mimic_robot: Callable[..., HumanMotion],
) -> None:
    human = mimic_robot(robot, move_robot(robot))
    valid = np.ones_like(human.valid_mask)
    valid[:3, human.names.index("wrist_l")] = False
    valid[:, human.names.index("knee_r")] = False
    blind = replace(human, valid=valid)
    (metric,) = capture_metrics(blind, robot)
    assert tuple(metric.summary) == LIMB_SEGMENTS
    seen = {segment: share for segment, share in metric.summary.items() if share > 0.0}
    assert seen == {"forearm_l": 0.25, "thigh_r": 1.0, "shin_r": 1.0}
    (metric,) = capture_metrics(blind, upper_body)
    assert not [segment for segment in metric.summary if segment.startswith(("thigh", "shin"))]

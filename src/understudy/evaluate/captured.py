"""What the capture shows of the body that the robot has: segments it lacks can only be held still."""

from __future__ import annotations

from understudy.motion import HumanMotion, Metric
from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.robots.robot import Robot


def capture_metrics(human: HumanMotion, robot: Robot) -> tuple[Metric, ...]:
    """Return ``capture/missing_by_segment``: in which share of frames a segment of the robot was not seen."""
    shares = {
        segment: float((~human.shows(segment)).mean())
        for segment in LIMB_SEGMENTS
        if robot.segment(segment) is not None
    }
    return (Metric("capture/missing_by_segment", "1", shares),) if shares else ()

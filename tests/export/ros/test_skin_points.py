"""Skin that is pressed is a cloud of points where the robot touches the floor."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.export.ros.test_mcap import messages_in
from understudy.export import export
from understudy.motion import RobotMotion
from understudy.motion.touch_maps import pressures_at
from understudy.robots import load_robot
from understudy.simulate import SimulationOptions, parse_senses, simulate

FPS, FRAMES = 25.0, 5
SPACING = 0.01
"""[m]"""


def test_a_standing_robot_feels_the_floor_under_its_feet(tmp_path: Path) -> None:
    robot = load_robot("mimo")
    q = np.tile(robot.home, (FRAMES, 1))
    motion = RobotMotion("mimo", "home", robot.joints, q, FPS, np.zeros(FRAMES), model=robot.fingerprint)
    senses = parse_senses(f"skin:spacing={SPACING}")
    rollout = simulate(motion, robot, SimulationOptions(base="free", senses=senses))
    found = messages_in(export(rollout, "mcap", tmp_path / "a.mcap", robot=robot))
    clouds = found["/skin/points"]
    assert len(clouds) == FRAMES
    cloud = clouds[-1][1]
    assert cloud.header.frame_id == "world"
    assert [field.name for field in cloud.fields] == ["x", "y", "z", "pressure"]
    assert cloud.row_step == cloud.point_step * cloud.width == len(cloud.data)
    points = np.frombuffer(bytes(cloud.data), dtype="<f4").reshape(-1, 4)
    assert len(points) > 2
    # A contact is shared out among the taxels around it, some of which are on the rim of a sole.
    assert np.abs(points[:, 2]).max() < 3.0 * SPACING
    assert {bool(side) for side in points[:, 1] > 0.0} == {True, False}
    felt = pressures_at(rollout, float(rollout.time[-1]))
    assert points[:, 3].sum() == pytest.approx(felt.sum(), rel=1e-5)

"""Objects of a capture become boxes that move as they did."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.simulate.box_robot import build, motion_of
from understudy.errors import InvalidMotionError
from understudy.human.objects import object_motions
from understudy.motion import Recording
from understudy.simulate import SimulationOptions, simulate
from understudy.simulate.objects import LEAST, SceneObject, scene_objects

FPS, FRAMES = 50.0, 26
HALF = np.array([0.1, 0.05])
"""Half the sides of a flat board [m]."""


def board(start: float, end: float) -> SceneObject:
    """Return a flat board at the height of the box's middle that moves along x [m]."""
    corners = np.array([[x, y, 0.0] for x in (-HALF[0], HALF[0]) for y in (-HALF[1], HALF[1])])
    place = np.stack([np.linspace(start, end, FRAMES), np.zeros(FRAMES), np.full(FRAMES, 0.3)], axis=1)
    names = ("a", "b", "c", "d")
    recording = Recording(names, place[:, None] + corners, FPS, objects={"board": names})
    (found,) = scene_objects(recording, object_motions(recording))
    return found


def test_a_box_is_as_large_as_its_markers_lie_apart() -> None:
    found = board(1.0, 1.0)
    assert sorted(found.half) == pytest.approx([LEAST, *sorted(HALF)], abs=1e-6)


def test_an_object_pushes_what_it_meets(tmp_path: Path) -> None:
    robot = build(tmp_path)
    motion = motion_of(robot, np.zeros(FRAMES), FPS)
    away = simulate(motion, robot, SimulationOptions(objects=(board(1.0, 1.0),)))
    pushed = simulate(motion, robot, SimulationOptions(objects=(board(0.3, 0.1),)))
    assert abs(away.q[-1, 0]) < 1e-3
    assert pushed.q[-1, 0] < -0.01
    assert pushed.provenance.steps[-1][1]["objects"] == ["board"]


def test_a_pose_that_is_not_known_stays_where_it_was(tmp_path: Path) -> None:
    robot, found = build(tmp_path), board(0.3, 0.1)
    first = np.arange(FRAMES) == 0
    unknown = replace(
        found,
        motion=replace(
            found.motion,
            positions=np.where(first[:, None], found.motion.positions, np.nan),
            quaternions=np.where(first[:, None], found.motion.quaternions, np.nan),
            valid=first,
            residuals=np.where(first, found.motion.residuals, np.nan),
        ),
    )
    motion = motion_of(robot, np.zeros(FRAMES), FPS)
    assert abs(simulate(motion, robot, SimulationOptions(objects=(unknown,))).q[-1, 0]) < 1e-3


def test_objects_of_another_capture_are_refused(tmp_path: Path) -> None:
    robot = build(tmp_path)
    with pytest.raises(InvalidMotionError, match="'board' has 26 frames and the robot's motion 10"):
        simulate(motion_of(robot, np.zeros(10), FPS), robot, SimulationOptions(objects=(board(1.0, 1.0),)))

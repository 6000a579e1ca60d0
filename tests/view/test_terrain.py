"""Steps and ramps are drawn where they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.motion import RobotMotion
from understudy.motion.terrain import Patch, Terrain
from understudy.robots import Robot
from understudy.view.robot_figure import RobotFigure
from understudy.view.scene import FAST_SAMPLES, Stage
from understudy.view.terrain import block
from understudy.view.viewpoint import Viewpoint

SIZE = (160, 200)
UP = np.array([0.0, 0.0, 1.0])
SLOPE = np.radians(10.0)
RAMP = Patch(np.array([1.0, 0.2, 0.3]), 0.4, np.array([0.8, 0.5]), UP)


def tilted() -> Patch:
    along = RAMP.axes[0]
    normal = np.array([*(-np.sin(SLOPE) * along), np.cos(SLOPE)])
    return replace(RAMP, normal=normal)


@pytest.mark.parametrize("patch", [RAMP, tilted()])
def test_the_top_of_a_block_is_its_patch(patch: Patch) -> None:
    half, centre, axes = block(patch)
    signs = np.array([[-1.0, 1.0, 1.0], [-1.0, -1.0, 1.0], [1.0, 1.0, 1.0], [1.0, -1.0, 1.0]])
    np.testing.assert_allclose(centre + (signs * half) @ axes.T, patch.corners, atol=1e-9)
    assert np.linalg.det(axes) == pytest.approx(1.0)
    lowest = centre + (signs * [1.0, 1.0, -1.0] * half) @ axes.T
    assert lowest[:, 2].max() <= 1e-9


@pytest.mark.usefixtures("can_render")
def test_a_step_is_seen(robot: Robot, standing_still: Callable[..., RobotMotion]) -> None:
    motion = standing_still(robot)
    step = Terrain((Patch(np.array([0.0, 0.0, 0.1]), 0.0, np.array([0.3, 0.3]), UP),))
    pictures = []
    for terrain in (motion.terrain, step):
        figure = RobotFigure(robot, replace(motion, terrain=terrain), "toy")
        camera = Viewpoint(0.0, lying=False).cameras(figure, SIZE)[0]
        stage = Stage(figure, camera.distance, SIZE, FAST_SAMPLES)
        try:
            pictures.append(stage.picture(0, camera).astype(int))
        finally:
            stage.close()
    changed = np.abs(pictures[0] - pictures[1]).max(axis=2) > 8
    assert changed.mean() > 0.02
    assert not changed[: SIZE[1] // 4].any()

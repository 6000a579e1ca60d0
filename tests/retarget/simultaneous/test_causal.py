"""Frame by frame: limits hold, and no frame knows of later ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.errors import OptionError
from understudy.evaluate.physical_checks import physical_checks
from understudy.motion import HumanMotion, Recording, RobotMotion
from understudy.retarget import find_method
from understudy.retarget.simultaneous.aligning import aligned
from understudy.retarget.simultaneous.building import Problem, with_sizes_known
from understudy.retarget.simultaneous.causal import frames_of, solve_by_frame
from understudy.retarget.simultaneous.figures import FigureLimit
from understudy.retarget.simultaneous.frame_limits import BalanceRows, FrameLimits
from understudy.retarget.simultaneous.ground import Ground
from understudy.retarget.simultaneous.ground_limits import ZMP
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.retarget.simultaneous.step import moved_by
from understudy.robots import Robot, load_robot

FRAME_BY_FRAME = SimultaneousOptions(horizon="frame")
STEP, NEAR = 1e-6, 0.1


@pytest.fixture(scope="module")
def robot() -> Robot:
    """Return the paper's robot."""
    return load_robot("hrp4")


@pytest.fixture(scope="module", params=["constant", "framewise"])
def bent(
    request: pytest.FixtureRequest, standing: HumanMotion, captured: Recording, robot: Robot
) -> RobotMotion:
    """Return HRP-4 that bends, frame by frame, with sizes as identified or near that."""
    options = replace(FRAME_BY_FRAME, sizes=request.param)
    return find_method("simultaneous").retarget(standing, robot, options, captured)


def test_every_limit_holds_as_mujoco_sees_it(bent: RobotMotion, robot: Robot) -> None:
    """Joints, soles, and the ZMP by inverse dynamics."""
    found = physical_checks(bent, robot)
    assert found.position.worst <= 0.0
    assert found.velocity.worst <= 0.0
    assert found.acceleration.worst <= 0.0
    assert found.slide < 1e-3
    assert found.zmp_share >= 0.99


def test_the_person_is_reconstructed(bent: RobotMotion) -> None:
    """In every frame of the capture, as near as limits let a robot come that does not see ahead."""
    assert bent.reconstruction is not None
    assert len(bent.reconstruction.points) == len(bent.q)
    assert bent.reconstruction.mean_error < 0.06


def test_no_frame_knows_of_later_ones(bending: Problem) -> None:
    """Whatever comes later, the frames before it are the same."""
    clip, start = aligned(bending.clip, bending.start)
    clip = with_sizes_known(clip, start, FRAME_BY_FRAME.size_weight)
    half = len(start.robot) // 2
    captured = clip.person.captured.copy()
    captured[half:] += 0.1
    other = replace(clip, person=clip.person.with_markers(captured, clip.person.weight))
    first, second = (
        solve_by_frame(frames_of(each, bending.fps, FRAME_BY_FRAME), start).state.robot
        for each in (clip, other)
    )
    assert np.array_equal(first[:half], second[:half])
    assert not np.array_equal(first[half:], second[half:])


@pytest.mark.parametrize("weights", [(1.0, 0.0), (0.0, 1.0)], ids=["ZMP", "capture point"])
def test_slopes_of_balance_are_those_of_differences(bending: Problem, weights: tuple[float, float]) -> None:
    """The ZMP of the frame before, and the capture point; how its height changes is left out of both."""
    (zmp,) = [limit for limit in bending.clip.limits if limit.name == ZMP]
    assert isinstance(zmp, FigureLimit)
    assert isinstance(zmp.source, Ground)
    poses, body = bending.start.robot, bending.clip.robot
    limits = FrameLimits([BalanceRows(zmp.source, zmp, poses[3:5], 3, 4, weights)])
    change = np.zeros((1, len(body.tree.variable)))
    change[:, body.free] = np.random.default_rng(4).normal(size=(1, len(body.free)))
    ahead, back = (limits.at(moved_by(body.tree, poses[5:6], step * change)).over for step in (STEP, -STEP))
    found, expected = limits.at(poses[5:6]).by @ change[0, body.free], (ahead - back) / (2.0 * STEP)
    assert np.abs(found - expected).max() < NEAR * np.abs(expected).max()


def test_sequential_needs_the_whole_clip() -> None:
    """Which is said."""
    with pytest.raises(OptionError, match="expected horizon 'clip'"):
        SimultaneousOptions(horizon="frame", order="sequential")
    with pytest.raises(OptionError, match="dynamics 'full' needs the whole clip"):
        SimultaneousOptions(horizon="frame", dynamics="full")

"""Frame by frame: limits hold, and no frame knows of later ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.dynamics.support import Support
from understudy.errors import OptionError
from understudy.evaluate.physical_checks import physical_checks
from understudy.kinematics.momentum import sweep_masses
from understudy.motion import HumanMotion, Recording, RobotMotion
from understudy.retarget import find_method
from understudy.retarget.simultaneous.aligning import aligned
from understudy.retarget.simultaneous.building import Problem, with_sizes_known
from understudy.retarget.simultaneous.causal import frames_of, solve_by_frame
from understudy.retarget.simultaneous.figures import FigureLimit
from understudy.retarget.simultaneous.frame_limits import ROOM, BalanceRows, FrameLimits
from understudy.retarget.simultaneous.going_on import GoingOn
from understudy.retarget.simultaneous.ground import Ground
from understudy.retarget.simultaneous.ground_limits import ZmpInPolygons
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.retarget.simultaneous.step import moved_by
from understudy.retarget.simultaneous.sums import Sums
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
    """The ZMP of the frame before, as a pendulum's and of the whole body, and the capture point."""
    (ground,) = {
        limit.source
        for limit in bending.clip.limits
        if isinstance(limit, FigureLimit) and isinstance(limit.source, Ground)
    }
    assert isinstance(ground, Ground)
    corners = np.tile([[-0.1, -0.2], [0.1, -0.2], [0.1, 0.2], [-0.1, 0.2]], (len(bending.start.robot), 2, 1))
    stands = np.ones(len(corners), dtype=bool)
    zmp = ZmpInPolygons(ground, Support(corners, stands), 1.0)
    poses, body = bending.start.robot, bending.clip.robot
    limits = FrameLimits([BalanceRows(zmp, poses[3:5], 3, 4, weights)])
    change = np.zeros((1, len(body.tree.variable)))
    change[:, body.free] = np.random.default_rng(4).normal(size=(1, len(body.free)))
    ahead, back = (limits.at(moved_by(body.tree, poses[5:6], step * change)).over for step in (STEP, -STEP))
    found, expected = limits.at(poses[5:6]).by @ change[0, body.free], (ahead - back) / (2.0 * STEP)
    assert np.abs(found - expected).max() < NEAR * np.abs(expected).max()


def test_the_capture_point_leaves_a_way_back(bending: Problem) -> None:
    """At rest, rows of it are those of the centre of mass by ``ROOM`` inside of the polygon."""
    body, pose = bending.clip.robot, bending.start.robot[:1]
    centre = sweep_masses(body.tree, body.inertias, pose).centre[0, :2]
    corners = centre + np.array([[-0.5, -0.5], [0.5 * ROOM, -0.5], [0.5 * ROOM, 0.5], [-0.5, 0.5]])
    support = Support(np.tile(corners, (3, 2, 1)), np.ones(3, dtype=bool))
    zmp = ZmpInPolygons(Ground(body, bending.fps), support, 1.0)
    over, _ = BalanceRows(zmp, np.concatenate([pose, pose]), 0, 0, (0.0, 1.0)).at(pose)
    assert over.max() == pytest.approx(0.5 * ROOM)


def test_what_nothing_decides_comes_to_rest(bending: Problem) -> None:
    """Frame by frame, each where going on costs least."""
    body, share = bending.clip.robot, 0.7
    poses = bending.start.robot[[0, 0]].copy()
    poses[1, -1] += 0.1
    for _ in range(20):
        term, sums = GoingOn(body.tree, body.free, poses[-2:], share, 2.0), Sums(1, len(body.free))
        last = poses[-1:]
        term.add(last, sums)
        change = np.zeros((1, len(body.tree.variable)))
        change[:, body.free] = -sums.gradient / sums.diagonals[:, 0]
        poses = np.concatenate([poses, moved_by(body.tree, last, change)])
        assert term.cost(poses[-1:]) == pytest.approx(0.0, abs=1e-12)
    ways = np.diff(poses[:, -1])
    assert ways[1:] == pytest.approx(share * ways[:-1])
    assert abs(ways[-1]) < 1e-3


def test_sequential_needs_the_whole_clip() -> None:
    """Which is said."""
    with pytest.raises(OptionError, match="expected horizon 'clip'"):
        SimultaneousOptions(horizon="frame", order="sequential")
    with pytest.raises(OptionError, match="dynamics 'full' needs the whole clip"):
        SimultaneousOptions(horizon="frame", dynamics="full")

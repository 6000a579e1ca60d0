"""A kernel finds the contacts that MuJoCo's bindings find, and goes where memory cannot run out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.evaluate import contact_walk, penetration
from understudy.evaluate.penetration import SelfContactFinder
from understudy.kernels.compilation import Kernel
from understudy.robots import Robot, load_robot

POSES = 40
FIRST = 3


def random_poses(robot: Robot) -> np.ndarray:
    q = np.tile(robot.home, (POSES, 1))
    joints = np.random.default_rng(5).uniform(robot.lower, robot.upper, (POSES, len(robot.joints)))
    # Some are near the home pose, in which pairs that are ignored touch.
    q[1:, -len(robot.joints) :] = np.where(np.arange(POSES - 1)[:, None] < 20, joints[1:], 0.01 * joints[1:])
    return q


@pytest.mark.parametrize("name", ["g1", "nao", "icub"])
def test_a_kernel_and_bindings_find_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = load_robot(name)
    q = random_poses(robot)
    found = []
    for by_kernel in (False, True):
        monkeypatch.setattr(Kernel, "is_worth_it", lambda _kernel, _frames, answer=by_kernel: answer)
        finder = SelfContactFinder(robot, FIRST + POSES)
        poses = finder.poses(q, FIRST)
        found.append((finder.found.depth, finder.found.pair, poses.positions, poses.orientations))
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)
    depth, pair = found[0][:2]
    assert (depth > 0.0).any()
    assert (pair[:FIRST] == -1).all()


def test_little_memory_is_left_to_the_bindings(
    build_robot: Callable[..., Robot], monkeypatch: pytest.MonkeyPatch
) -> None:
    body = """<worldbody><body><geom size="0.1"/><body pos="0.5 0 0"><geom size="0.1"/>
      <joint name="h" type="slide" axis="1 0 0"/></body></body></worldbody>"""
    monkeypatch.setattr(Kernel, "is_worth_it", lambda _kernel, _frames: True)
    walked: list[int] = []
    monkeypatch.setattr(penetration, "walk", lambda _model, _ignored, q, *_into: walked.append(len(q)))
    for memory in ("100K", "50M"):
        robot = build_robot(f'{body}<size memory="{memory}"/>')
        SelfContactFinder(robot, 5).poses(np.tile(robot.home, (5, 1)), 0)
        assert contact_walk.can_walk(robot.model, 5) == bool(walked)
    assert walked == [4]

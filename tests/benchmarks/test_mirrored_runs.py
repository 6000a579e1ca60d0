"""Where mirrored runs part, and how far models are from their own mirror images."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.benchmarks.conftest import loaded
from understudy.data import built_in_motion
from understudy.robots import load_robot
from understudy.takes import read_human


@pytest.fixture(scope="module")
def runs() -> Iterator[ModuleType]:
    with loaded("worst_frames"), loaded("mirrored_runs") as module:
        yield module


def test_a_walk_and_its_mirror_image_do_not_part_in_any_stage(runs: ModuleType) -> None:
    human = read_human(built_in_motion("walk"))[0.0:0.5]
    rows = runs.parting(human, load_robot("g1"))
    assert [row[0] for row in rows] == [
        *("frame by frame", "IK branches", "footholds", "arms", "courses within limits"),
    ]
    assert all(row[1:3] == ["100.0 %", "–"] for row in rows)


@pytest.mark.parametrize(("name", "ranges"), [("icub", "0"), ("qtrobot", "2.80° (LeftElbowRoll)")])
def test_ranges_that_differ_between_the_sides_are_said(runs: ModuleType, name: str, ranges: str) -> None:
    assert runs.model_asymmetry(load_robot(name))[0] == ranges

"""The methods of the study are those of the package, and the judge sees what MuJoCo sees."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.motion import HumanMotion
from understudy.pipeline import read_human
from understudy.retarget import geometric
from understudy.robots import load_robot
from understudy.robots.source import human_from_robot
from understudy.study.judged_body import JUDGED, judged_robot
from understudy.study.methods import HELD, METHODS
from understudy.study.track_options import closed_form_is_exact


@pytest.fixture(scope="module")
def human(captures: Path) -> HumanMotion:
    return read_human(min(captures.glob("*.jsonl"))).section(0, 20)


def test_holding_limits_is_what_the_method_itself_does(human: HumanMotion) -> None:
    robot = load_robot("icub")
    performed = METHODS["geometric"].perform(human, robot)
    own = geometric(human, robot)
    assert np.allclose(performed.motions[HELD].q, own.q, atol=1e-12)
    assert performed.cropped is not None
    shares = dict(zip(robot.joints, performed.cropped / human.frame_count, strict=True))
    stated = own.provenance.steps[-1][1]["cropped"]
    assert {name: round(share, 6) for name, share in shares.items() if share} == stated


def test_the_judge_reads_the_same_landmarks_as_the_robot_itself(human: HumanMotion) -> None:
    robot = load_robot("mimo")
    q = METHODS["geometric"].perform(human, robot).motions[HELD].q
    ours, whole = judged_robot(robot, q, human.fps), human_from_robot(robot, q, human.fps)
    assert set(ours.names) == set(JUDGED)
    for name in ours.names:
        assert np.allclose(ours.landmark(name)[0], whole.landmark(name)[0], atol=1e-12)


def test_robots_with_a_persons_axes_get_their_own_poses_back() -> None:
    assert closed_form_is_exact(load_robot("dummy"))
    assert closed_form_is_exact(load_robot("fetus"))
    assert not closed_form_is_exact(load_robot("icub"))

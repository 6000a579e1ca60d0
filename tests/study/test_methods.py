"""The methods of the study are those of the package, and the judge sees what MuJoCo sees."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.motion import HumanMotion
from understudy.retarget import TrackOptions, geometric, track
from understudy.retarget.built_in_methods import TRACK
from understudy.robots import load_robot
from understudy.robots.source import human_from_robot
from understudy.study.judged_body import JUDGED, judged_robot
from understudy.study.methods import HELD, LIFTED, METHODS
from understudy.takes import read_human


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


@pytest.mark.parametrize("name", ["dummy", "icub"])
def test_track_is_run_as_shipped_on_every_robot(name: str, human: HumanMotion) -> None:
    robot = load_robot(name)
    performed = METHODS["track"].perform(human, robot)
    lifted = TRACK.without_limits()
    for limits, options in ((HELD, TrackOptions()), (LIFTED, lifted)):
        assert isinstance(options, TrackOptions)
        motion = performed.motions[limits]
        assert np.array_equal(motion.q, track(human, robot, options).q)
        stated = motion.provenance.steps[-1][1]
        assert stated["segments"] == dict(TrackOptions().segments)
        assert stated["parts"] == dict(TrackOptions().parts)
        assert stated["limits"] == stated["velocity_limits"] == (limits == HELD)
    assert performed.cropped is None

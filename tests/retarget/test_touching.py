"""Touches that ``track`` keeps: they happen when the person's do, at the place, and near misses do not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.errors import OptionError
from understudy.evaluate.touch import count_touches, robot_touches
from understudy.human import human_from_recording
from understudy.motion import HumanMotion
from understudy.motion.touches import STEP, Touch, Touches
from understudy.retarget.method_options import TrackOptions
from understudy.retarget.track import track
from understudy.robots import Robot, load_robot
from understudy.robots.touching_parts import PartDistances
from understudy.synth import Corruption, performer_body, record
from understudy.synth.formats.point_sets import LANDMARK_SET
from understudy.synth.motions.scripted_touch import make_scripted_touch

FPS = 30.0
ENOUGH = 0.95
KEEP = TrackOptions(touches="keep")


def _person(move: str, months: float) -> tuple[HumanMotion, Touches]:
    scripted = make_scripted_touch(move, performer_body(age=months / 12.0), FPS)
    recording = record(scripted.motion, LANDMARK_SET, Corruption()).recording()
    return human_from_recording(recording), scripted.touches


@pytest.fixture(scope="module")
def mimo() -> Robot:
    return load_robot("mimo")


def test_hands_that_would_miss_each_other_meet(mimo: Robot) -> None:
    human, touches = _person("hand_to_hand", 3.0)
    before = robot_touches(track(human, mimo), mimo)
    assert not before["hand_l", "hand_r"].any()
    motion = track(human, mimo, KEEP)
    frames, _ = count_touches(touches, robot_touches(motion, mimo), FPS)
    assert frames.precision >= ENOUGH and frames.recall >= ENOUGH
    step = dict(motion.provenance.steps)[STEP]
    assert step["found"] == step["kept"] == 1


def test_a_hand_at_the_mouth_is_at_the_robots_mouth() -> None:
    icub = load_robot("icub")
    human, touches = _person("hand_to_mouth", 3.0)
    motion = track(human, icub, KEEP)
    frames, _ = count_touches(touches, robot_touches(motion, icub), FPS)
    assert frames.precision >= ENOUGH and frames.recall >= ENOUGH
    measure = PartDistances(icub)
    measure.pose(motion.q[60])
    found = measure.between(("head", "hand_l"), 0.1)
    assert found is not None
    head = icub.frames["head"].body
    local = measure.data.xmat[head].reshape(3, 3).T @ (found.points[0] - measure.data.xpos[head])
    # The face is in front of the neck and below the eyes, which are 8 cm up.
    assert local[0] > 0.03 and local[2] < 0.08


def test_a_near_miss_stays_one_and_other_parts_stay_apart() -> None:
    dummy = load_robot("dummy")
    human, touches = _person("near_hand", 3.0)
    assert touches.items == ()
    assert any(holds.any() for holds in robot_touches(track(human, dummy), dummy).values())
    assert not any(holds.any() for holds in robot_touches(track(human, dummy, KEEP), dummy).values())


def test_touches_that_somebody_states_take_precedence(mimo: Robot) -> None:
    human, _ = _person("near_mouth", 3.0)
    stated = Touches((Touch("head", "hand_l", 1.6, 2.4),))
    motion = track(replace(human, touches=stated), mimo, KEEP)
    frames, _ = count_touches(stated, robot_touches(motion, mimo), FPS)
    assert frames.precision >= ENOUGH and frames.recall >= ENOUGH


def test_limbs_that_do_not_touch_stay_as_they_were(mimo: Robot) -> None:
    human, _ = _person("hand_to_hand", 3.0)
    legs = [mimo.joints.index(f"{side}_knee") for side in ("left", "right")]
    before, after = (track(human, mimo, options).joint_positions[:, legs] for options in (None, KEEP))
    assert np.abs(after - before).max() < np.radians(1.0)


def test_another_word_than_off_or_keep_is_refused() -> None:
    with pytest.raises(OptionError, match="touches"):
        TrackOptions(touches="maybe")

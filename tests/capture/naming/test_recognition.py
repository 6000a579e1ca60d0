"""Joints by their names, and by the skeleton where names do not tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.capture import Skeleton
from understudy.capture.naming.recognition import UNKNOWN, recognise
from understudy.capture.placing.length_units import CMU_UNIT
from understudy.capture.placing.posture import REQUIRED
from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.errors import CaptureError


@pytest.fixture
def motion(person: Skeleton, capture_of: Callable[..., RawCapture]) -> RawCapture:
    """Return one frame of the made-up person in its T-pose, whose landmarks are not known yet."""
    return replace(capture_of(person), landmark_points={})


def recognised(motion: RawCapture) -> tuple[RawCapture, list[str]]:
    remarks = Remarks()
    return recognise(motion, remarks), remarks.notes


def renamed(motion: RawCapture, **names: str) -> RawCapture:
    return replace(motion, names=tuple(names.get(name, name) for name in motion.names))


def nameless(motion: RawCapture) -> RawCapture:
    return replace(motion, names=tuple(f"x{number}" for number in range(len(motion.names))))


def test_names_of_a_dialect_decide(motion: RawCapture) -> None:
    found, notes = recognised(motion)
    assert found.naming == "CMU"
    assert found.usual_unit is CMU_UNIT
    assert notes == []
    assert found.landmark_points["toe_tip_l"] == ("LeftToeBase_end",)


def test_names_alone_are_enough_without_a_tree(motion: RawCapture) -> None:
    found, _ = recognised(replace(motion, parents=(), joint_count=0))
    assert found.landmark_points["hip_l"] == ("LeftUpLeg",)


def test_unknown_names_without_a_tree_are_refused(motion: RawCapture) -> None:
    with pytest.raises(
        CaptureError, match="no known dialect .* and its joints are in no tree; found the names x0, x1"
    ):
        recognised(replace(nameless(motion), parents=(), joint_count=0))


def test_unknown_names_are_recognised_with_a_stated_confidence(motion: RawCapture) -> None:
    found, notes = recognised(nameless(motion))
    assert found.naming == UNKNOWN
    assert found.usual_unit is None
    expected, _ = recognised(motion)
    places = {name: motion.names.index(points[0]) for name, points in expected.landmark_points.items()}
    assert {name: int(points[0][1:]) for name, points in found.landmark_points.items()} == places
    assert "names are of no known dialect" in notes[0]
    assert "left and right from the feet, with a confidence of 1.00." in notes[0]


def test_names_that_contradict_the_tree_are_not_believed(motion: RawCapture) -> None:
    found, notes = recognised(renamed(motion, LeftUpLeg="LeftFoot", LeftFoot="LeftUpLeg"))
    assert found.naming == UNKNOWN
    assert found.landmark_points["hip_l"] == ("LeftFoot",)
    assert "names do not fit its tree" in notes[0]


def test_a_straight_body_without_feet_is_refused(motion: RawCapture) -> None:
    points = np.array(motion.points)
    for side in ("Left", "Right"):
        for tip in ("ToeBase", "ToeBase_end"):
            points[:, motion.names.index(f"{side}{tip}")] = points[:, motion.names.index(f"{side}Foot")]
    footless = replace(nameless(motion), points=points)
    with pytest.raises(CaptureError, match="neither feet nor knees nor elbows tell left from right"):
        recognised(footless)


def test_a_body_without_limbs_is_refused(motion: RawCapture) -> None:
    chain = tuple(range(-1, len(motion.names) - 1))
    with pytest.raises(CaptureError, match="its tree has no two pairs of limbs"):
        recognised(replace(nameless(motion), parents=chain))


def test_proportions_of_no_person_are_refused(motion: RawCapture) -> None:
    """Knees right under the hips, elbows right beside the shoulders."""
    points = np.array(motion.points)
    for side in ("Left", "Right"):
        for upper, middle in (("UpLeg", "Leg"), ("Arm", "ForeArm")):
            start, joint = (motion.names.index(f"{side}{name}") for name in (upper, middle))
            points[:, joint] = 0.9 * points[:, start] + 0.1 * points[:, joint]
    with pytest.raises(CaptureError, match="tell legs and arms with a confidence of 0.0"):
        recognised(replace(nameless(motion), points=points))


def test_every_required_landmark_is_covered(motion: RawCapture) -> None:
    for each in (motion, nameless(motion)):
        assert set(REQUIRED) <= set(recognised(each)[0].landmark_points)


def test_unknown_names_are_listed(motion: RawCapture) -> None:
    names = tuple(name.replace("Leg", "Wing") for name in motion.names)
    with pytest.raises(CaptureError) as caught:
        recognised(replace(motion, names=names, parents=()))
    message = str(caught.value)
    assert "its joints' names are of no known dialect (CMU, Mixamo" in message
    assert "LeftUpWing" in message


def test_long_or_wild_lists_stay_readable(motion: RawCapture) -> None:
    with pytest.raises(CaptureError) as caught:
        recognised(replace(motion, names=tuple(f"\x1b[3{index}m" for index in range(2000)), parents=()))
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 2000

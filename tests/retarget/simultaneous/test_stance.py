"""When soles stand on heel and toe, and when their corners are held."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.human import human_from_recording
from understudy.retarget.simultaneous.stance import Stance, _beside, _later_and_earlier, stance
from understudy.robots import load_robot
from understudy.synth import Corruption, make, performer_body, record
from understudy.synth.formats.point_sets import LANDMARK_SET

FPS = 40.0


@pytest.fixture(scope="module")
def walked() -> Stance:
    """Return the soles of a robot that walks."""
    motion = make("walk", seconds=3.0, fps=FPS, body=performer_body())
    capture = record(motion, LANDMARK_SET, Corruption()).recording()
    return stance(human_from_recording(capture), load_robot("g1"))


def test_something_always_stands_in_a_walk(walked: Stance) -> None:
    """In every frame, and between any two."""
    between = walked.stands[1:] & walked.stands[:-1]
    assert between.any(axis=(1, 2)).all()
    assert walked.lasting_contacts.any(axis=1).all()


def test_a_foot_rolls_over_its_toe(walked: Stance) -> None:
    """It leaves the ground with the toe, after the heel."""
    heels, toes = walked.stands[:, 0, 0], walked.stands[:, 0, 1]
    assert (toes & ~heels).any()
    assert not walked.at_rest(int(0.5 * FPS)).any()


def test_corners_are_held_a_frame_longer_than_they_carry(walked: Stance) -> None:
    """Before and after, in the same place."""
    carries = walked.stands
    assert walked.held[:-1][carries[1:]].all()
    assert walked.held[1:][carries[:-1]].all()
    for side in range(2):
        for end in range(2):
            both = walked.held[1:, side, end] & walked.held[:-1, side, end]
            corners = walked.corners[:, side, 2 * end : 2 * end + 2]
            steps = np.abs(np.diff(corners, axis=0)).max(axis=(1, 2))
            assert (steps[both] < 1e-9).mean() > 0.9


def test_load_goes_from_foot_to_foot_where_both_stand() -> None:
    """Each ends later and begins earlier, unless nothing would carry in between."""
    firm = np.zeros((12, 2, 2), dtype=bool)
    firm[:7, 0], firm[4:, 1] = True, True
    stands = _later_and_earlier(firm)
    assert np.flatnonzero(stands[:, 0, 0]).tolist() == [0, 1, 2, 3, 4, 5]
    assert np.flatnonzero(stands[:, 1, 0]).tolist() == [5, 6, 7, 8, 9, 10, 11]
    places = np.zeros((12, 2, 4, 3))
    assert np.flatnonzero(_beside(stands, places)[:, 0, 0]).tolist() == [0, 1, 2, 3, 4, 5, 6]
    hasty = np.zeros((8, 2, 2), dtype=bool)
    hasty[:4, 0], hasty[3:, 1] = True, True
    kept = _later_and_earlier(hasty)
    assert (kept[1:] & kept[:-1]).any(axis=(1, 2)).all()


def test_heights_are_those_of_what_stands() -> None:
    """A step up, and halfway in the air between."""
    corners = np.zeros((4, 1, 4, 3))
    corners[2:, ..., 2] = 0.2
    stands = np.ones((4, 1, 2), dtype=bool)
    assert Stance(("left",), corners, stands, stands, stands).heights.tolist() == [0.0, 0.0, 0.2, 0.2]
    stands[1] = False
    assert Stance(("left",), corners, stands, stands, stands).heights == pytest.approx([0.0, 0.1, 0.2, 0.2])

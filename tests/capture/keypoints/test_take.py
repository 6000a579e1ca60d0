"""Keypoints are told by name or number, and what was not seen is not there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.keypoints.raw_keypoints import find_sets, in_order
from understudy.capture.keypoints.sets import BODY_25, BODY_25B, COCO_18, OPENPOSE_SETS
from understudy.capture.keypoints.take import Person, Take, is_seen
from understudy.capture.placing import limits
from understudy.capture.source import Source
from understudy.errors import CaptureError

SOURCE = Source(Path("take.json"), b"")


def take_of(*people: Person) -> Take:
    return Take([[person] for person in people], [f"frame {k}" for k in range(len(people))], None, {})


def bare(count: int) -> Person:
    return Person(np.ones((count, 4)))


def test_without_confidence_a_point_was_not_seen() -> None:
    values = np.array(
        [[1.0, 2.0, 3.0, 0.5], [1.0, 2.0, 3.0, 0.0], [0.0, 0.0, 0.0, 0.5], [np.nan, 1.0, 1.0, 0.5]]
    )
    np.testing.assert_array_equal(Person(values).seen, [True, False, True, False])


def test_without_confidences_a_point_at_the_origin_was_not_found() -> None:
    values = np.array([[1.0, 0.0, 0.0, np.nan], [0.0, 0.0, 0.0, np.nan], [np.nan, 0.0, 0.0, np.nan]])
    np.testing.assert_array_equal(Person(values).seen, [True, False, False])


def test_number_of_points_tells_the_set() -> None:
    assert find_sets(SOURCE, take_of(bare(18)), OPENPOSE_SETS) == [COCO_18]
    assert find_sets(SOURCE, take_of(bare(25)), OPENPOSE_SETS) == [BODY_25, BODY_25B]


def test_names_tell_the_set() -> None:
    arms = Person(np.ones((3, 4)), ("neck", "r_wrist", "l_wrist"))
    assert find_sets(SOURCE, take_of(arms), OPENPOSE_SETS) == [COCO_18]
    foot = Person(np.ones((2, 4)), ("RHeel", "MidHip"))
    assert find_sets(SOURCE, take_of(arms, foot), OPENPOSE_SETS) == [BODY_25]


def test_named_points_go_to_their_places() -> None:
    person = Person(np.array([[1.0, 2.0, 3.0, 1.0], [4.0, 5.0, 6.0, 1.0]]), ("LAnkle", "tail"))
    ((ordered,),) = in_order(SOURCE, take_of(person), COCO_18)
    np.testing.assert_array_equal(ordered[COCO_18.names.index("LAnkle")], person.values[0])
    assert is_seen(ordered).sum() == 1


@pytest.mark.parametrize(
    ("people", "message"),
    [
        ((), "shows nobody in any of its 0 frames"),
        ((bare(17),), r"has 17 keypoints, expected 18 \(COCO-18\), 25 \(BODY_25 or BODY_25B\)"),
        ((Person(np.ones((1, 4)), ("tail",)),), "names points tail, expected those of BODY_25: Nose, Neck"),
    ],
)
def test_people_of_no_set_are_refused(people: tuple[Person, ...], message: str) -> None:
    with pytest.raises(CaptureError, match=message):
        find_sets(SOURCE, take_of(*people), OPENPOSE_SETS)


def test_frames_of_unequal_size_are_refused() -> None:
    with pytest.raises(CaptureError, match="frame 1 has 25 keypoints, expected 18"):
        in_order(SOURCE, take_of(bare(18), bare(25)), COCO_18)


def test_places_beyond_all_measure_are_refused() -> None:
    with pytest.raises(CaptureError, match=r"frame 0 holds a coordinate beyond 1e\+09"):
        in_order(SOURCE, take_of(Person(np.full((18, 4), 1e300))), COCO_18)


def test_too_many_points_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_POINTS", 30)
    with pytest.raises(CaptureError, match="holds 2 frames of 18 points, at most 30 in all"):
        in_order(SOURCE, take_of(bare(18), bare(18)), COCO_18)

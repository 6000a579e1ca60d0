"""Bare points of the same number are told apart by the body that they make."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.keypoints.order import disproportion, tell_set
from understudy.capture.keypoints.sets import BODY_25, BODY_25B, COCO_18, MINI_RGBD_25, KeypointSet
from understudy.export.captures.keypoints import ordered_points
from understudy.motion import Recording

SETS = (BODY_25, BODY_25B, MINI_RGBD_25)
PROPORTIONED = 0.05
CLEARLY_WRONG = 0.4


@pytest.mark.parametrize("keypoints", SETS, ids=lambda each: each.name)
@pytest.mark.parametrize("frames", [slice(None), slice(3, 4)])
@pytest.mark.parametrize("performer", ["walking", "kicking"])
def test_the_right_set_is_told(
    keypoints: KeypointSet, frames: slice, performer: str, request: pytest.FixtureRequest
) -> None:
    points = ordered_points(request.getfixturevalue(performer), keypoints)[frames]
    found, notes = tell_set(SETS, points)
    assert found is keypoints
    assert disproportion(keypoints, points) < PROPORTIONED
    assert min(disproportion(other, points) for other in SETS if other is not keypoints) > CLEARLY_WRONG
    assert notes[0].startswith(f"The 25 keypoints are taken as {keypoints.name}, ")


def test_noise_and_gaps_do_not_confuse_it(walking: Recording) -> None:
    rng = np.random.default_rng(3)
    points = ordered_points(walking, BODY_25) + rng.normal(scale=0.03, size=(walking.frame_count, 25, 3))
    points[rng.random(points.shape[:2]) < 0.3] = np.nan
    assert tell_set(SETS, points)[0] is BODY_25


def test_nothing_is_said_where_there_is_no_choice() -> None:
    assert tell_set((COCO_18,), np.full((1, 18, 3), np.nan)) == (COCO_18, [])


def test_unseen_points_do_no_harm() -> None:
    assert tell_set(SETS, np.full((2, 25, 3), np.nan))[0] in SETS

"""A measure is taken once of the same points, and again of others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from understudy.clean.body import leg_length
from understudy.clean.measured_once import measured_once
from understudy.clean.outliers import drop_outliers
from understudy.motion import Recording


def test_what_changes_nothing_is_not_measured_again(walk: Recording) -> None:
    asked = []

    @measured_once
    def measure(recording: Recording) -> float:
        asked.append(recording)
        return float(recording.points[0, 0, 0])

    first = measure(walk)
    assert measure(walk.noted("A note.")) == first
    assert measure(replace(walk, dialect="other")) == first
    assert len(asked) == 1
    moved = replace(walk, points=np.array(walk.points) + 1.0)
    assert measure(moved) == first + 1.0
    valid = np.array(walk.valid_mask)
    valid[3] = False
    measure(replace(moved, valid=valid))
    assert len(asked) == 3


def test_other_landmarks_of_the_same_points_are_measured_again(lying: Callable[..., Recording]) -> None:
    body = lying()
    usual = leg_length(body)
    others = dict(body.landmark_points) | {"knee_l": body.landmark_points["hip_l"]}
    assert leg_length(replace(body, landmark_points=others)) != usual
    assert leg_length(body) == usual


def test_a_take_without_outliers_keeps_its_arrays(walk: Recording) -> None:
    dropped = drop_outliers(walk)
    assert dropped.valid is walk.valid
    assert dropped.points is walk.points
    assert dropped.notes[-1] == "No point jumps to where it cannot have been."
    assert dropped.provenance.steps[-1] == ("outliers", {"positions": 0, "frames": 0})

"""The study's error of body vectors, against cases computed by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.evaluate.body_vectors import BODY_VECTORS, canonise, summarise, vector_errors
from understudy.motion import HumanMotion
from understudy.spatial import rotations as rot

BODY = {
    "shoulder_l": (0.0, 0.1, 0.5),
    "shoulder_r": (0.0, -0.1, 0.5),
    "hip_l": (0.0, 0.05, 0.25),
    "hip_r": (0.0, -0.05, 0.25),
    "elbow_l": (0.0, 0.1, 0.4),
    "elbow_r": (0.0, -0.1, 0.4),
    "wrist_l": (0.1, 0.1, 0.4),
    "wrist_r": (0.1, -0.1, 0.4),
}
"""A body 0.25 m from hips to shoulders, upper arms hanging, forearms ahead [m]."""
TRUNK = 0.25


def motion(body: dict[str, tuple[float, float, float]], frames: int = 1) -> HumanMotion:
    points = np.array([[body[name] for name in body]] * frames, dtype=float)
    return HumanMotion(tuple(body), points, 25.0)


def test_canonised_points() -> None:
    points, known = canonise(motion(BODY))
    assert known.all()
    np.testing.assert_allclose(0.5 * (points["hip_l"] + points["hip_r"])[0], [0.0, -1.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(points["shoulder_l"][0], [0.1 / TRUNK, 0.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(points["elbow_l"][0], [0.1 / TRUNK, -0.1 / TRUNK, 0.0], atol=1e-12)
    np.testing.assert_allclose(points["wrist_l"][0], [0.4, -0.4, 0.1 / TRUNK], atol=1e-12)


def test_size_place_and_turn_do_not_count() -> None:
    human = motion(BODY)
    turn = rot.normalise(np.array([0.3, -0.7, 0.2, 0.5]))
    moved = replace(human, landmarks=2.5 * rot.rotate(turn, human.landmarks) + np.array([1.0, 2.0, 3.0]))
    errors = vector_errors(human, moved)
    assert set(errors) == {"right upper arm", "left upper arm", "right forearm", "left forearm"}
    for angles in errors.values():
        np.testing.assert_allclose(angles, 0.0, atol=1e-7)


def test_an_arm_turned_by_a_known_angle() -> None:
    raised = dict(BODY, elbow_l=(0.1 * np.sin(0.3), 0.1, 0.5 - 0.1 * np.cos(0.3)))
    errors = vector_errors(motion(BODY), motion(raised))
    assert errors["left upper arm"][0] == pytest.approx(0.3)
    assert errors["right upper arm"][0] == pytest.approx(0.0, abs=1e-9)


def test_statistics_by_hand() -> None:
    found = summarise(np.array([1.0, 2.0, 3.0, 10.0, np.nan]))
    assert (found.mean, found.median, found.frames) == (4.0, 2.5, 4)
    assert found.standard_deviation == pytest.approx(np.sqrt((9.0 + 4.0 + 1.0 + 36.0) / 4.0))


def test_many_recordings_count_as_one() -> None:
    parts = [np.array([1.0, 2.0]), np.array([6.0])]
    assert summarise(parts) == summarise(np.array([1.0, 2.0, 6.0]))
    assert summarise([]).frames == 0


def test_frames_that_do_not_show_a_vector_are_left_out() -> None:
    human = motion(BODY, 2)
    valid = np.ones(human.landmarks.shape[:2], dtype=bool)
    valid[1, human.names.index("wrist_l")] = False
    errors = vector_errors(replace(human, valid=valid), human)
    assert np.isnan(errors["left forearm"][1])
    assert np.isfinite(errors["left upper arm"]).all()
    flat = dict(BODY, shoulder_l=BODY["shoulder_r"])
    assert np.isnan(vector_errors(human, motion(flat, 2))["left forearm"]).all()


def test_different_lengths_are_named() -> None:
    with pytest.raises(InvalidMotionError, match="target has 3 frames and the reference 2"):
        vector_errors(motion(BODY, 2), motion(BODY, 3))


def test_rows_are_those_of_the_tables() -> None:
    assert list(BODY_VECTORS)[0] == "right upper arm"
    assert len(BODY_VECTORS) == 8

"""Angles between links on a body laid out by hand, beside the anatomical ones."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from understudy.anatomy import anatomical_angles
from understudy.anatomy.link_angles import LINK_ANGLES, angle_between, link_angles
from understudy.errors import InvalidMotionError
from understudy.human import human_from_recording
from understudy.motion import HumanMotion
from understudy.synth import Corruption, make, record
from understudy.synth.formats.point_sets import BODY_25_SET

UPPER_ARM, FOREARM = 0.3, 0.25
SHOULDER = np.array([0.0, 0.2, 1.4])
FORWARD, LEFT, UP = np.eye(3)
DIRECTIONS = {"hanging": -UP, "forward": FORWARD, "side": LEFT, "up": UP}


def person(upper: np.ndarray, forearm: np.ndarray, head: np.ndarray = UP) -> HumanMotion:
    """Return one frame of a person whose left arm has these directions, the right one hanging."""
    points: Mapping[str, np.ndarray] = {
        "hip_l": np.array([0.0, 0.1, 0.9]),
        "hip_r": np.array([0.0, -0.1, 0.9]),
        "shoulder_l": SHOULDER,
        "shoulder_r": SHOULDER * [1.0, -1.0, 1.0],
        "elbow_l": SHOULDER + UPPER_ARM * upper,
        "wrist_l": SHOULDER + UPPER_ARM * upper + FOREARM * forearm,
        "neck": np.array([0.0, 0.0, 1.48]),
        "head": np.array([0.0, 0.0, 1.48]) + 0.2 * head / np.linalg.norm(head),
    }
    return HumanMotion(names=tuple(points), landmarks=np.stack(list(points.values()))[None], fps=30.0)


@pytest.mark.parametrize(
    ("posture", "roll", "pitch"),
    [("hanging", 90.0, 180.0), ("forward", 90.0, 90.0), ("up", 90.0, 0.0), ("side", 0.0, None)],
)
def test_shoulder_angles_are_those_of_table_one(posture: str, roll: float, pitch: float | None) -> None:
    """The roll counts from the arm out to the side, the pitch from the one raised."""
    found = link_angles(person(DIRECTIONS[posture], DIRECTIONS[posture]))
    links = {
        name: np.degrees(each.sign * (found[name][0] - each.offset))
        for name, each in LINK_ANGLES.items()
        if name in found.names
    }
    assert links["shoulder_roll_l"] == pytest.approx(roll)
    assert links["elbow_l"] == pytest.approx(0.0, abs=1e-5)
    if pitch is not None:
        assert links["shoulder_pitch_l"] == pytest.approx(pitch)
    else:
        assert "shoulder_pitch_l" not in found.names


def test_an_elbow_at_a_right_angle_and_a_head_that_nods() -> None:
    nod = np.radians(20.0)
    found = link_angles(person(-UP, FORWARD, np.cos(nod) * UP + np.sin(nod) * FORWARD))
    assert np.degrees(found["elbow_l"][0]) == pytest.approx(90.0)
    assert np.degrees(found["neck_pitch"][0]) == pytest.approx(-20.0)
    back = link_angles(person(-UP, FORWARD, np.cos(nod) * UP - np.sin(nod) * FORWARD))
    assert np.degrees(back["neck_pitch"][0]) == pytest.approx(20.0)


def test_angles_between_links_agree_with_anatomy_where_both_are_defined() -> None:
    human = human_from_recording(record(make("hands_up"), BODY_25_SET, Corruption()).recording())
    links, anatomy = link_angles(human), anatomical_angles(human)
    for name in ("elbow_l", "shoulder_roll_l", "elbow_r", "shoulder_roll_r"):
        np.testing.assert_allclose(links[name], anatomy[name], atol=1e-6, err_msg=name)
    ahead = anatomy["shoulder_pitch_l"] > np.radians(10.0)
    off = (links["shoulder_pitch_l"] - anatomy["shoulder_pitch_l"])[ahead]
    assert np.abs(off).max() < np.radians(2.0)


def test_equation_five() -> None:
    found = angle_between(
        np.array([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]), np.array([[1.0, 1.0, 0.0], [-3.0, 0.0, 0.0]])
    )
    np.testing.assert_allclose(found, [np.pi / 4.0, np.pi])


def test_a_capture_of_legs_alone_is_refused() -> None:
    legs = HumanMotion(names=("hip_l", "knee_l"), landmarks=np.zeros((1, 2, 3)), fps=30.0)
    with pytest.raises(InvalidMotionError, match="no shoulder, elbow or head"):
        link_angles(legs)

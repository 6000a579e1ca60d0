"""Chest and pelvis of a drawn person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from understudy.motion import HumanMotion
from understudy.spatial import rotations as rot
from understudy.view.torso import torso_parts

HEIGHT = 1.7
TURN = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), 0.4)

MakePerson = Callable[..., HumanMotion]


def test_chest_and_pelvis_turn_with_the_body(make_person: MakePerson) -> None:
    chest, pelvis = torso_parts(make_person(turn=TURN), HEIGHT)
    for egg in (chest, pelvis):
        assert egg.known.all()
        np.testing.assert_allclose(egg.axes_w[0], rot.as_matrix(TURN), atol=1e-9)
    assert chest.centre_w[0, 2] > pelvis.centre_w[0, 2]


def test_a_person_without_shoulders_has_no_torso(make_person: MakePerson) -> None:
    assert not any(egg.known.any() for egg in torso_parts(make_person(without=("shoulder_l",)), HEIGHT))


def test_hips_in_line_with_the_trunk_leave_the_pelvis_out(make_person: MakePerson) -> None:
    human = make_person()
    landmarks = human.landmarks.copy()
    landmarks[:, human.names.index("hip_l")] = landmarks[:, human.names.index("mid_hip")] + (0.0, 0.0, 0.1)
    landmarks[:, human.names.index("hip_r")] = landmarks[:, human.names.index("mid_hip")] - (0.0, 0.0, 0.1)
    chest, pelvis = torso_parts(replace(human, landmarks=landmarks), HEIGHT)
    assert chest.known.all()
    assert not pelvis.known.any()

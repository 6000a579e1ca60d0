"""A head turns and nods to where it looks, eyes doing the rest."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.sizes import adult_sizes
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.pose import forward_kinematics
from understudy.synth.body.skeleton import build_body
from understudy.synth.motions.gaze import look_at

BODY = build_body(adult_sizes(1.75))
STANDING = forward_kinematics(
    BODY.skeleton, np.zeros((1, 3)), local_rotations(BODY.skeleton, {"neck_rotation": np.zeros(1)})
)
EYES = STANDING[0][0, BODY.index("Head")]


@pytest.mark.parametrize(
    ("way", "turn", "nod"),
    [
        ((1.0, 0.0, 0.0), 0.0, 0.0),
        ((1.0, 0.4, 0.0), 1.0, 0.0),
        ((1.0, -0.4, 0.0), -1.0, 0.0),
        ((1.0, 0.0, 0.5), 0.0, -1.0),
        ((1.0, 0.0, -0.5), 0.0, 1.0),
    ],
)
def test_the_head_turns_to_the_place(way: tuple[float, float, float], turn: float, nod: float) -> None:
    found = look_at(BODY, STANDING, EYES[None] + np.array([way]))
    assert np.sign(np.round(found["neck_rotation"][0], 6)) == turn
    assert np.sign(np.round(found["neck_flexion"][0], 6)) == nod


def test_necks_do_not_turn_backward() -> None:
    behind = look_at(BODY, STANDING, EYES[None] + np.array([[-1.0, 0.01, -3.0]]))
    assert np.degrees(behind["neck_rotation"][0]) < 60.0
    assert np.degrees(behind["neck_flexion"][0]) < 40.0

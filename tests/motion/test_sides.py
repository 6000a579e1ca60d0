"""Mirror images of people: left and right exchanged, positions and turns reflected."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion
from understudy.motion.sides import other_side

FLIP = [1.0, -1.0, 1.0]
TURN = np.array([0.5, 0.5, -0.5, 0.5])


@pytest.mark.parametrize(
    ("name", "other"),
    [("knee_l", "knee_r"), ("thigh_r", "thigh_l"), ("mid_hip", "mid_hip"), ("head", "head")],
)
def test_names_have_another_side_or_lie_in_the_middle(name: str, other: str) -> None:
    assert other_side(name) == other
    assert other_side(other) == name


def test_a_mirrored_person_does_with_the_right_what_the_left_did(
    make_human: Callable[..., HumanMotion],
) -> None:
    points = np.arange(5 * 3 * 3.0).reshape(5, 3, 3)
    human = make_human(
        landmarks=points, sizes={"thigh_l": 0.4, "leg": 0.8}, frames={"foot_l": np.tile(TURN, (5, 1))}
    )
    image = human.mirror()
    np.testing.assert_array_equal(image.landmark("knee_r")[0], human.landmark("knee_l")[0] * FLIP)
    np.testing.assert_array_equal(image.landmark("hip_l")[0], human.landmark("hip_r")[0] * FLIP)
    np.testing.assert_array_equal(image.frames["foot_r"][0], [0.5, -0.5, -0.5, -0.5])
    assert image.sizes == {"thigh_r": 0.4, "leg": 0.8}
    np.testing.assert_array_equal(image.contact_mask, human.contact_mask[:, [2, 3, 0, 1]])
    np.testing.assert_array_equal(image.objects["cup"].positions, human.objects["cup"].positions * FLIP)


def test_the_mirror_image_of_the_mirror_image_is_the_person(make_human: Callable[..., HumanMotion]) -> None:
    human = make_human(frames={"hand_r": np.tile(TURN, (5, 1))})
    again = human.mirror().mirror()
    assert again.names == human.names
    np.testing.assert_array_equal(again.landmarks, human.landmarks)
    np.testing.assert_array_equal(again.contact_mask, human.contact_mask)
    np.testing.assert_array_equal(again.frames["hand_r"], human.frames["hand_r"])
    assert [stage for stage, _ in again.provenance.steps][-2:] == ["mirror", "mirror"]


def test_landmarks_are_given_by_name_and_wrong_ones_refused(make_human: Callable[..., HumanMotion]) -> None:
    human = make_human(valid=np.array([[True, False, True]] * 5), landmarks=np.ones((5, 3, 3)))
    positions = human.body_positions(["mid_hips", "knee_l", "toe_l"])
    assert positions.shape == (5, 3, 3)
    assert np.isfinite(positions[:, 0]).all()
    assert np.isnan(positions[:, 1:]).all(), "neither a point that was not seen nor one that is not covered"
    assert human.body_positions().shape == human.landmarks.shape
    for wrong in (lambda: human.landmark("knee"), lambda: human.body_positions(["knee"])):
        with pytest.raises(InvalidMotionError, match="unknown landmark 'knee' .did you mean 'knee_"):
            wrong()
    with pytest.raises(InvalidMotionError, match="unknown segment 'thig_l' .did you mean 'thigh_l'"):
        human.direction("thig_l")


def test_joints_are_those_of_a_fitted_body(make_human: Callable[..., HumanMotion]) -> None:
    with pytest.raises(InvalidMotionError, match="joint 'knee_l': no reference human was fitted"):
        make_human().joint("knee_l")
    coordinates = np.tile([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.2, 0.3], (5, 1))
    human = make_human(coordinates=coordinates, coordinate_names=("hip_x", "knee_y"))
    np.testing.assert_array_equal(human.joint("knee_y"), np.full(5, 0.3))
    with pytest.raises(InvalidMotionError, match="unknown joint 'knee_z' .did you mean 'knee_y'"):
        human.joint("knee_z")

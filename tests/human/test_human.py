"""The reference human is the Master Motor Map's model, at any age, in any subset."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.anthropometry.reference_lengths import LENGTH_SHARES
from understudy.errors import InvalidMotionError
from understudy.human import Human
from understudy.motion.landmarks import FRAMES, LANDMARKS
from understudy.robots.robot import Attachment, home_data, point_in_world

FULL_DOF, ROOT_DOF, BODY_DOF, HAND_DOF = 104, 6, 52, 23
SEGMENTS_WITHOUT_HANDS = 25
SUBSET_DOF = {
    "full": FULL_DOF,
    "no_hands": ROOT_DOF + BODY_DOF,
    "upper_body": ROOT_DOF + 34,
    "morphing_51": ROOT_DOF + 51,
    "morphing_31": ROOT_DOF + 31,
}
AGES = [0.0, 4 / 12, 1.5, 6.0, 12.0, 30.0]
ADULT_CENTRE = 0.56
"""Height of a standing adult's centre of mass as a share of stature."""
MIMO_CENTRE = 0.516
"""The same of MIMo with hanging arms, from its published masses, centres and joints."""


@pytest.fixture(scope="module")
def adult() -> Human:
    return Human(height=1.75, mass=70.0, sex="male")


def heights(human: Human, attachments: dict[str, Attachment]) -> dict[str, np.ndarray]:
    data = home_data(human.model, human.home)
    return {name: point_in_world(data, attachment) for name, attachment in attachments.items()}


def test_the_full_body_has_104_degrees_of_freedom(adult: Human) -> None:
    model = adult.model
    assert model.nv == FULL_DOF == ROOT_DOF + BODY_DOF + 2 * HAND_DOF
    assert len(adult.joints) == FULL_DOF - ROOT_DOF
    assert [model.joint(index).name for index in range(1, model.njnt)] == list(adult.joints)
    assert adult.home.shape == (model.nq,)


@pytest.mark.parametrize(("subset", "count"), SUBSET_DOF.items())
def test_subsets_have_their_degrees_of_freedom(subset: str, count: int) -> None:
    human = Human(subset=subset)
    assert human.model.nv == count
    assert human.model.body_mass.sum() == pytest.approx(human.mass, abs=1e-9)
    assert set(human.landmarks) == set(LANDMARKS)


def test_without_hands_there_are_25_segments() -> None:
    assert Human(subset="no_hands").model.nbody - 1 == SEGMENTS_WITHOUT_HANDS


def test_the_model_s_joints_turn_as_the_table_says(adult: Human) -> None:
    model = adult.model
    shoulder = [model.joint(f"RS{axis}_joint") for axis in "xzy"]
    assert np.diff([joint.id for joint in shoulder]).tolist() == [1, 1]
    np.testing.assert_allclose(np.rad2deg(shoulder[0].range), (-70, 190))
    np.testing.assert_allclose(np.rad2deg(shoulder[2].range), (-160, 0))
    np.testing.assert_allclose(shoulder[0].axis, (0, -1, 0))


@pytest.mark.parametrize("sex", ["", "male", "female"])
def test_adults_have_the_lengths_of_table_2(sex: str) -> None:
    human = Human(height=1.75, sex=sex)
    for name, length in human.lengths.items():
        if name in LENGTH_SHARES:
            assert length.value / human.height == pytest.approx(LENGTH_SHARES[name], abs=1e-9), name


@pytest.mark.parametrize("age", AGES)
def test_people_stand_on_the_floor_and_are_as_tall_as_they_are(age: float) -> None:
    human = Human(age=age)
    places = heights(human, dict(human.landmarks))
    assert places["head_top"][2] == pytest.approx(human.height, abs=1e-9)
    assert places["heel_l"][2] == pytest.approx(0.0, abs=1e-9)
    assert places["toe_tip_l"][2] == pytest.approx(0.0, abs=1e-9)
    assert places["nose"][0] > places["ear_l"][0]


@pytest.mark.parametrize("sex", ["", "male", "female"])
@pytest.mark.parametrize("age", AGES)
def test_every_body_is_physical(age: float, sex: str) -> None:
    human = Human(age=age, sex=sex)
    model = human.model
    assert model.body_mass.sum() == pytest.approx(human.mass, abs=1e-9)
    assert (model.body_mass[1:] > 0.0).all()
    first, second, third = np.sort(model.body_inertia[1:], axis=1).T
    assert (first > 0.0).all()
    assert (third <= first + second).all()


@pytest.mark.parametrize(
    ("age", "sex", "share"),
    [
        (30.0, "male", ADULT_CENTRE),
        (30.0, "female", ADULT_CENTRE),
        (30.0, "", ADULT_CENTRE),
        (1.5, "", MIMO_CENTRE),
    ],
)
def test_the_centre_of_mass_is_where_people_have_theirs(age: float, sex: str, share: float) -> None:
    human = Human(age=age, sex=sex)
    data = mujoco.MjData(human.model)
    data.qpos[:] = human.home
    mujoco.mj_forward(human.model, data)
    assert data.subtree_com[1][2] / human.height == pytest.approx(share, abs=0.02)
    assert data.subtree_com[1][1] == pytest.approx(0.0, abs=1e-9)


def test_lengths_change_without_jumps_as_people_grow() -> None:
    ages = np.arange(0.0, 20.0, 0.25)
    thighs = np.array([Human(age=age).lengths["thigh"].value for age in ages])
    assert (np.diff(thighs) >= -1e-12).all()
    assert np.diff(thighs).max() < 0.03


@pytest.mark.parametrize("per_side", [False, True])
def test_lengths_move_bodies_as_they_say(adult: Human, per_side: bool) -> None:
    grown = 0.01
    lengths = adult.side_lengths if per_side else adult.lengths
    for name, length in lengths.items():
        other = adult.with_lengths({name: length.value + grown})
        expected = adult.model.body_pos.copy()
        for body, direction in length.moves:
            expected[adult.model.body(body).id] += grown * direction
        np.testing.assert_allclose(other.model.body_pos, expected, atol=1e-12, err_msg=name)


def test_sides_can_differ(adult: Human) -> None:
    thigh = adult.lengths["thigh"].value
    other = adult.with_lengths({"thigh_l": thigh + 0.02})
    assert other.side_lengths["thigh_l"].value == pytest.approx(thigh + 0.02)
    assert other.side_lengths["thigh_r"].value == pytest.approx(thigh)
    assert other.height == pytest.approx(adult.height + 0.01)
    assert [body for body, _ in adult.side_lengths["thigh_l"].moves] == ["LK"]
    assert [body for body, _ in adult.lengths["thigh"].moves] == ["LK", "RK"]


def test_masses_follow_the_lengths(adult: Human) -> None:
    longer = adult.with_lengths({"thigh": 1.1 * adult.lengths["thigh"].value})
    shift = longer.model.body("LH").ipos[2] / adult.model.body("LH").ipos[2]
    assert shift == pytest.approx(1.1)
    assert longer.model.body_mass.sum() == pytest.approx(adult.mass, abs=1e-9)


@pytest.mark.parametrize(
    ("lengths", "problem"),
    [
        ({"thig": 0.4}, "unknown length 'thig' \\(did you mean 'thigh'\\?\\)"),
        ({"thigh": -0.4}, "length thigh is -0.4, expected more than 0"),
        ({"thigh": float("nan")}, "length thigh is nan, expected more than 0"),
    ],
)
def test_lengths_that_nobody_has_are_refused(adult: Human, lengths: dict[str, float], problem: str) -> None:
    with pytest.raises(InvalidMotionError, match=problem):
        adult.with_lengths(lengths)


def test_an_unknown_subset_is_refused() -> None:
    with pytest.raises(InvalidMotionError, match="unknown subset 'no_hand' \\(did you mean 'no_hands'\\?\\)"):
        Human(subset="no_hand")


def test_frames_are_upright_when_standing(adult: Human) -> None:
    assert set(adult.frames) == set(FRAMES)
    data = home_data(adult.model, adult.home)
    for part, frame in adult.frames.items():
        np.testing.assert_allclose(data.xmat[frame.body], np.eye(3).ravel(), atol=1e-12, err_msg=part)


def test_changing_the_subset_keeps_the_person(adult: Human) -> None:
    longer = adult.with_lengths({"forearm": 0.3})
    small = longer.with_subset("no_hands")
    assert small.subset == "no_hands"
    assert small.lengths["forearm"].value == pytest.approx(0.3)
    assert (small.height, small.mass, small.sex) == (longer.height, longer.mass, longer.sex)

"""Inverse dynamics of the reference human."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.human import Human
from understudy.human.dynamics import human_dynamics
from understudy.human.mmm import coordinates_from_mmm
from understudy.kernels.compilation import Kernel
from understudy.synth import make
from understudy.synth.formats.mmm_angles import mmm_motion

FPS = 120.0
MASS = 72.0
GRAVITY = 9.81
WEIGHT = MASS * GRAVITY
FRAMES = 60
AT_HOME = 1
"""Poses that are looked at besides those of the motion."""


@pytest.fixture(scope="module")
def adult() -> Human:
    return Human(height=1.75, mass=MASS)


def standing(adult: Human, count: int = FRAMES) -> np.ndarray:
    return np.tile(adult.home, (count, 1))


def test_the_floor_carries_a_standing_person(adult: Human) -> None:
    found = human_dynamics(adult, standing(adult), FPS, np.ones((FRAMES, 4), dtype=bool))
    np.testing.assert_allclose(found.ground_force_w, [[0.0, 0.0, WEIGHT]] * FRAMES, atol=0.01)
    np.testing.assert_allclose(found.foot_forces_w[:, 0], found.foot_forces_w[:, 1], atol=0.01)
    # At rest the centre of pressure is below the centre of mass.
    np.testing.assert_allclose(found.centre_of_pressure_w[:, :2], found.centre_of_mass_w[:, :2], atol=1e-4)
    assert np.abs(found.residual_force_w).max() < 0.01
    assert np.abs(found.powers).max() < 1e-6


def test_holding_an_arm_out_takes_its_weight_times_its_arm(adult: Human) -> None:
    q = standing(adult)
    column = adult.joints.index("RSy_joint")
    q[:, 7 + column] = -0.5 * np.pi
    found = human_dynamics(adult, q, FPS, np.ones((FRAMES, 4), dtype=bool))
    model = adult.model
    shoulder = model.jnt_bodyid[model.joint("RSy_joint").id]
    mass = model.body_subtreemass[shoulder]
    reach = abs(found.torques[FRAMES // 2, column]) / (mass * GRAVITY)
    assert 0.02 * MASS < mass < 0.08 * MASS
    assert 0.15 < reach < 0.40


def test_a_falling_person_takes_no_force(adult: Human) -> None:
    q = standing(adult)
    fall = np.arange(FRAMES) / FPS
    q[:, 2] += 5.0 - 0.5 * GRAVITY * fall**2
    q[:, 0] += 1.5 * fall
    found = human_dynamics(adult, q, FPS, np.zeros((FRAMES, 4), dtype=bool))
    assert np.abs(found.residual_force_w).max() < 1e-3 * WEIGHT
    assert np.abs(found.torques).max() < 0.01
    assert not found.ground_force_w.any()
    assert np.isnan(found.centre_of_pressure_w).all()


def test_rising_takes_more_than_the_weight(adult: Human) -> None:
    q = standing(adult)
    q[:, 2] += 0.5 * 1.2 * (np.arange(FRAMES) / FPS) ** 2
    found = human_dynamics(adult, q, FPS, np.ones((FRAMES, 4), dtype=bool))
    np.testing.assert_allclose(found.ground_force_w[:, 2], MASS * (GRAVITY + 1.2), rtol=1e-3)


def test_standing_on_one_leg_loads_it(adult: Human) -> None:
    q = standing(adult)
    q[:, 1] -= 0.091
    contacts = np.zeros((FRAMES, 4), dtype=bool)
    contacts[:, :2] = True
    left = human_dynamics(adult, q, FPS, contacts)
    np.testing.assert_allclose(left.foot_forces_w[:, 0, 2], WEIGHT, rtol=1e-3)
    assert not left.foot_forces_w[:, 1].any()
    assert np.isnan(left.foot_centres_w[:, 1]).all()
    # The pelvis hangs inwards of the hip that carries it: about that hip the floor's push is held.
    hip = adult.joints.index("LHy_joint")
    both = human_dynamics(adult, standing(adult), FPS, np.ones((FRAMES, 4), dtype=bool))
    assert abs(left.torques[30, hip]) > abs(both.torques[30, hip]) + 20.0


def test_a_knee_that_bends_is_held(adult: Human) -> None:
    """Where the centre of pressure is behind the knee, the floor bends it and muscles straighten it."""
    q = standing(adult)
    for side in "LR":
        q[:, 7 + adult.joints.index(f"{side}Kx_joint")] = -1.0
        q[:, 7 + adult.joints.index(f"{side}Hx_joint")] = 0.55
        q[:, 7 + adult.joints.index(f"{side}Ax_joint")] = 0.45
    found = human_dynamics(adult, q, FPS, np.ones((FRAMES, 4), dtype=bool))
    for side in "LR":
        # A knee's angle is negative in flexion, so that extension is positive.
        assert found.torques[30, adult.joints.index(f"{side}Kx_joint")] > 20.0


def test_over_a_stride_the_floor_carries_the_weight() -> None:
    motion = make("walk", seconds=4.0, fps=FPS)
    angles = mmm_motion(motion)
    walker = Human(height=angles.height, mass=MASS)
    q = coordinates_from_mmm(
        walker,
        angles.root_positions,
        angles.root_rotations,
        {name: angles.angle(name) for name in angles.joints},
    )
    found = human_dynamics(walker, q, FPS, motion.contacts)
    strikes = np.flatnonzero(np.diff(motion.contacts[:, 0].astype(int)) == 1)
    stride = slice(strikes[0], strikes[1])
    assert found.ground_force_w[stride, 2].mean() == pytest.approx(WEIGHT, rel=0.01)
    # A walker comes to rest nowhere: nothing pushes ahead or aside on the whole.
    assert np.abs(found.ground_force_w[stride, :2].mean(axis=0)).max() < 0.01 * WEIGHT
    np.testing.assert_array_equal(found.foot_forces_w[:, 0, 2] > 0.0, motion.contacts[:, :2].any(axis=1))


def test_the_work_on_long_takes_is_that_on_their_frames(
    adult: Human, monkeypatch: pytest.MonkeyPatch
) -> None:
    q = standing(adult, 2000)
    q[:, 7:] += 0.1 * np.sin(np.arange(2000) / 30.0)[:, None]
    # By MuJoCo's bindings, as its poses cannot be counted in a kernel, which does the same.
    monkeypatch.setattr(Kernel, "is_worth_it", lambda _kernel, _frames: False)
    poses, plain = [], mujoco.mj_kinematics
    monkeypatch.setattr(mujoco, "mj_kinematics", lambda *arguments: (poses.append(1), plain(*arguments)))
    human_dynamics(adult, q, FPS, np.ones((2000, 4), dtype=bool))
    assert len(poses) == 2000 + AT_HOME


@pytest.mark.parametrize(
    ("frames", "columns", "message"),
    [(FRAMES - 1, 4, "contacts has shape"), (FRAMES, 3, "contacts has shape")],
)
def test_contacts_fit_the_motion(adult: Human, frames: int, columns: int, message: str) -> None:
    with pytest.raises(InvalidMotionError, match=message):
        human_dynamics(adult, standing(adult), FPS, np.ones((frames, columns), dtype=bool))


def test_coordinates_fit_the_person(adult: Human) -> None:
    with pytest.raises(InvalidMotionError, match="q has shape"):
        human_dynamics(adult, standing(adult)[:, :-1], FPS, np.ones((FRAMES, 4), dtype=bool))

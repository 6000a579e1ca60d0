"""The waist: its axes and angles from its hinges."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from understudy.human.human import Human
from understudy.motion import HumanMotion
from understudy.motion.reconstruction import Reconstruction
from understudy.study.morphing.waist import HINGES, _axes_in_pelvis, waist

FPS = 50.0
RIGHT, AHEAD, UP = -np.eye(3)[1], np.eye(3)[0], np.eye(3)[2]
"""The paper's axes x, y and z in our world."""


def bent(angle: np.ndarray) -> tuple[HumanMotion, Reconstruction]:
    """Return a person on both feet whose first hinge of the waist turns by angles (T,) [rad]."""
    body = Human(height=1.7, subset="morphing_51")
    q = np.tile(body.home, (len(angle), 1))
    q[:, 7 + body.joints.index(HINGES[0])] = angle
    points = np.zeros((len(angle), 1, 3))
    human = HumanMotion(("chest",), points, FPS, contacts=np.ones((len(angle), 4), dtype=bool))
    lengths = {"thigh": 0.4}
    return human, Reconstruction(("chest",), points, points, body.joints, q, q, lengths, lengths)


def test_hinges_turn_about_the_axes_that_are_named() -> None:
    """As the model has them."""
    model = Human(height=1.7, subset="morphing_51").model
    for name, axis in zip(HINGES, (RIGHT, UP, AHEAD), strict=True):
        joint = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, name)
        assert model.jnt_axis[joint] == pytest.approx(axis)


def test_axes_give_the_velocity_of_the_joint() -> None:
    """Against differences of its rotation."""
    hinges = np.array([[0.3, -0.4, 0.5, 0.1, 0.2, -0.3]])
    rates, step = np.array([0.7, 0.2, -0.9, 0.4, -0.5, 0.6]), 1e-6
    axes, turned = _axes_in_pelvis(hinges)
    ahead, back = (_axes_in_pelvis(hinges + sign * step * rates)[1] for sign in (1.0, -1.0))
    expected = (ahead * back.inv()).as_rotvec()[0] / (2.0 * step)
    assert axes[0] @ rates == pytest.approx(expected, rel=1e-6)
    lower, higher = (Rotation.from_euler("XZY", hinges[:, part]) for part in (slice(3), slice(3, 6)))
    assert turned.as_matrix() == pytest.approx((lower * higher).as_matrix())


def test_bending_is_a_turn_about_x_alone() -> None:
    """At a constant pace, and muscles hold the trunk back from falling forward."""
    pace = -0.5
    human, found = bent(pace * np.arange(30) / FPS)
    joint = waist(human, found, found.original)
    assert joint.angles[:, 0] == pytest.approx(found.original[:, 7], abs=1e-6)
    assert joint.angles[:, 1:] == pytest.approx(0.0, abs=1e-9)
    assert joint.velocities[:, 0] == pytest.approx(pace, abs=1e-6)
    assert joint.torques[-1, 0] > joint.torques[0, 0]

"""The plan of a whole motion, against MuJoCo's own figures of a robot that squats and lifts a foot."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.motion import RobotMotion
from understudy.robots import Robot, load_robot
from understudy.simulate.plan import Plan
from understudy.simulate.reference import Reference

FPS, COUNT = 50.0, 101
RISING = 0.05
"""Size [m] of the way of the root up and down, at 1 Hz."""


@pytest.fixture(scope="module")
def nao() -> Robot:
    return load_robot("nao")


@pytest.fixture(scope="module")
def reference(nao: Robot) -> Reference:
    time = np.arange(COUNT) / FPS
    q = np.tile(nao.home, (COUNT, 1))
    q[:, 2] += RISING * np.sin(2.0 * np.pi * time)
    contacts = np.ones((COUNT, 4), dtype=bool)
    contacts[40:60, 2:] = False
    motion = RobotMotion(nao.name, "made up", nao.joints, q, FPS, np.zeros(COUNT), contacts)
    return Reference(motion, contacts)


def test_the_centre_of_mass_goes_with_a_stiff_body(nao: Robot, reference: Reference) -> None:
    plan, frame = Plan(nao, reference), 30.5
    moment, phase = plan.at(frame), 2.0 * np.pi * frame / FPS
    data = mujoco.MjData(nao.model)
    data.qpos[:] = nao.home
    mujoco.mj_forward(nao.model, data)
    height = float(data.subtree_com[0, 2])
    speed = 2.0 * np.pi * RISING
    assert moment.centre[0, 2] == pytest.approx(height + RISING * np.sin(phase), abs=1e-3)
    assert moment.centre[1, 2] == pytest.approx(speed * np.cos(phase), abs=0.02 * speed)
    assert moment.centre[2, 2] == pytest.approx(-2.0 * np.pi * speed * np.sin(phase), abs=0.05)
    np.testing.assert_allclose(moment.momentum, 0.0, atol=1e-6)
    assert plan.omega == pytest.approx(np.sqrt(9.81 / height), rel=0.05)
    for index, sole in enumerate(nao.soles.values()):
        place = data.xpos[sole.body] + data.xmat[sole.body].reshape(3, 3) @ sole.points.mean(axis=0)
        assert moment.soles[0, index, 2] == pytest.approx(place[2] + RISING * np.sin(phase), abs=1e-3)
        assert moment.soles[1, index, 2] == pytest.approx(moment.centre[1, 2])


def test_a_held_pose_does_not_move(nao: Robot, reference: Reference) -> None:
    moment = Plan(nao, reference).at(30.0, 0.0)
    for rates in (moment.centre[1:], moment.momentum, moment.soles[1:], moment.spins):
        assert not rates.any()


def test_it_knows_who_stands_and_who_lands_when(nao: Robot, reference: Reference) -> None:
    plan = Plan(nao, reference)
    np.testing.assert_allclose(plan.at(5.0).shares, 0.5)
    lifted = plan.at(50.0)
    np.testing.assert_allclose(lifted.shares, [1.0, 0.0])
    np.testing.assert_allclose(lifted.until, [0.0, 10.0 / FPS])
    assert plan.at(39.0).shares[1] < 0.2

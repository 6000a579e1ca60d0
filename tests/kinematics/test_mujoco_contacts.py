"""Contacts are read where MuJoCo keeps them."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.kinematics.mujoco_contacts import contacts_of
from understudy.robots import load_robot

POSES = 20


def test_contacts_are_those_of_the_bindings() -> None:
    robot, generator = load_robot("nao"), np.random.default_rng(3)
    model, data = robot.model, mujoco.MjData(robot.model)
    contacts = contacts_of(model, data)
    assert contacts is not None
    numbers = set()
    for _ in range(POSES):
        data.qpos[:] = robot.home
        data.qpos[-len(robot.joints) :] = generator.uniform(robot.lower, robot.upper)
        mujoco.mj_kinematics(model, data)
        mujoco.mj_collision(model, data)
        number = int(contacts.number[0])
        numbers.add(number)
        assert number == data.ncon
        np.testing.assert_array_equal(contacts.distances[:number], data.contact.dist)
        np.testing.assert_array_equal(contacts.geoms[:number], data.contact.geom)
    assert len(numbers) > 2

"""Pairs of bodies that are left out of collision detection, and all others, which are not."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.robots.ignored_contacts import BITS, without_contacts
from understudy.robots.self_collision import SelfCollision

BALLS = 6
TOUCHING = {(1 + a, 1 + b) for a in range(BALLS) for b in range(a + 1, BALLS)}


def _balls(count: int, first: str = "") -> mujoco.MjModel:
    """Return balls on slides, all of which overlap."""
    slides = "".join(
        f'<body><joint type="slide" axis="{index + 1} 1 0"/><geom size="0.1" {first if not index else ""}/>'
        '<geom size="0.05" contype="0" conaffinity="0"/></body>'
        for index in range(count)
    )
    return mujoco.MjModel.from_xml_string(f"<mujoco><worldbody>{slides}</worldbody></mujoco>")


def _touching(model: mujoco.MjModel) -> set[tuple[int, int]]:
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    mujoco.mj_collision(model, data)
    return {tuple(sorted(pair)) for pair in model.geom_bodyid[data.contact.geom].tolist()}


def _depths(collision: SelfCollision, pose: np.ndarray) -> set[tuple[int, int, float]]:
    """Return pairs of bodies in contact, with distances."""
    bodies, distances = collision.contacts(pose)
    return {(one, other, depth) for (one, other), depth in zip(bodies.tolist(), distances, strict=True)}


def test_only_these_pairs_do_not_collide_any_more() -> None:
    """The model itself stays as it is."""
    model, ignored = _balls(BALLS), frozenset({(1, 2), (1, 4), (3, 5)})
    assert _touching(model) == TOUCHING
    assert _touching(without_contacts(model, ignored)) == TOUCHING - ignored
    assert _touching(model) == TOUCHING


def test_where_bits_do_not_suffice_the_rest_still_collides() -> None:
    count = 2 * BITS + 4
    ignored = frozenset((body, body + 1) for body in range(1, count, 2))
    found = _touching(without_contacts(_balls(count), ignored))
    assert len(ignored & found) == len(ignored) - (BITS - 1)
    assert len(found) == count * (count - 1) // 2 - (BITS - 1)


def test_geoms_that_have_bits_of_their_own_are_left_alone() -> None:
    model = _balls(BALLS, 'contype="2" conaffinity="3"')
    assert without_contacts(model, frozenset({(1, 2)})) is model


def test_a_robot_finds_the_same_contacts_of_all_other_parts() -> None:
    """With the very same depths."""
    from understudy.robots import load_robot

    robot = load_robot("talos")
    every = SelfCollision(robot.model)
    fewer = SelfCollision(without_contacts(every.model, robot.overlapping))
    rng, q = np.random.default_rng(4), np.array(robot.home)
    joints = 7 + np.flatnonzero(robot.model.jnt_range[1:, 1] > robot.model.jnt_range[1:, 0])
    seen = 0
    for _ in range(10):
        pose = q.copy()
        pose[joints] += 0.5 * rng.normal(size=len(joints))
        expected = {each for each in _depths(every, pose) if each[:2] not in robot.overlapping}
        assert _depths(fewer, pose) == expected
        seen += len(expected)
    assert seen > 0

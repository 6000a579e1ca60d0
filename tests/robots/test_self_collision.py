"""Contacts of a robot with itself."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.robots.self_collision import SelfCollision, excluded_pairs

RADIUS = 0.1
MODEL = """<mujoco>{option}<worldbody><geom name="floor" type="plane" size="1 1 1"/>
  <body name="base" pos="0 0 0.05"><freejoint/><geom size="0.1"/>
    <body name="arm"><geom size="0.02"/><joint name="a" type="slide" axis="1 0 0"/>
      <body name="hand" pos="0.5 0 0"><geom size="0.1" {hand}/><joint name="h" type="slide" axis="1 0 0"/>
      </body></body></body>
  <body name="wall" pos="0 0.1 0"><geom size="0.1"/></body></worldbody>{contact}</mujoco>"""


HOME = np.array([0.0, 0.0, 0.05, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0])


def with_hand_at(offset: float) -> np.ndarray:
    return HOME + np.array([0.0] * 8 + [offset])


def model(option: str = "", hand: str = "", contact: str = "") -> mujoco.MjModel:
    return mujoco.MjModel.from_xml_string(MODEL.format(option=option, hand=hand, contact=contact))


@pytest.mark.parametrize("option", ["", '<option><flag contact="disable"/></option>'])
def test_only_own_parts_that_touch_are_found(option: str) -> None:
    collision = SelfCollision(model(option))
    assert collision.is_possible
    assert collision.touching_pairs(HOME) == frozenset()
    depth = 0.03
    bodies, distances = collision.contacts(with_hand_at(-0.5 + 2 * RADIUS - depth))
    assert bodies.tolist() == [[1, 3]]
    np.testing.assert_allclose(distances, [-depth], atol=1e-12)


def test_ghosts_cannot_collide() -> None:
    ghosts = '<default><geom contype="0" conaffinity="0"/></default>'
    assert not SelfCollision(model(ghosts)).is_possible


def test_excluded_pairs_are_read_off_the_model_smaller_body_first() -> None:
    contact = '<contact><exclude body1="hand" body2="base"/></contact>'
    excluding = model(contact=contact)
    assert excluded_pairs(excluding) == frozenset({(1, 3)})
    assert SelfCollision(excluding).touching_pairs(with_hand_at(-0.4)) == frozenset()
    assert excluded_pairs(model()) == frozenset()

"""Mirror images of bodies: found by their extents, and capsules of both sides alike."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.robots import load_robot
from understudy.robots.capsules import capsules_of
from understudy.robots.mirrored_bodies import mirrored, mirrored_bodies

MODEL = """
<mujoco><worldbody>
  <body name="trunk" pos="0 0.2 1"><freejoint/><geom type="box" size="0.1 0.15 0.3"/>
    <body name="one" pos="0 0.3 0.1" euler="0 0 30"><joint axis="0 1 0"/>
      <geom type="box" size="0.05 0.04 0.2"/></body>
    <body name="other" pos="0 -0.3 0.1" euler="0 0 -30"><joint axis="0 1 0"/>
      <geom type="box" size="0.05 0.04 0.2"/></body>
    <body name="alone" pos="0.2 -0.1 0.4"><joint axis="0 1 0"/><geom size="0.05"/></body>
  </body>
</worldbody></mujoco>
"""


@pytest.fixture(scope="module")
def model() -> mujoco.MjModel:
    return mujoco.MjModel.from_xml_string(MODEL)


def geoms_of(model: mujoco.MjModel) -> dict[int, list[int]]:
    return {body: np.flatnonzero(model.geom_bodyid == body).tolist() for body in range(1, model.nbody)}


def test_pairs_and_what_lies_in_the_middle_are_found(model: mujoco.MjModel) -> None:
    axis, pairs = mirrored_bodies(model, geoms_of(model))
    assert axis == 1
    assert {model.body(a).name: model.body(b).name for a, b in pairs.items()} == {
        "trunk": "trunk",
        "other": "one",
    }


def test_a_point_mirrored_twice_is_where_it_was(model: mujoco.MjModel) -> None:
    one, other = model.body("one").id, model.body("other").id
    points = np.random.default_rng(1).normal(size=(5, 3))
    there = mirrored(model, points, one, other, 1)
    np.testing.assert_allclose(mirrored(model, there, other, one, 1), points, atol=1e-12)
    np.testing.assert_allclose(there[:, 2], points[:, 2], atol=1e-12)


@pytest.mark.parametrize("name", ["g1", "nao", "hrp4", "icub"])
def test_a_robots_capsules_are_the_same_on_both_sides(name: str) -> None:
    robot = load_robot(name)
    model, data = robot.model, mujoco.MjData(robot.model)
    mujoco.mj_kinematics(model, data)
    middle = data.xpos[1, 1]
    sides = {-1.0: 0.0, 1.0: 0.0}
    for capsule in capsules_of(model):
        ends = (
            data.xpos[capsule.body]
            + np.stack([capsule.start, capsule.end]) @ data.xmat[capsule.body].reshape(3, 3).T
        )
        for end in ends:
            sides[1.0 if end[1] > middle else -1.0] += abs(end[1] - middle) * capsule.radius
    assert sides[1.0] == pytest.approx(sides[-1.0], rel=0.02)

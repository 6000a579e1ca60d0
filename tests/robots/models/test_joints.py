"""Joints locked where they stand, and balls turned into hinges."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.errors import RobotError

ARM = """
<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <body name="root">
      <geom size="0.1"/>
      <body name="arm" pos="0.1 0.2 0.3" euler="0.2 0.4 0.1">
        <joint name="one" axis="0.3 1 0.2" pos="0.02 -0.01 0.05" range="-2 2"/>
        <joint name="two" axis="0 0.1 1" pos="0.03 0 0" range="-2 2" ref="0.2"/>
        <joint name="lift" type="slide" axis="0.2 0.1 1" range="-0.3 0.3"/>
        <joint name="four" axis="1 0 0.2" pos="0 0.04 0" range="-2 2"/>
        <geom size="0.1"/>
        <body name="finger" pos="0 0.1 0.2">
          <joint name="curl" axis="1 1 0" range="-3 3"/>
          <geom size="0.05"/>
        </body>
      </body>
    </body>
  </worldbody>
  <equality><joint joint1="curl" joint2="two" polycoef="0.1 0.5 0 0 0"/></equality>
  <actuator><position joint="two"/><position joint="one"/></actuator>
  <sensor><jointpos joint="lift"/></sensor>
</mujoco>"""

HOME = {"two": 0.7, "lift": 0.2}
FOLLOWING = 0.1 + 0.5 * (HOME["two"] - 0.2)


def poses(model: mujoco.MjModel, q: dict[str, float]) -> np.ndarray:
    data = mujoco.MjData(model)
    for name, value in q.items():
        data.joint(name).qpos[0] = value
    mujoco.mj_kinematics(model, data)
    return np.concatenate([data.xpos, data.xmat], axis=1)


def test_locked_joints_leave_the_rest_where_it_was(compiled):
    whole = compiled(ARM, "m.xml").model
    reduced = compiled(ARM, "m.xml", lock=["t*", "lift"], home=HOME)
    assert reduced.locked == ("two", "lift", "curl")
    assert (reduced.model.njnt, reduced.model.nu, reduced.model.neq, reduced.model.nsensor) == (2, 1, 0, 0)
    for one, four in ((0.0, 0.0), (0.6, -0.4), (-1.2, 1.5)):
        expected = poses(whole, {"one": one, "four": four, "curl": FOLLOWING, **HOME})
        np.testing.assert_allclose(poses(reduced.model, {"one": one, "four": four}), expected, atol=1e-12)


def test_a_pattern_that_fits_no_joint_is_named(compiled):
    with pytest.raises(
        RobotError, match=r"lock: unknown joint 'finger\*'; valid: curl, four, lift, one, two"
    ):
        compiled(ARM, "m.xml", lock=["finger*"])


def test_a_ball_becomes_three_hinges(compiled):
    text = ARM.replace('<joint name="curl" axis="1 1 0" range="-3 3"/>', '<joint name="ball" type="ball"/>')
    text = text.replace('<joint joint1="curl" joint2="two" polycoef="0.1 0.5 0 0 0"/>', "")
    loaded = compiled(text, "m.xml")
    names = [loaded.model.joint(j).name for j in range(loaded.model.njnt)]
    assert names[-3:] == ["ball_x", "ball_y", "ball_z"]
    assert loaded.model.nq == loaded.model.nv == 7
    assert loaded.notes == ("ball joint 'ball' becomes three hinges",)

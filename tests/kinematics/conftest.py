"""Models on which the numeric core is checked: every catalogued robot and one with all joint types."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from tests.kinematics.block_kit import follow
from understudy.errors import RobotError
from understudy.robots import load_robot, robot_names

ALL_JOINT_TYPES = """
<mujoco>
  <compiler angle="radian" autolimits="true"/>
  <worldbody>
    <body name="root" pos="0.1 0.2 0.3" quat="0.9 0.1 0.3 0.2">
      <freejoint name="free"/>
      <geom size="0.05" mass="2" pos="0.01 0.02 0.03"/>
      <body name="trunk" pos="0 0.1 0.4" quat="0.8 0.2 -0.4 0.1">
        <joint name="bend" axis="0.3 1 0.2" pos="0.02 -0.01 0.05" range="-2 2" ref="0.2"/>
        <joint name="twist" axis="0 0.1 1" pos="0.03 0 0" range="-2 2"/>
        <joint name="lift" type="slide" axis="0.2 0.1 1" range="-0.3 0.3" ref="0.1"/>
        <geom size="0.05" mass="3" pos="0.1 0 0"/>
        <body name="arm" pos="0.1 0.2 0.1" quat="0.5 0.5 -0.5 0.5">
          <joint name="ball" type="ball" pos="0.01 0.02 0.03"/>
          <geom size="0.04" mass="1" pos="0 0 0.2"/>
          <body name="hand" pos="0 0 0.3">
            <joint name="grip" axis="1 0 0" range="-1 1"/>
            <geom size="0.03" mass="0.4" pos="0.02 0 0.1"/>
          </body>
        </body>
        <body name="follower" pos="-0.1 0.1 0.2">
          <joint name="follow" axis="0 1 0" range="-3 3"/>
          <geom size="0.03" mass="0.5" pos="0 0.1 0.1"/>
          <body name="tip" pos="0 0.1 0.2">
            <joint name="tail" axis="1 1 0" range="-3 3"/>
            <geom size="0.02" mass="0.2"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <equality>
    <joint joint1="follow" joint2="bend" polycoef="0.1 0.5 0.2 -0.1 0.05"/>
  </equality>
</mujoco>
"""


@pytest.fixture(scope="session", params=["all joint types", *robot_names()])
def model(request: pytest.FixtureRequest) -> mujoco.MjModel:
    """Return a model; robots from packages that are not installed are skipped."""
    if request.param == "all joint types":
        return mujoco.MjModel.from_xml_string(ALL_JOINT_TYPES)
    try:
        return load_robot(request.param).model
    except RobotError as error:
        if "not installed" not in str(error):
            raise
        pytest.skip(str(error))


@pytest.fixture
def poses(model: mujoco.MjModel) -> np.ndarray:
    """Return (8, Q) random coordinates that respect the model's couplings."""
    generator = np.random.default_rng(3)
    data = mujoco.MjData(model)
    poses = []
    for _ in range(8):
        data.qpos[:] = model.qpos0
        mujoco.mj_integratePos(model, data.qpos, generator.normal(size=model.nv), 1.0)
        poses.append(follow(model, data.qpos.copy()))
    return np.array(poses)

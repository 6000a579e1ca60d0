"""Which robots stand free: those on legs, however their file is turned."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

LEG = """
<body pos="0 {y} -0.1"><joint axis="1 0 0" range="-1 1"/><geom size="0.05"/>
  <body pos="0 0 -0.4"><joint axis="0 1 0" range="-1 1"/><geom size="0.05"/>
    <body pos="0 0 -0.4"><joint axis="0 1 0" range="-1 1"/><geom size="0.05"/></body></body></body>"""
ARM = LEG.replace("-0.4", "0.1")
LEGS = LEG.format(y=0.1) + LEG.format(y=-0.1)
TURNS = {"z up": "1 0 0 0", "y up": "0.7071068 0.7071068 0 0", "x down": "0.7071068 0 0.7071068 0"}


def mjcf(inside: str, quat: str = "1 0 0 0") -> str:
    body = f"<body name='root' quat='{quat}'><geom size='0.1'/>{inside}</body>"
    return f"<mujoco><compiler autolimits='true'/><worldbody>{body}</worldbody></mujoco>"


@pytest.mark.parametrize("turn", TURNS)
def test_a_robot_on_two_legs_is_free(compiled, turn: str):
    assert compiled(mjcf(LEGS, TURNS[turn]), "m.xml").base == "free"


@pytest.mark.parametrize(
    "inside",
    [
        LEG.format(y=0.1),  # one leg: a hanging arm or a pendulum
        ARM.format(y=0.1) + ARM.format(y=-0.1),  # two arms on a stand
        LEGS.replace('range="-1 1"', ""),  # chains without limits: steered wheels
        LEGS + "<body pos='0 0 -1'><geom size='0.2'/></body>",  # a pedestal
    ],
)
def test_others_are_fixed(compiled, inside: str):
    assert compiled(mjcf(inside), "m.xml").base == "fixed"


def test_a_free_joint_that_is_there_stays_unless_the_caller_says_fixed(compiled):
    text = mjcf("<freejoint name='float'/>")
    assert compiled(text, "m.xml").base == "free"
    assert compiled(text, "m.xml", base="fixed").model.nq == 0


def test_the_root_is_turned_to_face_along_x(compiled):
    turned = compiled(mjcf(LEGS), "m.xml", forward=(0.0, -1.0, 0.0), up=(0.0, 0.0, 1.0)).model
    data = mujoco.MjData(turned)
    mujoco.mj_kinematics(turned, data)
    np.testing.assert_allclose(
        data.body("root").xmat.reshape(3, 3) @ [0.0, -1.0, 0.0], [1.0, 0.0, 0.0], atol=1e-9
    )

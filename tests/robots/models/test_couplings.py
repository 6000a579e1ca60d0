"""Coupled joints, tendons and closed linkages of MJCF files: kept, or refused with the reason."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.kinematics.tree import compile_tree
from understudy.robots.models.loop_closure import LoopClosure

CHAIN = """
<mujoco>
  <compiler angle="{angle}"/>
  <worldbody>
    <body name="root">
      <geom size="0.1"/>
      <body name="one"><joint name="one" axis="0 1 0" range="{range}"/><geom size="0.1"/>
        <body name="two" pos="0 0 -0.3"><joint name="two" axis="0 1 0" ref="{ref}"/><geom size="0.1"/>
          <body name="three" pos="0 0 -0.3"><joint name="three" axis="0 1 0"/><geom size="0.1"/>
            <site name="end"/></body>
        </body>
      </body>
    </body>
  </worldbody>
  {rest}
</mujoco>"""
UNITS = {"radian": ("-1 1", "0.2"), "degree": ("-57.29578 57.29578", "11.4591559")}


def chain(rest: str, angle: str = "radian") -> str:
    reach, reference = UNITS[angle]
    return CHAIN.format(angle=angle, range=reach, ref=reference, rest=rest)


def settled(model: mujoco.MjModel, lead: str, value: float) -> dict[str, float]:
    """Return joints once those that follow are where the tree puts them."""
    data = mujoco.MjData(model)
    data.joint(lead).qpos[0] = value
    tree = compile_tree(model)
    for dof, driver in enumerate(tree.variable):
        if driver != dof:
            at, source = tree.dof_q[dof], tree.dof_q[driver]
            way = data.qpos[source] - tree.q_zero[source] if driver >= 0 else 0.0
            data.qpos[at] = tree.q_zero[at] + np.polynomial.polynomial.polyval(way, tree.coupling[dof])
    return {model.joint(j).name: float(data.joint(j).qpos[0]) for j in range(model.njnt)}


@pytest.mark.parametrize("angle", UNITS)
def test_a_joint_that_follows_a_follower_follows_their_driver(compiled, angle: str):
    rest = (
        "<equality><joint joint1='three' joint2='two' polycoef='0.1 2 0 0 0'/>"
        "<joint joint1='two' joint2='one' polycoef='0 0.5 0 0 0'/></equality>"
    )
    model = compiled(chain(rest, angle), "m.xml").model
    assert settled(model, "one", 0.4) == pytest.approx({"one": 0.4, "two": 0.4, "three": 0.5})


def tendon(name: str, **factors: float) -> str:
    joints = "".join(f"<joint joint='{joint}' coef='{factor}'/>" for joint, factor in factors.items())
    return f"<fixed name='{name}'>{joints}</fixed>"


@pytest.mark.parametrize(
    ("tendons", "tie", "expected"),
    [
        (tendon("t", one=1, two=-2), "<tendon tendon1='t'/>", {"one": 0.4, "two": 0.4, "three": 0.0}),
        (
            tendon("t", three=2) + tendon("s", one=3),
            "<tendon tendon1='t' tendon2='s' polycoef='0 0 1 0 0'/>",
            {"one": 0.4, "two": 0.2, "three": 0.72},
        ),
        (
            tendon("t", three=1, one=0.5) + tendon("s", one=1),
            "<tendon tendon1='t' tendon2='s' polycoef='0.1 2 0 0 0'/>",
            {"one": 0.4, "two": 0.2, "three": 0.7},
        ),
        (tendon("t", two=2), "<tendon tendon1='t' polycoef='0.3'/>", {"one": 0.4, "two": 0.35, "three": 0.0}),
        (tendon("t", one=1, two=1, three=1), "", {"one": 0.4, "two": 0.2, "three": 0.0}),  # it only pulls
    ],
)
def test_joints_that_tendons_tie_follow_each_other(compiled, tendons: str, tie: str, expected: dict):
    rest = f"<tendon>{tendons}</tendon><equality>{tie}</equality><actuator><motor tendon='t'/></actuator>"
    assert settled(compiled(chain(rest), "m.xml").model, "one", 0.4) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        (
            f"<tendon>{tendon('t', one=1, two=1, three=1)}</tendon>"
            "<equality><tendon tendon1='t'/></equality>",
            r"tendon 't' ties 3 joints to a sum \(one, two, three\), which cannot be kept",
        ),
        (
            f"<tendon>{tendon('t', one=1, two=1)}{tendon('s', three=1)}</tendon>"
            "<equality><tendon tendon1='t' tendon2='s' polycoef='0 0 1 0 0'/></equality>",
            "tendon 't' ties 3 joints along a curve",
        ),
        (
            "<worldbody><site name='s'/></worldbody><tendon><spatial name='t'><site site='s'/>"
            "<site site='end'/></spatial></tendon><equality><tendon tendon1='t'/></equality>",
            "tendon 't' keeps its length along a path through space",
        ),
    ],
)
def test_what_cannot_be_kept_is_refused_with_the_reason(compiled, rest: str, expected: str):
    with pytest.raises(RobotError, match=expected) as raised:
        compiled(chain(rest), "m.xml")
    assert "m.xml" in str(raised.value)


KNEE = """
<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <body name="pelvis" pos="0 0 1"><geom size="0.1"/>
      <body name="thigh"><joint name="hip" axis="0 1 0" range="-1 1"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04"/>
        <body name="crank" pos="-0.05 0 -0.1"><joint name="crank" axis="0 1 0" range="-2 2"/>
          <geom type="capsule" fromto="0 0 0 -0.05 0 0" size="0.01"/>
          <body name="rod" pos="-0.05 0 0"><joint name="rod" axis="0 1 0"/>
            <geom type="capsule" fromto="0 0 0 0 0 -0.3" size="0.01"/><site name="low" pos="0 0 -0.3"/></body>
        </body>
        <body name="shin" pos="0 0 -0.4"><joint name="knee" axis="{axis}" range="-0.2 0.4"/>
          <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04"/><site name="arm" pos="-0.1 0 0"/></body>
      </body>
    </body>
  </worldbody>
  <equality>{tie}</equality>
</mujoco>"""
CONNECT = "<connect body1='rod' body2='shin' anchor='0 0 -0.3'/>"


@pytest.mark.parametrize("tie", [CONNECT, "<connect site1='low' site2='arm'/>"])
def test_a_knee_behind_a_rod_is_kept_as_a_coupling(compiled, tie: str):
    text = KNEE.format(axis="0 1 0", tie=tie)
    loaded = compiled(text, "m.xml")
    assert len(loaded.notes) == 1
    assert "the closed linkage of joints crank, rod, knee is kept: they follow 'knee'" in loaded.notes[0]
    open_loop = mujoco.MjModel.from_xml_string(text)
    joints = [open_loop.joint(name).id for name in ("crank", "rod", "knee")]
    closure = LoopClosure(open_loop, joints, [0])
    courses = [settled(loaded.model, "knee", value) for value in np.linspace(-0.2, 0.4, 7)]
    for at in courses:
        gap = closure.gap(np.array([at["crank"], at["rod"], at["knee"]]))
        assert np.abs(gap).max() < 3e-3
    assert abs(courses[-1]["crank"]) > 0.5


def test_a_linkage_with_two_ways_to_move_is_refused(compiled):
    ball = KNEE.replace('<joint name="rod" axis="0 1 0"/>', '<joint name="rod" type="ball"/>').replace(
        '<joint name="knee" axis="{axis}" range="-0.2 0.4"/>',
        '<joint name="knee" axis="0 1 0"/><joint name="roll" axis="1 0 0"/>',
    )
    with pytest.raises(RobotError, match="make up a closed linkage with 3 ways to move, of which only one"):
        compiled(ball.format(tie=CONNECT), "m.xml")


def test_a_linkage_without_a_way_to_move_is_refused(compiled):
    with pytest.raises(RobotError, match="crank, rod, knee make up a closed linkage with no way to move"):
        compiled(KNEE.format(axis="0.3 1 0.2", tie=CONNECT), "m.xml")


def test_a_tie_to_the_world_is_left_out(compiled):
    text = KNEE.format(axis="0 1 0", tie="<weld body1='pelvis' body2='world'/>")
    loaded = compiled(text.replace('<geom size="0.1"/>', '<freejoint/><geom size="0.1"/>', 1), "m.xml")
    assert (loaded.base, loaded.model.neq) == ("free", 0)
    assert loaded.notes == ("'pelvis' is tied to the world; the tie is left out",)

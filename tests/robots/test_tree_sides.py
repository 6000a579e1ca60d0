"""Sides of joints and ways between bodies, whichever body a model is rooted in."""

from __future__ import annotations

from understudy.robots import load_robot
from understudy.robots.tree_sides import (
    body_before,
    body_before_all,
    distance,
    is_turned,
    joints_between,
    last_shared,
)


def test_seen_from_the_root_a_joint_has_its_parent_before_it() -> None:
    model = load_robot("nao").model
    knee = model.joint("LKneePitch")
    assert body_before(model, knee.id, pelvis=1) == int(model.body_parentid[knee.bodyid[0]])
    assert not is_turned(model, knee.id, pelvis=1)


def test_seen_from_the_foot_a_joint_has_its_own_body_before_it() -> None:
    model = load_robot("nao").model
    knee, ankle = model.joint("LKneePitch"), model.joint("LAnklePitch")
    foot = int(ankle.bodyid[0])
    assert body_before(model, knee.id, pelvis=foot) == int(knee.bodyid[0])
    assert is_turned(model, knee.id, pelvis=foot)
    assert body_before_all(model, [knee.id, ankle.id], pelvis=foot) == foot


def test_ways_go_up_and_down() -> None:
    robot = load_robot("nao")
    model = robot.model
    left, right = (robot.frames[f"foot_{side}"].body for side in "lr")
    names = [model.joint(joint).name for joint in joints_between(model, left, right)]
    assert names[:2] == ["LAnkleRoll", "LAnklePitch"] and names[-1] == "RAnkleRoll"
    assert distance(model, left, right) == distance(model, right, left) > len(names) - 1
    assert last_shared(model, left, right, pelvis=1) == 1

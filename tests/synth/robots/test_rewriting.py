"""A model that is written anew moves as the old one does, whatever body it hangs on."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.robots import load_robot
from understudy.synth.robots.rewriting import AddedHinge, Rewriting, rewrite

FLIPPED = frozenset(range(2, 10))


def _relative(data: mujoco.MjData, one: int, other: int) -> np.ndarray:
    return data.xmat[one].reshape(3, 3).T @ (data.xpos[other] - data.xpos[one])


@pytest.mark.parametrize("name", ["nao", "mimo", "icub"])
@pytest.mark.parametrize("part", ["pelvis", "chest", "head", "foot_l"])
def test_bodies_are_where_they_were_seen_from_any_root(name: str, part: str) -> None:
    robot = load_robot(name)
    model = robot.model
    root = robot.frames[part].body
    written = rewrite(model, Rewriting(root=root, names_seed=3, flipped=FLIPPED))
    new = written.spec.compile()
    generator = np.random.default_rng(0)
    old_data, new_data = mujoco.MjData(model), mujoco.MjData(new)
    old_data.qpos[:], new_data.qpos[:] = model.qpos0, new.qpos0
    for joint, called in written.joints.items():
        turn = float(generator.uniform(-0.5, 0.5))
        old_data.qpos[model.jnt_qposadr[joint]] += turn
        new_data.qpos[new.joint(called).qposadr[0]] += -turn if joint in FLIPPED else turn
    mujoco.mj_kinematics(model, old_data)
    mujoco.mj_kinematics(new, new_data)
    for body, called in written.bodies.items():
        expected = _relative(old_data, 1, body)
        found = _relative(new_data, new.body(written.bodies[1]).id, new.body(called).id)
        np.testing.assert_allclose(found, expected, atol=1e-12)


def test_size_mass_and_shapes_change_as_asked() -> None:
    model = load_robot("nao").model
    tenth = rewrite(model, Rewriting(scale=0.1)).spec.compile()
    assert tenth.body_mass.sum() == pytest.approx(1e-3 * model.body_mass.sum())
    np.testing.assert_allclose(tenth.body_pos[2:], 0.1 * model.body_pos[2:], atol=1e-9)
    assert rewrite(model, Rewriting(shapes=False)).spec.compile().ngeom == 0


def test_joints_are_added_and_taken_out() -> None:
    robot = load_robot("hrp4")
    model = robot.model
    chest = robot.frames["chest"].body
    added = {chest: AddedHinge((1.0, 0.0, 0.0), (0.0, 0.0, 0.0))}
    assert rewrite(model, Rewriting(added=added)).spec.compile().njnt == model.njnt + 1
    welded = frozenset({model.njnt - 1})
    assert rewrite(model, Rewriting(welded=welded)).spec.compile().njnt == model.njnt - 1

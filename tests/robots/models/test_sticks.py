"""Robots without shapes are drawn as sticks."""

from __future__ import annotations

import numpy as np

from understudy.robots.models.sticks import STICK_RADIUS

INERTIAL = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
BARE = (
    f"<mujoco><worldbody><body name='a'>{INERTIAL}<body name='b' pos='0 0 0.5'><joint name='j'/>{INERTIAL}"
    "</body></body></worldbody></mujoco>"
)


def test_a_stick_runs_from_joint_to_joint(compiled):
    loaded = compiled(BARE, "m.xml")
    assert loaded.model.ngeom == 1
    np.testing.assert_allclose(loaded.model.geom_size[0][:2], [STICK_RADIUS, 0.25])
    assert loaded.model.body_mass.sum() == 2.0
    assert loaded.notes == ("it has no shapes and is drawn as sticks between its joints",)


def test_a_model_with_any_shape_gets_none(compiled):
    loaded = compiled(BARE.replace("<joint name='j'/>", "<joint name='j'/><geom size='0.1'/>"), "m.xml")
    assert (loaded.model.ngeom, loaded.notes) == (1, ())

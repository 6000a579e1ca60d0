"""Cameras and exclusions that a card adds to its model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.robots.additions import add_exclusions, add_eyes
from understudy.robots.card import Card, EyeSpec

CARD = Card(name="r", title="R", source="made up", folder=Path(), model_file="m.xml")
MODEL = """<mujoco><worldbody><body name="trunk"><geom size="0.1"/>
  <body name="head"><geom size="0.1"/><camera name="nose" fovy="40"/></body>
  <body name="hand"><geom size="0.1"/></body></body></worldbody>
  <contact><exclude body1="head" body2="trunk"/></contact></mujoco>"""


@pytest.fixture
def spec() -> mujoco.MjSpec:
    return mujoco.MjSpec.from_string(MODEL)


def test_an_added_camera_looks_along_its_gaze_with_up_in_its_picture(spec: mujoco.MjSpec) -> None:
    eye = EyeSpec(body="head", point=(0.1, 0.0, 0.2), forward=(0.0, 2.0, 0.0), fov=70.0)
    add_eyes(spec, replace(CARD, eyes={"l": eye}))
    model = spec.compile()
    camera = model.camera("eye_l")
    assert model.body(camera.bodyid[0]).name == "head"
    np.testing.assert_allclose(camera.pos, eye.point)
    assert camera.fovy[0] == 70.0
    matrix = np.zeros(9)
    mujoco.mju_quat2Mat(matrix, camera.quat)
    right, up, back = matrix.reshape(3, 3).T
    np.testing.assert_allclose(back, [0.0, -1.0, 0.0], atol=1e-9)
    np.testing.assert_allclose(up, [0.0, 0.0, 1.0], atol=1e-9)
    np.testing.assert_allclose(right, [1.0, 0.0, 0.0], atol=1e-9)


@pytest.mark.parametrize(("fov", "expected"), [(None, 40.0), (55.0, 55.0)])
def test_a_camera_of_the_model_keeps_its_view_unless_one_is_stated(
    spec: mujoco.MjSpec, fov: float | None, expected: float
) -> None:
    add_eyes(spec, replace(CARD, eyes={"centre": EyeSpec(camera="nose", fov=fov)}))
    model = spec.compile()
    assert model.ncam == 1
    assert model.camera("nose").fovy[0] == expected


def test_pairs_are_excluded_once(spec: mujoco.MjSpec) -> None:
    add_exclusions(spec, replace(CARD, excluded=(("trunk", "head"), ("head", "hand"), ("hand", "head"))))
    assert spec.compile().nexclude == 2


@pytest.mark.parametrize(
    ("eye", "expected"),
    [
        (EyeSpec(camera="noze"), r"\[eyes\] l: unknown camera 'noze' \(did you mean 'nose'\?\)"),
        (EyeSpec(body="hed", fov=60.0), r"\[eyes\] l: unknown body 'hed' \(did you mean 'head'\?\)"),
        (EyeSpec(body="head", forward=(0.0, 0.0, 2.0), fov=60.0), r"\[eyes\] l looks along its own 'up'"),
    ],
)
def test_an_eye_that_cannot_be_is_named(spec: mujoco.MjSpec, eye: EyeSpec, expected: str) -> None:
    with pytest.raises(RobotError, match=f"robot 'r': {expected}"):
        add_eyes(spec, replace(CARD, eyes={"l": eye}))


def test_an_unknown_body_of_a_pair_is_named(spec: mujoco.MjSpec) -> None:
    with pytest.raises(RobotError, match=r"\[collision\] exclude: unknown body 'hat'"):
        add_exclusions(spec, replace(CARD, excluded=(("head", "hat"),)))


@pytest.mark.parametrize(
    ("base", "expected"), [("fixed", {("foot", "arm"), ("pole", "arm")}), ("free", set())]
)
def test_a_fixed_base_does_not_collide_with_what_turns_on_it(
    base: str, expected: set[tuple[str, str]]
) -> None:
    spec = mujoco.MjSpec.from_string("""<mujoco><worldbody><body name="foot"><geom size="0.1"/>
      <body name="pole"><geom size="0.1"/>
        <body name="arm"><joint/><geom size="0.1"/><body name="hand"><joint/><geom size="0.1"/></body></body>
      </body></body></worldbody></mujoco>""")
    add_exclusions(spec, replace(CARD, base=base))
    assert {(pair.bodyname1, pair.bodyname2) for pair in spec.excludes} == expected

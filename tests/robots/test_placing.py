"""Eyes and skin placed on a small model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.robots.additions import add_eyes
from understudy.robots.card import Card, EyeSpec, SkinSpec
from understudy.robots.placing import Placing
from understudy.spatial import rotations as rot

FIELD_OF_VIEW = 50.0
PLACE = (0.1, 0.02, 0.3)
GAZE = np.array([0.6, 0.0, -0.8])
CARD = Card(name="r", title="R", source="made up", folder=Path(), model_file="m.xml", base="fixed")
MODEL = """<mujoco><worldbody><body name="trunk"><geom name="belly" size="0.1"/>
  <body name="head" euler="0 0 90"><joint name="neck"/><geom name="skull" size="0.1"/>
    <geom name="hair" size="0.11" contype="0" conaffinity="0"/><geom name="chin" size="0.05"/></body>
  <body name="wig"><geom name="wig" size="0.1" contype="0" conaffinity="0"/></body></body>
  </worldbody></mujoco>"""


def place(eyes: dict[str, EyeSpec] | None = None, skin: dict[str, SkinSpec] | None = None) -> Placing:
    card = replace(CARD, eyes=eyes or {}, skin=skin or {})
    spec = mujoco.MjSpec.from_string(MODEL)
    add_eyes(spec, card)
    return Placing(card, spec.compile())


def test_an_eye_has_its_gaze_along_x_and_its_view_in_radians() -> None:
    spec = EyeSpec(body="head", point=PLACE, forward=(0.6, 0.0, -0.8), fov=FIELD_OF_VIEW)
    placing = place({"centre": spec})
    eye = placing.eyes()["centre"]
    assert placing.model.body(eye.body).name == "head"
    np.testing.assert_allclose(eye.point, PLACE)
    assert eye.fov == pytest.approx(np.radians(FIELD_OF_VIEW))
    np.testing.assert_allclose(rot.rotate(eye.offset, np.array([1.0, 0.0, 0.0])), GAZE, atol=1e-9)
    np.testing.assert_allclose(rot.rotate(eye.offset, np.array([0.0, 1.0, 0.0])), [0.0, 1.0, 0.0], atol=1e-9)


def test_a_patch_of_a_body_covers_what_can_touch() -> None:
    placing = place(skin={"face": SkinSpec(spacing=0.01, body="head")})
    patch = placing.skin()["face"]
    assert [placing.model.geom(geom).name for geom in patch.geoms] == ["skull", "chin"]
    assert (placing.model.body(patch.body).name, patch.spacing) == ("head", 0.01)


def test_a_patch_may_be_some_geoms_of_a_body() -> None:
    placing = place(skin={"face": SkinSpec(spacing=0.01, geoms=("chin",))})
    patch = placing.skin()["face"]
    assert patch.geoms == (placing.model.geom("chin").id,)
    assert placing.model.body(patch.body).name == "head"


@pytest.mark.parametrize(
    ("skin", "expected"),
    [
        (SkinSpec(0.01, body="hed"), r"unknown body 'hed' \(did you mean 'head'\?\)"),
        (SkinSpec(0.01, geoms=("chn",)), r"\[skin\] p: unknown geom 'chn' \(did you mean 'chin'\?\)"),
        (SkinSpec(0.01, geoms=("chin", "belly")), r"\[skin\] p spans 2 bodies, expected geoms of one body"),
        (SkinSpec(0.01, body="wig"), r"\[skin\] p: body 'wig' has no geom that can touch anything"),
    ],
)
def test_skin_that_cannot_be_is_named(skin: SkinSpec, expected: str) -> None:
    with pytest.raises(RobotError, match=f"robot 'r': {expected}"):
        place(skin={"p": skin}).skin()

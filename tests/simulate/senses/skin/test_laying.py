"""Where taxels are: on every shape, not inside a neighbour, mirrored, and as many as iCub has."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial import KDTree

from tests.simulate.box_robot import build
from understudy.errors import OptionError, RobotError
from understudy.motion import Skin
from understudy.robots import load_robot
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.simulate.senses.skin.coverage import touching_geoms
from understudy.simulate.senses.skin.laying import lay_skin
from understudy.simulate.senses.skin.samples import depth_in
from understudy.simulate.senses.skin.settings import SkinSettings

EVEN = SkinSettings(spacing=0.02)
ICUB_TAXELS = {"chest": 440, "upper_arm": 350, "forearm": 240, "hand": 108}
ROBOTS = ("mimo", "icub", "g1")


def places(robot: Robot, skin: Skin) -> np.ndarray:
    """Return where taxels are (S, 3) [m] as the robot stands."""
    data = home_data(robot.model, robot.model.qpos0)
    bodies = np.array([robot.model.body(name).id for name in skin.bodies])[skin.body]
    return data.xpos[bodies] + np.einsum("nij,nj->ni", data.xmat[bodies].reshape(-1, 3, 3), skin.points)


@pytest.mark.parametrize("name", ROBOTS)
def test_every_body_that_can_touch_has_skin_that_is_not_buried(name: str) -> None:
    robot = load_robot(name)
    skin, geoms = lay_skin(robot, EVEN), touching_geoms(robot)
    assert {robot.model.body(body).name for body in geoms} == set(skin.bodies)
    for number, body in enumerate(skin.bodies):
        points = skin.points[skin.body == number]
        deepest = np.max([depth_in(robot.model, g, points) for g in geoms[robot.model.body(body).id]], axis=0)
        # A point stands for what is around it, so that it may lie a little under a curved surface.
        assert deepest.max() < 0.003


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("settings", [EVEN, SkinSettings()])
def test_skin_is_its_own_mirror_image(name: str, settings: SkinSettings) -> None:
    robot = load_robot(name)
    skin = lay_skin(robot, settings)
    points = places(robot, skin)
    middle = home_data(robot.model, robot.model.qpos0).xpos[1, 1]
    image = points * [1.0, -1.0, 1.0] + [0.0, 2.0 * middle, 0.0]
    assert KDTree(points).query(image)[0].max() < 1e-9


def test_icub_has_its_own_taxels() -> None:
    skin = lay_skin(load_robot("icub"), SkinSettings())
    counts = np.bincount(skin.part, minlength=len(skin.parts))
    for part, count in zip(skin.parts, counts, strict=True):
        assert count == ICUB_TAXELS.get(part.removesuffix("_l").removesuffix("_r"), 0)
    assert skin.reach == pytest.approx(0.015)


def test_a_card_says_how_fine_skin_is() -> None:
    robot = load_robot("mimo")
    skin = lay_skin(robot, SkinSettings())
    density = {
        part: skin.areas[skin.part == i].mean()
        for i, part in enumerate(skin.parts)
        if part in ("chest", "head")
    }
    # 3 cm on the chest, 1.3 cm on the head.
    assert density["chest"] / density["head"] == pytest.approx((0.03 / 0.013) ** 2, rel=0.1)
    assert lay_skin(robot, EVEN).size != skin.size


def test_what_cannot_be_laid_is_said(tmp_path: Path) -> None:
    robot = build(tmp_path)
    with pytest.raises(RobotError, match="its card has no .skin., expected the layout 'even'"):
        lay_skin(robot, SkinSettings(layout="card"))
    with pytest.raises(RobotError, match="the layout 'icub' needs 'chest', which only iCub has"):
        lay_skin(robot, SkinSettings(layout="icub"))
    with pytest.raises(OptionError, match="would take .* taxels, expected at most 100000"):
        lay_skin(robot, SkinSettings(spacing=0.001))
    robot.model.geom_contype[:] = robot.model.geom_conaffinity[:] = 0
    with pytest.raises(RobotError, match="none of its shapes can touch anything"):
        lay_skin(robot, EVEN)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"layout": "cat"}, "unknown layout 'cat'"),
        ({"output": ("heat",)}, "unknown output 'heat'"),
        ({"spacing": 0.0}, "spacing is 0 m, expected 0.001 to 0.5"),
        ({"spacing": 0.02, "layout": "icub"}, "spacing goes with layout 'even'"),
        ({"threshold": 0.0}, "threshold is 0 N"),
    ],
)
def test_bad_settings_are_named(settings: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        SkinSettings(**settings)  # pyright: ignore[reportArgumentType]

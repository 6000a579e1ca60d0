"""Parts of robots that may touch: which geoms they are, and how far apart, also on rigid wrists."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.motion.touches import PARTS
from understudy.robots import load_robot
from understudy.robots.touching_parts import PartDistances, body_parts, part_geoms

ROBOTS = ("mimo", "dummy", "icub", "fetus")


@pytest.mark.parametrize("name", ROBOTS)
def test_every_part_is_there_and_both_sides_are_alike(name: str) -> None:
    geoms = part_geoms(load_robot(name))
    assert set(geoms) == set(PARTS)
    for part in ("arm", "hand", "leg", "foot"):
        assert len(geoms[f"{part}_l"]) == len(geoms[f"{part}_r"])


def test_a_hand_on_a_rigid_wrist_is_what_lies_beyond_it() -> None:
    robot = load_robot("dummy")
    wrist = robot.landmarks["wrist_l"]
    parts = body_parts(robot)
    assert parts.at(wrist.body, robot.landmarks["knuckle_l"].point) == "hand_l"
    assert parts.at(wrist.body, 0.5 * wrist.point) == "arm_l"
    for geom in part_geoms(robot)["hand_l"]:
        assert robot.model.geom_pos[geom][2] < wrist.point[2]


@pytest.mark.parametrize("name", ROBOTS)
def test_no_parts_touch_at_home(name: str) -> None:
    robot = load_robot(name)
    measure = PartDistances(robot)
    measure.pose(robot.home)
    assert [pair for pair in measure.pairs if measure.between(pair, 0.0) is not None] == []


def test_the_distance_is_the_least_of_all_pairs_of_geoms_and_lies_between_its_points() -> None:
    robot = load_robot("mimo")
    measure = PartDistances(robot)
    measure.pose(robot.home)
    pair = ("head", "hand_l")
    least = min(
        mujoco.mj_geomDistance(robot.model, measure.data, int(one), int(other), 1.0, None)
        for one in measure.geoms["head"]
        for other in measure.geoms["hand_l"]
    )
    found = measure.between(pair, 1.0)
    assert found is not None
    assert np.isclose(found.distance, least, atol=1e-6)
    assert np.isclose(np.linalg.norm(found.points[1] - found.points[0]), least, atol=1e-4)
    assert measure.between(pair, 0.5 * least) is None


def test_a_place_on_a_part_is_on_its_surface_also_where_a_ray_misses_it() -> None:
    robot = load_robot("fetus")
    measure = PartDistances(robot)
    measure.pose(robot.home)
    cranium = robot.model.geom("cranium")
    centre, size = measure.data.geom_xpos[cranium.id], robot.model.geom_size[cranium.id]
    forward, up = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])
    places = []
    for beside in (0.0, 1.0):
        found = measure.place("head", centre + beside * forward, forward, up).outside(0.0)
        body = measure.data.body(found.body)
        places.append(body.xpos + body.xmat.reshape(3, 3) @ found.local)
    np.testing.assert_allclose(places[0], centre + size[2] * up, atol=1e-6)
    assert np.linalg.norm(places[1] - centre) < 2.0 * size[2], "a metre ahead there is no head"

"""The card of Unitree's G1 against the URDF of the package that carries it."""

from __future__ import annotations

from importlib import metadata
from xml.etree import ElementTree

import numpy as np
import pytest

from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.robots import Robot, load_robot
from understudy.robots.catalogue import find_card
from understudy.robots.model_file import find_model_file
from understudy.robots.parts import home_data, point_in_world

JOINTS = 29
MASS = 33.3411
HEIGHT = 1.32
"""Sole to crown, as the maker states it [m]."""
FOREARM_TILT = np.radians(8.0)


@pytest.fixture(scope="module")
def g1() -> Robot:
    package = find_card("g1").package
    try:
        metadata.distribution(package)
    except metadata.PackageNotFoundError:
        pytest.skip(f"{package} is not installed: pip install 'understudy[robots]'")
    return load_robot("g1")


@pytest.fixture(scope="module")
def urdf(g1: Robot) -> ElementTree.Element:
    return ElementTree.parse(find_model_file(g1.card)).getroot()


def test_joints_mass_and_height(g1: Robot) -> None:
    assert len(g1.joints) == JOINTS
    assert g1.model.body_mass.sum() == pytest.approx(MASS, abs=1e-3)
    crown_w = point_in_world(home_data(g1.model, g1.home), g1.landmarks["head_top"])
    assert crown_w[2] == pytest.approx(HEIGHT, abs=5e-3)


def test_speeds_and_ranges_are_those_of_the_urdf(g1: Robot, urdf: ElementTree.Element) -> None:
    limits = {joint.get("name"): joint.find("limit") for joint in urdf.iter("joint")}
    for name, lower, upper, speed in zip(g1.joints, g1.lower, g1.upper, g1.velocity, strict=True):
        limit = limits[name]
        assert limit is not None
        assert speed == float(limit.get("velocity", "nan")), name
        assert (lower, upper) == (float(limit.get("lower", "nan")), float(limit.get("upper", "nan")))


def test_soles_are_the_lowest_points_of_the_collision_spheres(g1: Robot, urdf: ElementTree.Element) -> None:
    for side, name in (("l", "left"), ("r", "right")):
        lowest = []
        for collision in urdf.iterfind(f"link[@name='{name}_ankle_roll_link']/collision"):
            origin, sphere = collision.find("origin"), collision.find("geometry/sphere")
            assert origin is not None
            assert sphere is not None
            centre = np.array([float(x) for x in origin.get("xyz", "").split()])
            lowest.append(centre - [0.0, 0.0, float(sphere.get("radius", "nan"))])
        np.testing.assert_allclose(g1.soles[side].points, lowest, atol=1e-12)


def test_home_soles_are_flat_on_the_floor(g1: Robot) -> None:
    data = home_data(g1.model, g1.home)
    for sole in g1.soles.values():
        corners_w = data.xpos[sole.body] + sole.points @ data.xmat[sole.body].reshape(3, 3).T
        np.testing.assert_allclose(corners_w[:, 2], 0.0, atol=1e-9)


@pytest.mark.parametrize("segment", LIMB_SEGMENTS)
def test_limbs_hang_at_home(g1: Robot, segment: str) -> None:
    ends = g1.segment(segment)
    assert ends is not None
    data = home_data(g1.model, g1.home)
    start_w, end_w = (point_in_world(data, end) for end in ends)
    down = (start_w - end_w)[2] / np.linalg.norm(end_w - start_w)
    assert np.arccos(down) < FOREARM_TILT


def test_right_mirrors_left(g1: Robot) -> None:
    data = home_data(g1.model, g1.home)
    for name, place in g1.landmarks.items():
        if name.endswith("_l"):
            left_w, right_w = (point_in_world(data, p) for p in (place, g1.landmarks[f"{name[:-2]}_r"]))
            np.testing.assert_allclose(left_w * [1.0, -1.0, 1.0], right_w, atol=5e-5, err_msg=name)


def test_without_a_neck_there_is_no_head_frame(g1: Robot) -> None:
    assert set(g1.frames) == {"pelvis", "chest", "hand_l", "hand_r", "foot_l", "foot_r"}
    assert g1.segment("neck") is None

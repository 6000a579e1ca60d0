"""Bodies are called as anatomy calls them, and places on them by their side."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.robots import load_robot
from understudy.robots.body_part_names import body_part_names
from understudy.robots.body_sides import BodySides

KNOWN = {
    "mimo": {
        "left_fingers": "hand_l",
        "right_lower_arm": "forearm_r",
        "lower_body": "belly",
        "hip": "pelvis",
    },
    "icub": {"l_elbow_1": "forearm_l", "l_wrist_1": "hand_l", "r_hip_2": "thigh_r", "neck_1": "head"},
    "g1": {"left_knee_link": "shin_l", "torso_link": "chest", "pelvis_contour_link": "pelvis"},
    "nao": {"torso": "trunk", "RTibia": "shin_r", "LShoulder": "upper_arm_l", "r_ankle": "foot_r"},
}


@pytest.mark.parametrize("name", KNOWN)
def test_bodies_are_named_by_the_joints_around_them(name: str) -> None:
    robot = load_robot(name)
    names = {robot.model.body(body).name: part for body, part in body_part_names(robot).items()}
    assert {body: names[body] for body in KNOWN[name]} == KNOWN[name]
    assert len(names) == robot.model.nbody - 1


@pytest.mark.parametrize(
    ("part", "body", "point", "side"),
    [
        ("head", "head", (0.0835, 0.0, 0.0735), "front"),
        ("head", "head", (0.01, 0.0735, 0.0735), "left"),
        ("chest", "upper_body", (-0.05, 0.0, 0.01), "back"),
        ("thigh_l", "left_upper_leg", (0.0, 0.037, -0.06), "outer"),
        ("thigh_r", "right_upper_leg", (0.0, 0.037, -0.06), "inner"),
        ("foot_l", "left_foot", (0.02, 0.0, -0.01), "bottom"),
        ("tail", "head", (0.0, 0.0, 0.0), ""),
    ],
)
def test_sides_are_those_of_a_standing_person(
    part: str, body: str, point: tuple[float, float, float], side: str
) -> None:
    assert BodySides(load_robot("mimo")).side(part, body, np.array(point)) == side

"""A robot is onboarded, a landmark put right, checked and saved, without a browser."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.robots import load_robot
from understudy.robots.urdf_writer import write_urdf
from understudy.studio.desk import BY_HAND, Desk
from understudy.studio.picking import first_hit


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    folder = tmp_path_factory.mktemp("model")
    write_urdf(load_robot("nao"), folder / "stranger.urdf")
    return Desk.of_model(folder / "stranger.urdf")


def test_limbs_are_found_and_a_landmark_can_be_put_right(desk: Desk, tmp_path: Path) -> None:
    assert {"knee_l", "knee_r", "elbow_l", "ankle_r"} <= set(desk.landmark_places)
    assert desk.roles.bodies
    body = desk.robot.model.body(desk.robot.landmarks["wrist_l"].body).id
    fixed = desk.with_landmark("wrist_l", body, np.array([0.01, 0.02, 0.03]))
    spec = fixed.card.landmarks["wrist_l"]
    assert (spec.point, fixed.sureness("wrist_l")) == ((0.01, 0.02, 0.03), (1.0, BY_HAND))
    assert BY_HAND in fixed.text()
    assert {check.name for check in fixed.checks()}
    card = fixed.save(tmp_path)
    assert card == tmp_path / fixed.card.name / "card.toml"
    assert load_robot(str(card)).landmarks["wrist_l"].point == pytest.approx((0.01, 0.02, 0.03))


@pytest.mark.parametrize(
    ("name", "body", "point"),
    [("third_arm", 1, np.zeros(3)), ("wrist_l", 0, np.zeros(3)), ("wrist_l", 1, np.full(3, np.nan))],
)
def test_nowhere_is_refused(desk: Desk, name: str, body: int, point: np.ndarray) -> None:
    with pytest.raises(RobotError):
        desk.with_landmark(name, body, point)


def test_a_ray_meets_the_nearest_triangle() -> None:
    corners = np.array([[0, 0, 1], [1, 0, 1], [0, 1, 1], [0, 0, 2], [1, 0, 2], [0, 1, 2.0]])
    faces = np.array([[3, 4, 5], [0, 1, 2]])
    up = np.array([0.0, 0.0, 1.0])
    assert first_hit(np.array([0.2, 0.2, 0.0]), up, corners, faces) == pytest.approx([0.2, 0.2, 1.0])
    assert first_hit(np.array([0.2, 0.2, 0.0]), -up, corners, faces) is None
    assert first_hit(np.array([2.0, 2.0, 0.0]), up, corners, faces) is None

"""A robot with its landmarks labelled."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.robots import load_robot
from understudy.view.camera import Camera
from understudy.view.robot_picture import save_robot_picture, side_of, spread, to_pixels

SIZE = (200, 100)
GAP = 10.0


def test_the_target_is_in_the_middle_and_left_of_the_robot_is_right_in_its_front_view() -> None:
    camera = Camera(np.array([0.0, 0.0, 1.0]), 3.0, np.pi, 0.0)
    middle, left, above = to_pixels(camera, np.array([[0, 0, 1.0], [0, 0.2, 1.0], [0, 0, 1.2]]), SIZE)
    assert np.allclose(middle, (100.0, 50.0))
    assert left[0] > middle[0] and left[1] == pytest.approx(middle[1])
    assert above[1] < middle[1]


def test_labels_keep_their_distance_within_the_picture() -> None:
    rows = spread([50.0, 51.0, 52.0, 99.0, 99.0], GAP, 100.0)
    assert all(after - before >= GAP for before, after in zip(rows, rows[1:], strict=False))
    assert rows[-1] <= 100.0
    assert spread([], GAP, 100.0) == []


@pytest.mark.parametrize(("landmark", "side"), [("hip_l", "l"), ("toe_tip_r", "r"), ("head_top", "")])
def test_the_side_of_a_landmark(landmark: str, side: str) -> None:
    assert side_of(landmark) == side


def test_the_picture_shows_the_robot_twice(can_render: str, tmp_path: Path) -> None:
    from PIL import Image

    with Image.open(save_robot_picture(tmp_path / "nao.png", load_robot("nao"))) as image:
        picture = np.asarray(image).astype(int)
    front, side = np.split(picture, 2, axis=1)
    assert all(np.ptp(half.reshape(-1, 3), axis=0).min() > 100 for half in (front, side))
    assert not np.array_equal(front, side)

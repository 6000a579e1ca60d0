"""Pictures of chosen frames."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.errors import OutputError, RenderError
from understudy.motion import HumanMotion, RobotMotion
from understudy.robots import Robot
from understudy.view.stills import encode_png, render_stills, save_stills, spread_frames

Image = pytest.importorskip("PIL.Image")

SIZE = (96, 128)

MakePerson = Callable[..., HumanMotion]


@pytest.mark.parametrize(
    ("count", "expected"), [(1, (0,)), (3, (0, 1, 2)), (5, (0, 1, 2, 3, 4)), (100, (10, 30, 50, 70, 90))]
)
def test_frames_are_spread_over_the_clip(count: int, expected: tuple[int, ...]) -> None:
    assert spread_frames(count) == expected


def test_png_comes_back_exactly(tmp_path: Path) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (7, 5, 3), dtype=np.uint8)
    (tmp_path / "noise.png").write_bytes(encode_png(picture))
    np.testing.assert_array_equal(np.asarray(Image.open(tmp_path / "noise.png")), picture)


@pytest.mark.usefixtures("can_render")
def test_chosen_frames_are_drawn_in_order(
    make_person: MakePerson, robot: Robot, standing_still: Callable[..., RobotMotion]
) -> None:
    human = make_person(frames=60, speed=1.0)
    performances = [(robot, standing_still(robot, frames=60))]
    first, last = render_stills(human, performances, frames=(0, 59), size=SIZE)
    again, _ = render_stills(human, performances, frames=(59, 0), size=SIZE)
    assert first.shape == (SIZE[1], 2 * SIZE[0], 3)
    assert not np.array_equal(first, last)
    np.testing.assert_array_equal(again, last)


@pytest.mark.usefixtures("can_render")
def test_five_stills_are_saved_by_default(make_person: MakePerson, tmp_path: Path) -> None:
    human = make_person(frames=50)
    paths = save_stills(tmp_path / "new" / "stills", human, [], size=SIZE)
    assert [path.name for path in paths] == [f"frame_{frame:05d}.png" for frame in (5, 15, 25, 35, 45)]
    with Image.open(paths[0]) as picture:
        assert picture.size == SIZE
    assert sorted(os.listdir(paths[0].parent)) == sorted(path.name for path in paths)


@pytest.mark.usefixtures("can_render")
@pytest.mark.parametrize("frame", [-1, 3])
def test_a_frame_that_does_not_exist_is_refused(make_person: MakePerson, frame: int) -> None:
    with pytest.raises(RenderError, match=f"frame {frame} does not exist, expected 0 to 2"):
        render_stills(make_person(frames=3), [], frames=(frame,), size=SIZE)


def test_a_file_in_place_of_the_folder_is_an_error(make_person: MakePerson, tmp_path: Path) -> None:
    (tmp_path / "stills").write_text("in the way", encoding="utf-8")
    with pytest.raises(OutputError, match="cannot write to the folder"):
        save_stills(tmp_path / "stills", make_person(), [], size=SIZE)

"""Films, read back."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from understudy.errors import OutputError, RenderError
from understudy.motion import HumanMotion, RobotMotion
from understudy.robots import Robot
from understudy.view.video import film_fps, render_video

SIZE = (96, 128)

MakePerson = Callable[..., HumanMotion]


@pytest.mark.parametrize(
    ("motion_fps", "expected"),
    [
        (25.0, 25.0),
        (30.0, 30.0),
        (60.0, 30.0),
        (120.0, 30.0),
        (100.0, 25.0),
        (50.0, 25.0),
        (31.0, 30.0),
        (45.0, 30.0),
    ],
)
def test_films_have_at_most_thirty_frames_a_second(motion_fps: float, expected: float) -> None:
    assert film_fps(motion_fps) == pytest.approx(expected)


@pytest.mark.usefixtures("can_render")
def test_a_film_has_the_size_rate_and_length_of_the_performance(
    make_person: MakePerson,
    robot: Robot,
    standing_still: Callable[..., RobotMotion],
    tmp_path: Path,
    read_film: Callable[[Path], Any],
) -> None:
    path, told = tmp_path / "films" / "film.mp4", []
    path.parent.mkdir()
    human = make_person(frames=41, speed=1.0, fps=120.0)
    performances = [(robot, standing_still(robot, frames=41, fps=120.0))]
    render_video(path, human, performances, size=SIZE, progress=lambda *state: told.append(state))
    film, expected_frames = read_film(path), 11
    assert film.pictures.shape == (expected_frames, SIZE[1], 2 * SIZE[0], 3)
    assert "yuv420p" in film.about
    assert "30 fps" in film.about
    assert told == [(index + 1, expected_frames) for index in range(expected_frames)]
    assert all(picture.std() > 10.0 for picture in film.pictures)
    assert os.listdir(tmp_path / "films") == ["film.mp4"]


@pytest.mark.usefixtures("can_render")
def test_an_interrupted_film_leaves_the_old_one_and_nothing_else(
    make_person: MakePerson, tmp_path: Path
) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(b"the old film")

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        render_video(path, make_person(frames=5), [], size=SIZE, progress=interrupt)
    assert path.read_bytes() == b"the old film"
    assert os.listdir(tmp_path) == ["film.mp4"]


@pytest.mark.parametrize(
    ("size", "fps", "sentence"),
    [
        ((97, 128), None, "97 x 128 pixels a lane is not possible, expected even numbers"),
        (SIZE, 0.0, "0.0 frames a second, expected a number over 0"),
        (SIZE, float("nan"), "nan frames a second"),
    ],
)
def test_impossible_wishes_are_refused(
    make_person: MakePerson, tmp_path: Path, size: tuple[int, int], fps: float | None, sentence: str
) -> None:
    with pytest.raises(RenderError, match=sentence):
        render_video(tmp_path / "film.mp4", make_person(), [], size=size, fps=fps)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("place", ["missing/film.mp4", "."])
def test_a_place_that_cannot_be_written_to_is_said_at_once(
    make_person: MakePerson, tmp_path: Path, place: str
) -> None:
    with pytest.raises(OutputError, match="cannot write"):
        render_video(tmp_path / place, make_person(), [], size=SIZE)

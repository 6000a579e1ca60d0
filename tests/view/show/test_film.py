"""One film of a rollout: every panel in its place, at its time, in a file that is whole or not there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.errors import OutputError, RenderError
from understudy.motion import HumanMotion, Pictures, RobotMotion, Rollout
from understudy.motion.pictures import PictureKind
from understudy.motion.png import to_png
from understudy.robots import Robot
from understudy.view.show import render_show
from understudy.view.show.panel import CELL, LABEL

FPS, FRAMES = 10.0, 11
RED, GREEN = (220, 30, 30), (30, 200, 60)
ROW = CELL[1] + LABEL
FAINT = 12.0
"""How far colours may be off after a film has packed them."""


def in_one_colour(first: tuple[int, int, int], then: tuple[int, int, int]) -> Pictures:
    """Return pictures of one colour, and of another from half a second on."""
    files = [to_png(np.full((24, 32, 3), colour, dtype=np.uint8)) for colour in (first, then)]
    ends = np.cumsum([len(file) for file in files])
    kind = PictureKind((24, 32, 3), 8, "1/255", 1.0)
    return Pictures(np.array([0.0, 0.5]), np.frombuffer(b"".join(files), dtype=np.uint8), ends, kind)


def rollout_of(robot: Robot, motion: RobotMotion, with_eyes: bool = True) -> Rollout:
    count = motion.frame_count
    nothing = np.zeros(count)
    pictures = {"eyes/left": in_one_colour(RED, GREEN), "eyes/right": in_one_colour(GREEN, RED)}
    return Rollout(
        robot=robot.name,
        joints=motion.joints,
        time=np.arange(count) / motion.fps,
        q=motion.q,
        reference=motion.q,
        torques=np.zeros((count, len(motion.joints))),
        energy=nothing,
        contact_force=nothing,
        depth=nothing,
        contacts=np.zeros((count, 4), dtype=bool),
        pictures=pictures if with_eyes else {},
    )


@pytest.fixture
def performed(robot: Robot, standing_still: Callable[..., RobotMotion]) -> Rollout:
    return rollout_of(robot, standing_still(robot, FRAMES, FPS))


def test_eyes_are_below_and_change_when_they_saw_something_else(
    can_render: str,
    robot: Robot,
    performed: Rollout,
    tmp_path: Path,
    read_film: Callable[[Path], Any],
    make_person: Callable[..., HumanMotion],
) -> None:
    told: list[tuple[int, int]] = []
    person = make_person(FRAMES, fps=FPS)
    render_show(tmp_path / "a.mp4", performed, robot, person, progress=lambda *each: told.append(each))
    film = read_film(tmp_path / "a.mp4")
    assert film.pictures.shape == (FRAMES, 2 * ROW, 3 * CELL[0], 3)
    assert told[-1] == (FRAMES, FRAMES)
    middle = ROW + CELL[1] // 2
    for frame, colours in ((4, (RED, GREEN)), (5, (GREEN, RED))):
        for column, colour in zip((CELL[0] // 2, 3 * CELL[0] // 2), colours, strict=True):
            np.testing.assert_allclose(film.pictures[frame, middle, column], colour, atol=FAINT)


def test_the_present_moves_over_the_joints(
    can_render: str, robot: Robot, performed: Rollout, tmp_path: Path, read_film: Callable[[Path], Any]
) -> None:
    render_show(tmp_path / "a.mp4", performed, robot)
    film = read_film(tmp_path / "a.mp4").pictures.astype(float)
    # Without a source the robot has the width of both eyes.
    assert film.shape[2] == 3 * CELL[0]
    chart = film[:, : CELL[1], 2 * CELL[0] :]
    redness = (chart[..., 0] - chart[..., 1]).mean(axis=1)
    columns = redness.argmax(axis=1)
    assert columns[0] < 20 and columns[-1] > CELL[0] - 20
    assert (np.diff(columns) > 0).all()


def test_what_a_rollout_lacks_is_left_out_and_further_panels_go_under_the_joints(
    can_render: str,
    robot: Robot,
    standing_still: Callable[..., RobotMotion],
    tmp_path: Path,
    read_film: Callable[[Path], Any],
) -> None:
    closed = []

    class Blue:
        def __init__(self, size: tuple[int, int]) -> None:
            self.size = size

        def picture(self, time: float) -> np.ndarray:
            return np.full((self.size[1], self.size[0], 3), (20, 20, 220), dtype=np.uint8)

        def close(self) -> None:
            closed.append(self.size)

    rollout = rollout_of(robot, standing_still(robot, 3, FPS), with_eyes=False)
    render_show(tmp_path / "a.mp4", rollout, robot, further=[Blue])
    film = read_film(tmp_path / "a.mp4").pictures
    assert film.shape == (3, ROW, 2 * CELL[0], 3)
    np.testing.assert_allclose(film[1, ROW - 20, -20], (20, 20, 220), atol=2 * FAINT)
    assert closed == [(CELL[0], ROW // 2)]


def test_equal_rollouts_give_equal_films_and_what_cannot_be_is_said(
    can_render: str, robot: Robot, performed: Rollout, tmp_path: Path
) -> None:
    for name in ("a", "b"):
        render_show(tmp_path / f"{name}.mp4", performed, robot)
    assert (tmp_path / "a.mp4").read_bytes() == (tmp_path / "b.mp4").read_bytes()
    with pytest.raises(RenderError, match="cannot have 0"):
        render_show(tmp_path / "c.mp4", performed, robot, fps=0.0)
    with pytest.raises(OutputError, match="does not exist"):
        render_show(tmp_path / "nowhere" / "c.mp4", performed, robot)
    assert not (tmp_path / "c.mp4").exists()

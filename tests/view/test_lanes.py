"""Source and robots side by side."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.errors import RenderError
from understudy.motion import HumanMotion, RobotMotion
from understudy.robots import Robot
from understudy.view.lanes import Lanes, lane_labels
from understudy.view.scene import FAST_SAMPLES

WIDTH, HEIGHT = 160, 208

StandStill = Callable[..., RobotMotion]
MakePerson = Callable[..., HumanMotion]


def colour_share(picture: np.ndarray, channel: int) -> np.ndarray:
    """Return a mask (H, W) of the pixels in which a channel outshines the others."""
    values = picture.astype(int)
    others = np.delete(values, channel, axis=2).max(axis=2)
    return values[:, :, channel] > others + 40


@pytest.mark.usefixtures("can_render")
def test_each_performer_is_in_its_own_lane(
    make_person: MakePerson, robot: Robot, standing_still: StandStill
) -> None:
    with Lanes(make_person(), [(robot, standing_still(robot))], (WIDTH, HEIGHT), FAST_SAMPLES) as lanes:
        picture = lanes.picture(0.0)
    assert picture.shape == (HEIGHT, 2 * WIDTH, 3)
    ours, theirs = picture[:, :WIDTH], picture[:, WIDTH:]
    assert colour_share(ours, 0).sum() > 100
    assert colour_share(ours, 2).sum() > 100
    assert not colour_share(ours, 1).any()
    assert colour_share(theirs, 1).sum() > 500
    assert not colour_share(theirs, 0).any()


@pytest.mark.usefixtures("can_render")
def test_left_and_right_are_on_their_sides(make_person: MakePerson) -> None:
    with Lanes(make_person(oriented=("pelvis",)), [], (WIDTH, HEIGHT), FAST_SAMPLES) as lanes:
        picture = lanes.picture(0.0)
    orange, blue = (np.nonzero(colour_share(picture, channel))[1].mean() for channel in (0, 2))
    # The person looks to the picture's right and to the camera: its right arm is on the picture's left.
    assert orange < 0.5 * WIDTH < blue


@pytest.mark.usefixtures("can_render")
def test_the_camera_keeps_a_walker_in_its_lane(make_person: MakePerson) -> None:
    walker = make_person(frames=120, speed=1.4)
    with Lanes(walker, [], (WIDTH, HEIGHT), FAST_SAMPLES) as lanes:
        pictures = [lanes.picture(time) for time in (0.0, 1.0, lanes.duration)]
    for picture in pictures:
        limbs = colour_share(picture, 0) | colour_share(picture, 2)
        assert np.nonzero(limbs)[1].mean() == pytest.approx(0.5 * WIDTH, abs=0.08 * WIDTH)
    assert any(not np.array_equal(pictures[0], other) for other in pictures[1:])


@pytest.mark.usefixtures("can_render")
def test_motions_with_other_rates_are_shown_at_the_same_time(
    robot: Robot, standing_still: StandStill
) -> None:
    slow, fast = standing_still(robot, frames=11, fps=10.0), standing_still(robot, frames=51, fps=100.0)
    with Lanes(None, [(robot, slow), (robot, fast)], (WIDTH, HEIGHT), FAST_SAMPLES) as lanes:
        assert (lanes.fps, lanes.frame_count, lanes.count) == (10.0, 11, 2)
        assert lanes.duration == pytest.approx(1.0)
        lanes.picture(lanes.duration)


def test_labels_tell_robots_of_one_name_apart(robot: Robot, standing_still: StandStill) -> None:
    one = [(robot, standing_still(robot))]
    assert lane_labels(one) == ["free-toy"]
    two = [*one, (robot, standing_still(robot, method="range"))]
    assert lane_labels(two) == ["free-toy (track)", "free-toy (range)"]


def test_nothing_to_draw_is_said(make_person: MakePerson) -> None:
    with pytest.raises(RenderError, match="nothing to draw"):
        Lanes(None, [], (WIDTH, HEIGHT), FAST_SAMPLES)
    with pytest.raises(RenderError, match="160 x 10 pixels is too small"):
        Lanes(make_person(), [], (WIDTH, 10), FAST_SAMPLES)

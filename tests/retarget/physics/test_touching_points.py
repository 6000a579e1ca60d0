"""When points may be pushed, and how much."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.dynamics.sole_points import LOADING
from understudy.retarget.physics.touching_points import FLIGHT, LARGEST, TouchingPoints

FPS = 100.0


def points(*touches: str) -> TouchingPoints:
    """Return points, one part each, from strings of ``x`` where they touch the floor."""
    on = np.array([[letter == "x" for letter in each] for each in touches]).T
    count = on.shape[1]
    return TouchingPoints(np.ones(count, int), np.zeros((count, 3)), on, np.arange(count), FPS)


def test_a_foot_takes_its_load_in_a_while_and_gives_it_up() -> None:
    frames = round(LOADING * FPS)
    stance = "." + "x" * (8 * frames) + "."
    (most,) = points(stance, "x" * len(stance)).most().T[:1]
    assert most[0] == most[-1] == 0.0
    assert most[1 : frames + 1] == pytest.approx(LARGEST * (np.arange(frames) + 0.5) / frames)
    assert most[1 + frames : -1 - frames] == pytest.approx(LARGEST)
    assert most[::-1] == pytest.approx(most)


def test_a_clip_does_not_begin_a_stance() -> None:
    most = points("xxxx").most()
    assert most == pytest.approx(LARGEST)


def test_a_short_stance_is_loaded_in_a_share_of_it() -> None:
    most = points("xxxxxxxxxxxxxxxxxx", ".....xxxxxxxx.....").most()[:, 1]
    assert most[5:13].max() == pytest.approx(LARGEST)


def test_points_of_one_part_take_load_together() -> None:
    own = points("..xxxxxx..", "..xx......", "xxxxxxxxxx")
    together = TouchingPoints(own.bodies, own.places, own.touches, np.array([0, 0, 1]), FPS).most()
    assert together[2:4, 1] == pytest.approx(together[2:4, 0])
    assert (together[4:, 1] == 0.0).all()


def test_flights_beside_a_stance_ask_more_of_it() -> None:
    walks, runs = points("xxxxxxxx").most(), points("xxxx....xxxx....xxxx").most()
    assert runs[8:12].max() == pytest.approx(2.0 * walks.max())
    assert runs[:4].max() == pytest.approx(1.5 * walks.max())


def test_forces_are_known_where_something_touches_or_the_body_jumps() -> None:
    long = round(FLIGHT * FPS) + 1
    found = points("xxx...xxx" + "." * long + "xxx").counts
    assert found[:9].all()
    assert not found[9 : 9 + long].any()
    assert found[-3:].all()


def test_every_other_frame_is_loaded_alike() -> None:
    own = points("....xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx....")
    few = own.every(np.arange(0, own.touches.shape[0], 2), 2)
    assert few.fps == FPS / 2
    assert few.most()[:, 0] == pytest.approx(own.most()[::2, 0], abs=0.1 * LARGEST)

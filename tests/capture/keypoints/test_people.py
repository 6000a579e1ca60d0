"""One person is followed through a crowd, wherever the file lists that person."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.keypoints.people import MAX_PEOPLE, follow

SIZE = 10
FRAMES = 120
BODY = np.random.default_rng(5).uniform(0.0, 1.0, (SIZE, 3)) * [0.4, 1.7, 0.3]
STEP = 0.02


def at(x: float, points: int = SIZE) -> np.ndarray:
    """Return a person (K, 4) at a place, of whom only the first points are seen."""
    person = np.concatenate([BODY + [x, 0.0, 0.0], np.ones((SIZE, 1))], axis=1)
    person[points:] = np.nan
    return person


def place(followed: np.ndarray) -> np.ndarray:
    """Return (T,) where the followed person is, NaN where nobody is taken."""
    return followed[:, 0, 0] - BODY[0, 0]


def test_a_single_person_is_taken_as_is() -> None:
    people = [[at(0.1 * t)] if t % 7 else [] for t in range(FRAMES)]
    followed, notes = follow(people, SIZE)
    expected = np.where(np.arange(FRAMES) % 7, 0.1 * np.arange(FRAMES), np.nan)
    np.testing.assert_allclose(place(followed), expected, atol=1e-12)
    assert notes == []


def test_order_in_the_file_does_not_matter() -> None:
    rng = np.random.default_rng(1)
    people = []
    for t in range(FRAMES):
        both = [at(STEP * t), at(3.0 - STEP * t, points=7)]
        people.append(both if rng.random() < 0.5 else both[::-1])
    followed, notes = follow(people, SIZE)
    # The two cross in the middle of the take.
    np.testing.assert_allclose(place(followed), STEP * np.arange(FRAMES), atol=1e-12)
    assert notes[0].startswith(f"{FRAMES} of {FRAMES} frames show several people, up to 2;")


def test_a_passer_by_does_not_take_over_while_the_person_is_hidden() -> None:
    hidden, passing = range(40, 90), range(35, 95)
    people = [([] if t in hidden else [at(0.0)]) + ([at(2.0)] if t in passing else []) for t in range(FRAMES)]
    followed, _ = follow(people, SIZE)
    np.testing.assert_array_equal(np.isnan(place(followed)), [t in hidden for t in range(FRAMES)])
    np.testing.assert_allclose(place(followed)[:40], 0.0, atol=1e-12)


def test_a_ghost_in_one_frame_is_left_out() -> None:
    people = [[at(0.0)] for _ in range(FRAMES)]
    people[50] = [at(5.0, points=4), at(-5.0, points=3)]
    followed, _ = follow(people, SIZE)
    assert np.isnan(place(followed)[50])
    assert np.isfinite(place(followed)).sum() == FRAMES - 1


def test_the_more_complete_person_is_followed() -> None:
    followed, _ = follow([[at(0.0, points=6), at(2.0, points=9)] for _ in range(FRAMES)], SIZE)
    np.testing.assert_allclose(place(followed), 2.0, atol=1e-12)


def test_a_crowd_is_bounded() -> None:
    crowd = [at(10.0 + 2.0 * k, points=5) for k in range(3 * MAX_PEOPLE)]
    followed, _ = follow([[*crowd, at(0.0)] for _ in range(5)], SIZE)
    np.testing.assert_allclose(place(followed), 0.0, atol=1e-12)


@pytest.mark.parametrize("value", [np.nan, 0.0])
def test_bodies_without_extent_do_no_harm(value: float) -> None:
    speck = np.full((SIZE, 4), value)
    followed, _ = follow([[speck, speck] for _ in range(3)], SIZE)
    assert followed.shape == (3, SIZE, 4)

"""Values between keys are those of the format's definition."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.gltf.animation import Track
from understudy.capture.skeletons.key_rate import even_rate
from understudy.spatial import rotations as rot

TIMES = np.array([1.0, 2.0, 4.0])
PLACES = np.array([[0.0, 0.0, 0.0], [1.0, 2.0, 3.0], [5.0, 2.0, 3.0]])


@pytest.mark.parametrize(
    ("way", "moment", "wanted"),
    [
        ("LINEAR", 0.0, [0.0, 0.0, 0.0]),
        ("LINEAR", 1.5, [0.5, 1.0, 1.5]),
        ("LINEAR", 3.0, [3.0, 2.0, 3.0]),
        ("LINEAR", 9.0, [5.0, 2.0, 3.0]),
        ("STEP", 1.99, [0.0, 0.0, 0.0]),
        ("STEP", 2.0, [1.0, 2.0, 3.0]),
        ("STEP", 3.99, [1.0, 2.0, 3.0]),
        ("STEP", 4.0, [5.0, 2.0, 3.0]),
    ],
)
def test_places_between_keys(way: str, moment: float, wanted: list[float]) -> None:
    np.testing.assert_allclose(Track(TIMES, PLACES, way).at(np.array([moment]))[0], wanted, atol=1e-12)


def test_turns_go_the_shorter_way_at_one_speed() -> None:
    angle = np.deg2rad(60.0)
    turn = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), angle)
    # The same turn by the opposite numbers is no longer way.
    track = Track(np.array([0.0, 1.0]), np.array([rot.IDENTITY, -turn]), "LINEAR")
    found = rot.as_rotation_vector(track.at(np.array([0.25, 0.5])))
    np.testing.assert_allclose(found[:, 2], [0.25 * angle, 0.5 * angle], atol=1e-12)


def test_splines_are_cubics_that_their_slopes_tell() -> None:
    def cubic(time: np.ndarray) -> np.ndarray:
        return 2.0 - time + 0.5 * time**2 + 0.25 * time**3

    def slope(time: np.ndarray) -> np.ndarray:
        return -1.0 + time + 0.75 * time**2

    keys = np.stack([np.repeat(each(TIMES)[:, None], 3, axis=1) for each in (slope, cubic, slope)], axis=1)
    moments = np.array([1.0, 1.3, 2.0, 2.5, 3.9, 4.0])
    found = Track(TIMES, keys, "CUBICSPLINE").at(moments)
    np.testing.assert_allclose(found[:, 0], cubic(moments), atol=1e-12)


@pytest.mark.parametrize("way", ["LINEAR", "STEP"])
def test_one_key_holds_for_ever(way: str) -> None:
    found = Track(TIMES[:1], PLACES[1:2], way).at(np.array([0.0, 1.0, 5.0]))
    np.testing.assert_array_equal(found, np.repeat(PLACES[1:2], 3, axis=0))


@pytest.mark.parametrize(
    ("times", "seconds", "fps"),
    [
        (np.arange(10) / 30.0, 0.3, 30.0),
        ((np.arange(500) / 119.88).astype(np.float32), 4.0, 119.88),
        (np.arange(3) / 30.0, 0.1, None),
        (np.arange(10) / 30.0, 3.0, None),
        (np.array([0.0, 0.1, 0.2, 0.35]), 0.35, None),
    ],
)
def test_evenly_spaced_keys_tell_their_rate(times: np.ndarray, seconds: float, fps: float | None) -> None:
    assert even_rate(times, seconds) == (None if fps is None else pytest.approx(fps, rel=1e-5))

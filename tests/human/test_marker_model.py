"""Where markers sit on an object, and how a clip tells it."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.human.marker_model import MarkerModel, learn_marker_model
from understudy.spatial import rotations as rot

NAMES = ("a", "b", "c", "d", "e")
TRUTH = np.random.default_rng(5).uniform(-0.2, 0.2, (5, 3))
NOISE = 0.002
FRAMES = 300


def clip(noise: float = 0.0) -> np.ndarray:
    """Return (T, 5, 3) of the object tumbling."""
    rng = np.random.default_rng(6)
    turns = rot.normalise(rng.normal(size=(FRAMES, 1, 4)))
    return (
        rng.normal(size=(FRAMES, 1, 3))
        + rot.rotate(turns, TRUTH[None])
        + rng.normal(0, noise, (FRAMES, 5, 3))
    )


def distances(points: np.ndarray) -> np.ndarray:
    return np.linalg.norm(points[:, None] - points[None], axis=2)


def test_a_clip_tells_the_shape() -> None:
    model = learn_marker_model(NAMES, clip())
    np.testing.assert_allclose(distances(model.points), distances(TRUTH), atol=1e-9)
    np.testing.assert_allclose(model.points.mean(axis=0), 0.0, atol=1e-12)


def test_noise_averages_out() -> None:
    model = learn_marker_model(NAMES, clip(NOISE))
    assert np.abs(distances(model.points) - distances(TRUTH)).max() < 0.3 * NOISE


def test_the_shape_keeps_its_handedness() -> None:
    points = learn_marker_model(NAMES, clip()).points
    volume, truth = (np.linalg.det(p[1:4] - p[0]) for p in (points, TRUTH))
    assert volume == pytest.approx(truth)


def test_markers_that_are_never_all_seen_are_joined() -> None:
    seen = clip()
    seen[: FRAMES // 2, 4] = np.nan
    seen[FRAMES // 2 :, 0] = np.nan
    np.testing.assert_allclose(distances(learn_marker_model(NAMES, seen).points), distances(TRUTH), atol=1e-8)


def test_a_marker_without_company_has_no_place() -> None:
    seen = clip()
    seen[:-1, 4] = np.nan
    seen[-1, :3] = np.nan
    with pytest.raises(InvalidMotionError, match="marker 'e' is in no frame together with three others"):
        learn_marker_model(NAMES, seen)


@pytest.mark.parametrize(
    ("points", "message"),
    [
        (TRUTH[:2], "too few to tell a pose, expected at least 3"),
        (np.outer([0.0, 1.0, 2.5], [0.1, 0.2, 0.0]), "lie in one line"),
        (np.zeros((4, 3)), "lie in one line"),
        (np.full((3, 3), np.nan), "not finite"),
        (np.zeros((3, 2)), "expected"),
    ],
)
def test_a_model_that_tells_no_pose_is_refused(points: np.ndarray, message: str) -> None:
    with pytest.raises(InvalidMotionError, match=message):
        MarkerModel(NAMES[: len(points)], points)

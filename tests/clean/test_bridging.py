"""Each thing that is known about a gap pulls as it should."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from understudy.clean import bridging, fill_gaps
from understudy.clean.bridging import Gaps, Neighbours, bridge

FRAMES, START, STOP = 60, 20, 40
MARGIN = 15


@pytest.fixture(autouse=True, params=["few", "many"])
def count(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let gaps count as few ones, and as many, for which there is a kernel."""
    monkeypatch.setattr(bridging, "_MANY_GAPS", 1_000_000 if request.param == "few" else 0)
    return request.param


def make_neighbours(carried: bool = False, held: bool = False) -> Neighbours:
    """Return two points, of which the second may carry the first or hold it at 0.5 m."""
    return Neighbours(
        noise=np.array([1e-4, 1e-4]),
        own=np.array([1e-6, 1e-6]),
        carriers=np.array([[1 if carried else -1], [-1]]),
        relative=np.array([[1e-10], [np.inf]]),
        mates=np.array([[1 if held else -1], [-1]]),
        lengths=np.array([[0.5], [0.0]]),
        spreads=np.array([[1e-4], [0.0]]),
    )


def run(points: np.ndarray, neighbours: Neighbours, placed: np.ndarray | None = None, spread: float = 1e-4):
    """Bridge the gap of the first of two points; return its course, the error and the carrier."""
    known = np.ones((FRAMES, 2), dtype=bool)
    known[START:STOP, 0] = False
    course = np.where(known[..., None], points, 0.0)
    for a in range(3):
        course[START:STOP, 0, a] = np.interp(
            np.arange(START, STOP), [START - 1, STOP], points[[START - 1, STOP], 0, a]
        )
    if placed is None:
        placed = np.full((STOP - START, 3), np.nan)
    gaps = Gaps(np.array([0]), np.array([START]), np.array([STOP]), placed, np.array([0]), np.array([spread]))
    variance = np.zeros((FRAMES, 2))
    error, carrier = bridge(points * known[..., None], known, course, variance, neighbours, gaps, MARGIN)
    return course[:, 0], error[0], carrier[0]


def swinging() -> np.ndarray:
    """Return (T, 2, 3) [m] a point that circles at 0.5 m around another that shakes."""
    time = np.arange(FRAMES) / FRAMES
    other = np.stack([0.3 * np.sin(9.0 * time), 0.0 * time, 0.1 * np.cos(14.0 * time)], axis=1)
    arm = 0.5 * np.stack([np.cos(2.0 * time), np.sin(2.0 * time), 0.0 * time], axis=1)
    return np.stack([other + arm, other], axis=1)


def largest_error(course: np.ndarray, points: np.ndarray) -> float:
    return float(np.linalg.norm(course - points[:, 0], axis=1).max())


def test_alone_the_course_is_smooth() -> None:
    time = np.arange(FRAMES) / FRAMES
    points = np.stack([time, time**2, 0.0 * time], axis=1)[:, None].repeat(2, axis=1)
    course, _, carrier = run(points, make_neighbours())
    assert largest_error(course, points) < 1e-3
    assert carrier == -1


def test_carrier_takes_the_point_along() -> None:
    points = swinging()
    alone, _, _ = run(points, make_neighbours())
    carried, _, carrier = run(points, make_neighbours(carried=True))
    assert carrier == 1
    assert largest_error(carried, points) < 0.01
    assert largest_error(carried, points) < 0.1 * largest_error(alone, points)


def test_bone_keeps_its_length() -> None:
    points = swinging()
    course, _, _ = run(points, make_neighbours(held=True))
    lengths = np.linalg.norm(course - points[:, 1], axis=1)
    np.testing.assert_allclose(lengths[START:STOP], 0.5, atol=2e-3)


def test_segment_places_the_point() -> None:
    points = swinging()
    course, _, _ = run(points, make_neighbours(), placed=points[START:STOP, 0])
    assert largest_error(course, points) < 1e-3


def test_unsure_segment_pulls_less() -> None:
    points = swinging()
    wrong = points[START:STOP, 0] + [0.0, 0.0, 0.3]
    offsets = [
        largest_error(run(points, make_neighbours(carried=True), wrong, spread)[0], points)
        for spread in (1e-4, 1.0)
    ]
    assert offsets[0] > 0.25
    assert offsets[1] < 0.05


def test_expected_error_grows_with_ignorance() -> None:
    points = swinging()
    alone = run(points, make_neighbours())[1]
    held = run(points, make_neighbours(held=True))[1]
    carried = run(points, make_neighbours(carried=True))[1]
    placed = run(points, make_neighbours(), placed=points[START:STOP, 0])[1]
    assert alone > held > carried > placed
    gap = STOP - START
    assert alone == pytest.approx(np.sqrt(3.0 * 1e-6 * gap**3 / 192.0), rel=0.3), "as the theory has it"


def test_few_gaps_are_bridged_as_many_are(
    recovery: ModuleType, count: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = recovery.spoil(recovery.landmarks_of("walk"), seed=3)[0]
    one = fill_gaps(recording)
    monkeypatch.setattr(bridging, "_MANY_GAPS", 0 if count == "few" else 1_000_000)
    other = fill_gaps(recording)
    np.testing.assert_array_equal(one.valid_mask, other.valid_mask)
    np.testing.assert_allclose(one.points, other.points, atol=1e-9)

"""Cleaning by kernels finds to the last digit what it finds by NumPy, whichever a process uses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from understudy.clean.bone_kernel import least_evidence
from understudy.clean.hampel import find_spikes
from understudy.clean.noise import noise_levels
from understudy.clean.rigidity import measure_rigidity
from understudy.clean.swaps import _BONE_LIMIT, _BONE_SLACK, Pair, bone_evidence, repair_swaps
from understudy.clean.torn_bones import _MATES, _bones, find_torn
from understudy.kernels.compilation import Kernel
from understudy.motion import Recording

FPS = 60.0
TAKES = [(240, 20, 0.0, 0.0), (240, 20, 0.1, 0.01), (60, 12, 0.6, 0.05), (4, 5, 0.0, 0.0), (1, 3, 0.0, 0.0)]
"""Frames, points, share of gaps, share of outliers."""

Both = Callable[[Callable[[], Any]], tuple[Any, Any]]


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Both:
    """Return a function's results without kernels and with them."""

    def results(work: Callable[[], Any]) -> tuple[Any, Any]:
        found = []
        for answer in (False, True):
            monkeypatch.setattr(Kernel, "is_worth_it", lambda _kernel, _frames, answer=answer: answer)
            found.append(work())
        return found[0], found[1]

    return results


@pytest.fixture(params=TAKES, ids=lambda take: f"{take[0]} frames, {take[2]:.0%} gaps")
def take(request: pytest.FixtureRequest) -> tuple[np.ndarray, np.ndarray]:
    """Points that sway together, with gaps and outliers, the last of them hardly ever seen."""
    frames, count, gaps, outliers = request.param
    generator = np.random.default_rng(frames)
    sway = 0.2 * np.sin(np.arange(frames)[:, None, None] / FPS)
    points = generator.normal(scale=0.3, size=(count, 3)) + sway
    points = points + generator.normal(scale=1e-3, size=points.shape)
    valid = generator.random((frames, count)) >= gaps
    jumped = generator.random((frames, count)) < outliers
    points[jumped] += generator.normal(scale=0.5, size=(int(jumped.sum()), 3))
    if gaps:
        valid[5:, -1] = False
    points[~valid] = np.nan
    return points, valid


def test_noise_and_bones(take: tuple[np.ndarray, np.ndarray], both: Both) -> None:
    points, valid = take
    plain, compiled = both(lambda: noise_levels(points, valid))
    np.testing.assert_array_equal(plain, compiled)
    noise = np.full(points.shape[1], 0.001)
    plain, compiled = both(lambda: measure_rigidity(points, valid, noise))
    for name in ("lengths", "spreads", "rigid"):
        np.testing.assert_array_equal(getattr(plain, name), getattr(compiled, name))


def test_outliers(take: tuple[np.ndarray, np.ndarray], both: Both) -> None:
    points, valid = take
    plain, compiled = both(lambda: find_torn(points, valid, 0.14))
    np.testing.assert_array_equal(plain, compiled)
    plain, compiled = both(lambda: find_spikes(points, valid, FPS, 0.035))
    np.testing.assert_array_equal(plain, compiled)


def test_outliers_are_among_them(both: Both) -> None:
    generator = np.random.default_rng(1)
    points = np.tile(generator.normal(scale=0.3, size=(6, 3)), (200, 1, 1))
    points[100, 2] += 0.4
    for found in both(lambda: find_spikes(points, np.ones((200, 6), dtype=bool), FPS, 0.035)):
        np.testing.assert_array_equal(np.argwhere(found), [[100, 2]])


@pytest.mark.parametrize("gaps", [0.0, 0.3])
def test_bones_tell_swaps(gaps: float, both: Both) -> None:
    generator = np.random.default_rng(8)
    names = tuple(f"{part}_{side}" for part in ("hip", "knee", "ankle") for side in ("l", "r"))
    usual = np.array([[0.0, y, z] for z in (1.0, 0.5, 0.0) for y in (0.1, -0.1)])
    points = usual + generator.normal(scale=0.02, size=(200, len(names), 3))
    points[50:60, 2:4] = points[50:60, 3:1:-1]
    valid = generator.random(points.shape[:2]) >= gaps
    landmarks = {name: (name,) for name in names}
    recording = Recording(names, points, FPS, valid=valid, landmark_points=landmarks)
    plain, compiled = both(
        lambda: [bone_evidence(recording, Pair(2, 3, "knee"), height) for height in (0.2, 1.7)]
    )
    np.testing.assert_array_equal(plain, compiled)
    assert (plain[0] != 0.0).any()


@pytest.mark.parametrize("gaps", [0.0, 0.3, 1.0])
def test_the_least_evidence_is_that_of_all_frames(gaps: float, both: Both) -> None:
    names = tuple(f"{part}_{side}" for part in ("hip", "knee") for side in ("l", "r"))
    usual = np.array([[0.0, 0.1, 1.0], [0.0, -0.1, 1.0], [0.0, 0.1, 0.5], [0.0, -0.1, 0.5]])
    at = np.arange(200 * 12).reshape(200, 4, 3)
    points = usual + 0.02 * np.sin(12.9898 * at)
    points[50:60, 2:4] = points[50:60, 3:1:-1]
    valid = np.abs(np.sin(7.233 * at[..., 0])) >= gaps
    recording = Recording(names, points, FPS, valid=valid, landmark_points={name: (name,) for name in names})
    for height in (0.2, 1.7):
        for evidence in both(lambda height=height: bone_evidence(recording, Pair(2, 3, "knee"), height)):
            bones, shares = np.array([[0, 2], [1, 3]]), (_BONE_SLACK * height, _BONE_LIMIT * height)
            assert least_evidence(np.array(points), np.array(valid), bones, *shares) == evidence.min()


def test_swaps_are_repaired_alike(walk: Recording, both: Both) -> None:
    points = np.array(walk.points)
    left, right = (walk.names.index(walk.landmark_points[f"knee_{side}"][0]) for side in "lr")
    points[10:30, [left, right]] = points[10:30, [right, left]]
    swapped = replace(walk, points=points)
    plain, compiled = both(lambda: repair_swaps(swapped))
    np.testing.assert_array_equal(plain.points, compiled.points)
    assert plain.notes == compiled.notes
    np.testing.assert_array_equal(compiled.points, walk.points)


def test_bones_are_pairs_of_nearest_mates(take: tuple[np.ndarray, np.ndarray]) -> None:
    points, valid = take
    rigidity = measure_rigidity(points, valid, np.full(points.shape[1], 0.01))
    nearest = np.argsort(np.where(rigidity.rigid, rigidity.lengths, np.inf), axis=1, kind="stable")
    expected = {
        (min(k, j), max(k, j))
        for k, mates in enumerate(nearest[:, :_MATES].tolist())
        for j in mates
        if rigidity.rigid[k, j]
    }
    assert [tuple(bone) for bone in _bones(rigidity).tolist()] == sorted(expected)

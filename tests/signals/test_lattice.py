"""Captures that were rounded are told from others."""

from __future__ import annotations

import numpy as np
import pytest

from tests.signals.noisy_motion import person
from understudy.signals.lattice import lattice_step

FPS = 60.0


def step_of(points: np.ndarray) -> float:
    return lattice_step(points, np.ones(points.shape[:2], dtype=bool))


@pytest.mark.parametrize("step", [0.01, 0.001, 0.00025, 0.0001])
@pytest.mark.parametrize("offset", [0.0, 0.1234567])
def test_the_step_is_found_wherever_the_lattice_lies(step: float, offset: float) -> None:
    assert step_of(np.round(person(FPS) / step) * step + offset) == pytest.approx(step, rel=1e-6)


def test_single_precision_is_no_lattice_and_hides_none() -> None:
    points = person(FPS)
    assert step_of(points.astype(np.float32).astype(np.float64)) == 0.0
    rounded = np.round(points, 3).astype(np.float32).astype(np.float64)
    assert step_of(rounded) == pytest.approx(0.001, rel=1e-2)


def test_some_points_may_have_been_filled_in() -> None:
    points = np.round(person(FPS), 3)
    points[:, :5] += np.random.default_rng(0).normal(scale=1e-3, size=points[:, :5].shape)
    assert step_of(points) == pytest.approx(0.001, rel=1e-6)


def test_gaps_are_no_changes() -> None:
    points = np.round(person(FPS), 3)
    known = np.random.default_rng(1).random(points.shape[:2]) > 0.2
    points[~known] = np.nan
    assert lattice_step(points, known) == pytest.approx(0.001, rel=1e-6)


@pytest.mark.parametrize("frames", [0, 1, 2, 10])
def test_few_frames_show_no_lattice(frames: int) -> None:
    assert step_of(np.zeros((frames, 3, 3))) == 0.0


def test_motion_is_on_no_lattice() -> None:
    assert step_of(person(FPS)) == 0.0

"""The least error of legs whose feet point as a person's, in cases that are known by hand."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import numpy as np
import pytest

from tests.benchmarks.conftest import loaded
from understudy.robots import load_robot


@pytest.fixture(scope="module")
def bound() -> Iterator[ModuleType]:
    with loaded("worst_frames"), loaded("heading_bound") as module:
        yield module


def _leg(bend: float) -> tuple[np.ndarray, np.ndarray]:
    """Return thigh and shin of a knee that is bent [deg] in the plane ahead, by half on either side."""
    half = np.radians(0.5 * bend)
    return np.array([[np.sin(half), 0.0, -np.cos(half)]]), np.array([[-np.sin(half), 0.0, -np.cos(half)]])


def test_a_foot_in_the_plane_of_its_knee_costs_nothing(bound: ModuleType) -> None:
    assert bound.least_errors(*_leg(60.0), np.zeros(1)) == pytest.approx(0.0, abs=0.05)
    assert bound.least_errors(*_leg(0.0), np.full(1, 0.7)) == pytest.approx(0.0, abs=0.05)


def test_a_foot_out_of_it_costs_thigh_and_shin_the_sine_of_half_the_bend(bound: ModuleType) -> None:
    """By symmetry the plane of a level foot stays upright; a sole that falls by a little saves some."""
    bend, out = 80.0, 24.0
    found = float(bound.least_errors(*_leg(bend), np.radians([out]))[0])
    turned = np.radians(out - bound.HEADING_BAR)
    expected = np.sqrt(2.0) * np.degrees(np.arcsin(np.sin(0.5 * np.radians(bend)) * np.sin(turned)))
    assert 0.8 * expected < found <= expected + 0.05


def test_ankles_of_the_robots_have_no_twist(bound: ModuleType) -> None:
    assert bound.out_of_plane(load_robot("nao")) < 0.01

"""Ramps of long walks: found among a million runs of footholds of which few are looked at closely."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.terrain import surfaces
from understudy.terrain.footholds import Foothold
from understudy.terrain.surfaces import find_surfaces

LEG = 0.9
STEPS = 600
RAMP = range(300, 306)
SLOPE = 0.15


def long_walk() -> list[Foothold]:
    """Return footholds of a level walk with one ramp of a few steps, a foot after the other."""
    chance, height, found = np.random.default_rng(1), 0.0, []
    for number in range(STEPS):
        slope = SLOPE if number in RAMP else 0.0
        height += 0.6 * slope if number - 1 in RAMP else 0.0
        side, aside = ("l", 0.1) if number % 2 else ("r", -0.1)
        point = np.array([0.6 * number, aside, height + 1e-3 * chance.normal()])
        heel, tip = point[:2] - [0.1, 0.0], point[:2] + [0.1, 0.0]
        found.append(Foothold(side, 60 * number, point, heel, tip, float(np.arctan(slope))))
    return found


def test_few_runs_of_a_long_walk_are_looked_at_closely(monkeypatch: pytest.MonkeyPatch) -> None:
    looked, plain = [], surfaces._is_ramp
    monkeypatch.setattr(surfaces, "_is_ramp", lambda *arguments: (looked.append(1), plain(*arguments))[1])
    found = find_surfaces(long_walk(), LEG)
    ramps = [surface for surface in found if not surface.is_level]
    assert len(ramps) == 1
    assert set(RAMP) <= {*ramps[0].footholds, RAMP.start}
    assert ramps[0].slope[0] == pytest.approx(SLOPE, abs=0.01)
    # Of all 180,000.
    assert len(looked) < STEPS

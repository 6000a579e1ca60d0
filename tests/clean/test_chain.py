"""The chain of frames that are a point's motion."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.clean import jumps
from understudy.clean.chain import Going, longest_chains
from understudy.clean.jumps import find_jumps

FPS = 60.0
GOING = Going(step=1.0 / FPS, reach=30, price=15.0)
ALLOWED = 3.0


def chain(places: np.ndarray, seen: np.ndarray | None = None) -> list[int]:
    """Return the frames that are kept of a point that rests but for its places (T,) along x [m]."""
    row = np.zeros((1, len(places), 3))
    row[0, :, 0] = places
    seen = np.ones(len(places), dtype=bool) if seen is None else seen
    kept = longest_chains(row, seen[None], np.zeros(row.shape), np.full((1, len(places)), ALLOWED), GOING)
    return np.flatnonzero(kept[0]).tolist()


def test_rest_is_kept_whole() -> None:
    assert chain(np.zeros(50)) == list(range(50))


def test_frames_that_lie_elsewhere_are_left_out() -> None:
    places = np.zeros(50)
    places[[7, 8, 30]] = 1.0
    assert chain(places) == [frame for frame in range(50) if frame not in (7, 8, 30)]


def test_what_was_not_seen_is_not_kept() -> None:
    seen = np.ones(50, dtype=bool)
    seen[10:20] = False
    assert chain(np.zeros(50), seen) == np.flatnonzero(seen).tolist()


def test_a_change_that_lasts_breaks_the_chain_and_keeps_both_sides() -> None:
    places = np.zeros(100)
    places[50:] = 5.0
    assert chain(places) == list(range(100))


def test_an_excursion_shorter_than_the_price_of_breaking_is_left_out() -> None:
    places = np.zeros(100)
    places[50:60] = 5.0
    assert chain(places) == [frame for frame in range(100) if not 50 <= frame < 60]


def test_nobody_seen_has_no_chain() -> None:
    assert chain(np.zeros(5), np.zeros(5, dtype=bool)) == []


@pytest.mark.parametrize("seed", range(6))
def test_the_kernel_for_long_takes_finds_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    generator = np.random.default_rng(seed)
    points = np.cumsum(generator.normal(scale=0.01, size=(200, 8, 3)), axis=0)
    off = generator.random((200, 8)) < 0.06
    points[off] += generator.normal(scale=0.4, size=(int(off.sum()), 3))
    points[90:, 0] += 2.0
    valid = generator.random((200, 8)) < 0.9
    found = []
    for long, many in ((1_000_000, 1_000_000), (1_000_000, 0), (0, 0)):
        monkeypatch.setattr(jumps, "_LONG", long)
        monkeypatch.setattr(jumps, "_MANY", many)
        found.append(find_jumps(points, valid, FPS))
    assert found[0].any()
    np.testing.assert_array_equal(found[0], found[1])
    np.testing.assert_array_equal(found[0], found[2])

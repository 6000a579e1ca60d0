"""Scripted touches are found as events, and near misses are not."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.benchmarks.conftest import loaded
from understudy.robots import load_robot


@pytest.fixture(scope="module")
def skin() -> Iterator[ModuleType]:
    with loaded("skin") as module:
        yield module


@pytest.mark.parametrize(("name", "moves"), [("mimo", (2, 5, 9)), ("icub", (2, 9))])
@pytest.mark.parametrize("mode", ["kinematic", "dynamic"])
def test_events_are_the_scripted_touches(
    skin: ModuleType, name: str, moves: tuple[int, ...], mode: str
) -> None:
    chosen = tuple(skin.MOVES[index] for index in moves)
    right, found, hit, true, kept, meant = skin.compared(load_robot(name), chosen, mode)
    assert meant == len(chosen)
    assert min(right / found, hit / true, kept / meant) >= skin.LEAST_SHARE

"""Which clips the questions about missed percentiles are asked of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.benchmarks.conftest import loaded

ROWS = (
    ("built-in walk", "g1", 12.0),
    ("built-in walk", "nao", 9.0),
    ("built-in infant_kicking", "nao", 11.0),
)
"""Clip, robot, and p99 [°]; the bar is 10°."""


@pytest.fixture(scope="module")
def missed() -> Iterator[ModuleType]:
    with loaded("worst_frames"), loaded("missed_clips") as module:
        yield module


@pytest.fixture
def worst(tmp_path: Path) -> Path:
    path = tmp_path / "worst.json"
    names = ("clip", "robot", "p99")
    rows = [{"group": "held out", "p99_limb": "leg_l", **dict(zip(names, row, strict=True))} for row in ROWS]
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([], [("built-in walk", "g1"), ("built-in infant_kicking", "nao")]),
        (["--robots", "nao"], [("built-in infant_kicking", "nao")]),
        (["--clips", "walk"], [("built-in walk", "g1")]),
        (["--clips", "walk", "--robots", "nao"], []),
    ],
)
def test_clips_over_the_bar_are_looked_at_and_no_others(
    missed: ModuleType, worst: Path, words: list[str], found: list[tuple[str, str]]
) -> None:
    asked = missed.choosing_parser("").parse_args([str(worst), *words])
    rows = list(missed.missed_clips(asked))
    assert [(row.clip, row.robot.name) for row in rows] == found
    assert all(row.human.frame_count > 0 for row in rows)

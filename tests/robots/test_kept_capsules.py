"""Capsules kept on disk: the same as made, made anew for another model, and after damage."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest

from understudy.cache import VARIABLE
from understudy.robots.capsules import capsules_of
from understudy.robots.kept_capsules import KIND, Made, kept_or_made

MODEL = """
<mujoco><worldbody>
  <body><freejoint/><geom type="box" size="0.1 {width} 0.3"/>
    <body pos="0 0.3 0.1"><joint axis="0 1 0"/><geom type="cylinder" size="0.05 0.2"/></body>
  </body>
</worldbody></mujoco>
"""
HOLES = np.array([0.0, 0.002, 0.003])


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return []


def kept(width: float, calls: list[int], left_out: frozenset = frozenset()) -> Made:
    model = mujoco.MjModel.from_xml_string(MODEL.format(width=width))

    def make() -> Made:
        calls.append(1)
        return Made(capsules_of(model), ((1, 2),), HOLES)

    return kept_or_made(model, left_out, make)


def test_they_are_made_once_and_come_back_to_the_bit(calls: list[int]) -> None:
    (made, pairs, holes), (again, same, as_deep) = (kept(0.15, calls) for _ in range(2))
    assert len(calls) == 1
    assert pairs == same == ((1, 2),)
    assert np.array_equal(holes, as_deep) and np.array_equal(holes, HOLES)
    assert len(made) == len(again) > 0
    for one, other in zip(made, again, strict=True):
        assert (one.body, one.radius) == (other.body, other.radius)
        assert np.array_equal(one.start, other.start) and np.array_equal(one.end, other.end)


def test_another_model_or_other_pairs_are_made_anew(calls: list[int]) -> None:
    kept(0.15, calls)
    kept(0.16, calls)
    kept(0.15, calls, frozenset({(1, 2)}))
    assert len(calls) == 3


def test_what_was_damaged_is_made_anew(calls: list[int], tmp_path: Path) -> None:
    kept(0.15, calls)
    (entry,) = (tmp_path / KIND).iterdir()
    entry.write_bytes(entry.read_bytes()[:-7])
    kept(0.15, calls)
    assert len(calls) == 2

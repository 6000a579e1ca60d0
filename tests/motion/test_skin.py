"""A skin checks itself and comes back out of a rollout's file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.motion.skins import AREA, FPS, felt_rollout, skin
from understudy.errors import InvalidMotionError
from understudy.motion import Rollout, SparseReadings
from understudy.motion.archive import load_arrays
from understudy.motion.tape import save_whole
from understudy.motion.touch_maps import peak_pressures, pressures_at, skin_of, touched_times

PUSH = (-2.0, 0.5, 0.0)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"areas": np.zeros(3)}, "areas has shape"),
        ({"points": np.full((4, 3), np.nan)}, "points has a value that is not finite"),
        ({"body": [0, 0, 1, 2]}, "body of a taxel is not among the 2"),
        ({"part": [0, 0, 1, -1]}, "part of a taxel is not among the 2"),
        ({"frames": ("trunk",)}, "1 frames for 2 parts"),
        ({"reach": 0.0}, "reach is 0 m"),
    ],
)
def test_bad_fields_are_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidMotionError, match=words):
        skin(**changes)


def test_it_comes_back_with_its_rollout(tmp_path: Path) -> None:
    path = tmp_path / "rollout.npz"
    rollout = felt_rollout({}, {3: [(0, PUSH)]})
    rollout.save(path)
    loaded = Rollout.load(path)
    assert loaded.skin is not None
    assert loaded.skin.things == ("trunk", "arm", "floor")
    np.testing.assert_array_equal(loaded.skin.points, skin().points)
    force = loaded.senses["skin/force"]
    assert isinstance(force, SparseReadings)
    np.testing.assert_array_equal(force.whole(3)[0], PUSH)
    again = tmp_path / "again.npz"
    loaded.save(again)
    assert again.read_bytes() == path.read_bytes()
    assert Rollout.load(path, with_senses=False).skin is not None


@pytest.mark.parametrize("missing", ["skin points", "sense skin/force index", "sense skin/force size"])
def test_an_array_that_is_missing_is_named(missing: str, tmp_path: Path) -> None:
    path = tmp_path / "rollout.npz"
    felt_rollout({}, {}).save(path)
    arrays = load_arrays(path, ())
    save_whole(path, {name: values for name, values in arrays.items() if name != missing})
    with pytest.raises(InvalidMotionError, match=f"array '{missing}' is missing"):
        Rollout.load(path)


def test_pressure_is_the_part_of_a_force_that_presses() -> None:
    rollout = felt_rollout({}, {3: [(0, PUSH)], 4: [(0, PUSH), (1, PUSH)]})
    np.testing.assert_allclose(pressures_at(rollout, 3.0 / FPS), [2.0 / AREA, 0.0, 0.0, 0.0])
    assert not pressures_at(rollout, -1.0).any()
    # The second taxel is pulled, not pressed.
    np.testing.assert_allclose(peak_pressures(rollout), [2.0 / AREA, 0.0, 0.0, 0.0])
    np.testing.assert_allclose(touched_times(rollout), [2.0 / FPS, 0.0, 0.0, 0.0])


def test_a_rollout_without_skin_says_so() -> None:
    bare = replace(felt_rollout({}, {}), skin=None)
    with pytest.raises(InvalidMotionError, match="has no skin, expected one simulated with --senses skin"):
        skin_of(bare)
    silent = replace(felt_rollout({}, {}), senses={})
    with pytest.raises(InvalidMotionError, match="no readings of taxels"):
        peak_pressures(silent)

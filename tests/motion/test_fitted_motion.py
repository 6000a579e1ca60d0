"""What a fit adds to a human motion: checked, cut, saved and loaded with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion, Subject

FRAMES = 4
make: Any = HumanMotion


def fitted(**changes: object) -> HumanMotion:
    coordinates = np.zeros((FRAMES, 9))
    coordinates[:, 3] = 1.0
    coordinates[:, 7] = np.arange(FRAMES)
    fields: dict[str, object] = {
        "names": ("knee_l",),
        "landmarks": np.zeros((FRAMES, 1, 3)),
        "fps": 30.0,
        "subject": Subject(height=1.7, mass=60.0, age=30.0, sex="female"),
        "coordinates": coordinates,
        "coordinate_names": ("LKx_joint", "RKx_joint"),
        "residuals": np.array([0.01, 0.02, np.nan, 0.01]),
        "lengths": {"thigh": 0.41},
        "length_errors": {"thigh": 0.003},
    }
    return make(**(fields | changes))


def test_saving_keeps_the_fit(tmp_path: Path) -> None:
    motion = fitted()
    motion.save(tmp_path / "motion.npz")
    loaded = HumanMotion.load(tmp_path / "motion.npz")
    assert loaded.coordinates is not None
    assert motion.coordinates is not None
    assert np.array_equal(loaded.coordinates, motion.coordinates)
    assert loaded.residuals is not None
    assert motion.residuals is not None
    assert np.array_equal(loaded.residuals, motion.residuals, equal_nan=True)
    assert loaded.coordinate_names == motion.coordinate_names
    assert loaded.subject == motion.subject
    assert (dict(loaded.lengths), dict(loaded.length_errors)) == ({"thigh": 0.41}, {"thigh": 0.003})


def test_a_motion_without_a_fit_stays_without(tmp_path: Path) -> None:
    HumanMotion(("knee_l",), np.zeros((FRAMES, 1, 3)), 30.0).save(tmp_path / "plain.npz")
    loaded = HumanMotion.load(tmp_path / "plain.npz")
    assert loaded.coordinates is None
    assert loaded.residuals is None
    assert loaded.coordinate_names == ()


def test_a_section_cuts_the_fit_too() -> None:
    part = fitted().section(1, 3)
    assert part.coordinates is not None
    assert part.coordinates[:, 7].tolist() == [1.0, 2.0]
    assert part.residuals is not None
    assert len(part.residuals) == 2


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"coordinates": np.zeros((FRAMES, 5))}, "coordinates"),
        ({"coordinates": np.zeros((FRAMES, 9))}, "unit length"),
        ({"residuals": np.zeros(2)}, "residuals"),
        ({"lengths": {"thigh": -0.1}}, "length 'thigh'"),
        ({"length_errors": {"thigh": np.nan}}, "length error 'thigh'"),
        ({"coordinate_names": ("a", "a")}, "twice"),
    ],
)
def test_bad_fields_are_named(changes: dict[str, object], problem: str) -> None:
    with pytest.raises(InvalidMotionError, match=problem):
        fitted(**changes)

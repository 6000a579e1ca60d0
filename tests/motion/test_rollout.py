"""Every field of a rollout is checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import Readings, Rollout

Maker = Callable[..., Rollout]

BAD_FIELDS: dict[str, tuple[dict[str, Any], str]] = {
    "time of no axis": ({"time": 1.0}, "time has shape"),
    "time that stands still": ({"time": np.zeros(5)}, "time does not increase at frame 1"),
    "time not finite": ({"time": np.array([0, 1, 2, 3, np.inf])}, "time has a value that is not finite"),
    "no frames": ({"time": np.zeros(0)}, "at least one frame"),
    "q of another length": ({"q": np.zeros((4, 2))}, "q has shape"),
    "q of odd width": ({"q": np.zeros((5, 3))}, "q has 3 columns for 2 joints"),
    "q not finite": ({"q": np.full((5, 2), np.inf)}, "q has a value that is not finite"),
    "root not unit": ({"q": np.zeros((5, 9))}, "root quaternion has a quaternion not of unit length"),
    "torques of a wrong width": ({"torques": np.zeros((5, 3))}, "torques has shape"),
    "torques not finite": ({"torques": np.full((5, 2), np.nan)}, "torques has a value that is not finite"),
    "a joint twice": ({"joints": ("a", "a")}, "joints holds 'a' twice"),
    "a reference of another width": ({"reference": np.zeros((5, 9))}, "reference has shape"),
    "energy not finite": ({"energy": np.full(5, np.nan)}, "energy has a value that is not finite"),
    "contacts of three points": ({"contacts": np.zeros((5, 3), dtype=bool)}, "contacts has shape"),
}

BAD_READINGS: dict[str, tuple[dict[str, Any], str]] = {
    "another length": ({"values": np.zeros((2, 3))}, "values has shape"),
    "no time": ({"values": 1.0}, "values has shape"),
    "time that stands still": ({"time": np.zeros(3)}, "time does not increase"),
    "objects": ({"values": [{}, {}, {}]}, "hold Python objects"),
}


@pytest.mark.parametrize("case", BAD_FIELDS)
def test_bad_fields_are_named(case: str, make_rollout: Maker) -> None:
    changes, words = BAD_FIELDS[case]
    with pytest.raises(InvalidMotionError, match=words):
        make_rollout(**changes)


@pytest.mark.parametrize("case", BAD_READINGS)
def test_bad_readings_are_named(case: str) -> None:
    changes, words = BAD_READINGS[case]
    with pytest.raises(InvalidMotionError, match=words):
        Readings(**{"time": np.arange(3.0), "values": np.zeros((3, 2))} | changes)


def test_senses_keep_their_types_and_units(make_rollout: Maker, tmp_path: Path) -> None:
    path = tmp_path / "rollout.npz"
    make_rollout().save(path)
    senses = Rollout.load(path).senses
    assert senses["eye/left"].values.dtype == np.uint8
    assert senses["imu/gyroscope"].unit == "rad/s"
    assert senses["imu/gyroscope"].values.shape == (3, 3)


def test_senses_can_be_left_in_the_file(make_rollout: Maker, tmp_path: Path) -> None:
    path = tmp_path / "rollout.npz"
    make_rollout().save(path)
    assert Rollout.is_saved_in(path)
    assert not Rollout.load(path, with_senses=False).senses


def test_a_rollout_is_a_motion_too(make_rollout: Maker) -> None:
    rollout = make_rollout()
    motion = rollout.as_motion()
    assert motion.fps == pytest.approx(10.0)
    assert not Rollout.is_saved_in(__file__)
    np.testing.assert_array_equal(motion.q, rollout.q)
    np.testing.assert_array_equal(rollout.joint_errors, np.full((5, 2), 0.5))

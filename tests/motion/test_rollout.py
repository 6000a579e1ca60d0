"""Every field of a rollout is checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import Rollout

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
    "a sense of another length": ({"senses": {"gyro": np.zeros((4, 3))}}, "sense 'gyro' has shape"),
    "a sense without time": ({"senses": {"gyro": 1.0}}, "sense 'gyro' has shape"),
    "a sense of objects": ({"senses": {"gyro": [{}, {}, {}, {}, {}]}}, "sense 'gyro' holds Python objects"),
}


@pytest.mark.parametrize("case", BAD_FIELDS)
def test_bad_fields_are_named(case: str, make_rollout: Maker) -> None:
    changes, words = BAD_FIELDS[case]
    with pytest.raises(InvalidMotionError, match=words):
        make_rollout(**changes)


def test_senses_keep_their_types(make_rollout: Maker) -> None:
    assert make_rollout().senses["eye"].dtype == np.uint8

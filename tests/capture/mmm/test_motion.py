"""What an MMM motion refuses to be."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from understudy.capture.mmm.motion import MmmDocument, MmmMotion
from understudy.errors import InvalidMotionError


def make(**changes: Any) -> MmmMotion:
    fields: dict[str, Any] = {
        "name": "anna",
        "times": [0.0, 0.01],
        "root_positions": np.zeros((2, 3)),
        "root_rotations": np.zeros((2, 3)),
        "joints": ("LSx_joint",),
        "joint_positions": [[0.1], [0.2]],
    }
    return MmmMotion(**fields | changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"times": []}, "at least one frame"),
        ({"times": [0.01, 0.0]}, "times does not increase"),
        ({"root_positions": np.zeros((3, 3))}, "root_positions has shape"),
        ({"joint_positions": [[0.1, 0.2], [0.1, 0.2]]}, "joint_positions has shape"),
        ({"joint_velocities": [[np.nan], [0.0]]}, "joint_velocities has a value that is not finite"),
        ({"joints": ("a", "a")}, "joints holds 'a' twice"),
        ({"height": 0.0}, "height is 0.0"),
        ({"mass": np.inf}, "mass is inf"),
        ({"frame_custom": (("<a/>",),)}, "frame_custom has 1 entries for 2 frames"),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidMotionError, match=message):
        make(**changes)


def test_an_unnamed_joint_rests() -> None:
    motion = make()
    np.testing.assert_array_equal(motion.angle("LSx_joint"), [0.1, 0.2])
    np.testing.assert_array_equal(motion.angle("LSy_joint"), [0.0, 0.0])


def test_arrays_are_frozen() -> None:
    with pytest.raises(ValueError, match="read-only"):
        make().times[0] = 1.0


def test_a_document_has_a_known_version() -> None:
    with pytest.raises(InvalidMotionError, match="version is '3.0', expected one of 1.0, 2.0"):
        MmmDocument((make(),), "3.0")

"""Every field of a robot motion is checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import RobotMotion

Maker = Callable[..., RobotMotion]

BAD_FIELDS: dict[str, tuple[dict[str, Any], str]] = {
    "q of one axis": ({"q": np.zeros(9)}, "q has shape"),
    "q of odd width": ({"q": np.zeros((5, 4))}, "q has 4 columns for 2 joints, expected 2 .* or 9"),
    "q not finite": ({"q": np.full((5, 2), np.nan)}, "q has a value that is not finite, first in frame 0"),
    "no frames": ({"q": np.zeros((0, 2))}, "at least one frame"),
    "root not unit": ({"q": np.zeros((5, 9))}, "root quaternion has a quaternion not of unit length"),
    "a joint twice": ({"joints": ("a", "a")}, "joints holds 'a' twice"),
    "no frame rate": ({"fps": -1.0}, "fps is -1.0"),
    "status of a wrong length": ({"status": np.zeros(4)}, "status has shape"),
    "contacts of a wrong shape": ({"contacts": np.zeros((5, 3))}, "contacts has shape"),
}


@pytest.mark.parametrize("case", BAD_FIELDS)
def test_bad_fields_are_named(case: str, make_robot_motion: Maker) -> None:
    changes, words = BAD_FIELDS[case]
    with pytest.raises(InvalidMotionError, match=words):
        make_robot_motion(**changes)


def test_joint_positions_leave_out_a_free_root(make_robot_motion: Maker) -> None:
    free, fixed = make_robot_motion(), make_robot_motion(q=np.ones((5, 2)))
    assert free.has_free_base
    np.testing.assert_array_equal(free.joint_positions, free.q[:, 7:])
    assert not fixed.has_free_base
    np.testing.assert_array_equal(fixed.joint_positions, fixed.q)


def test_without_contacts_nothing_is_held(make_robot_motion: Maker) -> None:
    assert not make_robot_motion(contacts=None).contact_mask.any()


def test_its_bytes_are_those_of_its_file(make_robot_motion: Maker, tmp_path: Path) -> None:
    motion = make_robot_motion()
    motion.save(tmp_path / "motion.npz")
    assert motion.to_bytes() == (tmp_path / "motion.npz").read_bytes()

"""Every field of a human motion is checked; directions and sections are what they say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion

Maker = Callable[..., HumanMotion]

BAD_FIELDS: dict[str, tuple[dict[str, Any], str]] = {
    "landmarks of a wrong shape": ({"landmarks": np.zeros((5, 2, 3))}, "landmarks has shape"),
    "landmarks not finite": ({"landmarks": np.full((5, 3, 3), np.inf)}, "landmarks has a value"),
    "no frames": ({"landmarks": np.zeros((0, 3, 3))}, "at least one frame"),
    "a landmark twice": ({"names": ("hip_l", "hip_l", "hip_r")}, "names holds 'hip_l' twice"),
    "an unknown landmark": (
        {"names": ("hip_l", "hip_r", "knees_l")},
        r"unknown landmark 'knees_l' \(did you",
    ),
    "no frame rate": ({"fps": np.nan}, "fps is nan"),
    "valid of a wrong shape": ({"valid": np.ones((5, 2), bool)}, "valid has shape"),
    "contacts of a wrong shape": ({"contacts": np.ones((4, 4), bool)}, "contacts has shape"),
    "an unknown frame": ({"frames": {"tail": np.zeros((5, 4))}}, "unknown body frame 'tail'"),
    "a frame of a wrong shape": ({"frames": {"head": np.zeros((5, 3))}}, "frame 'head' has shape"),
    "a frame not finite": ({"frames": {"head": np.full((5, 4), np.nan)}}, "frame 'head' has a value"),
    "a frame not unit": ({"frames": {"head": np.zeros((5, 4))}}, "frame 'head' has a quaternion"),
    "a size below zero": ({"sizes": {"leg": -1.0}}, "size 'leg' is -1.0, expected a length"),
    "a size not finite": ({"sizes": {"leg": np.nan}}, "size 'leg' is nan, expected a length"),
}


@pytest.mark.parametrize("case", BAD_FIELDS)
def test_bad_fields_are_named(case: str, make_human: Maker) -> None:
    changes, words = BAD_FIELDS[case]
    with pytest.raises(InvalidMotionError, match=words):
        make_human(**changes)


def test_a_direction_is_a_unit_vector_from_first_to_second(make_human: Maker) -> None:
    direction, known = make_human().direction("thigh_l")
    assert known.all()
    np.testing.assert_array_equal(direction, np.tile([0.0, 0.0, -1.0], (5, 1)))


def test_a_direction_is_unknown_where_an_end_is(make_human: Maker) -> None:
    valid = np.ones((5, 3), dtype=bool)
    valid[1, 0] = valid[2, 1] = False
    human = make_human(valid=valid)
    np.testing.assert_array_equal(human.direction("thigh_l")[1], [True, False, False, True, True])
    assert not human.direction("shin_l")[1].any()


def test_where_a_segment_is_shown_is_where_its_direction_is_known(make_human: Maker) -> None:
    valid = np.ones((5, 3), dtype=bool)
    valid[1, 0] = valid[2, 1] = False
    human = make_human(valid=valid)
    np.testing.assert_array_equal(human.shows("thigh_l"), human.direction("thigh_l")[1])
    assert human.shows("thigh_l") is human.shows("thigh_l")
    assert not human.shows("shin_r").any()
    with pytest.raises(InvalidMotionError, match="segment"):
        human.shows("tail")


def test_a_direction_between_points_that_coincide_is_unknown(make_human: Maker) -> None:
    direction, known = make_human(landmarks=np.zeros((5, 3, 3))).direction("thigh_l")
    assert not known.any()
    assert np.isfinite(direction).all()


def test_derived_landmarks_are_means(make_human: Maker) -> None:
    point, valid = make_human().landmark("mid_hips")
    np.testing.assert_array_equal(point, np.tile([1.0, 0.0, 0.0], (5, 1)))
    assert valid.all()


def test_landmarks_not_covered_are_nowhere_valid(make_human: Maker) -> None:
    point, valid = make_human().landmark("nose")
    assert np.isnan(point).all()
    assert not valid.any()


def test_a_section_cuts_every_array(make_human: Maker) -> None:
    human = make_human()
    part = human.section(1, 3)
    assert part.frame_count == 2
    np.testing.assert_array_equal(part.contact_mask, human.contact_mask[1:3])
    np.testing.assert_array_equal(part.frames["pelvis"], human.frames["pelvis"][1:3])
    assert part.sizes == human.sizes
    with pytest.raises(InvalidMotionError, match="at least one frame"):
        human.section(3, 3)


def test_without_contacts_nothing_carries_weight() -> None:
    human = HumanMotion(("hip_l",), np.zeros((2, 1, 3)), 30.0)
    assert not human.contact_mask.any()
    assert human.valid_mask.all()


AMENDED = ("contacts", "an unknown frame", "a frame", "a size")
"""How cases of ``BAD_FIELDS`` begin whose fields may be amended."""


@pytest.mark.parametrize("case", [case for case in BAD_FIELDS if case.startswith(AMENDED)])
def test_what_is_amended_is_checked(case: str, make_human: Maker) -> None:
    changes, words = BAD_FIELDS[case]
    with pytest.raises(InvalidMotionError, match=words):
        make_human().amended(**changes)


def test_an_amended_motion_is_one_made_anew(make_human: Maker, tmp_path: Path) -> None:
    human = make_human()
    human.direction("thigh_l")
    changes: dict[str, Any] = {
        "sizes": {"leg": 0.8},
        "contacts": np.ones((5, 4), bool),
        "frames": {"head": np.tile([1.0, 0.0, 0.0, 0.0], (5, 1))},
        "provenance": human.provenance.then("more"),
    }
    amended, anew = human.amended(**changes), make_human(**changes)
    for name, motion in (("amended", amended), ("anew", anew)):
        motion.save(tmp_path / name)
    assert (tmp_path / "amended").read_bytes() == (tmp_path / "anew").read_bytes()
    assert not amended.contact_mask.flags.writeable
    assert amended.direction("thigh_l")[0] is human.direction("thigh_l")[0]
    assert dict(human.sizes) == dict(make_human().sizes)
    assert human.contacts is not amended.contacts

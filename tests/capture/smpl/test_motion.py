"""Pose parameters as a noun, and the file they are written to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture.smpl.joints import KINDS, SMPL, SmplKind
from understudy.capture.smpl.motion import SmplMotion
from understudy.capture.smpl.reader import parse_amass
from understudy.capture.source import read_source
from understudy.errors import InvalidMotionError
from understudy.export.captures.amass import write_amass


def make(kind: SmplKind = SMPL, **changes: Any) -> SmplMotion:
    count = 3 * 3 * len(kind.joints)
    fields: dict[str, Any] = {
        "kind": kind,
        "poses": np.sin(np.arange(count)).reshape(3, -1, 3),
        "translations": np.cos(np.arange(9.0)).reshape(3, 3),
        "fps": 59.94,
        "betas": np.linspace(-1.0, 1.0, 16),
        "gender": "female",
    }
    return SmplMotion(**fields | changes)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_read(kind: SmplKind, tmp_path: Path) -> None:
    motion = make(kind)
    write_amass(tmp_path / "a.npz", motion)
    read, notes = parse_amass(read_source(tmp_path / "a.npz"))
    assert notes == []
    assert (read.kind, read.fps, read.gender) == (kind, motion.fps, motion.gender)
    for name in ("poses", "translations", "betas"):
        np.testing.assert_array_equal(getattr(read, name), getattr(motion, name))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"gender": "other"}, "gender is 'other', expected one of neutral"),
        ({"poses": np.zeros((0, 24, 3)), "translations": np.zeros((0, 3))}, "at least one frame"),
        ({"poses": np.zeros((3, 23, 3))}, "poses has shape"),
        ({"translations": np.zeros((2, 3))}, "translations has shape"),
        ({"betas": [np.nan]}, "betas has a value that is not finite"),
        ({"fps": 0.0}, "fps is 0.0"),
        ({"kind": SmplKind("odd", ("pelvis",), ())}, "expected one of the SMPL family"),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidMotionError, match=message):
        make(**changes)

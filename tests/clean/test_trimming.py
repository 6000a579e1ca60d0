"""Parts of a recording."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.clean import trim
from understudy.errors import InvalidMotionError
from understudy.motion import Recording
from understudy.spatial.rotations import IDENTITY


@pytest.fixture
def recording() -> Recording:
    points = np.arange(30.0).reshape(10, 1, 3)
    rotations = np.broadcast_to(IDENTITY, (10, 1, 4))
    contacts = np.arange(40).reshape(10, 4) % 2 == 0
    return Recording(("a",), points, 10.0, rotations=rotations, contacts=contacts)


def test_both_ends_are_kept(recording: Recording) -> None:
    part = trim(recording, 0.2, 0.5)
    np.testing.assert_array_equal(part.points, recording.points[2:6])
    assert part.rotations is not None and len(part.rotations) == 4
    assert part.contacts is not None and len(part.contacts) == 4
    assert part.notes == ("Kept frames 2 to 5 of 10 (0.20 to 0.50 s).",)
    assert part.provenance.steps == (("trim", {"first": 2, "last": 5}),)


def test_default_is_the_whole(recording: Recording) -> None:
    np.testing.assert_array_equal(trim(recording).points, recording.points)


def test_what_was_not_seen_goes_along(recording: Recording) -> None:
    valid = np.ones((10, 1), dtype=bool)
    valid[3] = False
    part = trim(replace(recording, valid=valid), start=0.2)
    np.testing.assert_array_equal(np.flatnonzero(~part.valid_mask[:, 0]), [1])


@pytest.mark.parametrize(("start", "stop"), [(-0.2, 0.5), (0.5, 0.4), (0.0, 2.0), (1.0, None)])
def test_parts_that_are_not_there_are_refused(recording: Recording, start: float, stop: float | None) -> None:
    with pytest.raises(InvalidMotionError, match=r"not in a recording of 0.9 s"):
        trim(recording, start, stop)

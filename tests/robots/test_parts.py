"""What follows from where a robot's parts are."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.robots.parts import FrameAttachment, has_waist

PELVIS, CHEST = (FrameAttachment(body, np.array([1.0, 0.0, 0.0, 0.0])) for body in (1, 2))


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        ({"pelvis": PELVIS, "chest": CHEST}, True),
        ({"pelvis": PELVIS}, True),
        ({"pelvis": CHEST, "chest": CHEST}, False),
        ({"chest": CHEST}, False),
        ({}, False),
    ],
)
def test_a_waist_is_between_a_pelvis_and_another_body(
    frames: dict[str, FrameAttachment], expected: bool
) -> None:
    assert has_waist(frames) is expected

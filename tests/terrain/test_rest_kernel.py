"""Footholds that kernels find are those that NumPy finds, to the last bit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.capture.both_ways import require_same
from tests.terrain.courses import COURSES, person_on
from understudy.motion import HumanMotion
from understudy.terrain.footholds import find_footholds

HIDDEN = {"toe_l": slice(10, 60), "heel_r": slice(0, 40), "ankle_r": slice(70, 75)}
"""Landmark → frames that do not show it."""


def of_feet(human: HumanMotion) -> Any:
    return [
        (
            each.side,
            each.frame,
            each.point.tobytes(),
            each.heel.tobytes(),
            each.tip.tobytes(),
            repr(each.pitch),
        )
        for each in find_footholds(human, human.sizes["leg"])
    ]


def with_gaps(human: HumanMotion) -> HumanMotion:
    landmarks, valid = np.array(human.landmarks), np.array(human.valid_mask)
    for name, frames in HIDDEN.items():
        if name in human.names:
            column = human.names.index(name)
            landmarks[frames, column], valid[frames, column] = np.nan, False
    return replace(human, landmarks=landmarks, valid=valid)


@pytest.mark.parametrize("name", COURSES)
def test_footholds_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    human = person_on(name)
    assert len(require_same(of_feet, human, monkeypatch)) > 3
    assert require_same(of_feet, with_gaps(human), monkeypatch)

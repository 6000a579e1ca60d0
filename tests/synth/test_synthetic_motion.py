"""A synthetic motion is one truth: angles, rotations and positions belong together and cannot be changed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.synth import SyntheticMotion


def test_arrays_are_frozen(walk: SyntheticMotion) -> None:
    for array in (walk.root_positions, walk.local_rotations, walk.contacts, walk.angles["knee_flexion_l"]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_contacts_of_the_wrong_shape_are_refused(walk: SyntheticMotion) -> None:
    with pytest.raises(InvalidMotionError, match=r"contacts has shape \(240, 2\)"):
        replace(walk, contacts=walk.contacts[:, :2])


def test_an_unknown_angle_is_refused(walk: SyntheticMotion) -> None:
    with pytest.raises(InvalidMotionError, match="unknown anatomical angle 'tail'"):
        replace(walk, angles={"tail": np.zeros(walk.frame_count)})

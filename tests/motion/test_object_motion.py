"""A rigid object's poses: checked, cut and saved with the person."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion, ObjectMotion
from understudy.motion.object_motion import arrays_of_objects, objects_of_arrays

Maker = Callable[..., ObjectMotion]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"positions": np.zeros((4, 3))}, "positions has shape"),
        ({"quaternions": np.full((5, 4), 0.6)}, "not of unit length"),
        ({"residuals": np.full(5, np.nan)}, "residuals has a value that is not finite"),
        ({"valid": np.ones((5, 1), dtype=bool)}, "valid has shape"),
    ],
)
def test_a_broken_pose_is_refused(make_object: Maker, changes: dict, message: str) -> None:
    with pytest.raises(InvalidMotionError, match=message):
        make_object(**changes)


def test_a_section_cuts_the_objects_too(make_human: Callable[..., HumanMotion]) -> None:
    part = make_human().section(1, 4)
    assert part.objects["cup"].valid.tolist() == [True, False, True]


def test_objects_last_as_long_as_the_person(
    make_human: Callable[..., HumanMotion], make_object: Maker
) -> None:
    with pytest.raises(InvalidMotionError, match="object 'cup' has 3 frames, expected the person's 5"):
        make_human(objects={"cup": make_object().section(0, 3)})


def test_no_objects_take_no_arrays(make_human: Callable[..., HumanMotion], tmp_path: Path) -> None:
    assert arrays_of_objects({}) == {}
    human = make_human(objects={})
    human.save(tmp_path / "human.npz")
    assert dict(HumanMotion.load(tmp_path / "human.npz").objects) == {}


def test_damaged_arrays_are_refused(make_object: Maker) -> None:
    arrays = arrays_of_objects({"cup": make_object()})
    with pytest.raises(InvalidMotionError, match="no array 'object_valid'"):
        objects_of_arrays({name: array for name, array in arrays.items() if name != "object_valid"})
    with pytest.raises(InvalidMotionError, match="expected 2 objects"):
        objects_of_arrays(arrays | {"object_names": np.array(["cup", "box"])})

"""What all nouns have in common: saved, loaded, frozen, refused when damaged."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from understudy.errors import InvalidMotionError
from understudy.motion import Metric, ObjectMotion
from understudy.motion.archive import load_arrays, save_arrays
from understudy.motion.noun_archive import KIND, VERSION
from understudy.motion.primitives import Primitives

Maker = Callable[..., Any]


def plain(value: Any) -> Any:
    """Return a noun's field as something that ``==`` compares deeply, arrays with type and bytes."""
    if isinstance(value, np.ndarray):
        return str(value.dtype), value.shape, value.tobytes()
    if isinstance(value, Metric | ObjectMotion | Primitives):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return repr(value)


def test_save_and_load_give_the_same_noun(make_noun: Maker, tmp_path: Path) -> None:
    noun = make_noun()
    noun.save(tmp_path / "noun.npz")
    back = type(noun).load(tmp_path / "noun.npz")
    for field in fields(noun):
        assert plain(getattr(back, field.name)) == plain(getattr(noun, field.name)), field.name


def test_equal_nouns_give_equal_bytes(make_noun: Maker, tmp_path: Path) -> None:
    for name in ("first.npz", "second.npz"):
        make_noun().save(tmp_path / name)
    assert (tmp_path / "first.npz").read_bytes() == (tmp_path / "second.npz").read_bytes()


def test_a_loaded_noun_saves_to_the_same_bytes(make_noun: Maker, tmp_path: Path) -> None:
    noun = make_noun()
    noun.save(tmp_path / "first.npz")
    type(noun).load(tmp_path / "first.npz").save(tmp_path / "second.npz")
    assert (tmp_path / "first.npz").read_bytes() == (tmp_path / "second.npz").read_bytes()


def test_fields_and_arrays_are_frozen(make_noun: Maker) -> None:
    noun = make_noun()
    for field in fields(noun):
        with pytest.raises(FrozenInstanceError):
            setattr(noun, field.name, None)
        value = getattr(noun, field.name)
        arrays = [value] if isinstance(value, np.ndarray) else []
        if isinstance(value, Mapping):
            assert not hasattr(value, "__setitem__")
            arrays += [item for item in value.values() if isinstance(item, np.ndarray)]
        for array in arrays:
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0


def test_the_caller_keeps_a_copy_of_its_own(make_robot_motion: Maker) -> None:
    q = np.zeros((5, 2))
    motion = make_robot_motion(q=q)
    q[0, 0] = 9.0
    assert motion.q[0, 0] == 0.0


def test_pickled_arrays_are_refused(make_noun: Maker, tmp_path: Path) -> None:
    noun = make_noun()
    path = tmp_path / "evil.npz"
    noun.save(path)
    arrays: dict[str, Any] = load_arrays(path, ())
    arrays["provenance"] = np.array({"a": 1}, dtype=object)
    np.savez(path, allow_pickle=True, **arrays)
    with pytest.raises(InvalidMotionError, match="pickled objects"):
        type(noun).load(path)


def test_every_missing_array_is_named(make_noun: Maker, tmp_path: Path) -> None:
    noun = make_noun()
    path = tmp_path / "noun.npz"
    noun.save(path)
    arrays = load_arrays(path, ())
    optional = {"contacts", "rotations", "reference_points", "reference_rotations", "objects", "warnings"}
    optional |= {"marker_places", "contacts_known", "floor", "model", KIND, VERSION}
    optional |= {"subject", "coordinates", "coordinate_names", "residuals", "lengths", "length_errors"}
    for name in arrays:
        if name in optional or name.startswith(("frame_", "sense_", "per_frame_")):
            continue
        save_arrays(path, {key: value for key, value in arrays.items() if key != name})
        with pytest.raises(InvalidMotionError, match=rf"noun\.npz: .*{name}"):
            type(noun).load(path)


@pytest.mark.parametrize(
    "foreign", [np.array("]["), np.array([["deep"]]), np.array("[" * 100_000), np.zeros(2)], ids=repr
)
def test_arrays_of_a_foreign_kind_give_one_sentence(
    make_noun: Maker, foreign: np.ndarray, tmp_path: Path
) -> None:
    noun = make_noun()
    path = tmp_path / "noun.npz"
    noun.save(path)
    arrays = load_arrays(path, ())
    for name in ("provenance", "fps", "q", "points", "landmarks", "metrics", "sizes", "names"):
        if name in arrays:
            save_arrays(path, arrays | {name: foreign})
            with pytest.raises(InvalidMotionError, match=r"noun\.npz"):
                type(noun).load(path)


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_loads_or_gives_one_sentence(
    data: st.DataObject, make_robot_motion: Maker, tmp_path: Path
) -> None:
    motion = make_robot_motion()
    path = tmp_path / "damaged.npz"
    motion.save(path)
    content = bytearray(path.read_bytes())
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=4)):
        content[place] = data.draw(st.integers(0, 255))
    path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    try:
        type(motion).load(path)
    except InvalidMotionError as error:
        assert str(path) in str(error)


def test_history_is_kept_in_the_file(make_noun: Maker, tmp_path: Path) -> None:
    noun = make_noun()
    noun.save(tmp_path / "noun.npz")
    text = str(load_arrays(tmp_path / "noun.npz", ())["provenance"])
    history = json.loads(text)
    assert history["steps"] == [{"stage": "clean", "options": {"cutoff": 6.0, "names": ["a", "b"]}}]
    assert history["source"] == "walk.bvh"

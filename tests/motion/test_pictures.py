"""Pictures over time: packed one after the other, saved with a rollout, left in its file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import Pictures, Rollout
from understudy.motion.pictures import PictureKind, picture_arrays
from understudy.motion.png import to_png
from understudy.motion.tape import save_whole

SHAPE = (60, 80, 3)
FOV = 1.0
COUNT = 6


def shown(index: int) -> np.ndarray:
    """Return a picture that no other one equals, and that does not pack well."""
    numbers = np.arange(np.prod(SHAPE), dtype=np.uint64) + np.uint64(index * 1_000_003)
    for _ in range(2):
        numbers = (numbers ^ (numbers >> np.uint64(15))) * np.uint64(0x2545F4914F6CDD1D)
    return (numbers >> np.uint64(40)).astype(np.uint8).reshape(SHAPE)


def make(**changes: Any) -> Pictures:
    files = [to_png(shown(index)) for index in range(COUNT)]
    fields = {
        "time": np.arange(COUNT) / 25.0,
        "packed": np.frombuffer(b"".join(files), dtype=np.uint8),
        "ends": np.cumsum([len(file) for file in files]),
        "kind": PictureKind(SHAPE, 8, "1/255", FOV),
    }
    return Pictures(**fields | changes)


def test_each_picture_is_found_by_number_and_time() -> None:
    pictures = make()
    assert len(pictures) == COUNT
    np.testing.assert_array_equal(pictures[3], shown(3))
    for index, picture in enumerate(pictures):
        np.testing.assert_array_equal(picture, shown(index))
    assert [pictures.seen_at(time) for time in (-1.0, 0.0, 0.039, 0.04, 0.1, 9.0)] == [0, 0, 0, 1, 2, 5]
    with pytest.raises(IndexError, match="picture 6 does not exist, expected 0 to 5"):
        pictures[6]


def test_pictures_stay_in_the_file_of_a_rollout(make_rollout: Callable[..., Rollout], tmp_path: Path) -> None:
    rollout = make_rollout(pictures={"eyes/left": make()})
    rollout.save(tmp_path / "a.npz")
    read = Rollout.load(tmp_path / "a.npz")
    pictures = read.pictures["eyes/left"]
    assert isinstance(pictures.packed, np.memmap)
    assert pictures.kind == PictureKind(SHAPE, 8, "1/255", FOV)
    np.testing.assert_array_equal(pictures.time, np.arange(COUNT) / 25.0)
    np.testing.assert_array_equal(pictures[5], shown(5))
    read.save(tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    assert Rollout.load(tmp_path / "a.npz", with_senses=False).pictures == {}


def test_packed_archives_are_read_as_well(make_rollout: Callable[..., Rollout], tmp_path: Path) -> None:
    make_rollout(pictures={"eyes/left": make()}).save(tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz") as file:
        np.savez_compressed(tmp_path / "b.npz", **file)
    pictures = Rollout.load(tmp_path / "b.npz").pictures["eyes/left"]
    assert not isinstance(pictures.packed, np.memmap)
    np.testing.assert_array_equal(pictures[2], shown(2))


def test_a_damaged_picture_is_told_when_it_is_looked_at(
    make_rollout: Callable[..., Rollout], tmp_path: Path
) -> None:
    path = tmp_path / "a.npz"
    make_rollout(pictures={"eyes/left": make()}).save(path)
    content = bytearray(path.read_bytes())
    place = content.index(b"\x89PNG") + len(to_png(shown(0))) + 100
    content[place] ^= 255
    path.write_bytes(content)
    pictures = Rollout.load(path).pictures["eyes/left"]
    np.testing.assert_array_equal(pictures[0], shown(0))
    with pytest.raises(InvalidMotionError, match="check sum"):
        pictures[1]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"time": np.arange(5.0)}, "ends has shape"),
        ({"time": np.zeros(COUNT)}, "time does not increase"),
        ({"ends": np.arange(1, COUNT + 1)}, "end at other places"),
        ({"packed": np.zeros((2, 2), dtype=np.uint8)}, "not bytes in a row"),
    ],
)
def test_bad_fields_are_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidMotionError, match=words):
        make(**changes)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (((0, 4, 3), 8, "1", FOV), "expected height, width and 1 or 3"),
        (((1 << 20, 1 << 20, 3), 8, "1", FOV), "expected height, width and 1 or 3"),
        (((4, 4, 2), 8, "1", FOV), "1 or 3"),
        (((4, 4, 3), 16, "1", FOV), "expected 8, or 16 in grey"),
        (((4, 4, 1), 8, "1", 4.0), "field of view"),
    ],
)
def test_bad_kinds_are_named(kind: tuple[Any, ...], words: str) -> None:
    with pytest.raises(InvalidMotionError, match=words):
        PictureKind(*kind)


def test_a_missing_array_is_named(make_rollout: Callable[..., Rollout], tmp_path: Path) -> None:
    make_rollout(pictures={"eyes/left": make()}).save(tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz") as file:
        arrays = dict(file)
    for name in picture_arrays("eyes/left"):
        save_whole(tmp_path / "b.npz", {key: value for key, value in arrays.items() if key != name})
        with pytest.raises(InvalidMotionError, match=f"array '{name}' is missing"):
            Rollout.load(tmp_path / "b.npz")


def test_the_focal_length_is_that_of_the_field_of_view() -> None:
    half = np.arctan2(0.5 * SHAPE[0], PictureKind(SHAPE, 8, "1", FOV).focal_length)
    assert 2.0 * half == pytest.approx(FOV)

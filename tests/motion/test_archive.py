"""Archives: equal bytes, nothing dangerous read."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import archive
from understudy.motion.archive import load_arrays, save_arrays


def fail(*_arguments: object) -> NoReturn:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6.0).reshape(2, 3),
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.array("text"),
        np.array(()),
        np.zeros((0, 4)),
        np.array([True, False]),
        np.array(3.5),
    ],
)
def test_arrays_come_back_with_shape_and_type(array: np.ndarray, tmp_path: Path) -> None:
    save_arrays(tmp_path / "arrays.npz", {"a": array})
    back = load_arrays(tmp_path / "arrays.npz", ("a",))["a"]
    assert back.dtype == array.dtype
    assert back.shape == array.shape
    np.testing.assert_array_equal(back, array)


def test_numpy_reads_what_is_written(tmp_path: Path) -> None:
    save_arrays(tmp_path / "arrays.npz", {"q": np.eye(3)})
    with np.load(tmp_path / "arrays.npz", allow_pickle=False) as data:
        np.testing.assert_array_equal(data["q"], np.eye(3))


def test_the_order_of_names_does_not_change_the_bytes(tmp_path: Path) -> None:
    save_arrays(tmp_path / "ab.npz", {"a": np.zeros(3), "b": np.ones(2)})
    save_arrays(tmp_path / "ba.npz", {"b": np.ones(2), "a": np.zeros(3)})
    assert (tmp_path / "ab.npz").read_bytes() == (tmp_path / "ba.npz").read_bytes()


def test_objects_are_not_saved(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="allow_pickle"):
        save_arrays(tmp_path / "arrays.npz", {"a": np.array({}, dtype=object)})
    assert not list(tmp_path.iterdir())


def test_an_oversized_archive_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bomb.npz"
    save_arrays(path, {"a": np.zeros(100_000)})
    assert path.stat().st_size < 5_000
    monkeypatch.setattr(archive, "MAX_UNPACKED_BYTES", 500_000)
    monkeypatch.setattr(archive, "read_array", fail)
    with pytest.raises(InvalidMotionError, match=r"unpacks to 800128 bytes, at most 500000"):
        load_arrays(path, ())


def test_a_header_that_claims_more_than_it_holds_is_refused(tmp_path: Path) -> None:
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"descr": "<f8", "fortran_order": False, "shape": (1 << 50,)}
    )
    with zipfile.ZipFile(tmp_path / "liar.npz", "w") as file:
        file.writestr("a.npy", header.getvalue() + bytes(64))
    with pytest.raises(InvalidMotionError, match="not a readable"):
        load_arrays(tmp_path / "liar.npz", ())


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_packings_are_refused(packing: int, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.npz", "w", packing) as file:
        file.writestr("a.npy", b"whatever")
    with pytest.raises(InvalidMotionError, match="stored or deflated"):
        load_arrays(tmp_path / "a.npz", ())


@pytest.mark.parametrize(
    ("name", "content"), [("a.npy", b""), ("a.npy", b"text"), ("a.npy", b"\x93NUMPY\x03\x00")]
)
def test_members_that_are_no_arrays_are_refused(name: str, content: bytes, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as file:
        file.writestr(name, content)
    with pytest.raises(InvalidMotionError, match=r"a\.npz: not a readable \.npz archive"):
        load_arrays(tmp_path / "a.npz", ())


def test_files_that_are_no_archives_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.npz").write_bytes(b"HIERARCHY")
    for place in (tmp_path / "a.npz", tmp_path / "absent.npz", tmp_path):
        with pytest.raises(InvalidMotionError, match="not a readable"):
            load_arrays(place, ())


def test_a_missing_array_is_named_with_those_expected(tmp_path: Path) -> None:
    save_arrays(tmp_path / "a.npz", {"fps": np.array(1.0)})
    with pytest.raises(InvalidMotionError, match=r"'q' is missing, expected fps, q"):
        load_arrays(tmp_path / "a.npz", ("fps", "q"))

"""Archives: whole or not at all, equal bytes, nothing dangerous read."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest

from understudy.errors import InvalidMotionError, OutputError
from understudy.motion import archive
from understudy.motion.archive import load_arrays, require_writable, save_arrays, write_bytes

OLD, NEW = b"what was there before", b"what is there now"


def fail(*_arguments: object) -> NoReturn:
    raise OSError(28, "No space left on device")


def interrupt(*_arguments: object) -> NoReturn:
    raise KeyboardInterrupt


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "result.npz"
    path.write_bytes(OLD)
    write_bytes(path, NEW)
    assert path.read_bytes() == NEW
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "result.npz"
    path.write_bytes(OLD)
    monkeypatch.setattr(archive.os, step, fail)
    with pytest.raises(OutputError, match=r"result\.npz: No space left"):
        write_bytes(path, NEW)
    assert path.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "result.npz"
    path.write_bytes(OLD)
    monkeypatch.setattr(archive.os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_bytes(path, NEW)
    assert path.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [path]


def test_the_longest_valid_name_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 251 + ".npz")
    write_bytes(path, NEW)
    assert path.read_bytes() == NEW


@pytest.mark.skipif(os.name == "nt", reason="permissions are a matter of Unix")
def test_results_are_readable_by_a_labs_other_accounts(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        write_bytes(tmp_path / "result.npz", NEW)
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "result.npz").stat().st_mode) == 0o644


@pytest.mark.parametrize(
    ("place", "words"),
    [("absent/result.npz", "No such file"), ("file/result.npz", "Not a directory"), ("folder", "directory")],
)
def test_a_bad_place_is_named(place: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(OLD)
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match=words):
        write_bytes(tmp_path / place, NEW)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("folder", "it is a directory"),
        ("absent/result.npz", "does not exist"),
        ("file/result.npz", "does not exist"),
        ("n" * 300, "too long"),
    ],
)
def test_a_bad_place_is_found_before_the_work(place: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(OLD)
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match=words):
        require_writable(tmp_path / place)


def test_a_place_without_permission_is_found_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive.os, "access", lambda *_arguments: False)
    with pytest.raises(OutputError, match="permission denied"):
        require_writable(tmp_path / "result.npz")


def test_a_good_place_passes_and_stays_empty(tmp_path: Path) -> None:
    require_writable(tmp_path / "result.npz")
    assert not list(tmp_path.iterdir())


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
    monkeypatch.setattr(archive, "_read_member", fail)
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
    ("name", "content"), [("a.txt", b"text"), ("a.npy", b"text"), ("a.npy", b"\x93NUMPY\x03\x00")]
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

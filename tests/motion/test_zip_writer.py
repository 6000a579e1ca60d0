"""Archives are those that Python's own zipfile writes, byte by byte."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pytest

from understudy.motion import archive
from understudy.motion.archive import _zipped_by_python, packed_arrays, zipped

NOISE = np.sin(np.arange(9000.0) ** 2).tobytes()
"""What does not shrink."""

MEMBERS = {
    "names.npy": b"left elbow, right elbow, " * 40,
    "empty.npy": b"",
    "q.npy": NOISE,
    "long.npy": bytes(100_000),
    "folder/one": b"1",
}


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_archives_are_pythons_own(packing: int) -> None:
    written = zipped(MEMBERS, packing)
    with zipfile.ZipFile(io.BytesIO(written)) as found:
        infos = {info.filename: info for info in found.infolist()}
        assert {name: found.read(name) for name in infos} == MEMBERS
        assert found.testzip() is None
    packed = [name for name, info in infos.items() if info.compress_type == zipfile.ZIP_DEFLATED]
    assert packed == (["names.npy", "long.npy"] if packing == zipfile.ZIP_DEFLATED else [])
    assert written == _zipped_by_python(MEMBERS, packed)


def test_names_beyond_ascii_are_left_to_python() -> None:
    members = {"höhe.npy": b"1" * 100, "plain.npy": NOISE}
    with zipfile.ZipFile(io.BytesIO(zipped(members, zipfile.ZIP_DEFLATED))) as found:
        assert {name: found.read(name) for name in found.namelist()} == members
        assert found.infolist()[0].compress_type == zipfile.ZIP_DEFLATED


def test_arrays_give_the_same_archive_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    arrays = {
        "q": np.frombuffer(NOISE),
        "names": np.array(["a", "b"]),
        "contacts": np.zeros((240, 4), dtype=bool),
    }
    ours = packed_arrays(arrays)
    monkeypatch.setattr(archive, "archive_of", lambda _members, _packed: None)
    assert packed_arrays(arrays) == ours


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6.0).reshape(2, 3),
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.arange(12.0)[::2],
        np.array(["left", "right elbow"]),
        np.array("höhe"),
        np.zeros((0, 4)),
        np.array([True, False]),
        np.arange(3, dtype=">i4"),
        np.array(3.5),
        np.zeros(2, dtype=[("höhe", float)]),
        np.array(["2026-01-01"], dtype="datetime64[D]"),
    ],
)
def test_members_are_files_of_numpys(array: np.ndarray) -> None:
    expected = io.BytesIO()
    np.save(expected, array)
    assert archive._npy_file(array) == expected.getvalue()


def test_what_would_be_pickled_is_refused() -> None:
    with pytest.raises(ValueError, match="Object arrays cannot be saved"):
        packed_arrays({"a": np.array([None])})


def test_members_that_come_again_are_packed_alike() -> None:
    first = zipped(MEMBERS, zipfile.ZIP_DEFLATED)
    archive._packed_before.cache_clear()
    assert zipped(MEMBERS, zipfile.ZIP_DEFLATED) == first == zipped(MEMBERS, zipfile.ZIP_DEFLATED)

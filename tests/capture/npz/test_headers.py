"""Arrays of strangers are read without ever unpickling anything."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.capture.npz import headers as numpy_bytes
from understudy.capture.npz.headers import array_headers, parse_header, read_array

ARRAY = np.arange(24.0).reshape(2, 3, 4)


def npy(array: np.ndarray, allow_pickle: bool = False) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=allow_pickle)
    return buffer.getvalue()


def npz(**arrays: object) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            archive.writestr(f"{name}.npy", npy(np.asarray(array)))
    return buffer.getvalue()


@pytest.mark.parametrize("dtype", ["<f8", ">f4", "<i2", "|u1"])
def test_plain_numbers_come_back(dtype: str) -> None:
    for array in (ARRAY.astype(dtype), np.asfortranarray(ARRAY.astype(dtype))):
        read = read_array(npy(array), "")
        assert read.dtype == np.float64
        np.testing.assert_array_equal(read, ARRAY)


@pytest.mark.parametrize("dtype", ["<f1", "|f1", "<f3", "<c8", "|O"])
def test_types_without_plain_numbers_are_none(dtype: str) -> None:
    content = npy(ARRAY.astype("<f8")).replace(b"<f8", dtype.encode())
    assert array_headers(content) == {"": None}


def test_all_arrays_of_an_archive_are_listed() -> None:
    content = npz(points=ARRAY, fps=np.array(25.0), names=np.array(["a", "b"]))
    headers = array_headers(content)
    assert set(headers) == {"points", "fps", "names"}
    assert headers["names"] is None
    points, fps = headers["points"], headers["fps"]
    assert points is not None
    assert points.shape == (2, 3, 4)
    assert fps is not None
    assert fps.shape == ()
    np.testing.assert_array_equal(read_array(content, "points"), ARRAY)
    assert read_array(content, "fps").item() == 25.0


def test_pickles_are_no_arrays() -> None:
    content = npy(np.array([{"a": 1}], dtype=object), allow_pickle=True)
    assert array_headers(content) == {"": None}
    with pytest.raises(ValueError, match="no plain type"):
        read_array(content, "")


@pytest.mark.parametrize("content", [b"", b"text", b"PK\x03\x04", b"\x93NUMPY"])
def test_other_content_has_no_arrays(content: bytes) -> None:
    assert array_headers(content) == {}


def test_a_header_that_claims_too_much_is_refused() -> None:
    content = npy(ARRAY).replace(b"(2, 3, 4)", b"(9, 9, 9)")
    with pytest.raises(ValueError, match="ends before its 729 numbers do"):
        read_array(content, "")


def test_a_header_without_end_is_refused() -> None:
    assert parse_header(b"\x93NUMPY\x02\x00\xff\xff\xff\xff{'descr': '<f8', ") is None


def test_oversized_archives_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    content = npz(points=ARRAY)
    monkeypatch.setattr(numpy_bytes, "MAX_UNPACKED_BYTES", 100)
    assert array_headers(content) == {}
    monkeypatch.setattr(numpy_bytes, "MAX_UNPACKED_BYTES", 1 << 20)
    monkeypatch.setattr(numpy_bytes, "MAX_MEMBERS", 0)
    assert array_headers(content) == {}


def test_unusual_packing_is_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("points.npy", npy(ARRAY))
    assert array_headers(buffer.getvalue()) == {}


def test_a_missing_array_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="archive is broken"):
        read_array(npz(points=ARRAY), "fps")


@given(
    edits=st.lists(
        st.tuples(st.floats(0.0, 1.0, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=6
    ),
    is_archive=st.booleans(),
)
def test_edited_bytes_are_a_value_error_or_an_array(edits: list[tuple[float, int]], is_archive: bool) -> None:
    content = bytearray(npz(points=ARRAY) if is_archive else npy(ARRAY))
    for place, value in edits:
        content[int(place * len(content))] = value
    for name in array_headers(bytes(content)):
        try:
            read_array(bytes(content), name)
        except ValueError as error:
            assert str(error)

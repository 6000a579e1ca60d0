"""Arrays of a stranger's archive, whole and broken."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.capture.npz import arrays as npz_arrays
from understudy.capture.npz.arrays import NpzArrays, array_headers
from understudy.errors import CaptureError
from understudy.motion import array_members

FILE = Path("a.npz")
ARRAY = np.arange(24.0).reshape(2, 3, 4)


def packed(compressed: bool = False, **arrays: Any) -> bytes:
    buffer = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(buffer, **arrays)
    return buffer.getvalue()


def with_member(name: str, content: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return buffer.getvalue()


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize(
    "array",
    [
        np.arange(6.0).reshape(2, 3),
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.arange(4, dtype=np.int32),
        np.array(120.0),
        np.array("male"),
        np.array(b"female"),
        np.zeros((0, 3), dtype=np.float32),
        np.arange(3, dtype=">f4"),
    ],
)
def test_arrays_come_back(array: np.ndarray, compressed: bool) -> None:
    content = packed(compressed, a=array, other=np.zeros(2))
    arrays = NpzArrays(FILE, content)
    assert "a" in arrays
    assert "b" not in arrays
    np.testing.assert_array_equal(arrays.array("a"), array)


@pytest.mark.parametrize("code", [0x110000, 0xFFFFFFFF, 0xD800])
@pytest.mark.parametrize("order", ["<", ">"])
def test_characters_that_do_not_exist_are_refused(code: int, order: str) -> None:
    text = np.array([ord("a"), code], dtype=f"{order}u4").view(f"{order}U2")
    content = packed(a=text, b=np.array(["ä", "😀"]))
    with pytest.raises(CaptureError, match="array 'a' is broken .it holds characters that do not exist"):
        NpzArrays(FILE, content).array("a")
    with pytest.raises(CaptureError, match="characters that do not exist"):
        NpzArrays(FILE, content).require_plain()
    assert NpzArrays(FILE, content).array("b").tolist() == ["ä", "😀"]


def test_only_headers_of_today_are_plain() -> None:
    whole = packed(a=np.zeros((2, 3)), b=np.array(["x"]))
    NpzArrays(FILE, whole).require_plain()
    for old, new in ((b"(2, 3)", b"(2L,3)"), (b"False", b'""", '), (b"'<f8'", b"'|O' ")):
        with zipfile.ZipFile(io.BytesIO(whole)) as archive:
            member = archive.read("a.npy").replace(old, new)
        with pytest.raises(CaptureError, match="array 'a' "):
            NpzArrays(FILE, with_member("a.npy", member)).require_plain()


def test_objects_are_never_unpickled() -> None:
    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return (pytest.fail, ("a pickle was opened",))

    content = packed(a=np.array([Trap()], dtype=object), b=np.arange(2))
    arrays = NpzArrays(FILE, content)
    with pytest.raises(CaptureError, match="array 'a' holds pickled objects, which are never loaded"):
        arrays.array("a")
    np.testing.assert_array_equal(arrays.array("b"), [0, 1])


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04", pickle.dumps({"poses": 1}), b"PK\x03\x04" + b"PK\x05\x06" + b"\xff" * 18]
)
def test_what_is_no_archive_is_refused(content: bytes) -> None:
    with pytest.raises(CaptureError, match=r"is not a (whole|readable) \.npz archive|lists its members"):
        NpzArrays(FILE, content)


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npz_arrays, "FREE_BYTES", 1 << 16)
    arrays = NpzArrays(FILE, packed(True, a=np.zeros(1 << 16)))
    with pytest.raises(CaptureError, match="array 'a' would unpack to 524416 bytes"):
        arrays.array("a")


def test_large_arrays_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npz_arrays, "MAX_ARRAY_BYTES", 1000)
    with pytest.raises(CaptureError, match="would unpack to"):
        NpzArrays(FILE, packed(a=np.zeros(200))).array("a")
    monkeypatch.setattr(array_members, "MAX_DIRECTORY_BYTES", 50)
    with pytest.raises(CaptureError, match="lists its members in"):
        NpzArrays(FILE, packed(a=np.zeros(2)))


HEADER = "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }"


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (HEADER.replace("(2,)", "(3,)"), "16 bytes do not fill its shape"),
        (HEADER.replace("(2,)", "(2L,)"), ""),
        (HEADER.replace("<f8", "<f3"), "array 'a' is broken"),
        (HEADER.replace("<f8", "<U0"), "do not fill its shape"),
        (HEADER.replace("(2,)", "(-2,)"), "has a header that is not read"),
        (HEADER.replace("(2,)", "(L,)"), "array 'a' is broken"),
        (HEADER.replace("(2,)", f"(0, {10**40})"), "array 'a' is broken"),
        ("[].clear()", "has a header that is not read"),
    ],
)
def test_headers_are_matched_not_evaluated(header: str, message: str) -> None:
    text = header.encode()
    content = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + np.ones(2).tobytes()
    arrays = NpzArrays(FILE, with_member("a.npy", content))
    if not message:
        np.testing.assert_array_equal(arrays.array("a"), [1.0, 1.0])
        return
    with pytest.raises(CaptureError, match=message):
        arrays.array("a")


def test_broken_members_are_told() -> None:
    content = bytearray(packed(a=np.arange(100.0)))
    content[200] ^= 0xFF
    with pytest.raises(CaptureError, match="array 'a' is broken"):
        NpzArrays(FILE, bytes(content)).array("a")
    with pytest.raises(CaptureError, match="array 'b' is not a .npy file"):
        NpzArrays(FILE, with_member("b.npy", b"hello")).array("b")


def npy(array: np.ndarray, allow_pickle: bool = False) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=allow_pickle)
    return buffer.getvalue()


@pytest.mark.parametrize("dtype", ["<f8", ">f4", "<i2", "|u1"])
def test_a_single_array_has_an_empty_name(dtype: str) -> None:
    for array in (ARRAY.astype(dtype), np.asfortranarray(ARRAY.astype(dtype))):
        arrays = NpzArrays(FILE, npy(array))
        assert arrays.names == ("",)
        read = arrays.numbers("")
        assert read.dtype == np.float64
        np.testing.assert_array_equal(read, ARRAY)


@pytest.mark.parametrize("dtype", ["<f1", "|f1", "<f3", "<c8", "|O"])
def test_types_without_plain_numbers_are_none(dtype: str) -> None:
    content = npy(ARRAY.astype("<f8")).replace(b"<f8", dtype.encode())
    assert array_headers(content) == {"": None}


def test_all_arrays_of_an_archive_are_listed() -> None:
    headers = array_headers(packed(True, points=ARRAY, fps=np.array(25.0), names=np.array(["a", "b"])))
    assert set(headers) == {"points", "fps", "names"}
    assert headers["names"] is None
    points, fps = headers["points"], headers["fps"]
    assert points is not None
    assert points.shape == (2, 3, 4)
    assert fps is not None
    assert fps.shape == ()


def test_a_pickle_is_no_array() -> None:
    content = npy(np.array([{"a": 1}], dtype=object), allow_pickle=True)
    assert array_headers(content) == {"": None}
    with pytest.raises(CaptureError, match="its array holds pickled objects"):
        NpzArrays(FILE, content).array("")


@pytest.mark.parametrize("content", [b"", b"text", b"PK\x03\x04"])
def test_other_content_has_no_arrays(content: bytes) -> None:
    assert array_headers(content) == {}


def test_further_arrays_behind_the_first_are_not_read() -> None:
    np.testing.assert_array_equal(NpzArrays(FILE, npy(ARRAY) + npy(ARRAY)).numbers(""), ARRAY)


def test_a_header_that_claims_too_much_is_refused() -> None:
    content = npy(ARRAY).replace(b"(2, 3, 4)", b"(9, 9, 9)")
    with pytest.raises(CaptureError, match="its array is broken .192 bytes do not fill its shape"):
        NpzArrays(FILE, content).numbers("")


def test_a_header_without_end_is_refused() -> None:
    content = b"\x93NUMPY\x02\x00\xff\xff\xff\xff{'descr': '<f8', "
    assert array_headers(content) == {"": None}


def test_archives_of_many_arrays_are_not_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npz_arrays, "MAX_LISTED", 0)
    assert array_headers(packed(points=ARRAY)) == {}


def test_unusual_packing_is_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("points.npy", npy(ARRAY))
    assert array_headers(buffer.getvalue()) == {"points": None}
    with pytest.raises(CaptureError, match="array 'points' is packed in a way that is not read"):
        NpzArrays(FILE, buffer.getvalue()).array("points")


def test_texts_and_numbers_are_told_apart() -> None:
    arrays = NpzArrays(FILE, packed(a=np.array(["x", "y"]), b=np.array(b"z"), c=np.array(3.0)))
    assert (arrays.texts("a"), arrays.texts("b"), arrays.texts("c")) == (("x", "y"), ("z",), ())
    assert arrays.number("c", 0.0, 5.0) == 3.0
    for name, message in (
        ("a", "holds <U1, expected numbers"),
        ("c", "is 3.0, expected a number from 4 to 5"),
    ):
        with pytest.raises(CaptureError, match=f"array '{name}' {message}"):
            arrays.number(name, 4.0, 5.0)


def test_a_missing_array_is_named() -> None:
    with pytest.raises(CaptureError, match="lacks the array 'fps'"):
        NpzArrays(FILE, packed(points=ARRAY)).numbers("fps")


@given(
    edits=st.lists(
        st.tuples(st.floats(0.0, 1.0, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=6
    ),
    is_archive=st.booleans(),
)
def test_edited_bytes_are_one_sentence_or_an_array(edits: list[tuple[float, int]], is_archive: bool) -> None:
    content = bytearray(packed(True, points=ARRAY) if is_archive else npy(ARRAY))
    for place, value in edits:
        content[int(place * len(content))] = value
    for name in array_headers(bytes(content)):
        try:
            NpzArrays(FILE, bytes(content)).numbers(name)
        except CaptureError as error:
            assert str(error)

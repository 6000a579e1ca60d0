"""Arrays of a stranger's archive, whole and broken."""

from __future__ import annotations

import io
import pickle
import zipfile
from typing import Any

import numpy as np
import pytest

from understudy.capture.npz import arrays as npz_arrays
from understudy.capture.npz.arrays import NpzArrays


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
    arrays = NpzArrays(content)
    assert "a" in arrays
    assert "b" not in arrays
    np.testing.assert_array_equal(arrays.array("a"), array)


@pytest.mark.parametrize("code", [0x110000, 0xFFFFFFFF, 0xD800])
@pytest.mark.parametrize("order", ["<", ">"])
def test_characters_that_do_not_exist_are_refused(code: int, order: str) -> None:
    text = np.array([ord("a"), code], dtype=f"{order}u4").view(f"{order}U2")
    content = packed(a=text, b=np.array(["ä", "😀"]))
    with pytest.raises(ValueError, match="array 'a' is broken .it holds characters that do not exist"):
        NpzArrays(content).array("a")
    with pytest.raises(ValueError, match="characters that do not exist"):
        NpzArrays(content).require_plain()
    assert NpzArrays(content).array("b").tolist() == ["ä", "😀"]


def test_only_headers_of_today_are_plain() -> None:
    whole = packed(a=np.zeros((2, 3)), b=np.array(["x"]))
    NpzArrays(whole).require_plain()
    for old, new in ((b"(2, 3)", b"(2L,3)"), (b"False", b'""", '), (b"'<f8'", b"'|O' ")):
        with zipfile.ZipFile(io.BytesIO(whole)) as archive:
            member = archive.read("a.npy").replace(old, new)
        with pytest.raises(ValueError, match="array 'a' "):
            NpzArrays(with_member("a.npy", member)).require_plain()


def test_objects_are_never_unpickled() -> None:
    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return (pytest.fail, ("a pickle was opened",))

    content = packed(a=np.array([Trap()], dtype=object), b=np.arange(2))
    arrays = NpzArrays(content)
    with pytest.raises(ValueError, match="array 'a' holds pickled objects, which are never loaded"):
        arrays.array("a")
    np.testing.assert_array_equal(arrays.array("b"), [0, 1])


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04", pickle.dumps({"poses": 1}), b"PK\x03\x04" + b"PK\x05\x06" + b"\xff" * 18]
)
def test_what_is_no_archive_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"is not a (whole|readable) \.npz archive|lists its members"):
        NpzArrays(content)


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npz_arrays, "FREE_BYTES", 1 << 16)
    arrays = NpzArrays(packed(True, a=np.zeros(1 << 16)))
    with pytest.raises(ValueError, match="array 'a' would unpack to 524416 bytes"):
        arrays.array("a")


def test_large_arrays_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npz_arrays, "MAX_ARRAY_BYTES", 1000)
    with pytest.raises(ValueError, match="would unpack to"):
        NpzArrays(packed(a=np.zeros(200))).array("a")
    monkeypatch.setattr(npz_arrays, "MAX_DIRECTORY_BYTES", 50)
    with pytest.raises(ValueError, match="lists its members in"):
        NpzArrays(packed(a=np.zeros(2)))


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
    arrays = NpzArrays(with_member("a.npy", content))
    if not message:
        np.testing.assert_array_equal(arrays.array("a"), [1.0, 1.0])
        return
    with pytest.raises(ValueError, match=message):
        arrays.array("a")


def test_broken_members_are_told() -> None:
    content = bytearray(packed(a=np.arange(100.0)))
    content[200] ^= 0xFF
    with pytest.raises(ValueError, match="array 'a' is broken"):
        NpzArrays(bytes(content)).array("a")
    with pytest.raises(ValueError, match="array 'b' is not a .npy file"):
        NpzArrays(with_member("b.npy", b"hello")).array("b")

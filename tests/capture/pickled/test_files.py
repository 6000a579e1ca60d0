"""Pickles of every kind come out as the data they hold, and none of them does or takes more than that."""

from __future__ import annotations

import collections
import io
import os
import pickle
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.capture.effort import not_hanging
from understudy.capture.pickled import machine
from understudy.capture.pickled.files import holds_pickle, read_pickled
from understudy.capture.pickled.held_arrays import HeldArrays
from understudy.capture.pickled.values import BrokenPickleError, HeldArray, Tensor, as_array
from understudy.errors import CaptureError
from understudy.export.captures.joblib_pickle import joblib_pickle, saved_object
from understudy.export.learning.torch_archive import torch_archive

FILE = Path("some.pkl")
MEMORY = 64 << 20
TURNS = np.arange(12.0, dtype=np.float32).reshape(2, 2, 3)
HELD: dict[str | int, Any] = {
    "turns": TURNS,
    "fortran": np.asfortranarray(TURNS[0]),
    "words": np.array(["left", "right"]),
    "mixed": [1, -2, 2**70, 1.5, "text", None, True, b"bytes", (1, "two")],
    "ordered": collections.OrderedDict(a=1),
    "default": collections.defaultdict(list, b=[2]),
    "scalar": np.float32(2.5),
    "set": {1},
    3: "three",
}


@contextmanager
def in_little_memory() -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()


def values(content: bytes) -> Any:
    assert holds_pickle(content)
    return read_pickled(FILE, content)


@pytest.mark.parametrize("protocol", [0, 2, 3, 4, 5])
def test_a_pickle_of_any_protocol(protocol: int) -> None:
    found = values(pickle.dumps(HELD, protocol=protocol))
    np.testing.assert_array_equal(as_array(found["turns"]), TURNS)
    np.testing.assert_array_equal(as_array(found["fortran"]), TURNS[0])
    assert list(HeldArrays(FILE, found).texts("words")) == ["left", "right"]
    assert found["mixed"] == HELD["mixed"]
    assert (found["ordered"], found["default"]["b"], found["scalar"]) == ({"a": 1}, [2], 2.5)
    assert (found["set"], found[3]) == ([1], "three")


@pytest.mark.parametrize("pack", [bytes, zlib.compress])
def test_joblib_leaves_arrays_between_the_steps(pack: Callable[[bytes], bytes]) -> None:
    found = values(pack(joblib_pickle({5: {"a": TURNS, "b": np.arange(3), "c": "text"}, "d": [TURNS]})))
    np.testing.assert_array_equal(as_array(found[5]["a"]), TURNS)
    np.testing.assert_array_equal(as_array(found[5]["b"]), np.arange(3))
    np.testing.assert_array_equal(as_array(found["d"][0]), TURNS)


def test_an_array_of_an_object_with_tensors() -> None:
    found = values(saved_object({"turns": TURNS, "n": 3}))
    np.testing.assert_array_equal(as_array(found["turns"]), TURNS)


def test_an_array_of_an_object_as_numpy_saves_it() -> None:
    buffer = io.BytesIO()
    np.save(buffer, np.array({"turns": TURNS}, dtype=object), allow_pickle=True)
    np.testing.assert_array_equal(as_array(values(buffer.getvalue())["turns"]), TURNS)


def test_an_archive_of_pytorch() -> None:
    found = values(torch_archive({"inner": {"turns": TURNS}, "rate": 30.0}))
    np.testing.assert_array_equal(as_array(found["inner"]["turns"]), TURNS)
    assert found["rate"] == 30.0


def archive(program: bytes, **members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in {"data.pkl": program, **members}.items():
            file.writestr(f"x/{name}", content)
    return buffer.getvalue()


def tensor(
    size: tuple[int, ...], strides: tuple[int, ...], kind: str = "FloatStorage", offset: int = 0
) -> bytes:
    """Return the program of one tensor of the storage 0."""

    def numbers(each: tuple[int, ...]) -> bytes:
        return b"(" + b"".join(b"\x8a\x08" + struct.pack("<q", number) for number in each) + b"t"

    storage = (
        b"(X\x07\x00\x00\x00storagectorch\n"
        + kind.encode()
        + b"\nX\x01\x00\x00\x000X\x03\x00\x00\x00cpuK\x06tQ"
    )
    made = b"ctorch._utils\n_rebuild_tensor_v2\n("
    place = b"\x8a\x08" + struct.pack("<q", offset)
    return b"\x80\x02" + made + storage + place + numbers(size) + numbers(strides) + b"\x89NtR."


@pytest.mark.parametrize(
    ("kind", "dtype"),
    [
        ("DoubleStorage", "<f8"),
        ("FloatStorage", "<f4"),
        ("HalfStorage", "<f2"),
        ("LongStorage", "<i8"),
        ("ShortStorage", "<i2"),
        ("ByteStorage", "u1"),
    ],
)
def test_tensors_of_every_kind_with_strides(kind: str, dtype: str) -> None:
    stored = np.arange(6).astype(dtype)
    found = values(archive(tensor((2, 2), (1, 2), kind, 1), **{"data/0": stored.tobytes()}))
    np.testing.assert_array_equal(as_array(found), [[1, 3], [2, 4]])
    repeated = values(archive(tensor((3, 2), (0, 1), kind), **{"data/0": stored.tobytes()}))
    np.testing.assert_array_equal(as_array(repeated), [[0, 1]] * 3)


def test_tensors_with_attributes() -> None:
    plain = tensor((2, 2), (2, 1))
    maker, _, arguments = plain[2:-2].partition(b"(")
    program = b"\x80\x02ctorch._tensor\n_rebuild_from_type_v2\n(" + maker + b"ctorch\nTensor\n"
    program += b"(" + arguments + b"}tR."
    found = values(archive(program, **{"data/0": np.arange(4).astype("<f4").tobytes()}))
    np.testing.assert_array_equal(as_array(found), [[0, 1], [2, 3]])


def test_tensors_of_brain_floats_and_the_other_order_of_bytes() -> None:
    bits = (np.array([1.5, -2.0, 0.25, 3.0], dtype="<f4").view("<u4") >> 16).astype("<u2")
    found = values(archive(tensor((4,), (1,), "BFloat16Storage"), **{"data/0": bits.tobytes()}))
    np.testing.assert_array_equal(as_array(found), [1.5, -2.0, 0.25, 3.0])
    big = {"data/0": np.arange(6.0).astype(">f4").tobytes(), "byteorder": b"big"}
    np.testing.assert_array_equal(as_array(values(archive(tensor((6,), (1,)), **big))), np.arange(6.0))


@pytest.mark.parametrize(
    ("size", "strides", "offset"),
    [
        ((1 << 39, 3), (0, 0), 0),
        ((1 << 39, 1 << 39), (0, 0), 0),
        ((7,), (1,), 0),
        ((2,), (1 << 38,), 0),
        ((2, 2), (2, 1), 5),
        ((1 << 60,), (0,), 0),
        ((-3,), (1,), 0),
        ((3,), (-1,), 2),
        ((3, 1), (1,), 0),
    ],
)
def test_a_tensor_larger_than_its_storage_takes_no_memory(
    size: tuple[int, ...], strides: tuple[int, ...], offset: int
) -> None:
    content = archive(tensor(size, strides, offset=offset), **{"data/0": np.zeros(6, "<f4").tobytes()})
    with in_little_memory(), pytest.raises(BrokenPickleError, match="holds a"):
        found = values(content)
        assert isinstance(found, Tensor)
        as_array(found)


def test_an_archive_that_unpacks_to_much_more_is_refused() -> None:
    content = archive(tensor((1 << 25,), (1,)), **{"data/0": bytes(1 << 27)})
    with in_little_memory(), pytest.raises(CaptureError, match="would unpack to 134217728 bytes"):
        as_array(values(content))


def test_a_packed_pickle_that_unpacks_to_much_more_is_refused() -> None:
    content = zlib.compress(b"\x80\x03" + bytes(1 << 27))
    with in_little_memory(), pytest.raises(BrokenPickleError, match="would unpack to more than 16777216"):
        values(content)


class Called:
    """Asks for a call when it is unpickled."""

    def __init__(self, *call: Any) -> None:
        """Say what is called, and with what."""
        self.call = call

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the call."""
        return self.call[0], self.call[1:]


@pytest.mark.parametrize("protocol", [0, 2, 4])
@pytest.mark.parametrize("called", [os.system, eval, getattr, __import__, np.load, open, pickle.loads])
def test_nothing_is_called(called: Callable[..., Any], protocol: int) -> None:
    for wrap in (lambda each: each, lambda each: {"poses": [each]}, lambda each: np.array([each])):
        content = pickle.dumps(wrap(Called(called, "1")), protocol=protocol)
        with pytest.raises(BrokenPickleError, match=r"asks to call [\w.]+, which is never done"):
            read_pickled(FILE, content)


@pytest.mark.parametrize(
    "program",
    [
        b"\x80\x02cposix\nsystem\n(X\x02\x00\x00\x00lstR.",
        b"\x80\x02(X\x02\x00\x00\x00lsiposix\nsystem\n.",
        b"\x80\x02(cposix\nsystem\nX\x02\x00\x00\x00lso.",
        b"\x80\x02cposix\nsystem\nX\x02\x00\x00\x00ls\x85\x81.",
        b"\x80\x04\x8c\x05posix\x8c\x06system\x93\x8c\x02ls\x85}\x92.",
    ],
)
def test_no_step_calls_anything(program: bytes) -> None:
    for content in (program, archive(program)):
        with pytest.raises(BrokenPickleError, match="asks to call posix.system, which is never done"):
            values(content)


HOSTILE = {
    "deep lists": b"]" * 300_000 + b"a" * 299_999 + b".",
    "deep tuples as keys": b"}" + b")" + b"\x85" * 300_000 + b"Ns.",
    "marks": b"(" * 500_000 + b".",
    "no memo": b"h\x05.",
    "a count of digits": b"L" + b"9" * 100_000 + b"L\n.",
    "a text that is not there": b"\x8d" + b"\xff" * 8 + b"x.",
    "an odd escape": rb"S'\q\8'" + b"\n.",
    "an unknown step": b"\xff.",
    "an extension": b"\x82\x01.",
    "a persistent name": b"Psome name\n.",
    "an empty stack": b"R.",
    "a list that is none": b"NNa.",
    "a dictionary as a key": b"}}Ns.",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_program_is_refused_soon(name: str) -> None:
    content = b"\x80\x02" + HOSTILE[name]
    with not_hanging(), in_little_memory():
        try:
            values(content)
        except BrokenPickleError as error:
            assert len(str(error).splitlines()) == 1
        else:
            assert name in ("deep lists", "an odd escape")


def test_texts_are_not_multiplied() -> None:
    """Each step makes bytes of one long text again."""
    encode = b"c_codecs\nencode\n"
    content = b"\x80\x02X" + struct.pack("<I", 1 << 20) + b"x" * (1 << 20) + b"q\x010" + encode + b"q\x020]("
    content += b"h\x02h\x01\x85R" * 10_000 + b"e."
    with in_little_memory(), pytest.raises(BrokenPickleError, match="makes more of its texts than it holds"):
        values(content)


def test_programs_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "MOST_STEPS", 1000)
    monkeypatch.setattr(machine.Budget, "of_file", lambda size: machine.Budget(size, 1000))
    with pytest.raises(BrokenPickleError, match="takes more than 1000 steps to read"):
        values(b"\x80\x02" + b"N0" * 1000 + b"N.")


WHOLE = {
    "pickle": pickle.dumps(HELD, protocol=4),
    "joblib": joblib_pickle({"a": TURNS}),
    "packed": zlib.compress(joblib_pickle({"a": TURNS})),
    "object": saved_object({"a": TURNS}),
    "torch": torch_archive({"a": TURNS}),
}


def read_or_refuse(content: bytes) -> None:
    """Read everything in a file; anything but data or one sentence fails the test that asks."""
    try:
        with not_hanging():
            found = read_pickled(FILE, content) if holds_pickle(content) else None
            for value in found.values() if isinstance(found, dict) else ():
                as_array(value)
    except (BrokenPickleError, CaptureError) as error:
        assert len(str(error).splitlines()) == 1


@pytest.mark.parametrize("name", WHOLE)
def test_cut_off_anywhere(name: str) -> None:
    for cut in range(len(WHOLE[name])):
        read_or_refuse(WHOLE[name][:cut])


@pytest.mark.parametrize("name", WHOLE)
@given(edits=st.lists(st.tuples(st.floats(0.0, 1.0, exclude_max=True), st.integers(0, 255)), max_size=6))
def test_any_bytes_changed(name: str, edits: list[tuple[float, int]]) -> None:
    content = bytearray(WHOLE[name])
    for place, value in edits:
        content[int(place * len(content))] = value
    read_or_refuse(bytes(content))


@given(content=st.binary(max_size=200))
def test_any_program(content: bytes) -> None:
    read_or_refuse(b"\x80\x02" + content)
    read_or_refuse(archive(content))


def test_an_array_of_what_is_not_read_is_none() -> None:
    found = values(pickle.dumps({"a": np.zeros(2, dtype=[("x", "f4")]), "b": np.array([None, {}])}))
    assert isinstance(found["a"], HeldArray)
    assert as_array(found["a"]) is None
    assert as_array(found["b"]) is None

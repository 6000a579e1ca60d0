"""Pickles as programs write them that track people in films, put together without those programs' libraries.

``joblib`` leaves the values of arrays between the steps of a pickle; NumPy saves a dictionary as an array of
one object; PyTorch puts the bytes of a file of its older kind into other pickles.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from understudy.export.pickle_steps import grouped, integer, name, tensor, text

_ALIGNMENT = 16
_HEAD, _END = b"\x80\x03", b"."
_MAGIC, _PROTOCOL = 0x1950A86A20F9469CFC6C, 1001
_DOUBLE_BYTES = 8
_OF_OBJECTS = 63
"""NumPy's flags of a type whose values are objects."""

_Array = Callable[[bytearray, np.ndarray], None]


def joblib_pickle(value: object) -> bytes:
    """Return a pickle in which arrays stand as joblib leaves them."""
    out = bytearray(_HEAD)
    _put(out, value, _joblib_array)
    return bytes(out + _END)


def saved_object(value: object) -> bytes:
    """Return the ``.npy`` of an array of one object, in which arrays are tensors of PyTorch."""
    buffer = io.BytesIO()
    np.lib.format.write_array_header_1_0(buffer, {"descr": "|O", "fortran_order": False, "shape": ()})
    out = bytearray(buffer.getvalue() + _HEAD)
    out += name("numpy.core.multiarray", "_reconstruct") + b"(" + name("numpy", "ndarray")
    out += b"(K\x00tC\x01btR(K\x01)" + _dtype(np.dtype(object)) + b"\x89]("
    _put(out, value, _tensor)
    return bytes(out + b"etb" + _END)


def _put(out: bytearray, value: object, array: _Array) -> None:
    """Put the steps that make a value behind others."""
    if isinstance(value, Mapping):
        out += b"}("
        for key, each in value.items():
            _put(out, key, array)
            _put(out, each, array)
        out += b"u"
    elif isinstance(value, np.ndarray):
        array(out, value)
    elif isinstance(value, str):
        out += text(value)
    elif isinstance(value, int):
        out += integer(value)
    elif isinstance(value, Sequence):
        out += b"]("
        for each in value:
            _put(out, each, array)
        out += b"e"
    else:
        raise TypeError(f"{type(value)} is not written")


def _joblib_array(out: bytearray, value: np.ndarray) -> None:
    state: dict[str, bytes] = {
        "subclass": name("numpy", "ndarray"),
        "shape": grouped(map(integer, value.shape)),
        "order": text("C"),
        "dtype": _dtype(value.dtype),
        "allow_mmap": b"\x88",
        "numpy_array_alignment_bytes": integer(_ALIGNMENT),
    }
    out += name("joblib.numpy_pickle", "NumpyArrayWrapper") + b")\x81}("
    out += b"".join(text(key) + each for key, each in state.items()) + b"ub"
    padding = _ALIGNMENT - (len(out) + 1) % _ALIGNMENT
    out += bytes([padding]) + b"\xff" * padding + np.ascontiguousarray(value).tobytes()


def _tensor(out: bytearray, value: np.ndarray) -> None:
    numbers = np.ascontiguousarray(value, dtype=np.float32)
    content = _stored(numbers)
    storage = name("torch.storage", "_load_from_bytes")
    storage += grouped([b"B" + struct.pack("<I", len(content)) + content]) + b"R"
    out += tensor(storage, numbers)


def _stored(numbers: np.ndarray) -> bytes:
    """Return the file of PyTorch's older kind that holds a storage of single precision."""
    key = text("94000000000000")
    kind = name("torch", "FloatStorage")
    storage = grouped([text("storage"), kind, key, text("cpu"), integer(numbers.size), b"N"])
    magic = _MAGIC.to_bytes(10, "little")
    programs = (b"\x8a\x0a" + magic, integer(_PROTOCOL), b"}", storage + b"Q", b"](" + key + b"e")
    start = b"".join(b"\x80\x02" + program + _END for program in programs)
    return start + numbers.size.to_bytes(_DOUBLE_BYTES, "little") + numbers.tobytes()


def _dtype(dtype: np.dtype) -> bytes:
    code = dtype.str.lstrip("<>|=") if dtype.kind != "O" else "O8"
    order, flags = ("|", _OF_OBJECTS) if dtype.kind == "O" else ("<", 0)
    state = [integer(3), text(order), b"N", b"N", b"N", *(integer(each) for each in (-1, -1, flags))]
    return name("numpy", "dtype") + grouped([text(code), b"\x89", b"\x88"]) + b"R" + grouped(state) + b"b"

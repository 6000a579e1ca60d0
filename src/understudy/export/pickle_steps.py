"""Steps of pickles that are put together by hand, since Python's own refuses names that it cannot import."""

from __future__ import annotations

import struct
from collections.abc import Iterable

import numpy as np

_MARK, _TUPLE, _CALL, _FALSE, _EMPTY_TUPLE = b"(", b"t", b"R", b"\x89", b")"


def grouped(parts: Iterable[bytes]) -> bytes:
    """Return the steps that make a tuple of what others make."""
    return b"".join([_MARK, *parts, _TUPLE])


def text(value: str) -> bytes:
    """Return the step that makes a text."""
    content = value.encode()
    return b"X" + struct.pack("<I", len(content)) + content


def name(module: str, value: str) -> bytes:
    """Return the step that finds a name in a module."""
    return f"c{module}\n{value}\n".encode()


def integer(value: int) -> bytes:
    """Return the step that makes a whole number."""
    return b"J" + struct.pack("<i", value)


def tensor(storage: bytes, array: np.ndarray) -> bytes:
    """Return the steps that make a tensor of PyTorch in an array's shape, from those of its storage."""
    strides = [stride // array.itemsize for stride in np.ascontiguousarray(array).strides]
    sizes = (grouped(map(integer, each)) for each in (array.shape, strides))
    hooks = name("collections", "OrderedDict") + _EMPTY_TUPLE + _CALL
    arguments = grouped([storage, integer(0), *sizes, _FALSE, hooks])
    return name("torch._utils", "_rebuild_tensor_v2") + arguments + _CALL

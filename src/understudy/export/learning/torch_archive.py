"""A dictionary of tensors as ``torch.save`` writes it, without torch and its gigabytes.

Such a file is an archive without packing: a pickle of the dictionary, in which each tensor names a storage,
and the storages' bytes. The pickle is put together here, since Python's own refuses names that it cannot
import.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

import numpy as np

from understudy.motion.archive import zipped

_FOLDER = "archive"
_STORAGES = {"float32": "FloatStorage", "bool": "BoolStorage"}
_HEAD, _EMPTY, _MARK, _TUPLE, _CALL = b"\x80\x02", b"}", b"(", b"t", b"R"
_SET_ITEMS, _END, _PERSISTENT, _FALSE, _EMPTY_TUPLE = b"u", b".", b"Q", b"\x89", b")"


Values = Mapping[str, "np.ndarray | float | Values"]


def torch_archive(values: Values) -> bytes:
    """Return the bytes of a file that ``torch.load`` reads; the same for the same values.

    Args:
        values: Name → array of float32 or bool, a number, or another dictionary.
    """
    storages: dict[str, bytes] = {}
    content = _HEAD + _dictionary(values, storages) + _END
    members = {"data.pkl": content, "byteorder": b"little"}
    members |= {f"data/{key}": data for key, data in storages.items()}
    return zipped({f"{_FOLDER}/{name}": data for name, data in (members | {"version": b"3\n"}).items()})


def _dictionary(values: Values, storages: dict[str, bytes]) -> bytes:
    """Return the steps that make a dictionary; the storages of its tensors are put among the others."""
    items: list[bytes] = []
    for name, value in values.items():
        items.append(_text(name))
        if isinstance(value, np.ndarray):
            key = str(len(storages))
            storages[key] = np.ascontiguousarray(value).tobytes()
            items.append(_tensor(value, key))
        elif isinstance(value, Mapping):
            items.append(_dictionary(value, storages))
        else:
            items.append(b"G" + struct.pack(">d", value))
    return b"".join([_EMPTY, _MARK, *items, _SET_ITEMS])


def _tensor(array: np.ndarray, key: str) -> bytes:
    kind = _STORAGES[array.dtype.name]
    storage = (_text("storage"), _name("torch", kind), _text(key), _text("cpu"), _integer(array.size))
    strides = [stride // array.itemsize for stride in np.ascontiguousarray(array).strides]
    arguments = [
        _tuple(*storage) + _PERSISTENT,
        _integer(0),
        _tuple(*map(_integer, array.shape)),
        _tuple(*map(_integer, strides)),
        _FALSE,
        _name("collections", "OrderedDict") + _EMPTY_TUPLE + _CALL,
    ]
    return _name("torch._utils", "_rebuild_tensor_v2") + _tuple(*arguments) + _CALL


def _tuple(*parts: bytes) -> bytes:
    return b"".join([_MARK, *parts, _TUPLE])


def _text(text: str) -> bytes:
    content = text.encode()
    return b"X" + struct.pack("<I", len(content)) + content


def _name(module: str, name: str) -> bytes:
    return f"c{module}\n{name}\n".encode()


def _integer(value: int) -> bytes:
    return b"J" + struct.pack("<i", value)

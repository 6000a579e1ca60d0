"""A dictionary of tensors as ``torch.save`` writes it, without torch and its gigabytes.

Such a file is an archive without packing: a pickle of the dictionary, in which each tensor names a storage,
and the storages' bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

import numpy as np

from understudy.export.pickle_steps import grouped, integer, name, tensor, text
from understudy.motion.archive import zipped

_FOLDER = "archive"
_STORAGES = {"float32": "FloatStorage", "bool": "BoolStorage"}
_HEAD, _EMPTY, _MARK, _SET_ITEMS, _END, _PERSISTENT = b"\x80\x02", b"}", b"(", b"u", b".", b"Q"


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
    return zipped({f"{_FOLDER}/{path}": data for path, data in (members | {"version": b"3\n"}).items()})


def _dictionary(values: Values, storages: dict[str, bytes]) -> bytes:
    """Return the steps that make a dictionary; the storages of its tensors are put among the others."""
    items: list[bytes] = []
    for title, value in values.items():
        items.append(text(title))
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
    kind = name("torch", _STORAGES[array.dtype.name])
    storage = (text("storage"), kind, text(key), text("cpu"), integer(array.size))
    return tensor(grouped(storage) + _PERSISTENT, array)

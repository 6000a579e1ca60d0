"""Dictionaries pickled so that any NumPy loads them; Understudy reads pickles as data alone.

NumPy names a private module in its pickles, which was moved in version 2: what it writes there does not load
where learning still runs on version 1. An array is pickled by its public constructor instead.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Mapping
from typing import Any

import numpy as np

_PROTOCOL = 4
"""Python has had it since 3.4; Isaac Gym runs on 3.8."""


class _Pickler(pickle.Pickler):
    def reducer_override(self, obj: Any) -> Any:
        if type(obj) is np.ndarray:
            content = bytearray(np.ascontiguousarray(obj).tobytes())
            return np.ndarray, (obj.shape, obj.dtype.str, content)
        return NotImplemented


def pickled(values: Mapping[str, Any]) -> bytes:
    """Return a dictionary of arrays, lists, texts and numbers as a pickle, the same for the same values."""
    buffer = io.BytesIO()
    _Pickler(buffer, protocol=_PROTOCOL).dump(dict(values))
    return buffer.getvalue()

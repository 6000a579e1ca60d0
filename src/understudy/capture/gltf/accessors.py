"""Arrays of a glTF file: typed views of its buffers, some of them sparse."""

from __future__ import annotations

import numpy as np

from understudy.capture.gltf.document import Entry, GltfDocument
from understudy.capture.text.quoting import shown

MAX_NUMBERS = 50_000_000
"""Of an array; a day of a joint's turns at 120 Hz."""

_LARGEST = 1e9
_TYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def read_accessor(document: GltfDocument, number: int, kind: str) -> np.ndarray:
    """Return an array (N, W) of finite float64.

    Args:
        document: The scene.
        number: Which of its accessors.
        kind: What it has to be, such as ``VEC3``.

    Raises:
        CaptureError: Where it is something else, reaches beyond its buffer, or holds what is no number.
    """
    entry = document.entries("accessors")[number]
    found = entry.text("type")
    if found != kind:
        raise entry.error(f"is {shown(found)}, expected {kind}")
    width, count = _WIDTHS[kind], entry.whole("count")
    if count * width > MAX_NUMBERS:
        problem = f"claims {count} entries of {width} numbers"
        raise entry.error(f"{problem}, at most {MAX_NUMBERS} numbers are read")
    component = _component(entry)
    if entry.data.get("bufferView") is None:
        values = np.zeros((count, width), dtype=component)
    else:
        values = _values(document, entry, component, count, width)
    sparse = entry.entry("sparse")
    if sparse is not None:
        values = _replaced(document, sparse, values)
    # A NaN that signals does so when it is converted; it is refused below, as all others are.
    with np.errstate(invalid="ignore"):
        numbers = values.astype(np.float64)
    if component.kind != "f" and entry.data.get("normalized") is True:
        numbers = np.maximum(numbers / np.iinfo(component).max, -1.0)
    if not (np.abs(numbers) <= _LARGEST).all():
        raise entry.error("holds what is no number of a body, expected finite ones")
    return numbers


def _component(entry: Entry) -> np.dtype:
    kind = entry.whole("componentType")
    if kind not in _TYPES:
        raise entry.error(f"has the componentType {kind}, expected one of {', '.join(map(str, _TYPES))}")
    return np.dtype(_TYPES[kind])


def _values(document: GltfDocument, entry: Entry, component: np.dtype, count: int, width: int) -> np.ndarray:
    """Return (N, W) what a view of a buffer holds, of the very type."""
    views = document.entries("bufferViews")
    number = entry.index("bufferView", len(views))
    assert number is not None, "who asks has looked"
    view = views[number]
    extensions = view.entry("extensions")
    if extensions is not None and "EXT_meshopt_compression" in extensions.data:
        raise view.error("is compressed by meshopt, expected a file without compression: save it again so")
    buffer = view.index("buffer", len(document.entries("buffers")))
    if buffer is None:
        raise view.error("names no buffer")
    content = document.buffer(buffer)
    start, length = view.whole("byteOffset", 0), view.whole("byteLength")
    if start + length > len(content):
        raise view.error(f"reaches to byte {start + length} of a buffer of {len(content)}")
    offset, row = entry.whole("byteOffset", 0), component.itemsize * width
    stride = view.whole("byteStride", 0) or row
    needed = offset + (count - 1) * stride + row if count else 0
    if stride < row or needed > length:
        raise entry.error(f"needs {needed} bytes of {view.place}, which has {length}")
    if count == 0:
        return np.zeros((0, width), dtype=component)
    return np.ndarray((count, width), component, content, start + offset, (stride, component.itemsize))


def _replaced(document: GltfDocument, sparse: Entry, values: np.ndarray) -> np.ndarray:
    """Return values (N, W) with some of their rows replaced."""
    count, width = sparse.whole("count"), values.shape[1]
    if count > len(values):
        raise sparse.error(f"replaces {count} of {len(values)} entries")
    where, what = sparse.entry("indices"), sparse.entry("values")
    if where is None or what is None:
        raise sparse.error("has no indices or no values")
    kind = _component(where)
    if kind.kind != "u":
        raise where.error("are no whole numbers from 0 on")
    rows = _values(document, where, kind, count, 1)[:, 0].astype(np.int64)
    if count and rows.max() >= len(values):
        raise where.error(f"refer to entry {rows.max()} of {len(values)}")
    replaced = np.array(values)
    replaced[rows] = _values(document, what, values.dtype, count, width)
    return replaced

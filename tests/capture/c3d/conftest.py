"""C3D files written byte by byte by the format's description, apart from the package's own writer."""

from __future__ import annotations

import importlib
import struct
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from understudy.capture.c3d.file import C3dFile, parse_c3d
from understudy.capture.source import Source

INTEL, DEC, MIPS = 84, 85, 86
BLOCK = 512

MARKERS: dict[str, tuple[float, float, float]] = {
    "LFHD": (90, 60, 1640),
    "RFHD": (90, -60, 1640),
    "LBHD": (-90, 60, 1640),
    "RBHD": (-90, -60, 1640),
    "C7": (-70, 0, 1480),
    "T10": (-100, 0, 1230),
    "CLAV": (60, 0, 1420),
    "STRN": (100, 0, 1250),
    "LSHO": (0, 180, 1460),
    "RSHO": (0, -180, 1460),
    "LELB": (-20, 250, 1130),
    "RELB": (-20, -250, 1130),
    "LWRA": (90, 220, 900),
    "RWRA": (90, -220, 900),
    "LWRB": (70, 270, 900),
    "RWRB": (70, -270, 900),
    "LFIN": (120, 250, 820),
    "RFIN": (120, -250, 820),
    "LASI": (90, 120, 1000),
    "RASI": (90, -120, 1000),
    "LPSI": (-80, 50, 1020),
    "RPSI": (-80, -50, 1020),
    "LKNE": (20, 145, 500),
    "RKNE": (20, -145, 500),
    "LANK": (-20, 130, 85),
    "RANK": (-20, -130, 85),
    "LHEE": (-70, 90, 40),
    "RHEE": (-70, -90, 40),
    "LTOE": (120, 95, 40),
    "RTOE": (120, -95, 40),
}
"""A standing person who faces x, in millimetres, z up, in the names of Plug-in Gait."""

Value = str | int | float | Sequence[str] | np.ndarray
Parameters = Mapping[str, Mapping[str, Value]]


def person(frames: int = 5, unit: float = 1.0) -> np.ndarray:
    """Return (T, K, 3) of the person who walks 10 mm a frame, in units of so many millimetres."""
    walk = 10.0 * np.arange(frames)[:, None, None] * np.array([1.0, 0.0, 0.0])
    return (np.array(list(MARKERS.values()), dtype=float) + walk) / unit


def vax(values: np.ndarray) -> bytes:
    """Return floats as VAX F numbers: four times the IEEE bits, halves exchanged."""
    bits = (np.asarray(values, "<f4") * np.float32(4.0)).view("<u4")
    return np.stack([bits >> 16, bits & 0xFFFF], axis=-1).astype("<u2").tobytes()


def floats(values: np.ndarray, processor: int) -> bytes:
    """Return floats in a processor's bytes."""
    return (
        vax(values)
        if processor == DEC
        else np.asarray(values, ">f4" if processor == MIPS else "<f4").tobytes()
    )


def integers(values: np.ndarray, processor: int) -> bytes:
    """Return 16-bit integers in a processor's bytes, wrapped where they are larger."""
    wrapped = np.asarray(values).astype(np.int64) & 0xFFFF
    return wrapped.astype(">u2" if processor == MIPS else "<u2").tobytes()


def record(name: str, owner: int, content: bytes, processor: int, locked: bool = False) -> bytes:
    """Return a group or a parameter with the place of the next one."""
    length = -len(name) if locked else len(name)
    step = integers(np.array([len(content) + 2]), processor)
    return struct.pack("<bb", length, owner) + name.encode() + step + content


def parameter(value: Value, processor: int) -> bytes:
    """Return type, dimensions and values; arrays have their slowest dimension first."""
    if isinstance(value, str):
        value = [value]
    if isinstance(value, (list, tuple)):
        data = [text.encode() for text in value]
        width = max((len(text) for text in data), default=0)
        head = struct.pack("<bBBB", -1, 2, width, len(data))
        return head + b"".join(text.ljust(width) for text in data) + b"\0"
    array = np.asarray(value)
    dimensions = bytes(array.shape[::-1])
    head = struct.pack("<bB", 2 if array.dtype.kind in "iu" else 4, array.ndim) + dimensions
    pack = integers if array.dtype.kind in "iu" else floats
    return head + pack(array.ravel(), processor) + b"\0"


def section(parameters: Parameters, processor: int) -> bytes:
    """Return the parameter section, filled up to whole blocks."""
    parts = [bytes((1, 0x50, 0, processor))]
    for number, (group, members) in enumerate(parameters.items(), start=1):
        # Parameters may stand before the group that they belong to.
        parts += [
            record(name, number, parameter(value, processor), processor) for name, value in members.items()
        ]
        parts.append(record(group, -number, b"\0", processor, locked=True))
    content = b"".join([*parts, bytes(2)])
    return content + bytes(-len(content) % BLOCK)


def make_c3d(
    points: np.ndarray,
    labels: Sequence[str] = tuple(MARKERS),
    parameters: Parameters | None = None,
    *,
    residuals: np.ndarray | None = None,
    analog: np.ndarray | None = None,
    processor: int = INTEL,
    scale: float = -1.0,
    rate: float = 100.0,
    point: Mapping[str, Value] | None = None,
) -> bytes:
    """Return a C3D file.

    Args:
        points: (T, P, 3) in millimetres; in integers of ``scale`` where that is over zero.
        labels: Names of the points.
        parameters: Groups beside POINT.
        residuals: (T, P); 0 by default.
        analog: (T, samples, channels) raw.
        processor: Code of the byte order.
        scale: Stored as POINT:SCALE.
        rate: Frames a second.
        point: Parameters of POINT to add or to change.
    """
    frames, count = points.shape[:2]
    residuals = np.zeros((frames, count)) if residuals is None else residuals
    samples = np.empty((frames, 0, 0)) if analog is None else analog
    stored = points if scale < 0.0 else np.round(points / scale)
    words = np.concatenate([stored, residuals[..., None]], axis=2).reshape(frames, -1)
    words = np.concatenate([words, samples.reshape(frames, -1)], axis=1)
    groups = {
        "POINT": {
            "USED": count,
            "FRAMES": frames,
            "SCALE": scale,
            "RATE": rate,
            "UNITS": "mm",
            "LABELS": list(labels),
            "X_SCREEN": "+X",
            "Y_SCREEN": "+Z",
        }
        | dict(point or {}),
        **(parameters or {}),
    }
    described = section(groups, processor)
    data_block = 2 + len(described) // BLOCK
    head = bytes((2, 0x50)) + integers(
        np.array([count, samples.shape[1] * samples.shape[2], 1, frames, 0]), processor
    )
    head += floats(np.array([scale]), processor)
    head += integers(np.array([data_block, samples.shape[1]]), processor) + floats(
        np.array([rate]), processor
    )
    data = floats(words.ravel(), processor) if scale < 0.0 else integers(words.ravel(), processor)
    return head.ljust(BLOCK, b"\0") + described + data


@pytest.fixture(name="make_c3d", scope="session")
def make_c3d_fixture() -> Callable[..., bytes]:
    """Return the function that makes C3D files."""
    return make_c3d


@pytest.fixture(name="person", scope="session")
def person_fixture() -> Callable[..., np.ndarray]:
    """Return the function that makes the points of a person."""
    return person


@pytest.fixture(scope="session")
def labels() -> tuple[str, ...]:
    """Return the labels of the person."""
    return tuple(MARKERS)


@pytest.fixture(scope="session")
def parse() -> Callable[[bytes], C3dFile]:
    """Return a function that takes the bytes of a C3D file apart."""
    return lambda content: parse_c3d(Source(Path("made.c3d"), content))


@pytest.fixture(scope="session")
def ezc3d() -> ModuleType:
    """Return the peer that our reader and our writer are checked against; the tests need it."""
    with warnings.catch_warnings():
        # What generated its bindings is older than Python's rules for types.
        warnings.simplefilter("ignore", DeprecationWarning)
        return importlib.import_module("ezc3d")

"""Broken files of every format end in a recording or in one sentence, soon, and in little memory."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Callable, Mapping
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.errors import CaptureError
from understudy.motion import Recording

Read = Callable[[bytes], Recording | CaptureError]

MEMORY = 64 << 20
"""Most memory [bytes] that reading one may take."""

RUN = 60_000
"""Bytes over which a search that goes back and forth takes longer than the reader may."""

TABLES = ("csv", "csv_long", "trc", "motive", "motive_markers", "nexus", "freemocap", "freemocap_by_frame")
LONG_LINES = (200_000, 6_000_000)
"""Bytes of a line that no program writes, and of one that no reader looks at by itself."""

LONG_LINE_MEMORY = 200
"""Bytes of memory that one of them may take: a text of four, cells of sixty, a number of eight …"""

HEAD_LINES = 8
BLOWN_UP = 10
"""How many lines are made long, and how many numbers large."""

EDITS = st.lists(
    st.tuples(st.floats(0.0, 1.0, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=8
)
MAY_BE_SHORTER = frozenset(
    {"csv", "csv_long", "openpose", "openpose_25b", "coco_18", "mini_rgbd", "trc", "mmm"}
    | {"motive", "motive_markers", "nexus", "freemocap", "freemocap_by_frame", "opencap"}
    | {"acclaim"}
    | {"kinect_v1", "kinect_v2", "azure_kinect", "nuitrack", "sensor_lines", "sensor_columns", "sensor_rows"}
    | {"storage", "storage_angles", "mediapipe_wide", "mediapipe_long"}
)
"""Formats with one line or file a frame, of which a part may be a shorter capture."""

PADDING = {"c3d": 512}
"""Bytes at the end of a file that mean nothing."""


def test_truncated_anywhere(sample: tuple[str, bytes], read_or_refuse: Read) -> None:
    name, whole = sample
    cuts = [len(whole) * percent // 100 for percent in range(100)]
    read = [cut for cut in cuts if isinstance(read_or_refuse(whole[:cut]), Recording)]
    if name in MAY_BE_SHORTER:
        assert len(read) < len(cuts)
    else:
        assert all(cut > len(whole) - PADDING.get(name, 0) for cut in read)


@given(edits=EDITS)
def test_any_bytes_changed(
    distinct_sample: bytes, read_or_refuse: Read, edits: list[tuple[float, int]]
) -> None:
    content = bytearray(distinct_sample)
    for place, value in edits:
        content[int(place * len(content))] = value
    assert isinstance(read_or_refuse(bytes(content)), Recording | CaptureError)


@settings(max_examples=40)
@given(moves=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), min_size=1, max_size=3))
def test_lines_out_of_order(
    distinct_sample: bytes, read_or_refuse: Read, moves: list[tuple[int, int]]
) -> None:
    lines = distinct_sample.split(b"\n")
    for source, target in moves:
        lines.insert(target % len(lines), lines.pop(source % len(lines)))
    assert isinstance(read_or_refuse(b"\n".join(lines)), Recording | CaptureError)


def test_long_runs_take_no_time(distinct_sample: bytes, read_or_refuse: Read) -> None:
    """No search for words and numbers goes back and forth over a run of one character."""
    whole = distinct_sample
    ends = [-1, *(match.start() for match in re.finditer(b"\n", whole)), len(whole)]
    middles = [(start + end) // 2 for start, end in pairwise(ends)]
    for place in middles[:HEAD_LINES]:
        for filler in b" _0":
            read_or_refuse(whole[:place] + bytes([filler]) * RUN + whole[place:])


@pytest.mark.parametrize("size", LONG_LINES)
@pytest.mark.parametrize("name", TABLES)
def test_giant_lines_of_tables_are_refused_or_read_soon(
    name: str, size: int, all_samples: Mapping[str, bytes], read_or_refuse: Read
) -> None:
    """A title or a row that repeats itself by the thousand is no crash, no hang and no flood of memory."""
    lines = all_samples[name].split(b"\n")
    tracemalloc.start()
    try:
        for place in sorted({0, min(3, len(lines) - 1), len(lines) // 2}):
            giant = lines[place] * (size // max(len(lines[place]), 1) + 1)
            read_or_refuse(b"\n".join([*lines[:place], giant, *lines[place + 1 :]]))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MEMORY + LONG_LINE_MEMORY * size


def test_numbers_blown_up_take_no_memory(distinct_sample: bytes, read_or_refuse: Read) -> None:
    """Counts and sizes that a file states are not believed before its bytes are there."""
    whole = distinct_sample
    digits = [place for place, byte in enumerate(whole) if byte in b"0123456789"]
    tracemalloc.start()
    try:
        for place in digits[:: max(1, len(digits) // BLOWN_UP)]:
            read_or_refuse(whole[:place] + b"999999999" + whole[place + 1 :])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MEMORY

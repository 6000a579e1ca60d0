"""Broken files of every format end in a recording or in one sentence, soon, and in little memory."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.capture import read_capture
from understudy.capture.source import read_source
from understudy.errors import CaptureError
from understudy.motion import Recording
from understudy.synth import Corruption, make, record
from understudy.synth.formats import RENDERINGS

Sample = Callable[[str], bytes]
Read = Callable[[bytes], Recording | CaptureError]

PATIENCE = 5.0
"""Processor time [s] after which reading a broken file of some kilobytes counts as hanging. The longest takes
a tenth of it, and more while memory is traced on a busy machine."""

MEMORY = 64 << 20
"""Most memory [bytes] that reading one may take."""

EDITS = st.lists(
    st.tuples(st.floats(0.0, 1.0, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=8
)
MAY_BE_SHORTER = frozenset(
    {"csv", "openpose", "openpose_25b", "coco_18", "mini_rgbd", "trc", "mmm"}
    | {"kinect_v1", "kinect_v2", "azure_kinect", "nuitrack"}
)
"""Formats with one line or file a frame, of which a part may be a shorter capture."""

PADDING = {"c3d": 512}
"""Bytes at the end of a file that mean nothing."""


@pytest.fixture(scope="module")
def read_or_refuse(tmp_path_factory: pytest.TempPathFactory) -> Read:
    """Return a function from bytes to what came out; anything else fails the test that asks."""
    path = tmp_path_factory.mktemp("broken") / "broken"

    def read(content: bytes) -> Recording | CaptureError:
        path.write_bytes(content)
        start = time.process_time()
        try:
            return read_capture(path)
        except CaptureError as error:
            assert len(str(error).splitlines()) == 1
            return error
        finally:
            assert time.process_time() - start < PATIENCE

    return read


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory, read_or_refuse: Read) -> Sample:
    """Return a function from the name of a format to the bytes of a small file; a folder's joined."""
    motion = make("wave", seconds=0.2, fps=30.0)
    folder = tmp_path_factory.mktemp("samples")

    def content(name: str) -> bytes:
        rendering = RENDERINGS[name]
        path = folder / f"{name}{rendering.suffix}"
        if not path.exists():
            rendering.write(path, record(motion, rendering.point_set(motion.body), Corruption()))
            # Kernels are compiled before anything is timed.
            assert isinstance(read_or_refuse(read_source(path).content), Recording)
        return read_source(path).content

    return content


@pytest.mark.parametrize("name", RENDERINGS)
def test_truncated_anywhere(name: str, sample: Sample, read_or_refuse: Read) -> None:
    whole = sample(name)
    cuts = [len(whole) * percent // 100 for percent in range(100)]
    read = [cut for cut in cuts if isinstance(read_or_refuse(whole[:cut]), Recording)]
    if name in MAY_BE_SHORTER:
        assert len(read) < len(cuts)
    else:
        assert all(cut > len(whole) - PADDING.get(name, 0) for cut in read)


@pytest.mark.parametrize("name", RENDERINGS)
def test_any_bytes_changed(name: str, sample: Sample, read_or_refuse: Read) -> None:
    whole = sample(name)

    @settings(max_examples=100, deadline=None)
    @given(edits=EDITS)
    def changed(edits: list[tuple[float, int]]) -> None:
        content = bytearray(whole)
        for place, value in edits:
            content[int(place * len(content))] = value
        assert isinstance(read_or_refuse(bytes(content)), Recording | CaptureError)

    changed()


@pytest.mark.parametrize("name", RENDERINGS)
def test_lines_out_of_order(name: str, sample: Sample, read_or_refuse: Read) -> None:
    whole = sample(name)

    @settings(max_examples=40, deadline=None)
    @given(moves=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), min_size=1, max_size=3))
    def moved(moves: list[tuple[int, int]]) -> None:
        lines = whole.split(b"\n")
        for source, target in moves:
            lines.insert(target % len(lines), lines.pop(source % len(lines)))
        assert isinstance(read_or_refuse(b"\n".join(lines)), Recording | CaptureError)

    moved()


@pytest.mark.parametrize("name", RENDERINGS)
def test_numbers_blown_up_take_no_memory(name: str, sample: Sample, read_or_refuse: Read) -> None:
    """Counts and sizes that a file states are not believed before its bytes are there."""
    whole = sample(name)
    digits = [place for place, byte in enumerate(whole) if chr(byte).isdigit()]
    tracemalloc.start()
    try:
        for place in digits[:: max(1, len(digits) // 20)]:
            read_or_refuse(whole[:place] + b"999999999" + whole[place + 1 :])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MEMORY

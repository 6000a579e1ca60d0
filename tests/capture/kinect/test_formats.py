"""Broken files of every layout end in one sentence; files of others are left to others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.capture.effort import not_hanging
from understudy.capture.format import Format
from understudy.capture.keraal.reader import KERAAL_VICON
from understudy.capture.kinect.joints import KINECT_V1, KINECT_V2, NUITRACK_BODY
from understudy.capture.kinect.reader import KINECT, NUITRACK
from understudy.capture.placing.place import place
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.export.captures.kinect import WRITERS, write_sensor_file
from understudy.motion import Recording

MINE = (KINECT, NUITRACK, KERAAL_VICON)
FUZZED = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


def read_or_refuse(format_: Format, content: bytes) -> Recording | CaptureError | None:
    """Return what came out, None where the format does not claim it; other errors fail the test."""
    try:
        with not_hanging():
            if not format_.matches(content):
                return None
            return place(format_.read(Source(Path("broken"), content)), Sidecar())
    except CaptureError as error:
        assert len(str(error).splitlines()) == 1
        return error


@pytest.fixture(scope="module")
def contents(walking: Recording, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Format, bytes]]:
    """Return format and bytes of a short file in every layout, of a different sensor each."""
    folder = tmp_path_factory.mktemp("layouts")
    made: dict[str, tuple[Format, bytes]] = {}
    for layout in WRITERS:
        sensor = {"json": NUITRACK_BODY, "rows": KINECT_V1}.get(layout, KINECT_V2)
        write_sensor_file(folder / layout, walking, sensor=sensor, layout=layout, fps=30.0)
        lines = (folder / layout).read_bytes().splitlines(keepends=True)
        content = b"".join(lines[: 8 * len(sensor.joints) if layout == "rows" else 10])
        made[layout] = (NUITRACK if sensor is NUITRACK_BODY else KINECT, content)
    return made


@pytest.fixture(params=list(WRITERS))
def sample(request: pytest.FixtureRequest, contents: dict[str, tuple[Format, bytes]]) -> tuple[Format, bytes]:
    return contents[request.param]


def test_samples_are_whole(sample: tuple[Format, bytes]) -> None:
    assert isinstance(read_or_refuse(*sample), Recording)


def test_truncated_anywhere_nothing_breaks(sample: tuple[Format, bytes]) -> None:
    format_, content = sample
    results = [read_or_refuse(format_, content[: len(content) * percent // 100]) for percent in range(100)]
    assert results[0] is None
    assert sum(isinstance(result, CaptureError) for result in results) > 0


@FUZZED
@given(
    words=st.lists(st.sampled_from([b"1e300", b"-1e300", b"nan", b"inf", b"", b"0", b"1e-320"]), min_size=1),
    share=st.floats(0.0, 1.0, exclude_max=True),
)
def test_wild_numbers_break_nothing(sample: tuple[Format, bytes], words: list[bytes], share: float) -> None:
    format_, content = sample
    start = content.find(b"0.", int(share * len(content)))
    broken = content[:start] + b",".join(words) + content[start + 4 :]
    read_or_refuse(format_, broken)


@given(content=st.binary(max_size=400))
def test_any_bytes_are_claimed_by_nobody(content: bytes) -> None:
    assert not any(format_.matches(content) for format_ in MINE)


def test_reader_refuses_what_it_does_not_know(saved: Callable[[str], Path]) -> None:
    with pytest.raises(CaptureError, match="holds no joints of Kinect"):
        KINECT.read(Source(Path("other"), b"something else"))


OWNED = {"G3-Kinect-*.txt": KINECT, "G3-Vicon-*.txt": KERAAL_VICON}


def test_real_files_are_claimed_by_the_right_format_only(shared: Path) -> None:
    files = [file for file in sorted((shared / "motions").rglob("*")) if file.is_file()]
    assert len(files) >= len(OWNED)
    for file in files:
        claimed = [format_.name for format_ in MINE if format_.matches(file.read_bytes())]
        assert claimed == [owner.name for pattern, owner in OWNED.items() if file.match(pattern)], file.name

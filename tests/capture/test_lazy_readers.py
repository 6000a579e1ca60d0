"""What reads a format is imported when a capture of it is met, and no capture is missed by that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy import capture
from understudy.capture import FORMATS, formats
from understudy.capture.formats import LISTED, candidates
from understudy.capture.source import read_source
from understudy.synth import Corruption, SyntheticMotion, make, record
from understudy.synth.formats import RENDERINGS

BEGINNINGS = (
    *(b"HIERARCHY\n", b"\xef\xbb\xbf \r\nhierarchy ", b"PathFileType 4", b"<MMM>", b"<?xml?>", b"\x02\x50"),
    *(b"<mvnx>", b"<!DOCTYPE mvnx SYSTEM 'a'>"),
    *(b"{", b"[[[", b' \n{"people": ', b"PK\x03\x04", b"\x93NUMPY\x01\x00", b"\x80\x04", b"(dp0\n"),
    *(b"0.1 0.2 1 0\n0.1 0.2 1 1\n0.1 0.2 1 2\n", b"nan nan nan 0\n", b"time,hip_l_x,hip_l_y,hip_l_z\n"),
    *(b"; FBX 7.4.0\n", b"FBXHeaderExtension:", b"Kaydara FBX Binary  \x00", b":version 1.10\n"),
    *(b"glTF\x02\0\0\0", b'{"nodes": [], "asset": {"version": "2.0"}}'),
    *(b"# a\n:UNITS\n", b"#!OML:ASF\n", b":FULLY-SPECIFIED\n"),
    *(b"# up=z\n", b"endheader\n", b"25\n0\n1\n", b"", b"\n" * 300, b"PXx", b"ccopy_reg\n"),
)

READERS = sorted({listing.module for listing in LISTED})

LOADED = """
import sys
from pathlib import Path
from understudy.capture import read_capture
read_capture(sys.argv[1])
sys.stdout.write(" ".join(sorted(sys.modules)))
"""


def modules_after_reading(path: Path) -> set[str]:
    """Return the names of all modules that a process has imported that read one file."""
    done = subprocess.run([sys.executable, "-c", LOADED, path], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("file", "reader"),
    [
        ("cmu/16_01.bvh", "bvh.reader"),
        ("c3d/Movement_trial.c3d", "c3d.reader"),
        ("mmm/gesture.xml", "mmm.reader"),
    ],
)
def test_a_file_that_tells_what_it_is_loads_its_reader_only(shared: Path, file: str, reader: str) -> None:
    loaded = modules_after_reading(shared / "motions" / file)
    assert [name for name in READERS if f"understudy.capture.{name}" in loaded] == [reader]
    assert loaded.isdisjoint({"numba", "scipy", "mujoco", "matplotlib", "rich"})


def test_importing_the_package_loads_no_reader() -> None:
    code = "import sys, understudy.capture; sys.stdout.write(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.removeprefix("understudy.capture.") for name in done.stdout.split()}
    assert loaded.isdisjoint({*READERS, "naming.dialects"})


def test_every_format_is_listed_once() -> None:
    assert tuple(listing.load() for listing in LISTED) == FORMATS
    assert len({known.name for known in FORMATS}) == len(FORMATS)


def test_every_name_of_the_package_can_be_had() -> None:
    for name in capture.__all__:
        assert getattr(capture, name) is not None


@pytest.mark.parametrize("module", [capture, formats])
def test_a_name_that_is_not_there_is_an_ordinary_error(module: object) -> None:
    with pytest.raises(AttributeError, match="has no attribute 'write_wax'"):
        _ = module.write_wax  # pyright: ignore[reportAttributeAccessIssue]


def assert_none_is_missed(content: bytes) -> None:
    """Assert that every format that would read these bytes is among those that are asked."""
    asked = list(candidates(content))
    assert [known.name for known in FORMATS if known.matches(content) and known not in asked] == []


@pytest.fixture(scope="module")
def teapot() -> SyntheticMotion:
    return make("teapot", seconds=0.5, fps=30.0)


@pytest.mark.parametrize("name", sorted(RENDERINGS))
def test_no_capture_that_we_write_is_missed(tmp_path: Path, name: str, teapot: SyntheticMotion) -> None:
    rendering = RENDERINGS[name]
    path = tmp_path / f"take{rendering.suffix}"
    rendering.write(path, record(teapot, rendering.point_set(teapot.body), Corruption()))
    content = read_source(path).content
    assert any(known.matches(content) for known in FORMATS)
    assert_none_is_missed(content)


def test_no_real_capture_is_missed(shared: Path) -> None:
    for path in sorted((shared / "motions").glob("*/*.*")):
        assert_none_is_missed(path.read_bytes())


@given(st.sampled_from(BEGINNINGS), st.binary(max_size=60))
def test_no_beginning_is_missed(beginning: bytes, rest: bytes) -> None:
    assert_none_is_missed(beginning + rest)
    assert_none_is_missed(b" \t\n" + beginning + rest)

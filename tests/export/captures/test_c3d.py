"""What is written is read again, by us and by others."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.errors import InvalidMotionError
from understudy.export.captures.c3d import write_c3d
from understudy.motion import Recording
from understudy.motion.recording import Subject

SINGLE_PRECISION = 1.3e-7
"""Half a step of single precision at two metres in millimetres [m]."""


def recording(frames: int = 7, count: int = 4, **changes) -> Recording:
    rng = np.random.default_rng(1)
    valid = rng.random((frames, count)) > 0.2
    points = rng.uniform(-2.0, 2.0, (frames, count, 3))
    names = tuple(f"Ann:P{k}" for k in range(count))
    fields = {
        "names": names,
        "points": np.where(valid[..., None], points, np.nan),
        "fps": 29.97,
        "valid": valid,
        "landmark_points": {"hip_l": names[:1], "neck": names[1:3]},
        "dialect": "BVH (CMU)",
    }
    return Recording(**fields | changes)


def round_trip(path: Path, written: Recording) -> Recording:
    write_c3d(path / "a.c3d", written)
    return read_capture(path / "a.c3d")


def test_round_trip(tmp_path: Path) -> None:
    written = recording(subject=Subject(height=1.75, mass=70.0, age=30.0, sex="female"))
    read = round_trip(tmp_path, written)
    assert read.names == written.names
    assert np.array_equal(read.valid_mask, written.valid_mask)
    assert np.nanmax(np.abs(read.points - written.points)) <= SINGLE_PRECISION
    assert read.fps == written.fps
    assert dict(read.landmark_points) == dict(written.landmark_points)
    assert read.subject == written.subject
    assert read.dialect == "C3D (Understudy, from BVH (CMU))"


def test_a_second_round_changes_nothing(tmp_path: Path) -> None:
    once = round_trip(tmp_path, recording())
    twice = round_trip(tmp_path, once)
    assert np.array_equal(once.points, twice.points, equal_nan=True)
    assert once.names == twice.names


def test_a_point_at_the_origin_is_no_gap(tmp_path: Path) -> None:
    written = recording(points=np.zeros((7, 4, 3)), valid=None)
    assert round_trip(tmp_path, written).valid_mask.all()


def test_more_points_than_one_parameter_names(tmp_path: Path) -> None:
    written = recording(frames=2, count=700)
    assert round_trip(tmp_path, written).names == written.names


def test_more_frames_than_16_bits_count(tmp_path: Path) -> None:
    written = recording(frames=70_000, count=3, landmark_points={})
    assert round_trip(tmp_path, written).frame_count == 70_000


@pytest.mark.parametrize("name", ["", " A", "A ", "A|B", "A" * 256])
def test_names_that_do_not_fit(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidMotionError, match="cannot be written to C3D"):
        write_c3d(tmp_path / "a.c3d", recording(names=(name, "b", "c", "d"), landmark_points={}))
    assert not (tmp_path / "a.c3d").exists()


def test_names_beyond_ascii(tmp_path: Path) -> None:
    written = recording(names=("Änne:Knie", "膝", "c", "d"), landmark_points={})
    assert round_trip(tmp_path, written).names == written.names


def test_too_many_names(tmp_path: Path) -> None:
    names = tuple(f"{k:0200d}" for k in range(1000))
    with pytest.raises(InvalidMotionError, match="blocks of a C3D file"):
        write_c3d(tmp_path / "a.c3d", Recording(names=names, points=np.zeros((1, len(names), 3)), fps=30.0))


def test_ezc3d_reads_the_same(tmp_path: Path, ezc3d: ModuleType) -> None:
    written = recording()
    write_c3d(tmp_path / "a.c3d", written)
    theirs = ezc3d.c3d(str(tmp_path / "a.c3d"))
    point = theirs["parameters"]["POINT"]
    assert tuple(point["LABELS"]["value"]) == written.names
    assert point["UNITS"]["value"] == ["mm"]
    assert point["RATE"]["value"][0] == pytest.approx(written.fps)
    seen = theirs["data"]["meta_points"]["residuals"][0].T >= 0.0
    assert np.array_equal(seen, written.valid_mask)
    points = theirs["data"]["points"][:3].transpose(2, 1, 0)
    assert np.allclose(points[seen] / 1000.0, written.points[seen], atol=SINGLE_PRECISION)

"""Vicon Nexus's CSV: trajectories come out where they were, whatever other sections stand around them."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.nexus.sections import find_sections
from understudy.errors import CaptureError
from understudy.export.captures.nexus import write_nexus
from understudy.synth import Corruption, SyntheticMotion, Take, make, record
from understudy.synth.formats.point_sets import PLUG_IN_GAIT_SET

POINTS = 1e-6  # [m]
DEVICES = (
    "Devices\n1000\n,,Plate 1 - Force,,,\nFrame,Sub Frame,Fx,Fy,Fz\n,,N,N,N\n"
    + "".join(f"{frame},{sub},0.1,0.2,-700.0\n" for frame in range(1, 31) for sub in range(10))
    + "\n"
)
MODEL = "\nModel Outputs\n100\n,,Ann:LHipAngles,,\nFrame,Sub Frame,X,Y,Z\n,,deg,deg,deg\n1,0,10.0,2.0,3.0\n"
EVENTS = "\nEvents\n100\nSubject,Context,Name,Time (s),Description\nAnn,Left,Foot Strike,0.1,on the floor\n"
MEMORY = 64 << 20


@pytest.fixture(scope="module")
def take() -> Take:
    motion: SyntheticMotion = make("walk", seconds=1.0, fps=30.0)
    return record(motion, PLUG_IN_GAIT_SET, Corruption(dropout=0.1))


@pytest.fixture
def file(take: Take, tmp_path: Path) -> Path:
    write_nexus(tmp_path / "take.csv", take.recording(), subject="Ann")
    return tmp_path / "take.csv"


def require_true(path: Path, take: Take) -> tuple[str, ...]:
    """Require that all markers are where they were, and return the notes."""
    recording = read_capture(path)
    columns = [recording.names.index(f"Ann:{name}") for name in take.names]
    found = np.where(recording.valid_mask[..., None], recording.points, np.nan)[:, columns]
    assert recording.fps == take.fps
    assert recording.dialect == "Vicon Nexus (Plug-in Gait)"
    np.testing.assert_array_equal(np.isnan(found).any(axis=-1), take.captured.is_missing)
    # Readers turn the person to face x, and set the first one down in no other place.
    np.testing.assert_allclose(lengths(found), lengths(take.points), atol=POINTS)
    return recording.notes


def lengths(points: np.ndarray) -> np.ndarray:
    """Return (T, K) [m] how far points are from the mean of each frame's points that are seen in all."""
    always = ~np.isnan(points).any(axis=(0, 2))
    middle = points[:, always].mean(axis=1) if always.any() else points[:, 0]
    return np.linalg.norm(points - middle[:, None], axis=-1)


@pytest.mark.parametrize("line_end", ["\r\n", "\n"])
def test_trajectories_alone(file: Path, take: Take, line_end: str) -> None:
    file.write_bytes(file.read_bytes().replace(b"\r\n", line_end.encode()))
    require_true(file, take)


def test_trajectories_among_other_sections(file: Path, take: Take) -> None:
    file.write_text(DEVICES + file.read_text("utf-8") + MODEL + EVENTS, "utf-8")
    assert "Sections left out: Devices, Model Outputs, Events." in require_true(file, take)


def test_velocities_beside_places_are_left_out(file: Path, take: Take) -> None:
    lines = file.read_text("utf-8").splitlines()
    more = [",Ann:LASI',,", ",X',Y',Z'", ",mm/s,mm/s,mm/s"]
    kept = [line + (more[row - 2] if row < 5 else ",1,2,3") for row, line in enumerate(lines[2:], start=2)]
    file.write_text("\n".join([*lines[:2], *kept]) + "\n", "utf-8")
    require_true(file, take)


def test_older_programs_write_the_rate_and_the_frames_otherwise(file: Path, take: Take) -> None:
    lines = file.read_text("utf-8").replace("\n30\n", "\n30,Hz\n").splitlines()
    lines[2], lines[3] = lines[2][1:], lines[3].replace("Frame,Sub Frame", "Field #")
    rows = [line[1:] if line.startswith(",") else line.replace(",0,", ",", 1) for line in lines[4:]]
    file.write_text("\n".join([*lines[:4], *rows]) + "\n", "utf-8")
    require_true(file, take)


def test_semicolons_and_decimal_commas(file: Path, take: Take) -> None:
    file.write_text(file.read_text("utf-8").replace(",", ";").replace(".", ","), "utf-8")
    require_true(file, take)


def test_segments_serve_where_there_are_no_trajectories(tmp_path: Path, take: Take) -> None:
    motion = take.motion
    names = motion.skeleton.names
    about = ["Segments", "30", ",," + ",,,,,,".join(f"Ann:{name}" for name in names)]
    about += ["Frame,Sub Frame," + ",".join(["RX,RY,RZ,TX,TY,TZ"] * len(names))]
    about += [",," + ",".join(["deg,deg,deg,mm,mm,mm"] * len(names))]
    rows = [
        f"{frame + 1},0," + ",".join(f"0,0,0,{x:.4f},{y:.4f},{z:.4f}" for x, y, z in 1e3 * points)
        for frame, points in enumerate(motion.joint_positions)
    ]
    (tmp_path / "a.csv").write_text("\n".join([*about, *rows]) + "\n", "utf-8")
    recording = read_capture(tmp_path / "a.csv")
    columns = [recording.names.index(f"Ann:{name}") for name in names]
    np.testing.assert_allclose(
        lengths(recording.points[:, columns]), lengths(motion.joint_positions), atol=POINTS
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Trajectories", "Devices", r"has the sections Devices, expected one of Trajectories or Segments"),
        ("\n30\n", "\n0\n", r"line 2: has the rate '0', expected a number from"),
        ("Frame,Sub", "Time,Sub", r"line 4: begins with 'time', expected Frame"),
        ("X,Y,Z", "A,B,C", r"line 4: names no point above columns X, Y, Z"),
        ("mm,mm,mm", "deg,deg,deg", r"line 5: has the unit 'deg', expected one of mm, cm"),
        ("mm,mm,mm\n", "mm,mm,m\n", r"line 5: has columns of different units"),
        ("\n7,0,", "\n7,0,x", r"line 12: has 'x.*' in column 3, expected a finite number"),
    ],
)
def test_what_is_broken_is_said_in_a_sentence(file: Path, old: str, new: str, said: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(CaptureError, match=said):
        read_capture(file)


def test_thousands_of_sections_take_no_memory(tmp_path: Path) -> None:
    content = b"Devices\n1\n" * 200_000
    assert len(find_sections(content)) == 100
    (tmp_path / "a.csv").write_bytes(content)
    tracemalloc.start()
    with pytest.raises(CaptureError, match="has the sections Devices"):
        read_capture(tmp_path / "a.csv")
    assert tracemalloc.get_traced_memory()[1] < MEMORY
    tracemalloc.stop()

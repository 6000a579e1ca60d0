"""MINI-RGBD's joints: read as an infant that lies under the camera, or refused in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.keypoints.sets import MINI_RGBD_25
from understudy.capture.mini_rgbd.reader import looks_like_mini_rgbd, read_mini_rgbd
from understudy.capture.placing.place import place
from understudy.capture.sidecar import Sidecar, read_sidecar, write_sidecar
from understudy.capture.source import Source, read_source
from understudy.errors import CaptureError
from understudy.export.captures.keypoints import ordered_points
from understudy.export.captures.mini_rgbd import write_mini_rgbd
from understudy.motion import Recording

EXACT = 1e-6


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, kicking: Recording) -> Path:
    path = tmp_path_factory.mktemp("01") / "joints_3D"
    write_mini_rgbd(path, kicking)
    return path


def test_an_infant_comes_back(
    folder: Path, kicking: Recording, distance_after_turn: Callable[[np.ndarray, np.ndarray], float]
) -> None:
    read = read_capture(folder)
    assert read.dialect == "MINI-RGBD"
    assert read.names == MINI_RGBD_25.names
    assert read.fps == kicking.fps
    assert distance_after_turn(read.points, ordered_points(kicking, MINI_RGBD_25)) < EXACT
    assert any("looks down at the infant" in note for note in read.notes)


def test_what_the_set_lacks_is_not_covered(folder: Path) -> None:
    covered = set(read_capture(folder).landmark_points)
    assert not covered & {"eye_l", "ear_r", "nose"}
    assert {"clavicle_l", "shoulder_l", "spine", "chest", "head", "knuckle_r", "toe_l"} <= covered


def test_an_infant_on_its_belly_is_not_turned_over(tmp_path: Path, kicking: Recording) -> None:
    # Half a turn about the head-to-foot axis lets the chest face away from the camera, which is still above.
    prone = ordered_points(kicking, MINI_RGBD_25) * [1.0, -1.0, -1.0]
    write_mini_rgbd(tmp_path / "prone", prone)
    read = read_capture(tmp_path / "prone")
    hip, left = (read.points[:, MINI_RGBD_25.names.index(name)] for name in ("rightThigh", "leftThigh"))
    neck = read.points[:, MINI_RGBD_25.names.index("neck")]
    chest = np.cross(left - hip, neck - 0.5 * (left + hip))
    assert (chest[:, 2] < 0.0).all()


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_frames_may_be_joined_in_one_file(folder: Path, tmp_path: Path, end: bytes) -> None:
    whole = read_source(folder).content
    (tmp_path / "joined.txt").write_bytes(whole.replace(b"\n", end))
    write_sidecar(tmp_path / "joined.txt", read_sidecar(folder))
    read = read_capture(tmp_path / "joined.txt")
    np.testing.assert_array_equal(read.points, read_capture(folder).points)


LINES = [f"0.{k} 0.1 1.0 {k}" for k in range(25)]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (LINES[:-1], "ends after 24 joints, expected 25 a frame"),
        ([*LINES[:5], *LINES[6:]], "line 6: has the index 6, expected x, y, z and the index 5"),
        ([*LINES[:24], "1 2 24"], "line 25: has 3 numbers, expected 4: x, y, z and the index of a joint"),
        ([*LINES[:24], "1 2 x 24"], "line 25: has 'x' in column 3, expected a finite number"),
        ([*LINES[:24], "1 2 1_0 24"], "has '1_0' in column 3"),
        ([*LINES[:24], "1 2 " + "0" * 100_000 + "x 24"], "has '0000.*…' in column 3"),
        (
            [*LINES[:24], "300.5 200.25 980.0 24"],
            "pixels and depths .joints_2Ddep. are; expected joints in metres",
        ),
        (["nan nan nan " + line.split()[-1] for line in LINES], "shows no point in any frame"),
    ],
)
def test_faults_are_one_sentence(lines: list[str], message: str) -> None:
    with pytest.raises(CaptureError, match=message):
        place(read_mini_rgbd(Source(Path("joints.txt"), "\n".join(lines).encode())), Sidecar())


def test_fault_in_a_folder_names_the_file(folder: Path, tmp_path: Path) -> None:
    names = ("syn_1.txt", "syn_2.txt")
    for name in names:
        (tmp_path / name).write_text("\n".join(LINES))
    (tmp_path / names[1]).write_text("\n".join(LINES[:3]))
    with pytest.raises(CaptureError, match="syn_2.txt: ends after 3 joints"):
        read_capture(tmp_path)


@pytest.mark.parametrize(
    "content",
    [b"", b"1 2 3 0", b"1 2 3 1\n1 2 3 2\n1 2 3 3\n", b"1 2 3 4 5 0\n" * 3, b"1,2,3,0\n1,2,3,1\n1,2,3,2\n"],
)
def test_other_texts_are_not_claimed(content: bytes) -> None:
    assert not looks_like_mini_rgbd(content)

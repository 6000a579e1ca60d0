"""Motive's CSV: bones and markers come out where they were, whatever the version, unit and kind of turns."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.motive.reader import read_motive
from understudy.capture.source import read_source
from understudy.errors import CaptureError
from understudy.export.captures.motive import UNITS_IN_METRES, write_motive_bones
from understudy.motion import Recording
from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion, make

POINTS = 1e-5  # [m]: six decimals of metres or better, over a chain of bones
ANGLES = np.deg2rad(0.01)
MOTIVE_NAMES = {
    "Hips": "Hip",
    "LowerBack": "Ab",
    "Spine": "Chest",
    "Neck": "Neck",
    "Head": "Head",
    **{
        f"{side}{ours}": f"{side[0]}{theirs}"
        for side in ("Left", "Right")
        for ours, theirs in {
            "Shoulder": "Shoulder",
            "Arm": "UArm",
            "ForeArm": "FArm",
            "Hand": "Hand",
            "UpLeg": "Thigh",
            "Leg": "Shin",
            "Foot": "Foot",
            "ToeBase": "Toe",
        }.items()
    },
}
"""Joint of the performer → the bone as which Motive tracks it; it has no others."""


@pytest.fixture(scope="module")
def walk() -> SyntheticMotion:
    return make("walk", seconds=1.0, fps=30.0)


@pytest.fixture
def file(walk: SyntheticMotion, tmp_path: Path) -> Path:
    path = tmp_path / "take.csv"
    write_motive_bones(path, walk.skeleton, walk.root_positions, walk.local_rotations, walk.fps)
    return path


def edited(file: Path, edit: Callable[[list[list[str]]], list[list[str]]]) -> Path:
    """Change the cells of a file."""
    cells = [line.split(",") for line in file.read_text("utf-8").splitlines()]
    file.write_text("\n".join(",".join(line) for line in edit(cells)) + "\n", "utf-8")
    return file


def require_true(recording: Recording, walk: SyntheticMotion, names: dict[str, str] | None = None) -> None:
    """Require that all bones are where they were, and turned as they were."""
    ours = names or {name: name for name in walk.skeleton.names}
    true = [walk.body.index(name) for name in ours]
    columns = [recording.names.index(f"Actor:{name}") for name in ours.values()]
    np.testing.assert_allclose(recording.points[:, columns], walk.joint_positions[:, true], atol=POINTS)
    assert recording.rotations is not None
    apart = rot.multiply(rot.conjugate(recording.rotations[:, columns]), walk.joint_orientations[:, true])
    assert np.linalg.norm(rot.as_rotation_vector(apart), axis=-1).max() < ANGLES


@pytest.mark.parametrize("unit", UNITS_IN_METRES)
@pytest.mark.parametrize("is_local", [False, True])
def test_bones_come_back_in_any_unit_and_space(
    walk: SyntheticMotion, tmp_path: Path, unit: str, is_local: bool
) -> None:
    path = tmp_path / "take.csv"
    write_motive_bones(
        path, walk.skeleton, walk.root_positions, walk.local_rotations, walk.fps, unit, is_local
    )
    recording = read_capture(path)
    assert recording.fps == walk.fps
    require_true(recording, walk)


def test_bones_that_motive_names_need_no_row_of_parents(walk: SyntheticMotion, file: Path) -> None:
    """As Motive 2 writes them, in its own names."""

    def as_version_2(lines: list[list[str]]) -> list[list[str]]:
        names = next(line for line in lines if line[1:2] == ["Name"])
        kept = [0, 1, *(column for column, name in enumerate(names) if name[6:] in MOTIVE_NAMES)]
        renamed = [f"Actor:{MOTIVE_NAMES[name[6:]]}" if name[6:] in MOTIVE_NAMES else name for name in names]
        rows = [renamed if line is names else line for line in lines if line[1:2] != ["Parent"]]
        return [[line[column] for column in kept] if len(line) == len(names) else line for line in rows]

    recording = read_capture(edited(file, as_version_2))
    assert recording.dialect == "Motive (OptiTrack)"
    require_true(recording, walk, MOTIVE_NAMES)


def test_old_versions_leave_out_the_words_of_the_head(walk: SyntheticMotion, file: Path) -> None:
    def unlabelled(lines: list[list[str]]) -> list[list[str]]:
        return [["", "", *line[2:]] if line[0] == "" and len(line) > 2 else line for line in lines]

    text = file.read_text("utf-8")
    no_parents = re.sub(r",Parent,.*\n", "", text).replace("LowerBack", "Spine0").replace("Spine1", "Spine2")
    file.write_text(no_parents.replace("Actor:Spine,", "Actor:Spine1,").replace("Spine0", "Spine"))
    names = {name: name for name in walk.skeleton.names if "Finger" not in name and "Neck1" not in name}
    names |= {"LowerBack": "Spine", "Spine": "Spine1", "Spine1": "Spine2", "Neck1": "Neck1"}
    fingers = re.compile(r"FingerBase")
    edited(file, lambda lines: _without(unlabelled(lines), fingers))
    require_true(read_capture(file), walk, names)


def _without(lines: list[list[str]], name: re.Pattern[str]) -> list[list[str]]:
    """Return lines without the columns of some names."""
    names = next(line for line in lines if any(name.search(cell) for cell in line))
    kept = [column for column, cell in enumerate(names) if not name.search(cell)]
    return [[line[column] for column in kept] if len(line) == len(names) else line for line in lines]


@pytest.mark.parametrize("order", ["XYZ", "ZYX", "YXZ"])
def test_angles_turn_in_the_order_that_the_file_states(walk: SyntheticMotion, file: Path, order: str) -> None:
    scipy_rotation = pytest.importorskip("scipy.spatial.transform").Rotation

    def with_angles(lines: list[list[str]]) -> list[list[str]]:
        titles = next(index for index, line in enumerate(lines) if line[0] == "Frame")
        lines[0][lines[0].index("Quaternion")] = order
        for line in lines[titles + 1 :]:
            for start in range(2, len(line), 7):
                turn = scipy_rotation.from_quat([float(cell) for cell in line[start : start + 4]])
                angles = dict(zip(order, turn.as_euler(order, degrees=True), strict=True))
                line[start : start + 3] = [f"{angles[axis]:.6f}" for axis in "XYZ"]
        kept = [column for column, title in enumerate(lines[titles]) if title != "W"]
        return [line if len(line) < 100 else [line[column] for column in kept] for line in lines]

    require_true(read_capture(edited(file, with_angles)), walk)


def test_gaps_are_missing_and_the_rest_is_where_it_was(walk: SyntheticMotion, file: Path) -> None:
    gap, bone = slice(10, 14), walk.body.index("LeftForeArm")

    def with_gap(lines: list[list[str]]) -> list[list[str]]:
        first = next(index for index, line in enumerate(lines) if line[0] == "Frame") + 1
        for line in lines[first + gap.start : first + gap.stop]:
            line[2 + 7 * bone : 9 + 7 * bone] = [""] * 7
        return lines

    recording = read_capture(edited(file, with_gap))
    column = recording.names.index("Actor:LeftForeArm")
    missing = ~recording.valid_mask
    assert missing[gap, column].all()
    assert missing.sum() == gap.stop - gap.start
    found = recording.points[:, [recording.names.index(f"Actor:{name}") for name in walk.skeleton.names]]
    seen = np.isfinite(found).all(axis=-1)
    np.testing.assert_allclose(found[seen], walk.joint_positions[:, : -0 or None][seen], atol=POINTS)


def test_of_several_persons_the_one_seen_most_is_read(file: Path) -> None:
    def twice(lines: list[list[str]]) -> list[list[str]]:
        first = next(index for index, line in enumerate(lines) if line[0] == "Frame") + 1
        for index, line in enumerate(lines):
            if len(line) > 100:
                half = [""] * (len(line) - 2) if index >= first + 10 else [*line[2:]]
                again = [cell.replace("Actor:", "Other:") for cell in half]
                line[2:] = [*again, *line[2:]]
        return lines

    recording = read_capture(edited(file, twice))
    assert all(name.startswith("Actor:") for name in recording.names)
    assert any("several persons: 'Actor' is read, Other left out" in note for note in recording.notes)


def test_markers_beside_bones_are_left_out_and_said_to_be(file: Path) -> None:
    def with_marker(lines: list[list[str]]) -> list[list[str]]:
        cells = {"Type": "Marker", "Name": "Cup:1", "ID": "99", "Parent": ""}
        for line in lines:
            if len(line) > 100:
                own = cells.get(line[1])
                if own is None:
                    own = "Position" if line[2] == "Rotation" else "1.0"
                line += list("XYZ") if line[0] == "Frame" else [own] * 3
        return lines

    recording = read_capture(edited(file, with_marker))
    assert "Left out: 1 of the kind marker." in recording.notes


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Meters", "Furlongs", r"line 1: has Length Units 'Furlongs', expected one of mm, cm"),
        ("Quaternion", "XXY", r"line 1: has the Rotation Type 'xxy', expected Quaternion or an order"),
        ("Rate,30.000000", "Rate,fast", r"line 1: has the frame rate 'fast', expected a number from"),
        ("\nFrame,", "\nNumber,", r"has no line that begins with Frame and Time|ends here, expected a line"),
        (",Type,", ",Sort,", None),
        ("Bone", "Thing", r"has 5 lines about its columns, expected those of Type, Name and Rotation"),
        ("\n3,0.1", "\n3,x", r"line 12: has 'x00000' in column 2, expected a finite number"),
    ],
)
def test_what_is_broken_is_said_in_a_sentence(file: Path, old: str, new: str, said: str | None) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    if said is None:
        read_capture(file)
    else:
        with pytest.raises(CaptureError, match=said):
            read_capture(file)


@pytest.mark.parametrize("parents", ["cycle", "forest"])
def test_bones_in_no_tree_are_refused(file: Path, parents: str) -> None:
    def wrong(lines: list[list[str]]) -> list[list[str]]:
        row = next(line for line in lines if line[1:2] == ["Parent"])
        row[2:] = (["2"] * 7 + ["1"] * (len(row) - 9)) if parents == "cycle" else [""] * (len(row) - 2)
        return [[cell.replace("Actor:", "Actor:My") for cell in line] for line in lines]

    with pytest.raises(CaptureError, match="hang on no one root; expected a row of parents or the names"):
        read_capture(edited(file, wrong))


def test_unlabelled_markers_alone_are_nobody(tmp_path: Path) -> None:
    path = tmp_path / "take.csv"
    path.write_text(
        "Format Version,1.23,Length Units,Meters\n\n,Type,Marker,Marker,Marker\n"
        ",Name,Unlabeled 1,Unlabeled 1,Unlabeled 1\n,,Position,Position,Position\n"
        "Frame,Time (Seconds),X,Y,Z\n0,0.0,1,2,3\n1,0.1,1,2,3\n"
    )
    with pytest.raises(
        CaptureError, match="tracks no labelled bones, markers or rigid bodies, only 1 of the"
    ):
        read_motive(read_source(path))

"""FreeMoCap's tables: the body comes out where it was, whatever stands beside it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.errors import CaptureError
from understudy.export.captures.freemocap import LAYOUTS, freemocap_table
from understudy.motion import Recording
from understudy.synth import Corruption, Take, make, record
from understudy.synth.formats.point_sets import BLAZEPOSE_SET

POINTS = 1e-5  # [m]
HAND = ",right_hand_wrist_x,right_hand_wrist_y,right_hand_wrist_z"


@pytest.fixture(scope="module")
def take() -> Take:
    return record(make("walk", seconds=1.0, fps=30.0), BLAZEPOSE_SET, Corruption(dropout=0.1))


def require_true(path: Path, take: Take) -> Recording:
    """Require that all points are where they were, seen from the hips."""
    recording = read_capture(path)
    found = np.where(recording.valid_mask[..., None], recording.points, np.nan)
    np.testing.assert_array_equal(np.isnan(found).any(axis=-1), take.captured.is_missing)
    hip = take.names.index("Left_hip")
    assert not take.captured.is_missing[:, hip].any()
    for points in (found, take.points):
        assert points.shape == (30, 33, 3)
    lengths = [np.linalg.norm(points - points[:, [hip]], axis=-1) for points in (found, take.points)]
    np.testing.assert_allclose(*lengths, atol=POINTS)
    return recording


@pytest.mark.parametrize("layout", LAYOUTS)
def test_tables_of_the_body(layout: str, take: Take, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(freemocap_table(take.recording(), layout))
    recording = require_true(tmp_path / "a.csv", take)
    assert recording.dialect == "FreeMoCap (points in space)"
    assert recording.fps == take.fps
    assert "units of 0.001 m, by the file" in " ".join(recording.notes)


def test_hands_beside_the_body_by_trajectory(take: Take, tmp_path: Path) -> None:
    lines = freemocap_table(take.recording(), "by_trajectory").splitlines()
    lines = [line + (HAND if row == 0 else ",1,2,3") for row, line in enumerate(lines)]
    (tmp_path / "a.csv").write_text("\n".join(lines))
    require_true(tmp_path / "a.csv", take)


def test_hands_beside_the_body_by_frame(take: Take, tmp_path: Path) -> None:
    text = freemocap_table(take.recording(), "by_frame")
    hands = [
        f"{frame},,{{}},mediapipe_{side}_hand,{name},1,2,3,\n"
        for frame in range(30)
        for side in ("left", "right")
        for name in ("wrist", "left_wrist")
    ]
    (tmp_path / "a.csv").write_text(text + "".join(hands))
    require_true(tmp_path / "a.csv", take)


@pytest.mark.parametrize("time", ["", "2024-01-01 12:00:00.033", "NA"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_recordings_without_times_are_taken_at_the_usual_rate(
    layout: str, time: str, take: Take, tmp_path: Path
) -> None:
    titles, *lines = freemocap_table(take.recording(), layout).splitlines()
    column = titles.split(",").index("timestamp")
    rows = [line.split(",") for line in lines]
    rows = [[*row[:column], time, *row[column + 1 :]] for row in rows]
    (tmp_path / "a.csv").write_text("\n".join([titles, *map(",".join, rows)]) + "\n")
    recording = require_true(tmp_path / "a.csv", take)
    assert "30 frames a second are assumed" in " ".join(recording.warnings)


def test_names_may_say_the_model(take: Take, tmp_path: Path) -> None:
    text = freemocap_table(take.recording(), "by_trajectory")
    titles, rows = text.split("\n", 1)
    for name in take.names:
        titles = titles.replace(f",{name.lower()}_x", f",body_{name.lower()}_x")
        titles = titles.replace(f",{name.lower()}_y", f",body_{name.lower()}_y")
        titles = titles.replace(f",{name.lower()}_z", f",body_{name.lower()}_z")
    (tmp_path / "a.csv").write_text(f"{titles}\n{rows}")
    require_true(tmp_path / "a.csv", take)


@pytest.mark.parametrize("count", [543, 553])
def test_an_array_of_body_hands_and_face(count: int, take: Take, tmp_path: Path) -> None:
    others = np.zeros((30, count - 33, 3))
    np.save(tmp_path / "a.npy", 1e3 * np.concatenate([take.points, others], axis=1))
    require_true(tmp_path / "a.npy", take)


@pytest.mark.parametrize(
    ("layout", "old", "new", "said"),
    [
        ("by_frame", "\n3,", "\n,", "has no frame, expected a number in every row"),
        ("by_frame", ",x,y,z,", ",x,y,w,", "lacks one of the columns frame, model"),
        ("by_trajectory", ",nose_z", ",nose_z" + ";" * 200, "has no column timestamp, expected cells with"),
        ("by_trajectory", "\n0.1", "\n0.1x", "in column 1, expected a finite number"),
    ],
)
def test_what_is_broken_is_said_in_a_sentence(
    layout: str, old: str, new: str, said: str, take: Take, tmp_path: Path
) -> None:
    text = freemocap_table(take.recording(), layout)
    assert old in text
    (tmp_path / "a.csv").write_text(text.replace(old, new))
    with pytest.raises(CaptureError, match=said):
        read_capture(tmp_path / "a.csv")

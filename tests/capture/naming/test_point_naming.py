"""Landmarks among named points: joints by name, or markers from which joints are computed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.naming.point_naming import name_points
from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.errors import CaptureError

MILLIMETRE = 0.001
PELVIS = {"LASI": (80, 120, 0), "RASI": (80, -120, 0), "LPSI": (-80, 50, 20), "RPSI": (-80, -50, 20)}
SKIN = {
    "LFC": (0, 60, -450),
    "MFC": (0, -40, -450),
    "LMAL": (0, 40, -850),
    "MMAL": (0, -30, -850),
    "CAL": (-60, 0, -900),
    "TOE": (120, 0, -900),
    "MT5": (110, 50, -900),
    "ACR": (0, 80, 500),
    "LEL": (0, 130, 200),
    "MEL": (0, 70, 200),
    "FAradius": (30, 100, -50),
    "FAulna": (-30, 100, -50),
}
"""Markers of Rajagopal's set on the left limbs [mm]: x forward, y outward from the hip, z up."""


def rajagopal() -> tuple[list[str], np.ndarray]:
    """Return labels and points (1, K, 3) [mm] of a standing person."""
    markers = dict(PELVIS)
    for side, sign in (("L", 1.0), ("R", -1.0)):
        markers |= {f"{side}{name}": (x, sign * (90 + y), z) for name, (x, y, z) in SKIN.items()}
    return list(markers), np.array([list(markers.values())], dtype=float)


def named_in(
    folder: Path, names: Sequence[str], points: np.ndarray, unit: float | None, remarks: Remarks | None = None
) -> RawCapture:
    raw = RawCapture(Source(folder / "take.trc", b""), "TRC", tuple(names), points, unit=unit)
    return name_points(raw, remarks or Remarks())


def test_markers_give_computed_joints(tmp_path: Path) -> None:
    names, points = rajagopal()
    remarks = Remarks()
    named = named_in(tmp_path, names, points, MILLIMETRE, remarks)
    assert named.naming == "Rajagopal"
    assert named.landmark_points["hip_l"] == ("*hip_l",)
    assert named.names[: len(names)] == tuple(names)
    hip = named.points[0, named.names.index("*hip_l")]
    assert 60.0 < hip[1] < 110.0
    assert -130.0 < hip[2] < -50.0
    assert any("Harrington" in note for note in remarks.notes)


def test_knees_are_between_their_markers(tmp_path: Path) -> None:
    names, points = rajagopal()
    named = named_in(tmp_path, names, points, MILLIMETRE)
    assert set(named.landmark_points["knee_l"]) == {"LLFC", "LMFC"}


def test_joint_centres_in_the_file_go_before_computed_ones(tmp_path: Path) -> None:
    names, points = rajagopal()
    computed = named_in(tmp_path, names, points, MILLIMETRE)
    hips = [computed.points[:, computed.names.index(f"*hip_{side}")] + 5.0 for side in "lr"]
    centres = np.concatenate([points, np.stack(hips, axis=1)], axis=1)
    named = named_in(tmp_path, [*names, "LHJC", "RHJC"], centres, MILLIMETRE)
    assert named.landmark_points["hip_l"] == ("LHJC",)


def test_points_that_were_computed_before_are_computed_anew(tmp_path: Path) -> None:
    names, points = rajagopal()
    once = named_in(tmp_path, names, points, MILLIMETRE)
    twice = named_in(tmp_path, once.names, once.points, MILLIMETRE)
    assert sorted(twice.names) == sorted(once.names)
    assert twice.landmark_points == once.landmark_points


def test_keypoints_are_not_taken_for_markers(tmp_path: Path) -> None:
    parts = ("Hip", "Knee", "Ankle", "Heel", "Shoulder", "Elbow", "Wrist")
    names = [side + part for part in parts for side in "LR"]
    named = named_in(tmp_path, names, np.zeros((1, len(names), 3)), MILLIMETRE)
    assert named.landmark_points["knee_l"] == ("LKnee",)
    assert named.names == tuple(names)


def test_augmented_markers_go_before_the_keypoints_that_they_come_from(tmp_path: Path) -> None:
    names, points = rajagopal()
    opencap = {
        "ASI": ".ASIS",
        "PSI": ".PSIS",
        "LFC": "_knee",
        "MFC": "_mknee",
        "LMAL": "_ankle",
        "MMAL": "_mankle",
    }
    opencap |= {"CAL": "_calc", "TOE": "_toe", "MT5": "_5meta", "ACR": "_shoulder", "LEL": "_lelbow"}
    opencap |= {"MEL": "_melbow", "FAradius": "_lwrist", "FAulna": "_mwrist"}
    sides = {"L": "L", "R": "r"}
    study = [f"{sides[name[0]]}{opencap[name[1:]]}_study" for name in names]
    parts = ("Hip", "Knee", "Ankle", "Shoulder", "Elbow", "Wrist")
    keypoints = [side + part for part in parts for side in "LR"]
    both = np.concatenate([np.zeros((1, len(keypoints), 3)), points], axis=1)
    named = named_in(tmp_path, [*keypoints, *study], both, MILLIMETRE)
    assert named.naming == "OpenCap"
    assert set(named.landmark_points["knee_r"]) == {"r_knee_study", "r_mknee_study"}


def test_a_marker_set_beside_the_file_is_used(tmp_path: Path) -> None:
    (tmp_path / "take.markers.toml").write_text(
        'name = "Ours"\n[landmarks]\nhip = "{S}A"\nknee = "{S}B"\nankle = "{S}C"\n'
    )
    names = [side + letter for letter in "ABC" for side in "LR"]
    named = named_in(tmp_path, names, np.zeros((1, 6, 3)), None)
    assert named.naming == "Ours"
    assert named.landmark_points["knee_l"] == ("LB",)


@pytest.mark.parametrize("parts", [("Hip", "Knee"), ("Knee", "Ankle"), ("Shoulder", "Elbow")])
def test_two_joints_of_both_legs_or_arms_are_enough(tmp_path: Path, parts: tuple[str, str]) -> None:
    names = [side + part for part in parts for side in "LR"]
    named = named_in(tmp_path, names, np.zeros((1, len(names), 3)), None)
    assert set(named.landmark_points) >= {f"{part.lower()}_{side}" for part in parts for side in "lr"}


def test_one_leg_is_not_enough(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match="names no points for hip_r"):
        named_in(tmp_path, ["LHip", "LKnee", "LAnkle"], np.zeros((1, 3, 3)), None)


def test_unknown_names_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(
        CaptureError,
        match="both arms in the names of .*BODY_25.*'take.markers.toml' beside it.*found a, b",
    ):
        named_in(tmp_path, ["a", "b"], np.zeros((1, 2, 3)), None)


def test_a_custom_set_that_does_not_fit(tmp_path: Path) -> None:
    (tmp_path / "take.markers.toml").write_text('name = "lab"\n[anatomy]\nknee_outer = "{S}K"\n')
    names, points = rajagopal()
    with pytest.raises(CaptureError, match="not those of the legs or arms of its marker set lab"):
        named_in(tmp_path, names, points, None)

"""Folders of programs: the one capture in them is read, with what other files say, and nothing outside."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import Sidecar, read_capture
from understudy.capture.sessions.find import find_session
from understudy.capture.sidecar import write_sidecar
from understudy.errors import CaptureError
from understudy.export.captures.freemocap import write_freemocap
from understudy.export.captures.opencap import write_opencap
from understudy.motion import Subject
from understudy.synth import Corruption, Take, make, performer_body, record
from understudy.synth.formats.point_sets import BLAZEPOSE_SET, POSE2SIM_SET


@pytest.fixture(scope="module")
def take() -> Take:
    body = performer_body(height=1.62, sex="female")
    return record(make("walk", seconds=1.0, fps=30.0, body=body), POSE2SIM_SET, Corruption())


@pytest.fixture
def session(take: Take, tmp_path: Path) -> Path:
    write_opencap(tmp_path / "OpenCapData_1", take.recording(), "walk")
    return tmp_path / "OpenCapData_1"


@pytest.fixture
def recording_folder(tmp_path: Path) -> Path:
    take = record(make("walk", seconds=1.0, fps=30.0), BLAZEPOSE_SET, Corruption())
    write_freemocap(tmp_path / "recording", take.recording())
    return tmp_path / "recording"


def test_a_session_is_its_trial_and_its_person(session: Path, take: Take) -> None:
    (session / "sessionMetadata.yaml").write_text(
        "subjectID: S1\nmass_kg: 61.5\nheight_m: '1.62'\ngender_mf: f\ncheckerBoard:\n  mass_kg: 3\n"
    )
    whole, alone = read_capture(session), read_capture(session / "MarkerData" / "walk.trc")
    np.testing.assert_array_equal(whole.points, alone.points)
    assert whole.subject == Subject(height=1.62, mass=61.5, sex="female")
    assert alone.subject == Subject()
    assert whole.notes[0] == "Of OpenCap's session MarkerData/walk.trc is read."
    assert whole.provenance == alone.provenance
    columns = [whole.names.index(name) for name in take.names]
    apart = np.linalg.norm(whole.points[:, columns] - whole.points[:, columns[:1]], axis=-1)
    true = np.linalg.norm(take.points - take.points[:, :1], axis=-1)
    np.testing.assert_allclose(apart, true, atol=1e-6)


@pytest.mark.parametrize("text", ["", "subjectID: S1\n", "mass_kg:\nheight_m: null\n", "- a\n&b *b\n"])
def test_a_person_of_whom_nothing_is_said(session: Path, text: str) -> None:
    (session / "sessionMetadata.yaml").write_text(text)
    assert read_capture(session).subject == Subject()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("height_m: tall\n", r"yaml, line 1: has height_m 'tall', expected a number from 0.3 to 2.6"),
        ("a: b\nmass_kg: 1e9\n", r"yaml, line 2: has mass_kg '1e9', expected a number from 1 to 500"),
        ("height_m: !!python/object/apply:os.system ['ls']\n", r"has height_m '!!python/object/apply:os"),
    ],
)
def test_facts_that_are_none_are_said_in_a_sentence(session: Path, text: str, said: str) -> None:
    (session / "sessionMetadata.yaml").write_text(text)
    with pytest.raises(CaptureError, match=said):
        read_capture(session)


def test_a_large_yaml_is_refused_unread(session: Path) -> None:
    with (session / "sessionMetadata.yaml").open("wb") as file:
        file.truncate(1 << 30)
    with pytest.raises(CaptureError, match="yaml: cannot be read .it holds over 1048576 bytes"):
        read_capture(session)


def test_several_trials_are_listed(session: Path) -> None:
    shutil.copy(session / "MarkerData" / "walk.trc", session / "MarkerData" / "squats.trc")
    said = "is OpenCap's session of 2 trials, give one of them: MarkerData/squats.trc, MarkerData/walk.trc"
    with pytest.raises(CaptureError, match=said):
        read_capture(session)


def test_a_session_of_joint_angles_alone(session: Path, tmp_path: Path) -> None:
    shutil.rmtree(session / "MarkerData")
    folder = session / "OpenSimData" / "Kinematics"
    folder.mkdir(parents=True)
    with pytest.raises(CaptureError, match="is OpenCap's session without a trial, expected a .trc in"):
        read_capture(session)
    angles = {
        f"{name}_{side}": np.zeros(20) for name in ("hip_flexion", "knee_angle", "arm_flex") for side in "lr"
    }
    columns = {"pelvis_ty": np.full(20, 0.9), **angles}
    rows = ["\t".join(["time", *columns])]
    rows += [
        "\t".join([f"{k / 30:.4f}", *(f"{values[k]:.3f}" for values in columns.values())]) for k in range(20)
    ]
    (folder / "walk.mot").write_text("Coordinates\ninDegrees=yes\nendheader\n" + "\n".join(rows) + "\n")
    recording = read_capture(session)
    assert recording.notes[0] == "Of OpenCap's session OpenSimData/Kinematics/walk.mot is read."


def test_the_last_step_of_a_session_processed_at_home(session: Path) -> None:
    after = session / "MarkerData" / "PostAugmentation_v0.3"
    after.mkdir()
    for name in ("walk.trc", "neutral.trc"):
        (session / "MarkerData" / name).rename(after / name)
    assert read_capture(session).notes[0].endswith("MarkerData/PostAugmentation_v0.3/walk.trc is read.")


@pytest.mark.parametrize("lost", [[], ["*_by_trajectory.csv"], ["*_by_trajectory.csv", "*/*_xyz.npy"]])
def test_a_recording_of_freemocap_is_its_best_file(recording_folder: Path, lost: list[str]) -> None:
    body = np.load(recording_folder / "output_data" / "mediapipe_body_3d_xyz.npy")
    np.save(
        recording_folder / "output_data" / "mediapipe_skeleton_3d.npy",
        np.pad(body, ((0, 0), (0, 520), (0, 0))),
    )
    for pattern in lost:
        next(recording_folder.glob(pattern)).unlink()
    recording = read_capture(recording_folder)
    assert (recording.frame_count, recording.fps) == (30, 30.0)
    best = ["recording_by_trajectory.csv", "output_data/mediapipe_body_3d_xyz.npy"]
    best.append("output_data/mediapipe_skeleton_3d.npy")
    assert recording.notes[0] == f"Of FreeMoCap's recording {best[len(lost)]} is read."
    names = ["Left_hip", "Right_shoulder"]
    left, right = (recording.points[:, recording.names.index(name)] for name in names)
    true = 1e-3 * (body[:, 23] - body[:, 12])
    np.testing.assert_allclose(np.linalg.norm(left - right, axis=1), np.linalg.norm(true, axis=1), atol=1e-6)


def test_the_folder_of_outputs_alone(recording_folder: Path) -> None:
    assert read_capture(recording_folder / "output_data").frame_count == 30


@pytest.mark.parametrize("kind", ["session", "recording_folder"])
def test_a_sidecar_of_the_folder_counts(kind: str, request: pytest.FixtureRequest) -> None:
    folder = request.getfixturevalue(kind)
    write_sidecar(folder, Sidecar(height=1.5))
    assert read_capture(folder).subject.height == 1.5
    assert read_capture(folder, Sidecar(height=1.4)).subject.height == 1.4


def test_links_out_of_the_folder_are_refused(session: Path, recording_folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "elsewhere.trc"
    (session / "MarkerData" / "walk.trc").rename(secret)
    (session / "MarkerData" / "walk.trc").symlink_to(secret)
    with pytest.raises(CaptureError, match="leads out of the folder OpenCapData_1, expected a file"):
        read_capture(session)
    shutil.copy(session / "MarkerData" / "neutral.trc", session / "kept.trc")
    (session / "MarkerData" / "walk.trc").unlink()
    (session / "MarkerData" / "walk.trc").symlink_to(session / "kept.trc")
    assert read_capture(session).frame_count == 1
    facts = session / "sessionMetadata.yaml"
    facts.rename(tmp_path / "facts.yaml")
    facts.symlink_to(tmp_path / "facts.yaml")
    with pytest.raises(CaptureError, match="leads out of the folder OpenCapData_1"):
        read_capture(session)
    table = next(recording_folder.glob("*.csv"))
    table.rename(tmp_path / "table.csv")
    table.symlink_to(tmp_path / "table.csv")
    with pytest.raises(CaptureError, match="leads out of the folder recording"):
        read_capture(recording_folder)


def test_folders_that_lead_out_are_refused(session: Path, tmp_path: Path) -> None:
    (session / "MarkerData").rename(tmp_path / "elsewhere")
    (session / "MarkerData").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    with pytest.raises(CaptureError, match="leads out of the folder OpenCapData_1"):
        read_capture(session)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes")
def test_pipes_in_folders_are_not_opened(session: Path, recording_folder: Path) -> None:
    (session / "sessionMetadata.yaml").unlink()
    os.mkfifo(session / "sessionMetadata.yaml")
    assert read_capture(session).subject == Subject()
    next(recording_folder.glob("*.csv")).unlink()
    os.mkfifo(recording_folder / "recording_by_trajectory.csv")
    assert "xyz.npy is read" in read_capture(recording_folder).notes[0]


def test_other_folders_are_none_of_a_program(tmp_path: Path) -> None:
    (tmp_path / "output_data").mkdir()
    assert find_session(tmp_path) is None
    assert find_session(tmp_path / "output_data") is None


@pytest.mark.parametrize("cut", [0.1, 0.5, 0.99])
def test_a_capture_that_is_cut_off_is_said_with_its_name(session: Path, cut: float) -> None:
    trial = session / "MarkerData" / "walk.trc"
    content = trial.read_bytes()
    trial.write_bytes(content[: int(cut * len(content))])
    with pytest.raises(CaptureError, match=r"walk\.trc"):
        read_capture(session)

"""TRAM's persons come out in the world where the camera's way lies beside them; folders are read whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.smpl.body import MEAN_OFFSETS, MEAN_STATURE, TO_FILE_AXES
from understudy.capture.smpl.motion import SmplMotion
from understudy.errors import CaptureError
from understudy.export.captures.joblib_pickle import saved_object
from understudy.export.captures.trackers import write_gvhmr, write_tram, write_wham
from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion, make, performer_body
from understudy.synth.formats.smpl_parameters import IN_WORLD, smpl_parameters

ANGLES = np.deg2rad(0.1)
WAY = 1e-3  # [m]


@pytest.fixture(scope="module")
def walk() -> SyntheticMotion:
    return make("walk", seconds=2.0, fps=30.0, body=performer_body(height=MEAN_STATURE))


@pytest.fixture
def in_world(walk: SyntheticMotion) -> SmplMotion:
    return smpl_parameters(walk, IN_WORLD)


@pytest.fixture
def camera(in_world: SmplMotion) -> dict[str, Any]:
    """Return a camera that turns and rises while it looks at the person, y down."""
    share = np.linspace(0.0, 1.0, len(in_world.poses))[:, None]
    look = rot.from_axis_angle(np.array([1.0, 0.0, 0.0]), np.pi)
    turn = rot.from_rotation_vector(share * np.array([0.2, -0.7, 0.1]))
    return {
        "world_cam_R": rot.as_matrix(rot.multiply(turn, look)),
        "world_cam_T": np.array([0.5, 1.4, 4.0]) + share * np.array([0.3, 0.2, -0.5]),
        "img_focal": np.array(800.0),
    }


@pytest.fixture
def folder(in_world: SmplMotion, camera: dict[str, Any], tmp_path: Path) -> Path:
    """Return TRAM's results, in which the person is before the camera."""
    pelvis = MEAN_OFFSETS["pelvis"][TO_FILE_AXES]
    back = rot.conjugate(rot.from_matrix(camera["world_cam_R"]))
    places = rot.rotate(back, in_world.translations + pelvis - camera["world_cam_T"]) - pelvis
    root = rot.as_rotation_vector(rot.multiply(back, rot.from_rotation_vector(in_world.poses[:, 0])))
    poses = np.concatenate([root[:, None], in_world.poses[:, 1:]], axis=1)
    before = SmplMotion(in_world.kind, poses, places, in_world.fps, in_world.betas)
    (tmp_path / "film" / "hps").mkdir(parents=True)
    write_tram(tmp_path / "film" / "hps" / "hps_track_0.npy", before)
    (tmp_path / "film" / "camera.npy").write_bytes(saved_object(camera))
    return tmp_path / "film"


@pytest.mark.parametrize("given", ["", "hps/hps_track_0.npy"])
def test_the_person_is_in_the_world(given: str, folder: Path, walk: SyntheticMotion) -> None:
    recording = read_capture(folder / given)
    assert "TRAM has the person in the world, by camera.npy." in recording.notes
    assert recording.provenance.steps[0][1]["file"] == "camera.npy"
    assert recording.rotations is not None
    for name, joint in {"pelvis": "Hips", "left_knee": "LeftLeg", "right_wrist": "RightHand"}.items():
        found = recording.rotations[:, recording.names.index(name)]
        true = walk.joint_orientations[:, walk.body.index(joint)]
        apart = rot.as_rotation_vector(rot.multiply(rot.conjugate(found), true))
        assert np.linalg.norm(apart, axis=-1).max() < ANGLES, name
    pelvis = recording.points[:, recording.names.index("pelvis")]
    way, true = pelvis - pelvis[0], walk.root_positions - walk.root_positions[0]
    scale = np.linalg.norm(way[-1]) / np.linalg.norm(true[-1])
    assert 0.9 < scale < 1.1
    np.testing.assert_allclose(way, scale * true, atol=WAY)


def test_without_the_camera_the_person_is_before_it(folder: Path) -> None:
    (folder / "camera.npy").unlink()
    assert "TRAM has the person before the camera." in read_capture(folder).notes


def test_of_several_persons_the_first_is_read(folder: Path) -> None:
    content = (folder / "hps" / "hps_track_0.npy").read_bytes()
    for number in (1, 10):
        (folder / "hps" / f"hps_track_{number}.npy").write_bytes(content)
    said = "Of TRAM's results hps/hps_track_0.npy is read, the first of 3."
    assert read_capture(folder).notes[0] == said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"world_cam_R": None}, "camera.npy: lacks world_cam_R or world_cam_T"),
        ({"world_cam_R": np.zeros((60, 3, 3))}, "camera.npy: array 'world_cam_R' holds what turns nothing"),
        ({"world_cam_T": np.zeros((9, 3))}, "camera.npy: array 'world_cam_T' has no places of 60 frames"),
        ({"world_cam_T": np.full((60, 3), np.nan)}, "camera.npy: array 'world_cam_T' has no places"),
    ],
)
def test_a_broken_camera_is_said_in_a_sentence(
    changes: dict[str, Any], said: str, camera: dict[str, Any], folder: Path
) -> None:
    kept = {name: value for name, value in (camera | changes).items() if value is not None}
    (folder / "camera.npy").write_bytes(saved_object(kept))
    with pytest.raises(CaptureError, match=said):
        read_capture(folder)


def test_a_camera_that_is_too_short_is_said(camera: dict[str, Any], folder: Path) -> None:
    short = {name: camera[name][:30] for name in ("world_cam_R", "world_cam_T")}
    (folder / "camera.npy").write_bytes(saved_object(short))
    with pytest.raises(CaptureError, match="has 30 frames, of which the person's frame 30 is none"):
        read_capture(folder)


@pytest.mark.parametrize("content", [b"", b"nothing", b"\x80\x02cposix\nsystem\n(X\x02\x00\x00\x00lstR."])
def test_a_camera_of_another_kind_is_refused(content: bytes, folder: Path) -> None:
    (folder / "camera.npy").write_bytes(content)
    with pytest.raises(CaptureError, match=r"camera\.npy: (lacks world_cam_R|asks to call posix\.system)"):
        read_capture(folder)


def test_files_that_links_lead_to_elsewhere_are_refused(folder: Path, tmp_path: Path) -> None:
    for name in ("camera.npy", "hps/hps_track_0.npy"):
        kept = (folder / name).read_bytes()
        (folder / name).rename(tmp_path / "elsewhere")
        (folder / name).symlink_to(tmp_path / "elsewhere")
        with pytest.raises(CaptureError, match="leads out of the folder film"):
            read_capture(folder)
        (folder / name).unlink()
        (folder / name).write_bytes(kept)
    assert read_capture(folder).frame_count == 60


@pytest.mark.parametrize("program", ["GVHMR", "WHAM"])
def test_folders_of_results_are_read(program: str, in_world: SmplMotion, tmp_path: Path) -> None:
    if program == "GVHMR":
        write_gvhmr(tmp_path / "hmr4d_results.pt", in_world)
    else:
        write_wham(tmp_path / "wham_output.pkl", {0: in_world})
    (tmp_path / "0_input_video.mp4").write_bytes(b"film")
    assert read_capture(tmp_path).notes[0].startswith(f"Of {program}'s results ")

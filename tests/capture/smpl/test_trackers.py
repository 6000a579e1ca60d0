"""What programs track in films comes out as it was performed: turns, way, and the person who is seen most."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture import Sidecar, read_capture
from understudy.capture.smpl.motion import SmplMotion
from understudy.errors import CaptureError
from understudy.export.captures.joblib_pickle import joblib_pickle
from understudy.export.captures.trackers import write_gvhmr, write_phalp, write_tram, write_wham
from understudy.motion import Recording
from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion, make
from understudy.synth.formats.smpl_parameters import BEFORE_CAMERA, IN_WORLD, smpl_parameters

ANGLES = np.deg2rad(0.1)
WAY = 1e-3  # [m]
JOINTS = {"left_knee": "LeftLeg", "right_wrist": "RightHand", "head": "Head", "pelvis": "Hips"}
WRITERS: dict[str, tuple[np.ndarray, Callable[[Path, SmplMotion], None]]] = {
    "GVHMR": (IN_WORLD, write_gvhmr),
    "WHAM": (IN_WORLD, lambda path, motion: write_wham(path, {3: motion})),
    "TRAM": (BEFORE_CAMERA, write_tram),
    "4D-Humans": (BEFORE_CAMERA, lambda path, motion: write_phalp(path, {7: motion})),
}


@pytest.fixture(scope="module")
def walk() -> SyntheticMotion:
    return make("walk", seconds=2.0, fps=30.0)


@pytest.fixture(scope="module")
def in_world(walk: SyntheticMotion) -> SmplMotion:
    return smpl_parameters(walk, IN_WORLD)


def require_true(recording: Recording, walk: SyntheticMotion, frames: slice = slice(None)) -> None:
    """Require turns within a tenth of a degree, and the way of the hips within a millimetre."""
    assert recording.rotations is not None
    for name, joint in JOINTS.items():
        found = recording.rotations[:, recording.names.index(name)]
        true = walk.joint_orientations[frames, walk.body.index(joint)]
        apart = rot.as_rotation_vector(rot.multiply(rot.conjugate(found), true))
        assert np.linalg.norm(apart, axis=-1).max() < ANGLES, name
    pelvis = recording.points[:, recording.names.index("pelvis")]
    true = walk.root_positions[frames]
    # SMPL's legs are shorter at the same height, and its way with them.
    scale = np.linalg.norm(pelvis[-1] - pelvis[0]) / np.linalg.norm(true[-1] - true[0])
    assert 0.9 < scale < 1.1
    np.testing.assert_allclose(pelvis - pelvis[0], scale * (true - true[0]), atol=WAY)


@pytest.mark.parametrize("program", WRITERS)
def test_a_walk_comes_back(program: str, walk: SyntheticMotion, tmp_path: Path) -> None:
    axes, write = WRITERS[program]
    write(tmp_path / "results", smpl_parameters(walk, axes))
    recording = read_capture(tmp_path / "results")
    require_true(recording, walk)
    where = "in the world" if axes is IN_WORLD else "before the camera"
    assert f"{program} has the person {where}." in recording.notes
    assert "30 frames a second are assumed" in " ".join(recording.warnings)
    assert read_capture(tmp_path / "results", Sidecar(fps=60.0)).fps == 60.0


@pytest.mark.parametrize("write", [write_wham, write_phalp])
def test_of_several_persons_the_longest_track_is_read(
    write: Callable[[Path, dict[int, SmplMotion]], None], walk: SyntheticMotion, tmp_path: Path
) -> None:
    whole = smpl_parameters(walk, IN_WORLD if write is write_wham else BEFORE_CAMERA)
    part = SmplMotion(
        whole.kind, 0.0 * whole.poses[:20], whole.translations[:20], whole.fps, whole.betas, whole.gender
    )
    write(tmp_path / "results", {4: part, 2: whole})
    recording = read_capture(tmp_path / "results")
    require_true(recording, walk)
    said = "There are several persons: track 2 of 60 frames is read, 4 of 20 left out."
    assert said in recording.notes


def wham_arrays(motion: SmplMotion, **more: Any) -> dict[str, Any]:
    """Return one person's arrays with turns as matrices, as WHAM's interface returns them."""
    matrices = rot.as_matrix(rot.from_rotation_vector(motion.poses[:, :24]))
    return {
        "poses_body": matrices[:, 1:],
        "poses_root_world": matrices[:, :1],
        "trans_world": motion.translations[None],
        "betas": np.zeros(10),
        "verts_cam": np.zeros((len(matrices), 8, 3)),
    } | more


@pytest.mark.parametrize("shape", ["(T, 1, 3, 3)", "(1, T, 3, 3)", "(T, 3, 3)"])
@pytest.mark.parametrize("is_alone", [True, False])
def test_wham_in_matrices(
    shape: str, is_alone: bool, walk: SyntheticMotion, in_world: SmplMotion, tmp_path: Path
) -> None:
    arrays = wham_arrays(in_world)
    root = arrays["poses_root_world"]
    arrays["poses_root_world"] = {"(1, T, 3, 3)": root[None, :, 0], "(T, 3, 3)": root[:, 0]}.get(shape, root)
    (tmp_path / "a.pkl").write_bytes(pickle.dumps(arrays if is_alone else {0: arrays}))
    require_true(read_capture(tmp_path / "a.pkl"), walk)


def test_the_world_goes_before_the_camera(
    walk: SyntheticMotion, in_world: SmplMotion, tmp_path: Path
) -> None:
    before = smpl_parameters(walk, BEFORE_CAMERA)
    flat = in_world.poses[:, :24].reshape(len(in_world.poses), -1)
    arrays = {
        "pose": before.poses[:, :24].reshape(len(flat), -1),
        "trans": before.translations,
        "pose_world": flat,
        "trans_world": in_world.translations,
    }
    (tmp_path / "a.pkl").write_bytes(pickle.dumps({0: arrays}))
    recording = read_capture(tmp_path / "a.pkl")
    require_true(recording, walk)
    assert "WHAM has the person in the world." in recording.notes
    del arrays["pose_world"], arrays["trans_world"]
    (tmp_path / "b.pkl").write_bytes(joblib_pickle({0: arrays}))
    recording = read_capture(tmp_path / "b.pkl")
    require_true(recording, walk)
    assert "WHAM has the person before the camera." in recording.notes


def test_frames_without_the_person_are_missing(
    walk: SyntheticMotion, in_world: SmplMotion, tmp_path: Path
) -> None:
    kept = np.r_[0:20, 25:60]
    arrays = {
        "pose_world": in_world.poses[kept, :24].reshape(len(kept), -1),
        "trans_world": in_world.translations[kept],
        "frame_ids": kept + 100,
    }
    (tmp_path / "a.pkl").write_bytes(pickle.dumps({0: arrays}))
    recording = read_capture(tmp_path / "a.pkl")
    assert recording.frame_count == 60
    seen = recording.valid_mask.all(axis=1)
    np.testing.assert_array_equal(np.flatnonzero(~seen), np.arange(20, 25))


def stages(in_world: SmplMotion, **changes: Any) -> dict[int, Any]:
    arrays = wham_arrays(in_world) | changes
    return {0: {name: value for name, value in arrays.items() if value is not None}}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"poses_body": np.zeros((60, 23, 3, 3))}, "'poses_body' holds what turns nothing, first in frame 0"),
        (
            {"poses_body": np.zeros((60, 23, 6))},
            r"'poses_body' has the shape \(60, 23, 6\), expected rotation",
        ),
        ({"poses_root_world": None}, "without those of its root, expected poses_root_world"),
        ({"trans_world": np.zeros((3, 3))}, r"'trans_world' has the shape \(3, 3\), expected 60 frames of 3"),
        ({"frame_id": [0] * 60}, "'frame_id' has no increasing numbers of 60 frames"),
        ({"betas": "tall"}, "array 'betas' holds <U4, expected numbers"),
    ],
)
def test_what_is_broken_is_said_in_a_sentence(
    changes: dict[str, Any], said: str, in_world: SmplMotion, tmp_path: Path
) -> None:
    (tmp_path / "a.pkl").write_bytes(pickle.dumps(stages(in_world, **changes)))
    with pytest.raises(CaptureError, match=said):
        read_capture(tmp_path / "a.pkl")


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        ({"tid": [], "smpl": []}, "tracks nobody in 2 frames"),
        ({"tid": [1], "smpl": [{"global_orient": np.eye(2)}]}, "has 4 numbers at 'global_orient' in a frame"),
        (
            {
                "tid": [1],
                "smpl": [{"global_orient": np.eye(3), "body_pose": np.zeros(7)}],
                "camera": [np.zeros(3)],
            },
            "has 16 numbers a body, expected matrices of nine each",
        ),
    ],
)
def test_broken_frames_are_said_in_a_sentence(frame: dict[str, Any], said: str, tmp_path: Path) -> None:
    buffer = io.BytesIO()
    pickle.dump({"a": frame, "b": frame}, buffer)
    (tmp_path / "a.pkl").write_bytes(buffer.getvalue())
    with pytest.raises(CaptureError, match=said):
        read_capture(tmp_path / "a.pkl")

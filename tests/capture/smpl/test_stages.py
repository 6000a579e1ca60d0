"""AMASS's files of SMPL-X, as its newer stages write them: the same motion as in SMPL-H."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.smpl.motion import SmplMotion
from understudy.export.captures.amass import write_amass
from understudy.export.captures.joblib_pickle import joblib_pickle
from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion, make
from understudy.synth.formats.smpl_parameters import smpl_parameters

POINTS = 1e-3  # [m]
ANGLES = np.deg2rad(0.1)
BODY, FACE = 66, 9
JOINTS = {"left_knee": "LeftLeg", "right_wrist": "RightHand", "head": "Head", "pelvis": "Hips"}


@pytest.fixture(scope="module")
def walk() -> SyntheticMotion:
    return make("walk", seconds=2.0, fps=60.0)


@pytest.fixture(scope="module")
def motion(walk: SyntheticMotion) -> SmplMotion:
    return smpl_parameters(walk)


@pytest.fixture(scope="module")
def stage(motion: SmplMotion) -> dict[str, Any]:
    """Return the arrays of a file of the second stage, with face and hands behind the body."""
    turns = motion.poses.reshape(len(motion.poses), -1)
    face = np.zeros((len(turns), FACE))
    whole = np.concatenate([turns[:, :BODY], face, turns[:, BODY:]], axis=1)
    return {
        "gender": np.array("neutral"),
        "surface_model_type": np.array("smplx"),
        "mocap_frame_rate": np.array(60.0),
        "mocap_time_length": np.array(2.0),
        "markers_latent": np.zeros((3, 3)),
        "latent_labels": np.array(["LFHD", "RFHD", "C7"]),
        "markers_latent_vids": np.array({"LFHD": 1}, dtype=object),
        "trans": motion.translations,
        "poses": whole,
        "betas": np.zeros(16),
        "num_betas": np.array(16),
        "root_orient": whole[:, :3],
        "pose_body": whole[:, 3:BODY],
        "pose_hand": whole[:, BODY + FACE :],
        "pose_jaw": face[:, :3],
        "pose_eye": face[:, 3:],
    }


def require_true(path: Path, walk: SyntheticMotion, motion: SmplMotion) -> None:
    """Require the turns that were performed, and the points of the same motion in SMPL-H."""
    recording = read_capture(path)
    assert recording.dialect == "SMPL (SMPL-X)"
    assert recording.fps == walk.fps
    assert recording.rotations is not None
    for name, joint in JOINTS.items():
        found = recording.rotations[:, recording.names.index(name)]
        true = walk.joint_orientations[:, walk.body.index(joint)]
        apart = rot.as_rotation_vector(rot.multiply(rot.conjugate(found), true))
        assert np.linalg.norm(apart, axis=-1).max() < ANGLES, name
    beside = path.parent / "smplh.npz"
    write_amass(beside, motion)
    plain = read_capture(beside)
    common = [name for name in plain.names if name in recording.names]
    assert len(common) > 50
    found, true = (each.points[:, [each.names.index(name) for name in common]] for each in (recording, plain))
    np.testing.assert_allclose(found, true, atol=POINTS)


@pytest.mark.parametrize("name", ["poses", "fullpose"])
def test_a_pickle_of_the_second_stage(
    name: str, stage: dict[str, Any], walk: SyntheticMotion, motion: SmplMotion, tmp_path: Path
) -> None:
    arrays = {name: stage["poses"], **{key: stage[key] for key in ("trans", "betas", "mocap_frame_rate")}}
    details = {"stageii_debug_details": {"marker_errors": np.zeros(3), "pose": [1, 2]}}
    (tmp_path / "a_stageii.pkl").write_bytes(pickle.dumps(arrays | details))
    require_true(tmp_path / "a_stageii.pkl", walk, motion)
    (tmp_path / "b_stageii.pkl").write_bytes(joblib_pickle(arrays))
    require_true(tmp_path / "b_stageii.pkl", walk, motion)


def test_parts_without_the_whole(
    stage: dict[str, Any], walk: SyntheticMotion, motion: SmplMotion, tmp_path: Path
) -> None:
    np.savez(tmp_path / "a.npz", **{name: array for name, array in stage.items() if name != "poses"})
    require_true(tmp_path / "a.npz", walk, motion)

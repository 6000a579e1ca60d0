"""Parameters of SMPL written as programs do that track people in films: GVHMR, WHAM, TRAM and 4D-Humans."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from understudy.capture.smpl.joints import BODY_JOINTS, SMPL
from understudy.capture.smpl.motion import SmplMotion
from understudy.export.captures.joblib_pickle import joblib_pickle, saved_object
from understudy.export.learning.torch_archive import torch_archive
from understudy.motion.archive import write_bytes
from understudy.spatial import rotations as rot

_PACKED = 3
"""The level of compression that PHALP asks for."""

_SHAPES = 10


def write_gvhmr(path: str | Path, motion: SmplMotion) -> None:
    """Write ``hmr4d_results.pt``, with y up in the world.

    Raises:
        OutputError: Where the file cannot be written.
    """
    turns = motion.poses.reshape(len(motion.poses), -1).astype(np.float32)
    parameters = {
        "body_pose": turns[:, 3 : 3 * BODY_JOINTS],
        "betas": _betas(motion),
        "global_orient": turns[:, :3],
        "transl": motion.translations.astype(np.float32),
    }
    write_bytes(path, torch_archive({"smpl_params_global": parameters}))


def write_wham(path: str | Path, motions: Mapping[int, SmplMotion]) -> None:
    """Write ``wham_output.pkl``: for each person's number what is in the world, with y up.

    Raises:
        OutputError: Where the file cannot be written.
    """
    persons = {
        number: {
            "pose_world": _smpl(motion).reshape(len(motion.poses), -1),
            "trans_world": motion.translations.astype(np.float32),
            "betas": _betas(motion),
            "frame_ids": np.arange(len(motion.poses)),
        }
        for number, motion in motions.items()
    }
    write_bytes(path, joblib_pickle(persons))


def write_tram(path: str | Path, motion: SmplMotion) -> None:
    """Write ``hps_track_0.npy``: what is before the camera, whose y points down.

    Raises:
        OutputError: Where the file cannot be written.
    """
    track = {
        "pred_rotmat": _matrices(motion),
        "pred_trans": motion.translations[:, None],
        "pred_shape": _betas(motion),
        "frame": np.arange(float(len(motion.poses))),
    }
    write_bytes(path, saved_object(track))


def write_phalp(path: str | Path, motions: Mapping[int, SmplMotion]) -> None:
    """Write what PHALP does for 4D-Humans: frames with lists of the persons seen, before the camera.

    Raises:
        OutputError: Where the file cannot be written.
    """
    frames: dict[str, object] = {}
    matrices = {ident: _matrices(motion) for ident, motion in motions.items()}
    for number in range(max(len(motion.poses) for motion in motions.values())):
        seen = {ident: motion for ident, motion in motions.items() if number < len(motion.poses)}
        bodies = [
            {
                "global_orient": matrices[ident][number, :1],
                "body_pose": matrices[ident][number, 1:],
                "betas": _betas(motion)[0],
            }
            for ident, motion in seen.items()
        ]
        frames[f"img/{number + 1:06d}.jpg"] = {
            "time": number,
            "tid": list(seen),
            "smpl": bodies,
            "camera": [motion.translations[number].astype(np.float32) for motion in seen.values()],
        }
    write_bytes(path, zlib.compress(joblib_pickle(frames), _PACKED))


def _smpl(motion: SmplMotion) -> np.ndarray:
    """Return rotation vectors (T, 24, 3) of SMPL's joints; its hands are not turned."""
    poses = np.zeros((len(motion.poses), len(SMPL.joints), 3), dtype=np.float32)
    poses[:, :BODY_JOINTS] = motion.poses[:, :BODY_JOINTS]
    return poses


def _matrices(motion: SmplMotion) -> np.ndarray:
    return rot.as_matrix(rot.from_rotation_vector(_smpl(motion).astype(np.float64))).astype(np.float32)


def _betas(motion: SmplMotion) -> np.ndarray:
    betas = np.zeros((len(motion.poses), _SHAPES), dtype=np.float32)
    betas[:, : len(motion.betas)] = motion.betas[:_SHAPES]
    return betas

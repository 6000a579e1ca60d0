"""Which skeleton pose parameters turn: the licensed model's own, or the mean body in the right size.

The joints of a shape are  J = J_regressor · (v_template + shapedirs · betas)  (Loper et al. 2015, eq. 10), so
that three arrays of the model's ``.npz`` suffice where the user has its file.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from understudy.capture.npz.arrays import NpzArrays
from understudy.capture.skeletons.skeleton import Skeleton
from understudy.capture.smpl.body import (
    MEAN_STATURE,
    TO_OUR_AXES,
    limb_points,
    mean_skeleton,
    skeleton_of_joints,
    stature_of,
)
from understudy.capture.smpl.joints import WORDS
from understudy.capture.smpl.motion import SmplMotion
from understudy.capture.smpl.stature import ENOUGH, scale_of_steps, stature_of_shape
from understudy.capture.source import read_source
from understudy.errors import CaptureError

MODELS_VARIABLE = "UNDERSTUDY_SMPL_MODELS"
"""Names the folder of the body models."""

_ARRAYS = ("v_template", "shapedirs", "J_regressor")
_MAX_VERTICES = 100_000
_FARTHEST = 3.0
"""A joint further [m] from the model's origin is not a person's."""


@dataclass(frozen=True)
class ModelJoints:
    """Joints (J, 3) [m] of a shape in the T-pose, in SMPL's axes, and the file that they come from."""

    joints: np.ndarray
    file_name: str
    sha256: str


def model_names(motion: SmplMotion) -> tuple[str, ...]:
    """Return the file names under which a motion's body model is looked for, in the folder of models."""
    family = motion.kind.name.replace("-", "")
    plain = f"{family}_{motion.gender.upper()}.npz"
    return plain, f"{family.lower()}/{plain}", f"{family.lower()}/{motion.gender}/model.npz"


def find_model(motion_path: Path, motion: SmplMotion) -> Path | None:
    """Return the body model's file, in the folder that the environment names or beside the motion.

    Raises:
        CaptureError: Where the environment names a folder that is not there.
    """
    folders = [motion_path.parent]
    named = os.environ.get(MODELS_VARIABLE)
    if named:
        if not Path(named).is_dir():
            raise CaptureError(
                named, f"{MODELS_VARIABLE} names this folder of body models, which is not there"
            )
        folders.insert(0, Path(named))
    candidates = (folder / name for folder in folders for name in model_names(motion))
    return next((path for path in candidates if path.is_file()), None)


def read_model_joints(path: Path, motion: SmplMotion) -> ModelJoints:
    """Return the joints of a motion's shape by its body model.

    Raises:
        CaptureError: Where the file is not such a model.
    """
    content = read_source(path).content
    arrays = NpzArrays(path, content)
    missing = [name for name in _ARRAYS if name not in arrays]
    if missing:
        raise CaptureError(
            path, f"is not a body model: it lacks the array '{missing[0]}', expected {', '.join(_ARRAYS)}"
        )
    template, directions, regressor = (arrays.numbers(name) for name in _ARRAYS)
    count, vertices = len(motion.kind.joints), template.shape[0]
    if (
        template.shape != (vertices, 3)
        or vertices > _MAX_VERTICES
        or directions.shape[:2] != (vertices, 3)
        or directions.ndim != 3
        or regressor.shape != (count, vertices)
    ):
        raise CaptureError(
            path,
            f"has arrays of the shapes {template.shape}, {directions.shape} and {regressor.shape}, "
            f"expected (V, 3), (V, 3, B) and ({count}, V) of {motion.kind.name}",
        )
    used = min(len(motion.betas), directions.shape[2])
    joints = regressor @ (template + directions[:, :, :used] @ motion.betas[:used])
    if not (np.abs(joints) < _FARTHEST).all():
        raise CaptureError(path, "puts a joint metres away from the body, expected a person's joints")
    return ModelJoints(joints, path.name, hashlib.sha256(content).hexdigest())


@dataclass(frozen=True, eq=False)
class ChosenSkeleton:
    """A skeleton, the sentence that says why it was chosen, and the body model that it is from, if any."""

    skeleton: Skeleton
    note: str
    model: ModelJoints | None = None


def choose_skeleton(path: Path, motion: SmplMotion) -> ChosenSkeleton:
    """Return the skeleton of the body model where its file is at hand, else the mean body.

    The mean body is as tall as the steps show, else as the shape parameters say.
    """
    file = find_model(path, motion)
    if file is not None:
        model = read_model_joints(file, motion)
        skeleton = skeleton_of_joints(motion.kind, model.joints)
        note = f"Joints are those of the body model {model.file_name}, {stature_of(skeleton):.2f} m tall."
        return ChosenSkeleton(skeleton, note, model)
    scale = _scale_of_steps(motion)
    if scale is not None:
        stature, reason = scale * MEAN_STATURE, "at which standing feet stay in place"
    else:
        stature = stature_of_shape(motion.gender, motion.betas)
        reason = f"by gender ({motion.gender}) and shape parameters, approximately"
    note = (
        f"Joints are those of SMPL's mean body at {stature:.2f} m, {reason}, since no body model was found "
        f"({model_names(motion)[0]} beside the file or in {MODELS_VARIABLE})."
    )
    return ChosenSkeleton(mean_skeleton(motion.kind, stature), note)


def _scale_of_steps(motion: SmplMotion) -> float | None:
    mean = mean_skeleton(motion.kind, MEAN_STATURE)
    seen = slice(max(1, round(ENOUGH * motion.fps)))
    part = replace(motion, poses=motion.poses[seen], translations=motion.translations[seen])
    root = part.translations[:, TO_OUR_AXES]
    feet = [points - root for points in limb_points(part, mean, [f"{word}_foot" for word in WORDS.values()])]
    return scale_of_steps(root, feet, motion.fps)

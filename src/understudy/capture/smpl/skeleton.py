"""Which skeleton pose parameters turn: the licensed model's own, or the mean body in the right size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from understudy.capture.skeletons.skeleton import Skeleton
from understudy.capture.smpl.body import (
    MEAN_STATURE,
    TO_OUR_AXES,
    body_poses,
    mean_skeleton,
    skeleton_of_joints,
    stature_of,
)
from understudy.capture.smpl.joints import WORDS
from understudy.capture.smpl.model import (
    MODELS_VARIABLE,
    ModelJoints,
    find_model,
    model_names,
    read_model_joints,
)
from understudy.capture.smpl.motion import SmplMotion
from understudy.capture.smpl.stature import ENOUGH, scale_of_steps, stature_of_shape


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
    points = body_poses(part, mean).points
    root = part.translations[:, TO_OUR_AXES]
    feet = [points[:, mean.names.index(f"{word}_foot")] - root for word in WORDS.values()]
    return scale_of_steps(root, feet, motion.fps)

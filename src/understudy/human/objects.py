"""Poses of rigid objects from the markers on them (Terlemez 2014, VI-C).

An object's marker model says where its markers sit in the object's own frame. Its pose is the motion that
carries the model onto what was seen, by singular value decomposition, in all frames at once. Where nobody
measured the object, the model is learnt from the clip.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.errors import InvalidMotionError, unknown_name
from understudy.human.marker_model import LEAST_THICKNESS, MIN_MARKERS, MarkerModel, learn_marker_model
from understudy.motion import Recording
from understudy.motion import validation as check
from understudy.motion.object_motion import ObjectMotion
from understudy.spatial import rotations as rot
from understudy.spatial.alignment import align

_MIRROR_RATIO = 3.0
"""Markers are mirrored where the mirror image fits that many times better over the whole clip.

Noise lets the mirror image of a nearly flat object fit as well as the object itself, never that much better.
"""

_MIRROR_LENGTH = 1e-6
"""A residual [m] below which there is nothing to explain by a mirror."""


def object_motion(model: MarkerModel, seen: np.ndarray, valid: np.ndarray | None = None) -> ObjectMotion:
    """Return the pose of a rigid object in every frame that shows enough of its markers.

    Args:
        model: Where its markers sit.
        seen: (T, K, 3) [m] the model's markers in the world; NaN where one was not seen.
        valid: (T, K), False where a marker was not seen; by default where ``seen`` is not finite.

    Returns:
        The pose ``T_world_object``; not known in frames with fewer than three markers, or with markers in
        one line.

    Raises:
        InvalidMotionError: Where the seen markers are a mirror image of the model.
    """
    check.require_shape("seen markers", np.asarray(seen), (None, len(model.names), 3))
    counted = np.asarray(np.isfinite(seen).all(axis=2))
    if valid is not None:
        check.require_shape("valid", valid, counted.shape)
        counted &= valid
    best = align(model.points, seen, counted.astype(np.float64))
    known = (counted.sum(axis=1) >= MIN_MARKERS) & (best.thickness > LEAST_THICKNESS)
    _refuse_mirror(model, best.residuals[known], best.mirrored_residuals[known])
    quaternions = np.full((len(known), 4), np.nan)
    if known.any():
        quaternions[known] = rot.continuous(rot.from_matrix(best.rotations[known]))
    return ObjectMotion(
        positions=np.where(known[:, None], best.translations, np.nan),
        quaternions=quaternions,
        valid=known,
        residuals=np.where(known, best.residuals, np.nan),
    )


def object_motions(
    recording: Recording, models: Mapping[str, MarkerModel] | None = None
) -> dict[str, ObjectMotion]:
    """Return the poses of every object whose markers a recording holds.

    Args:
        recording: With ``objects`` that name the markers of each.
        models: Object → where its markers sit; by default learnt from the recording.

    Raises:
        InvalidMotionError: One sentence that names the object and what is wrong with its markers.
    """
    motions, problems = told_objects(recording, models)
    if problems:
        name, problem = next(iter(problems.items()))
        raise InvalidMotionError(f"object '{name}': {problem}")
    return motions


def told_objects(
    recording: Recording, models: Mapping[str, MarkerModel] | None = None
) -> tuple[dict[str, ObjectMotion], dict[str, str]]:
    """Return the poses of objects that their markers tell, and for the others one sentence why not.

    A stick with its markers in one line has no pose, but is no reason to lose the person who holds it.

    Args:
        recording: With ``objects`` that name the markers of each.
        models: Object → where its markers sit; by default learnt from the recording.
    """
    motions: dict[str, ObjectMotion] = {}
    problems: dict[str, str] = {}
    for name, markers in recording.objects.items():
        model = (models or {}).get(name)
        try:
            motions[name] = _motion(recording, markers, model)
        except InvalidMotionError as error:
            problems[name] = str(error)
    return motions, problems


def _motion(recording: Recording, markers: tuple[str, ...], model: MarkerModel | None) -> ObjectMotion:
    names = markers if model is None else model.names
    missing = [name for name in names if name not in recording.names]
    if missing:
        raise InvalidMotionError(unknown_name("marker", missing[0], markers))
    columns = [recording.names.index(name) for name in names]
    seen, valid = recording.points[:, columns], recording.valid_mask[:, columns]
    return object_motion(learn_marker_model(names, seen, valid) if model is None else model, seen, valid)


def _refuse_mirror(model: MarkerModel, residuals: np.ndarray, mirrored: np.ndarray) -> None:
    if len(residuals) == 0:
        return
    own, image = (float(np.sqrt(np.mean(each**2))) for each in (residuals, mirrored))
    if own > _MIRROR_RATIO * image and own > _MIRROR_LENGTH:
        raise InvalidMotionError(
            f"the markers {model.listed} are a mirror image of their model, to {image * 1e3:.1f} mm against "
            f"{own * 1e3:.1f} mm for the model itself; expected the same handedness, and labels not swapped"
        )

"""Skeletons for SMPL's pose parameters, with or without the licensed body model, and how they are posed.

Without it, the skeleton is the mean body's, by ``body.toml``. Tips of segments, which the models do not have
as joints, are ours with any skeleton.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import cast

import numpy as np

from understudy.capture.bvh.kinematics import UNTURNED, chained_poses
from understudy.capture.naming.tables import Table, on_side
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.capture.smpl.joints import PARENTS, SmplKind
from understudy.capture.smpl.motion import SmplMotion
from understudy.spatial import rotations as rot

MEAN_STATURE = 1.70
"""Body height [m] of the mean body: legs and trunk are 1.32 m long, which are 0.779 of an adult."""

TO_OUR_AXES = [2, 0, 1]
"""SMPL's z (forward), x (left) and y (up) are our x, y and z."""

TO_FILE_AXES = [1, 2, 0]
"""The way back."""

_OFFSETS = cast(dict[str, list[float]], Table.beside(__file__, "a mean body").data["offsets"])

MEAN_OFFSETS: dict[str, np.ndarray] = {
    on_side(name, side): np.array(offset) * (1.0, sign, 1.0)
    for name, offset in _OFFSETS.items()
    for side, sign in (("r", -1.0), ("l", 1.0))
}
"""Point → its place [m] seen from its parent in the T-pose: x forward, y left, z up."""

_LEGS = ("left_knee", "right_knee", "left_ankle", "right_ankle")
_LEGS_AND_TRUNK = (*_LEGS, "spine1", "spine2", "spine3", "neck")


def mean_skeleton(kind: SmplKind, stature: float) -> Skeleton:
    """Return the mean body scaled to a body height [m], in the T-pose: z up, facing x."""
    scale = stature / MEAN_STATURE
    return _skeleton(kind, scale * _mean_offsets(kind.points))


def skeleton_of_joints(kind: SmplKind, joints: np.ndarray) -> Skeleton:
    """Return the skeleton whose joints are at (J, 3) [m] in the T-pose, in SMPL's own axes.

    Tips are the mean body's, as much larger as the legs are.
    """
    places = dict(zip(kind.joints, joints[:, TO_OUR_AXES], strict=True))
    offsets = {
        name: place - (places[PARENTS[name]] if name in PARENTS else 0.0) for name, place in places.items()
    }
    scale = _length(offsets, _LEGS) / _length(MEAN_OFFSETS, _LEGS)
    tips = {name: scale * MEAN_OFFSETS[name] for name in kind.tips}
    return _skeleton(kind, np.array([(offsets | tips)[name] for name in kind.points]))


def stature_of(skeleton: Skeleton) -> float:
    """Return the body height [m] of a skeleton, by its legs and trunk against the mean body's."""
    offsets = dict(zip(skeleton.names, skeleton.offsets, strict=True))
    return MEAN_STATURE * _length(offsets, _LEGS_AND_TRUNK) / _length(MEAN_OFFSETS, _LEGS_AND_TRUNK)


def body_poses(motion: SmplMotion, skeleton: Skeleton) -> Poses:
    """Return all points over time, with the file's z, x and y as x, y and z, as the skeleton has them."""
    turns = rot.from_rotation_vector(motion.poses[..., TO_OUR_AXES])
    translations = [offset[None] for offset in skeleton.offsets]
    # SMPL turns the body about its pelvis and adds the translation to that.
    translations[0] = motion.translations[:, TO_OUR_AXES] + skeleton.offsets[0]
    own = [[turns[:, joint]] for joint in range(turns.shape[1])]
    return chained_poses(skeleton, translations, own + [[UNTURNED]] * len(motion.kind.tips), len(turns))


def limb_points(motion: SmplMotion, skeleton: Skeleton, tips: Sequence[str]) -> list[np.ndarray]:
    """Return where some joints are over time (T, 3), as :func:`body_poses` has them, without all others."""
    kept = sorted({joint for tip in tips for joint in _upwards(skeleton, skeleton.names.index(tip))})
    parents = [skeleton.parents[joint] for joint in kept]
    limbs = Skeleton(
        names=tuple(skeleton.names[joint] for joint in kept),
        parents=tuple(ROOT if parent == ROOT else kept.index(parent) for parent in parents),
        offsets=skeleton.offsets[kept],
    )
    turns = rot.from_rotation_vector(motion.poses[:, kept][..., TO_OUR_AXES])
    root = motion.translations[:, TO_OUR_AXES] + limbs.offsets[0]
    translations = [root, *limbs.offsets[1:, None]]
    own = [[turns[:, joint]] for joint in range(len(kept))]
    points = chained_poses(limbs, translations, own, len(turns)).points
    return [points[:, limbs.names.index(tip)] for tip in tips]


def _upwards(skeleton: Skeleton, joint: int) -> Iterator[int]:
    """Yield a joint, its parent, and so on up to the root."""
    while joint != ROOT:
        yield joint
        joint = skeleton.parents[joint]


def _length(offsets: dict[str, np.ndarray], names: tuple[str, ...]) -> float:
    return sum(float(np.linalg.norm(offsets[name])) for name in names)


def _skeleton(kind: SmplKind, offsets: np.ndarray) -> Skeleton:
    return Skeleton(names=kind.points, parents=_parents(kind.points), offsets=offsets)


@lru_cache
def _mean_offsets(points: tuple[str, ...]) -> np.ndarray:
    """Return the mean body's offsets (K, 3) [m] of points, not to be changed."""
    return np.array([MEAN_OFFSETS[name] for name in points])


@lru_cache
def _parents(points: tuple[str, ...]) -> tuple[int, ...]:
    """Return the index of each point's parent among a model's points, ``ROOT`` for the root."""
    parents = (PARENTS.get(name) for name in points)
    return tuple(ROOT if parent is None else points.index(parent) for parent in parents)

"""From an Acclaim skeleton and the numbers of its bones to where every joint is."""

from __future__ import annotations

import numpy as np

from understudy.capture.acclaim.motion_file import AmcMotion
from understudy.capture.acclaim.skeleton_file import MOVES, TURNS, AsfSkeleton
from understudy.capture.bvh.kinematics import UNTURNED, chained_poses
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.spatial import rotations as rot


def skeleton_of(asf: AsfSkeleton) -> Skeleton:
    """Return the joints at which bones begin, named after these, with tips where no further bone does."""
    bones = asf.bones
    inner = {bone.parent for bone in bones}
    return Skeleton(
        names=tuple(bone.name for bone in bones),
        parents=tuple(bone.parent for bone in bones),
        offsets=np.array(
            [np.zeros(3) if bone.parent == ROOT else bones[bone.parent].vector for bone in bones]
        ),
        end_offsets={
            bone.name: bone.vector for place, bone in enumerate(bones) if place not in inner and place > 0
        },
    )


def poses_of(asf: AsfSkeleton, motion: AmcMotion) -> Poses:
    """Return all poses, in the file's unit and axes.

    A bone turns about axes of its own, C, which are turned from the fixed ones: seen from its parent it turns
    by C M C⁻¹, where M is the product of its turns about fixed axes, that of the first number first.
    """
    skeleton = skeleton_of(asf)
    translations: list[np.ndarray] = []
    turns: list[list[np.ndarray]] = []
    for place, bone in enumerate(asf.bones):
        values = motion.values.get(place)
        translation = (asf.place if bone.parent == ROOT else skeleton.offsets[place])[None]
        own: list[np.ndarray] = []
        if values is not None:
            moved = np.zeros((len(values), 3))
            for name, column in zip(bone.freedoms, values.T, strict=True):
                if name in MOVES:
                    moved[:, MOVES.index(name)] = column
                else:
                    angles = np.deg2rad(column) if motion.degrees else column
                    own.insert(0, rot.from_axis_angle(np.eye(3)[TURNS.index(name)], angles))
            if moved.any():
                translation = translation + rot.rotate(bone.axis[None], moved)
        translations.append(translation)
        turns.append([bone.axis[None], *own, rot.conjugate(bone.axis)[None]] if own else [UNTURNED])
    return chained_poses(skeleton, translations, turns, len(motion.lines))

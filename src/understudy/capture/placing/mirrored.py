"""Captures in left-handed axes, read the right way round."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.skeleton_motion import Poses


def mirrored(raw: RawCapture, axis: int) -> RawCapture:
    """Return a capture with one axis reversed, 0 for x and 1 for y, in its frames and its rest pose.

    A turn about an axis v by an angle becomes one about the reflected v by the opposite angle, which leaves
    of the quaternion's vector the part along the reversed axis and reverses the others.
    """
    of_points = np.where(np.arange(3) == axis, -1.0, 1.0)
    of_rotations = np.array([1.0, *-of_points])
    rest = raw.rest
    return replace(
        raw,
        points=raw.points * of_points,
        rotations=None if raw.rotations is None else raw.rotations * of_rotations,
        plates=tuple(
            replace(
                plate,
                corners=plate.corners * of_points,
                forces=plate.forces * of_points,
                pressure=plate.pressure * of_points,
            )
            for plate in raw.plates
        ),
        rest=None if rest is None else Poses(rest.points * of_points, rest.rotations * of_rotations),
    )

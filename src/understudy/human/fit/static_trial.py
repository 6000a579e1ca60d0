"""A static trial: the person stands still on flat feet, with markers on that may be off when moving.

It shows where markers sit while no skin slides, the inner side of joints, and where a foot's zero is: the
sole lies on the floor, the midfoot is not twisted and the toes are straight.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.human.fit.body_shape import joint_limits
from understudy.human.fit.fitted_body import attached_places
from understudy.human.fit.targets import Targets
from understudy.human.human import Human
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.marker_fit import FitOptions, MarkerFitter
from understudy.kinematics.shape import Shape
from understudy.motion import Recording
from understudy.robots.parts import Attachment

QUIET_SECONDS = 0.5
"""Length of the calmest stretch, over which markers are averaged."""

STILL = 0.10
"""Speed [m/s] up to which a person stands still, on the median of the markers."""

SHARE = 0.2
"""So many frames as this share of the others does the static one count for when a body is identified."""

FOOT_PARTS = ("A", "M", "F")
"""Hindfoot, forefoot and toes; unturned, all are parallel to the floor."""


def standing_still(static: Recording) -> Recording:
    """Return one frame of a static trial: the mean of its calmest stretch.

    Raises:
        InvalidMotionError: Where nobody stands still in it.
    """
    window = max(1, min(round(QUIET_SECONDS * static.fps), static.frame_count))
    valid = static.valid_mask
    points = np.where(valid[..., None], static.points, np.nan)
    spread = np.full(static.frame_count - window + 1, np.inf)
    for start in range(len(spread)):
        part = points[start : start + window]
        whole = np.isfinite(part).all(axis=(0, 2))
        if whole.any():
            ends = np.linalg.norm(part[-1, whole] - part[0, whole], axis=1)
            spread[start] = float(np.median(ends)) - 1e-6 * whole.sum()
    best = int(np.argmin(spread))
    seconds = max(window - 1, 1) / static.fps
    if not spread[best] / seconds < STILL:
        raise InvalidMotionError(
            f"in the static trial {static.provenance.source or ''} nobody stands still: in its calmest "
            f"{seconds:.2g} s markers move at {spread[best] / seconds:.2g} m/s, expected less than {STILL}"
        )
    calm, seen = points[best : best + window], valid[best : best + window]
    count = seen.sum(axis=0)
    mean = np.where(seen[..., None], calm, 0.0).sum(axis=0) / np.maximum(count, 1)[:, None]
    return replace(
        static,
        points=mean[None],
        valid=(count > 0)[None],
        rotations=None,
        contacts=None,
    )


def joined(moving: Recording, still: Recording, copies: int) -> Recording:
    """Return a recording with the frames of a static trial behind those of a motion.

    Args:
        moving: The motion.
        still: One frame of the same person with markers of the same names, or some that are only there.
        copies: How often the frame is appended.

    Raises:
        InvalidMotionError: Where no marker is in both.
    """
    names = (*moving.names, *(name for name in still.names if name not in moving.names))
    if not set(moving.names) & set(still.names):
        raise InvalidMotionError(
            f"the static trial {still.provenance.source or ''} has no marker of the motion; found "
            f"{', '.join(still.names[:5])} …, expected some of {', '.join(moving.names[:5])} …"
        )
    frames = moving.frame_count
    points = np.full((frames + copies, len(names), 3), np.nan)
    valid = np.zeros((frames + copies, len(names)), dtype=bool)
    points[:frames, : len(moving.names)], valid[:frames, : len(moving.names)] = (
        moving.points,
        moving.valid_mask,
    )
    columns = [names.index(name) for name in still.names]
    points[frames:, columns], valid[frames:, columns] = still.points[0], still.valid_mask[0]
    return Recording(
        names=names,
        points=np.where(valid[..., None], points, np.nan),
        fps=moving.fps,
        valid=valid,
        landmark_points={**still.landmark_points, **moving.landmark_points},
        marker_places={**still.marker_places, **moving.marker_places},
        objects=moving.objects,
        subject=moving.subject,
        dialect=moving.dialect,
        provenance=moving.provenance,
    )


def with_level_feet(human: Human, shape: Shape, targets: Targets, noise: float) -> Shape:
    """Return the shape with the feet's points where a person has them who stands on level soles.

    The static pose leaves ankles where they are; each foot is turned about its ankle until the sole is level,
    with straight midfoot and toes, and its points are then put where they were measured.

    Args:
        human: The person, with identified lengths.
        shape: The person's shape, with identified places of points.
        targets: The points; their last frame is the static one.
        noise: Standard deviation [m] of a coordinate.
    """
    options = FitOptions(noise=noise, tolerance=3.0 * noise)
    fitter = MarkerFitter(shape.tree, shape.points, *joint_limits(human), np.array(human.home), options)
    places, seen = targets.places[-1], targets.seen[-1]
    q = fitter.fit(places[None], seen[None]).q
    points = list(shape.points)
    for side in "LR":
        bodies = [int(human.model.body(side + part).id) for part in FOOT_PARTS]
        ankle, ahead = attached_places(
            human, [Attachment(bodies[0], np.zeros(3)), Attachment(bodies[0], np.array([1.0, 0.0, 0.0]))], q
        )[0]
        heading = np.array([*(ahead - ankle)[:2], 0.0])
        forward = heading / np.linalg.norm(heading)
        level = np.stack([forward, np.cross([0.0, 0.0, 1.0], forward), [0.0, 0.0, 1.0]])
        origin = ankle
        for number, body in enumerate(bodies):
            if number:
                origin = origin + shape.tree.body_pos[body] @ level
            for index, point in enumerate(points):
                if point.body == body:
                    place = places[index] if seen[index] else _where(human, point, q)
                    points[index] = replace(point, local=level @ (place - origin))
    return replace(shape, points=tuple(points))


def _where(human: Human, point: BodyPoint, q: np.ndarray) -> np.ndarray:
    return attached_places(human, [Attachment(point.body, np.array(point.local))], q)[0, 0]

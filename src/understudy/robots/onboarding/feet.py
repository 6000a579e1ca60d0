"""Soles, heels and toes, read off the shapes of the feet."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from understudy.robots.onboarding.body_axes import BodyAxes
from understudy.robots.onboarding.links import LinkTree
from understudy.robots.onboarding.segmentation import Limb
from understudy.robots.onboarding.shapes import inertia_box
from understudy.robots.onboarding.zero_pose import Posed

_STEEPEST = np.cos(np.deg2rad(50.0))
"""How far a sole may be turned from the end of the leg in the zero pose."""

_SOONER, _FACES = 1.2, 12
"""How much larger another face must be than the one below, and how many faces of the hull are tried."""

_USUAL = (-0.27, 0.5, 0.2, 0.32)
"""Heel behind the ankle, toe ahead of it, half width and height of a robot's foot over its shin's length."""

_LAYER = 0.04
"""Thickness, as a share of the foot's length, of what counts as the sole."""


@dataclass(frozen=True, eq=False)
class Foot:
    """A foot in the home pose.

    Attributes:
        body: The body that the sole is fixed to.
        corners_w: (4, 3) heel left, heel right, toe left, toe right [m].
        toe_w: (3,) where the toes begin [m].
        heel_w: (3,) middle of the rear edge [m].
        from_shape: Whether the model has shapes there; else its inertia had to tell.
    """

    body: int
    corners_w: np.ndarray
    toe_w: np.ndarray
    heel_w: np.ndarray
    from_shape: bool


def foot_cloud(tree: LinkTree, limb: Limb, axes: BodyAxes) -> tuple[np.ndarray, bool]:
    """Return (N, 3) points of a foot [m] in the zero pose, and whether they come from shapes."""
    link = limb.stem.link_of_joint((limb.middle + limb.end)[-1])
    points = tree.points_w(link)
    if not limb.end and len(points):
        # The shin is one with the foot: only what is below the ankle and around it is foot.
        heading = _unit(limb.end_w - limb.middle_w)
        beyond = (points - limb.end_w) @ heading
        points = points[beyond > -0.25 * beyond.max()]
    if len(points):
        return points, True
    boxes = [inertia_box(tree.model, tree.data, body) for part in tree.subtree(link) for body in part.bodies]
    box = np.concatenate(boxes)
    shin = float(np.linalg.norm(limb.end_w - limb.middle_w))
    plausible = len(box) > 0 and 0.2 * shin < np.ptp(box, axis=0).max() < 1.2 * shin
    return (box if plausible else _usual_foot(limb, axes, shin)), False


def _usual_foot(limb: Limb, axes: BodyAxes, shin: float) -> np.ndarray:
    """Return (4, 3) corners [m] of a sole as robots usually have it, measured by the shin."""
    rear, front, half, height = (share * shin for share in _USUAL)
    corners = np.array([(x, y, -height) for x in (rear, front) for y in (-half, half)])
    return limb.end_w + corners @ axes.matrix


def sole_direction(tree: LinkTree, limb: Limb, axes: BodyAxes) -> np.ndarray:
    """Return (3,) the way that a sole faces in the zero pose: where the foot is flattest.

    Tried are the body's down, the shin's, and the faces of the foot's hull; the one with the largest flat
    face wins, the body's down a little sooner than the others.
    """
    points, _ = foot_cloud(tree, limb, axes)
    down, shin = -axes.up_w, _unit(limb.end_w - limb.middle_w)
    expected = _unit(down + shin)
    candidates = [c for c in (down, shin, *_hull_faces(points)) if c @ expected > _STEEPEST]
    areas = [_face_area(points, candidate) for candidate in candidates]
    if not candidates or (candidates[0] is down and areas[0] >= max(areas) / _SOONER):
        return down
    return candidates[int(np.argmax(areas))]


def _hull_faces(points: np.ndarray) -> list[np.ndarray]:
    """Return the outward directions (3,) of the larger faces of a cloud's hull."""
    try:
        hull = ConvexHull(points)
    except QhullError:
        return []
    corners = points[hull.simplices]
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    return list(hull.equations[np.argsort(areas)[::-1][:_FACES], :3])


def find_foot(tree: LinkTree, limb: Limb, axes: BodyAxes, home: Posed) -> Foot:
    """Return a foot's sole, heel and toe in the home pose."""
    link = limb.stem.link_of_joint((limb.middle + limb.end)[-1])
    points, from_shape = foot_cloud(tree, limb, axes)
    points = home.moved(link.body, points)
    canonical = points @ axes.matrix.T
    length = float(np.ptp(canonical[:, 0]))
    floor = float(canonical[:, 2].min())
    ankle = axes.matrix @ home.moved(link.body, limb.end_w)
    layer = max(_LAYER * length, 0.25 * (ankle[2] - floor))
    sole = canonical[canonical[:, 2] < floor + layer]
    (rear, right), (front, left) = sole[:, :2].min(axis=0), sole[:, :2].max(axis=0)
    corners = np.array(
        [(rear, left, floor), (rear, right, floor), (front, left, floor), (front, right, floor)]
    )
    middle = 0.5 * (left + right)
    toe = np.array([front, middle, floor])
    if limb.spare:
        hinge = axes.matrix @ home.moved(link.body, tree.anchor_w[limb.spare[0]])
        toe[0] = hinge[0]
    heel = np.array([rear, middle, floor])
    return Foot(link.body, corners @ axes.matrix, toe @ axes.matrix, heel @ axes.matrix, from_shape)


def _face_area(points: np.ndarray, direction: np.ndarray) -> float:
    """Return the area [m²] of what lies flat at the outermost end of a cloud in a direction."""
    height = points @ direction
    size = float(np.ptp(points, axis=0).max())
    face = points[height > height.max() - _LAYER * size]
    across = np.linalg.svd(direction[None])[2][1:]
    try:
        return float(ConvexHull(face @ across.T).volume) if len(face) > 2 else 0.0
    except QhullError:
        return 0.0


def _unit(vector: np.ndarray) -> np.ndarray:
    return vector / max(float(np.linalg.norm(vector)), 1e-12)

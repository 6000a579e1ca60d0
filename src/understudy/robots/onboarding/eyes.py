"""Eyes that do not move: two small twin shapes on the front of the head."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from understudy.robots.onboarding.body_axes import BodyAxes
from understudy.robots.onboarding.links import Link
from understudy.robots.onboarding.plan import Plan
from understudy.robots.onboarding.shapes import geom_cloud

_BESIDE, _AHEAD, _HIGH = (0.15, 0.75), 0.6, (0.3, 0.85)
"""Where eyes are: beside the middle (share of the half width), ahead and up (shares of the head's size)."""

_LARGEST, _TWIN = 0.35, 0.02
"""Largest extent of an eye, and how exactly twins mirror each other, as shares of the head's size."""


def eye_shapes(plan: Plan, axes: BodyAxes, head: Link, middle: float) -> dict[str, np.ndarray] | None:
    """Return both eyes (3,) [m] in canonical axes by side, None where no two shapes look like eyes.

    Args:
        plan: The body plan.
        axes: The body's directions.
        head: The link of the head.
        middle: Where the midline is on the left axis [m].
    """
    whole = head.points_w @ axes.matrix.T
    if len(whole) == 0:
        return None
    low, size = whole.min(axis=0), np.maximum(np.ptp(whole, axis=0), 1e-9)
    shapes = list(_shapes(plan, axes, head))
    near = _TWIN * float(size.max())
    eyes = []
    for place, extent in shapes:
        share = (place - low) / size
        beside = (place[1] - middle) / (0.5 * size[1])
        fits = _BESIDE[0] < beside < _BESIDE[1] and share[0] > _AHEAD and _HIGH[0] < share[2] < _HIGH[1]
        mirrored = np.array([place[0], 2.0 * middle - place[1], place[2]])
        twin = any(np.abs(other - mirrored).max() < near for other, _ in shapes)
        if fits and twin and extent < _LARGEST * size.max():
            eyes.append((float(share[0]), place, mirrored))
    if not eyes:
        return None
    _, left, right = max(eyes, key=lambda eye: eye[0])
    return {"l": left, "r": right}


def _shapes(plan: Plan, axes: BodyAxes, head: Link) -> Iterator[tuple[np.ndarray, float]]:
    """Yield the middle (3,) of each shape of the head in canonical axes and its largest extent [m]."""
    model, data = plan.tree.model, plan.tree.data
    for body in head.bodies:
        first, count = int(model.body_geomadr[body]), int(model.body_geomnum[body])
        for geom in range(first, first + count):
            cloud = geom_cloud(model, geom) @ data.xmat[body].reshape(3, 3).T + data.xpos[body]
            cloud = cloud @ axes.matrix.T
            if len(cloud):
                yield 0.5 * (cloud.min(axis=0) + cloud.max(axis=0)), float(np.ptp(cloud, axis=0).max())

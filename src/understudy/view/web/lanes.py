"""Where everyone stands in the scene, and from where they are seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from understudy.view.camera import Camera
from understudy.view.performer import Performer
from understudy.view.viewpoint import Viewpoint

LAYOUTS = ("side by side", "overlaid")

_APART = 0.95
"""Distance of two figures side by side relative to the taller one's height."""

_REFERENCE = (900, 900)
"""A picture [pixels] in which one figure fills the height."""

_LOOK = 0.42
"""Height that a camera looks at relative to the tallest figure's: names stand above, controls below."""

_FAR = 1.22
"""How much farther a camera stands than for a film, in which nothing is above or below a figure."""

_AROUND_ONE = 1.1
"""Height of a picture of one figure relative to its own."""

_NARROW, _NARROW_SHIFT, _NARROW_FAR = 0.75, 0.2, 1.55
"""Width over height below which a window is narrow, by how much of its height figures go up then, and how
much farther the camera stands, since controls take almost half of it."""

_HALF = float(np.tan(0.5 * np.deg2rad(Camera.FIELD_OF_VIEW)))
"""Half the height of a picture relative to the distance of what it shows."""

_ROOM = 0.94
"""Share of the picture's width that figures side by side may take."""


def floor_radius(height: float) -> float:
    """Return how far [m] the floor reaches around a figure of a height [m], short of its neighbour's."""
    return 0.49 * _APART * height


@dataclass(frozen=True, eq=False)
class Lanes:
    """Places of figures in the scene, whose middle is the origin.

    Attributes:
        offsets_w: (N, 3) [m] a place for each.
        target_w: (3,) [m] what a camera looks at.
        way_w: (3,) unit vector from there to the camera.
        distance: [m] from which one figure fills the height of a picture.
        breadth: [m] that all take from the left to the right.
    """

    offsets_w: np.ndarray
    target_w: np.ndarray
    way_w: np.ndarray
    distance: float
    breadth: float

    @property
    def reach(self) -> float:
        """Distance [m] from which all are seen in a picture as wide as high."""
        return 0.5 * self.breadth / (_ROOM * _HALF)

    @property
    def drop(self) -> float:
        """How far below the figures' middle a camera looks in a narrow window, relative to its distance."""
        return 2.0 * _HALF * _NARROW_SHIFT

    def camera(self, aspect: float) -> tuple[np.ndarray, np.ndarray]:
        """Return where (3,) [m] a camera stands and looks that sees all in a picture of a width over height.

        In a narrow window, as a phone's, the controls lie below: figures stand in its upper part.
        """
        far = _NARROW_FAR if aspect < _NARROW else 1.0
        distance = max(far * self.distance, self.reach / max(aspect, 0.2))
        down = self.drop * distance if aspect < _NARROW else 0.0
        target_w = self.target_w - np.array([0.0, 0.0, down])
        return target_w + self.way_w * distance, target_w


def arrange(performers: Sequence[Performer], viewpoint: Viewpoint, layout: str) -> Lanes:
    """Return places for figures, the first at the left."""
    camera = viewpoint.cameras(performers[0], _REFERENCE)[0]
    tallest = max(performer.stature.height for performer in performers)
    right_w, _ = camera.horizontal_axes_w()
    count = len(performers)
    steps = np.arange(count) - 0.5 * (count - 1)
    apart = _APART * tallest if layout == LAYOUTS[0] else 0.0
    way_w = camera.position_w() - camera.target_w
    distance = _FAR * float(np.linalg.norm(way_w)) * tallest / performers[0].stature.height
    return Lanes(
        offsets_w=steps[:, None] * apart * right_w,
        target_w=np.array([0.0, 0.0, _LOOK * tallest]),
        way_w=way_w / np.linalg.norm(way_w),
        distance=distance,
        breadth=apart * (count - 1) + 1.1 * tallest,
    )


def single(height: float) -> Lanes:
    """Return the place of one figure of a height [m] that faces x, seen from the front and a little aside."""
    way_w = np.array([2.6, 1.1, 0.25])
    distance = 0.5 * height * _FAR * _AROUND_ONE / _HALF
    return Lanes(
        offsets_w=np.zeros((1, 3)),
        target_w=np.array([0.0, 0.0, 0.5 * height]),
        way_w=way_w / np.linalg.norm(way_w),
        distance=distance,
        breadth=height,
    )

"""A map of the body: a robot from the front and from behind, its skin coloured by what it felt."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.motion.skin import Skin
from understudy.robots import Robot
from understudy.robots.parts import home_data
from understudy.view.body_view import BodyView, body_view
from understudy.view.scene import BACKGROUND

SIZE = (320, 240)
"""Width and height of a map [pixels]."""

_NEIGHBOURS = 3
"""Taxels between which a pixel is coloured."""

_FINE = 2
"""Pixels of a view in each direction for one of the map, whose edges that smooths."""

_BODY, _BARE = np.array([0.78, 0.80, 0.83]), np.array([0.90, 0.91, 0.93])
"""Colours of skin that feels nothing, and of what has no skin."""

_HEAT = np.array([[0.99, 0.86, 0.40], [0.98, 0.62, 0.22], [0.89, 0.26, 0.20], [0.55, 0.04, 0.22]])
"""Colours of skin that is touched, from a little to the most."""

_ASIDE = -0.3
"""Cosine of the angle between a taxel's normal and the way to the viewer from which on it is seen."""

_FAR_OFF = 2.5
"""Distance of a pixel's surface from the nearest taxel, in taxels' sizes, from which on it is bare."""


class BodyMap(NamedTuple):
    """A map that is ready to be coloured, again and again.

    Attributes:
        blank: (H, W, 3) uint8, the picture of a robot that feels nothing.
        shade: (P,) light on each of the P pixels that have skin.
        pixels: (P,) where they are in the picture, row after row.
        taxels: (P, 3) the taxels between which each is.
        weights: (P, 3) their weights, which add up to 1.
        taxel_count: S.
    """

    blank: np.ndarray
    shade: np.ndarray
    pixels: np.ndarray
    taxels: np.ndarray
    weights: np.ndarray
    taxel_count: int


def prepare_body_map(robot: Robot, skin: Skin, size: tuple[int, int] = SIZE) -> BodyMap:
    """Find out which taxels are where in a map; takes a moment, once.

    Args:
        robot: The robot.
        skin: Its taxels, such as ``Rollout.skin``.
        size: Width and height of the whole map [pixels]; front in its left half, back in its right.
    """
    half = (size[0] // 2, size[1])
    views = [body_view(robot, (_FINE * half[0], _FINE * half[1]), front) for front in (True, False)]
    width = size[0] - half[0]
    blanks, found = [], []
    for index, view in enumerate(views):
        coarse = BodyView(*(part[_FINE // 2 :: _FINE, _FINE // 2 :: _FINE] for part in view))
        near, weights, has_skin = _between(robot, skin, coarse, 1.0 if index == 0 else -1.0)
        fine = has_skin.repeat(_FINE, axis=0).repeat(_FINE, axis=1)
        colours = np.where(fine[..., None], _BODY, _BARE)
        colours = np.where((view.bodies > 0)[..., None], colours * view.shade[..., None], BACKGROUND)
        blanks.append(colours.reshape(half[1], _FINE, half[0], _FINE, 3).mean(axis=(1, 3)))
        rows, columns = np.nonzero(has_skin)
        pixels = rows * size[0] + columns + index * width
        found.append((coarse.shade[has_skin], pixels, near[has_skin], weights[has_skin]))
    blank = np.empty((size[1], size[0], 3))
    blank[:] = BACKGROUND
    blank[:, : half[0]], blank[:, width:] = blanks
    blank = (255.0 * blank + 0.5).astype(np.uint8)
    shade, pixels, taxels, weights = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return BodyMap(blank, shade, pixels, taxels, weights, skin.size)


def draw_body_map(body_map: BodyMap, values: np.ndarray, most: float) -> np.ndarray:
    """Return the map (H, W, 3) uint8 coloured by values of its taxels; fast enough for every frame of a film.

    Args:
        body_map: What :func:`prepare_body_map` returned.
        values: (S,) of the taxels: pressure [Pa], time touched [s] or whatever is 0 where nothing was.
        most: Value of the darkest colour, such as the largest of a whole rollout.
    """
    share = np.sqrt(np.clip(values / most, 0.0, 1.0)) if most > 0.0 else np.zeros(body_map.taxel_count)
    picture = body_map.blank.copy()
    touched = share[body_map.taxels].any(axis=1)
    mixed = np.einsum("pk,pk->p", share[body_map.taxels[touched]], body_map.weights[touched])
    colours = heat(mixed) * body_map.shade[touched, None]
    # A faint touch lets the body shine through, so that the edge of a coloured patch is soft.
    cover = np.minimum(1.0, 4.0 * mixed)[:, None]
    flat, places = picture.reshape(-1, 3), body_map.pixels[touched]
    flat[places] = flat[places] * (1.0 - cover) + 255.0 * cover * colours + 0.5
    return picture


def heat(share: np.ndarray) -> np.ndarray:
    """Return colours (N, 3) of shares (N,) of the most."""
    place = np.clip(share, 0.0, 1.0) * (len(_HEAT) - 1)
    return np.stack([np.interp(place, np.arange(len(_HEAT)), part) for part in _HEAT.T], axis=1)


def _covered(robot: Robot, skin: Skin) -> np.ndarray:
    return np.array([robot.model.body(name).id for name in skin.bodies], dtype=np.int64)


def _between(
    robot: Robot, skin: Skin, view: BodyView, ahead: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return of each pixel its taxels (H, W, 3), their weights (H, W, 3), and whether it has skin (H, W).

    Taxels that face away do not count, though they may be near where a part is thin; ``ahead`` is where the
    viewer is along x.
    """
    # SciPy's trees take a while to import.
    from scipy.spatial import KDTree

    data = home_data(robot.model, robot.home)
    shape = view.bodies.shape
    near, weights = np.zeros((*shape, _NEIGHBOURS), dtype=np.int64), np.zeros((*shape, _NEIGHBOURS))
    has_skin = np.zeros(shape, dtype=bool)
    for number, body in enumerate(_covered(robot, skin)):
        turn, here = data.xmat[body].reshape(3, 3), view.bodies == body
        facing = ahead * (skin.normals @ turn[0]) > _ASIDE
        own = np.flatnonzero((skin.body == number) & facing)
        if not here.any() or not len(own):
            continue
        places_w = data.xpos[body] + skin.points[own] @ turn.T
        count = min(_NEIGHBOURS, len(own))
        queried = KDTree(places_w).query(view.points_w[here], k=count)
        distance, found = (np.asarray(part).reshape(-1, count) for part in queried)
        limit = _FAR_OFF * np.sqrt(skin.areas[own[found[:, 0]]])
        closeness = 1.0 / (distance + 1e-6) ** 2
        rows = np.zeros((len(found), _NEIGHBOURS), dtype=np.int64)
        shares = np.zeros((len(found), _NEIGHBOURS))
        rows[:, :count], shares[:, :count] = own[found], closeness / closeness.sum(axis=1, keepdims=True)
        near[here], weights[here], has_skin[here] = rows, shares, distance[:, 0] <= limit
    return near, weights, has_skin

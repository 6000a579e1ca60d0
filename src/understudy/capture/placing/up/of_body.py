"""What the body says about which way is up: how it holds itself, what carries its weight, how it falls.

Trunk and thighs each rise, are level or hang, by their angles to an axis, which makes nine postures. For
every axis that may be up, the lowest points of a frame are what would carry the body, as far as they rest. If
the axis is up, the zero-moment point is between them, unless furniture, water or a treadmill carries the
body, and a body that nothing carries falls at 1 g.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from understudy.capture.placing.posture import AXES, Landmarks, middle, trunk
from understudy.capture.placing.up.evidence import Evidence
from understudy.capture.placing.up.moments import Moments
from understudy.spatial.vectors import norms

_LEVEL = np.sin(np.deg2rad(35.0))
"""Sine of the slope up to which a segment counts as level."""


class _Kind(NamedTuple):
    """How often frames show a posture, of adults and of infants, and how often something else carries it."""

    adults: float
    infants: float
    elsewhere: float
    ways: float = 4.0
    """Directions in which it may face where a part of it is level: each is as much less likely."""


POSTURES: dict[tuple[int, int], _Kind] = {
    (1, 1): _Kind(0.78, 0.10, 0.03, 1.0),  # standing
    (1, 0): _Kind(0.06, 0.10, 0.6),  # sitting
    (0, 1): _Kind(0.04, 0.02, 0.05),  # bent over
    (0, 0): _Kind(0.08, 0.50, 0.1),  # lying, crawling
    (-1, 1): _Kind(0.01, 0.01, 0.1, 1.0),  # bent down
    (0, -1): _Kind(0.006, 0.20, 0.1),  # on the back, legs in the air
    (1, -1): _Kind(0.002, 0.01, 0.9, 1.0),  # hanging by the knees
    (-1, 0): _Kind(0.003, 0.01, 0.3),  # rolling
    (-1, -1): _Kind(0.004, 0.001, 0.2, 1.0),  # handstand
}
"""Trunk and thighs that rise (1), are level (0) or hang (-1)."""

_INFANT = 0.8
"""Probability that a body of an infant's proportions is one: skeletons of adults may have them, too."""

_MOVEMENT, _MOVEMENTS = 1.3, 3.0
"""Time [s] after which frames tell anew what carries the body, and how often they do at the most: once where
how it moves is not known."""

_UNKNOWN = 0.5
"""Probability of what is seen in the air, where it is not known what would carry."""

_SAME_HEIGHT, _AREA = 0.035, 0.09
"""How much higher than the lowest point others carry, too, and how far around them a body's weight is
carried, as shares of its height."""

_TURNS = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)

_RESTS, _DRAGGED, _NOISE = 0.05, 0.35, 2.5
"""Speed up to which a point rests, in heights a second, and what is added to it: a share of the body's, as a
foot that rolls is nowhere at rest, and a multiple of the noise."""

_PUSHED = 0.3
"""Share of its weight from which on a body is not in the air."""

_OFF, _LEAST_FALLS, _UNFALLEN = 0.25, 0.01, 0.03
"""How far a fall may be from 1 g, the least share of frames in it that tells, and the probability that it
goes another way."""

GRAVITY = 9.81 / 1.7
"""Of a grown person [heights/s²]."""


def of_body(moments: Moments, infancy: float, gravity: float = GRAVITY) -> Iterator[Evidence]:
    """Yield what the body says.

    Args:
        moments: The body.
        infancy: How sure it is that it has an infant's proportions, from 0 to 1.
        gravity: In heights of the body per s².
    """
    parts = _parts(moments.tracks)
    if parts is not None:
        known = np.isfinite(parts[0]).all(axis=1)
        movements = min(moments.seconds / _MOVEMENT, _MOVEMENTS if moments.is_moving else 1.0)
        table, seen = _kinds(infancy), [part[known] for part in parts]
        poses, carriers = {}, {}
        for name, axis in AXES.items():
            kinds = table[_shown(axis, seen)]
            carried = _carried(axis, moments, gravity)[known]
            poses[name] = float(np.log(kinds[:, 0].mean()))
            chances = np.select([carried == 0, carried == 1], [kinds[:, 1], 1.0 - kinds[:, 1]], _UNKNOWN)
            carriers[name] = movements * float(np.log(chances).mean())
        yield Evidence("the body holds itself", poses)
        yield Evidence("its weight is carried", carriers)
    falls = {name: _falling(axis, moments.spells, gravity) for name, axis in AXES.items()}
    total = sum(falls.values())
    if max(falls.values()) > _LEAST_FALLS:
        chances = {name: _UNFALLEN + (1.0 - _UNFALLEN) * share / total for name, share in falls.items()}
        yield Evidence("the body falls", {name: float(np.log(chance)) for name, chance in chances.items()})


def _parts(tracks: Landmarks) -> tuple[np.ndarray, np.ndarray] | None:
    """Return unit vectors (N, 3) up the trunk and up the thighs, None where neither is seen."""
    hips = middle(tracks, "hip")
    ways = {"trunk": [trunk(tracks), tracks.get("head", hips) - hips]}
    ways["thighs"] = [hips - middle(tracks, "knee"), hips - middle(tracks, "ankle")]
    seen = {name: [way for way in each if (norms(way) > 0.0).any()] for name, each in ways.items()}
    if not seen["trunk"] and not seen["thighs"]:
        return None
    # What is never seen is as the other one is.
    both = [(seen[name] or seen[other])[0] for name, other in (("trunk", "thighs"), ("thighs", "trunk"))]
    known = (norms(both[0]) > 0.0) & (norms(both[1]) > 0.0)
    trunks, thighs = (np.where(known[:, None], way, np.nan) for way in both)
    return trunks / norms(trunks)[:, None], thighs / norms(thighs)[:, None]


def _kinds(infancy: float) -> np.ndarray:
    """Return (3, 3, 2) how often trunk and thighs are shown so, and are carried by something else."""
    ways = (-1, 0, 1)
    return np.array([[_chances(POSTURES[trunk, thighs], infancy) for thighs in ways] for trunk in ways])


def _shown(axis: np.ndarray, parts: Sequence[np.ndarray]) -> tuple[np.ndarray, ...]:
    """Return whether parts (N, 3) hang (0), are level (1) or rise (2) if an axis is up, (N,) of each."""
    return tuple((part @ axis > _LEVEL).astype(int) - (part @ axis < -_LEVEL) + 1 for part in parts)


def _chances(kind: _Kind, infancy: float) -> tuple[float, float]:
    share = _INFANT * infancy
    return (share * kind.infants + (1.0 - share) * kind.adults) / kind.ways, kind.elsewhere


def _carried(axis: np.ndarray, moments: Moments, gravity: float) -> np.ndarray:
    """Return (N,) whether the weight is between low points that rest: 1, 0, or 2 in the air."""
    heights = moments.points @ axis - moments.reach
    lowest = np.nanmin(heights, axis=1)
    rests = moments.speeds < _RESTS + _NOISE * moments.noise + _DRAGGED * norms(moments.velocity)[:, None]
    carries = rests & (heights <= lowest[:, None] + _SAME_HEIGHT)
    push = gravity + moments.acceleration @ axis
    is_pushed = push > _PUSHED * gravity
    arm = (moments.centre @ axis - lowest) / np.where(is_pushed, push, 1.0)
    weight = moments.centre - arm[:, None] * moments.acceleration
    level = np.roll(np.eye(3), -int(np.argmax(np.abs(axis))) - 1, axis=0)[:2]
    # A convex polygon is as far as its corners in every direction.
    ways = level.T @ np.stack([np.cos(_TURNS), np.sin(_TURNS)])
    corners = np.where(carries[..., None], moments.points @ ways, -np.inf).max(axis=1)
    is_over = (weight @ ways <= corners + _AREA).all(axis=1)
    return np.where(is_pushed, is_over, 2)


def _falling(axis: np.ndarray, spells: np.ndarray, gravity: float) -> float:
    """Return the share of moments before, at and after which accelerations (N, 3, 3) are those of a fall."""
    off = np.linalg.norm(spells + gravity * axis, axis=2)
    return float((off < _OFF * gravity).all(axis=1).mean())

"""A model whose collision detection leaves out pairs of bodies of which nobody asks.

Parts that touch at rest touch always, at several points each. To find them all takes MuJoCo most of its time
where nothing else touches. A compiled model has no room for more pairs that it excludes, but every geom has
bits by which it tells with which others it collides.
"""

from __future__ import annotations

import copy
from collections import Counter
from functools import lru_cache

import mujoco
import numpy as np

from understudy.robots.self_collision import BodyPair

BITS = 31
"""Bits of a geom that are used, one of them by all bodies that have none of their own."""


@lru_cache(maxsize=8)
def without_contacts(model: mujoco.MjModel, pairs: frozenset[BodyPair]) -> mujoco.MjModel:
    """Return a copy of a model in which as many of these pairs of bodies as possible do not collide.

    All others collide as they did. Where geoms differ in their bits already, nothing is left out.
    """
    collides = (model.geom_contype != 0) | (model.geom_conaffinity != 0)
    kinds = np.unique(np.stack([model.geom_contype, model.geom_conaffinity], axis=1)[collides], axis=0)
    if not pairs or len(kinds) != 1 or not kinds[0, 0] & kinds[0, 1]:
        return model
    own = _bodies_with_bits(pairs)
    types, affinities = np.ones(model.nbody, dtype=np.int64), np.ones(model.nbody, dtype=np.int64)
    for body, bit in own.items():
        types[body], affinities[body] = 1 << bit, 0
    for body, bit in own.items():
        apart = np.array([(min(body, other), max(body, other)) in pairs for other in range(model.nbody)])
        affinities[~apart] |= 1 << bit
    found = copy.copy(model)
    found.geom_contype[:] = np.where(collides, types[model.geom_bodyid], 0)
    found.geom_conaffinity[:] = np.where(collides, affinities[model.geom_bodyid], 0)
    has_geoms = model.body_contype != 0
    found.body_contype[:] = np.where(has_geoms, types, 0)
    found.body_conaffinity[:] = np.where(has_geoms, affinities, 0)
    return found


def _bodies_with_bits(pairs: frozenset[BodyPair]) -> dict[int, int]:
    """Return bodies with a bit of their own, so that most pairs have one, those of most pairs first."""
    left, found = set(pairs), dict[int, int]()
    while left and len(found) < BITS - 1:
        counts = Counter(body for pair in left for body in pair)
        body = min(counts, key=lambda each: (-counts[each], each))
        found[body] = 1 + len(found)
        left = {pair for pair in left if body not in pair}
    return found

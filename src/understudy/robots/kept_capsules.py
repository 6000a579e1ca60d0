"""Capsules of a model, what they leave uncovered, and pairs of bodies that may meet, kept between runs.

They take a second to make of a robot of meshes, and follow from nothing but the model and this code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import mujoco
import numpy as np

from understudy.kinematics.body_parts import BodyCapsule
from understudy.robots.kept_arrays import load_arrays, model_digest, save_arrays
from understudy.robots.self_collision import BodyPair

KIND = "capsules"
_MOST_BYTES = 1 << 24

_MADE_BY = ("capsules", "convex_shape", "mirrored_bodies", "colliding_bodies", "kept_capsules", "surface")


class Made(NamedTuple):
    """What is kept.

    Attributes:
        capsules: The capsules of all bodies, body after body.
        pairs: The pairs of bodies that may meet.
        holes: (nbody,) [m] how deep holes are that capsules leave in a body.
    """

    capsules: tuple[BodyCapsule, ...]
    pairs: tuple[BodyPair, ...]
    holes: np.ndarray


def kept_or_made(model: mujoco.MjModel, left_out: frozenset[BodyPair], make: Callable[[], Made]) -> Made:
    """Return what a model's capsules are, made where they are not kept or were damaged.

    Args:
        model: The model.
        left_out: Pairs that are not asked for.
        make: Makes them.
    """
    name = model_digest(model, _MADE_BY, str(sorted(left_out)))
    arrays = load_arrays(KIND, name)
    if arrays is not None:
        return _unpacked(arrays["capsules"], arrays["pairs"], arrays["holes"])
    made = make()
    rows = [(c.body, *c.start, *c.end, c.radius) for c in made.capsules]
    arrays = {
        "capsules": np.array(rows).reshape(-1, 8),
        "pairs": np.array(made.pairs, dtype=np.int64).reshape(-1, 2),
        "holes": made.holes,
    }
    save_arrays(KIND, name, arrays, _MOST_BYTES)
    return made


def _unpacked(rows: np.ndarray, pairs: np.ndarray, holes: np.ndarray) -> Made:
    capsules = (BodyCapsule(int(row[0]), row[1:4], row[4:7], float(row[7])) for row in rows)
    return Made(tuple(capsules), tuple((int(one), int(other)) for one, other in pairs), holes)

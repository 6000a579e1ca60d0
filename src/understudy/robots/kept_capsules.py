"""Capsules of a model, what they leave uncovered, and pairs of bodies that may meet, kept between runs.

They take a second to make of a robot of meshes, and follow from nothing but the model and this code.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import mujoco
import numpy as np

from understudy.cache import load, save
from understudy.kinematics.body_parts import BodyCapsule
from understudy.robots.self_collision import BodyPair

KIND = "capsules"
_MOST_BYTES = 1 << 24

_MADE_BY = ("capsules", "convex_shape", "mirrored_bodies", "colliding_bodies", "kept_capsules", "surface")
_FIELDS = (
    *("qpos0", "body_parentid", "body_weldid", "body_rootid", "body_pos", "body_quat"),
    *("jnt_type", "jnt_bodyid", "jnt_pos", "jnt_axis", "jnt_limited", "jnt_range"),
    *("geom_type", "geom_bodyid", "geom_dataid", "geom_contype", "geom_conaffinity"),
    *("geom_size", "geom_pos", "geom_quat", "mesh_vertadr", "mesh_vertnum", "mesh_vert"),
    *("mesh_graphadr", "mesh_graph", "exclude_signature", "pair_geom1", "pair_geom2"),
    *("eq_type", "eq_obj1id", "eq_obj2id", "eq_active0", "eq_data"),
)


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
    name = _name(model, left_out)
    content = load(KIND, name)
    if content is not None:
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            return _unpacked(arrays["capsules"], arrays["pairs"], arrays["holes"])
    made = make()
    rows = [(c.body, *c.start, *c.end, c.radius) for c in made.capsules]
    file = io.BytesIO()
    np.savez(
        file,
        capsules=np.array(rows).reshape(-1, 8),
        pairs=np.array(made.pairs, dtype=np.int64).reshape(-1, 2),
        holes=made.holes,
    )
    save(KIND, name, file.getvalue(), _MOST_BYTES)
    return made


def _unpacked(rows: np.ndarray, pairs: np.ndarray, holes: np.ndarray) -> Made:
    capsules = (BodyCapsule(int(row[0]), row[1:4], row[4:7], float(row[7])) for row in rows)
    return Made(tuple(capsules), tuple((int(one), int(other)) for one, other in pairs), holes)


def _name(model: mujoco.MjModel, left_out: frozenset[BodyPair]) -> str:
    """Return a name that changes with everything that capsules and pairs follow from."""
    digest = hashlib.sha256(_code())
    for field in _FIELDS:
        values = np.ascontiguousarray(getattr(model, field))
        digest.update(f"{field}{values.shape}{values.dtype}".encode())
        digest.update(values.tobytes())
    digest.update(str(sorted(left_out)).encode())
    return digest.hexdigest()


@cache
def _code() -> bytes:
    """Return the code that makes them; read once, since a file that is edited meanwhile is not what runs."""
    return b"".join(Path(__file__).with_name(f"{module}.py").read_bytes() for module in _MADE_BY)

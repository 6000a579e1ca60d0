"""A robot's hollow joints, kept between runs: they take seconds to find and follow from its model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from understudy.kinematics.body_parts import BodyCapsule
from understudy.robots.kept_arrays import load_arrays, model_digest, save_arrays
from understudy.robots.limb_length import limb_length
from understudy.robots.mesh_solid import MeshSolid
from understudy.robots.robot import Robot
from understudy.robots.self_collision import BodyPair

KIND = "solids"
_MOST_BYTES = 1 << 26

_MADE_BY = (
    *("hollow_joints", "mesh_solid", "body_surface_mesh", "solid_contact", "solid_capsules", "kept_solids"),
    *("capsules", "convex_shape", "colliding_bodies", "mirrored_bodies"),
)


class Made(NamedTuple):
    """What is kept.

    Attributes:
        pairs: Pairs of bodies.
        solids: Body of any of them → what its meshes fill.
        capsules: The same body → capsules that cover it.
        holes: The same body → how deep holes are that they leave [m].
    """

    pairs: frozenset[BodyPair]
    solids: Mapping[int, MeshSolid]
    capsules: Mapping[int, tuple[BodyCapsule, ...]]
    holes: Mapping[int, float]


def kept_or_made(robot: Robot, make: Callable[[], Made]) -> Made:
    """Return what was kept of a robot, made where nothing was or where it was damaged."""
    told = str(sorted(robot.overlapping)), limb_length(robot).hex(), robot.home.tobytes().hex()
    name = model_digest(robot.model, _MADE_BY, *told)
    kept = load_arrays(KIND, name)
    if kept is not None:
        return _unpacked(kept)
    made = make()
    pairs = np.array(sorted(made.pairs), dtype=np.int64).reshape(-1, 2)
    arrays = {"pairs": pairs, "bodies": np.array([*made.solids], dtype=np.int64)}
    for body, solid in made.solids.items():
        rows = [(*c.start, *c.end, c.radius) for c in made.capsules[body]]
        arrays[f"place{body}"] = np.array([*solid.origin, solid.spacing, made.holes[body]])
        arrays[f"depths{body}"], arrays[f"points{body}"] = solid.depths, solid.points
        arrays[f"capsules{body}"] = np.array(rows).reshape(-1, 7)
    save_arrays(KIND, name, arrays, _MOST_BYTES)
    return made


def _unpacked(arrays: Mapping[str, np.ndarray]) -> Made:
    pairs = frozenset((int(one), int(other)) for one, other in arrays["pairs"])
    solids, capsules, holes = {}, {}, {}
    for body in map(int, arrays["bodies"]):
        place, depths, points = (arrays[f"{name}{body}"] for name in ("place", "depths", "points"))
        solids[body], holes[body] = MeshSolid(place[:3], float(place[3]), depths, points), float(place[4])
        rows = arrays[f"capsules{body}"]
        capsules[body] = tuple(BodyCapsule(body, row[:3], row[3:6], float(row[6])) for row in rows)
    return Made(pairs, solids, capsules, holes)

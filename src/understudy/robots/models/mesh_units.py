"""Meshes in other units than their robot, told by the skeleton: a shin is no kilometre long."""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np

from understudy.robots.models.meshes import leave_out_mesh
from understudy.robots.models.notes import Notes
from understudy.robots.models.references import delete_geom

_TOO_FAR = 10.0
"""A shape that reaches so many times as far from its body as the skeleton from its root is no part of it."""

_FITS = 2.0
_MILLI = 1e-3
_MILLIMETRES = "it is a thousand times too large, and taken for millimetres"
_FAR_AWAY = "it reaches {:.3g} m from its body, farther than the robot, and is left out"


def mend_units(spec: mujoco.MjSpec, reach: Mapping[str, float], notes: Notes) -> None:
    """Take meshes in millimetres for what they are, and leave out others that lie nowhere near the robot.

    Args:
        spec: The specification, changed in place.
        reach: Mesh → distance [m] of its farthest vertex from its origin, by its own scale.
        notes: Told what was done.
    """
    size = _skeleton_reach(spec)
    if size <= 0.0:
        return
    known = [mesh for mesh in spec.meshes if mesh.name in reach]
    if any(_TOO_FAR * size < reach[mesh.name] <= _FITS * size / _MILLI for mesh in known):
        large = [mesh for mesh in known if reach[mesh.name] > _FITS * size]
        # Meshes of one robot come out of one program: where most are in millimetres, small parts are, too.
        for mesh in known if 2 * len(large) > len(known) else large:
            if _MILLI * reach[mesh.name] <= _FITS * size:
                mesh.scale = _MILLI * np.array(mesh.scale)
                notes.mended(_MILLIMETRES, f"mesh '{mesh.name}'")
    for mesh in known:
        if reach[mesh.name] > _FITS * size / _MILLI:
            notes.mended(_FAR_AWAY.format(reach[mesh.name]), f"mesh '{mesh.name}'")
            leave_out_mesh(spec, mesh, notes)
    for geom in list(spec.geoms):
        distance = float(np.linalg.norm(geom.pos))
        if geom.parent.name != "world" and distance > _TOO_FAR * size:
            notes.mended(_FAR_AWAY.format(distance), f"a shape of '{geom.parent.name}'")
            notes.bare.add(geom.parent.name)
            delete_geom(spec, geom)


def _skeleton_reach(spec: mujoco.MjSpec) -> float:
    """Return how far [m] from the root the bodies of a robot can be at most."""
    farthest = 0.0
    waiting = [(body, 0.0) for body in spec.worldbody.bodies]
    while waiting:
        body, distance = waiting.pop()
        farthest = max(farthest, distance)
        waiting += [(child, distance + float(np.linalg.norm(child.pos))) for child in body.bodies]
    return farthest

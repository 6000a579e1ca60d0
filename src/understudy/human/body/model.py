"""A person's body as a MuJoCo model, built in code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import mujoco
import numpy as np

from understudy.anthropometry.reference_body import ROOT_POINT
from understudy.human.body.inertia import Inertia
from understudy.human.body.layout import Layout
from understudy.human.body.shape import Capsule, Shape
from understudy.human.body.subsets import Subset

ROOT_JOINT = "root_joint"

_FULL_INERTIA = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
"""Order in which MuJoCo takes the entries of a symmetric matrix."""


def build_spec(
    layout: Layout, subset: Subset, inertias: Mapping[str, Inertia], shapes: Iterable[Shape]
) -> mujoco.MjSpec:
    """Return an editable model: a free root, a body a segment, a hinge a degree of freedom.

    Shapes touch what comes from outside, such as a floor, but not each other.
    """
    spec = mujoco.MjSpec()
    spec.modelname = "human"
    spec.compiler.degree = False
    spec.compiler.inertiafromgeom = int(mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_FALSE)
    bodies: dict[str, mujoco.MjsBody] = {}
    for point in layout.bodies:
        parent = bodies[point.parent] if point.parent else spec.worldbody
        body = parent.add_body(name=point.name, pos=layout.offsets[point.name])
        bodies[point.name] = body
        _weigh(body, inertias[point.name])
        if point.name == ROOT_POINT:
            body.add_freejoint(name=ROOT_JOINT)
        for freedom in subset.freedoms.get(point.name, ()):
            body.add_joint(
                name=freedom.joint,
                type=mujoco.mjtJoint.mjJNT_HINGE,
                axis=freedom.axis_w,
                limited=True,
                range=[freedom.lower, freedom.upper],
            )
    for shape in shapes:
        _add_shape(bodies[layout.carriers[shape.point]], layout.places[shape.point], shape)
    return spec


def _weigh(body: mujoco.MjsBody, inertia: Inertia) -> None:
    body.explicitinertial = True
    body.mass = inertia.mass
    body.ipos = inertia.centre
    body.fullinertia = [inertia.matrix[entry] for entry in _FULL_INERTIA]


def _add_shape(body: mujoco.MjsBody, origin: np.ndarray, shape: Shape) -> None:
    common = {"rgba": (*shape.colour, 1.0), "contype": 1, "conaffinity": 0}
    if isinstance(shape, Capsule):
        ends = np.concatenate([origin + shape.start, origin + shape.end])
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_CAPSULE, fromto=ends, size=[shape.radius, 0.0, 0.0], **common
        )
    else:
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_ELLIPSOID,
            pos=origin + shape.centre,
            quat=shape.quaternion,
            size=shape.semi_axes,
            **common,
        )

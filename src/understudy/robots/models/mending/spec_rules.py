"""Faults that show once classes and defaults are carried out: sizes, axes, and names of what is not there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import mujoco
import numpy as np

from understudy.plain_text import quoted
from understudy.robots.models.notes import Notes
from understudy.robots.models.references import delete_geom, delete_joint, references

_SIZES = {
    mujoco.mjtGeom.mjGEOM_SPHERE: 1,
    mujoco.mjtGeom.mjGEOM_CAPSULE: 2,
    mujoco.mjtGeom.mjGEOM_CYLINDER: 2,
    mujoco.mjtGeom.mjGEOM_ELLIPSOID: 3,
    mujoco.mjtGeom.mjGEOM_BOX: 3,
}
"""Shapes → how many of their sizes have to be over zero."""

_LEAST_AXIS = 1e-10
_TURNING = (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE)


def mend_spec(spec: mujoco.MjSpec, notes: Notes) -> None:
    """Put right what a specification states that cannot be, in place, and say so."""
    for mend in (_materials, _textures, _meshes, _sizes, _axes, _ranges, _references):
        mend(spec, notes)


def _materials(spec: mujoco.MjSpec, notes: Notes) -> None:
    known = {material.name for material in spec.materials}
    for part in (*spec.geoms, *spec.sites, *spec.tendons, *spec.skins):
        if part.material and part.material not in known:
            notes.mended(
                f"material {quoted(part.material)} is not there; it keeps its own colour", _title(part)
            )
            part.material = ""


def _textures(spec: mujoco.MjSpec, notes: Notes) -> None:
    known = {texture.name for texture in spec.textures}
    for material in spec.materials:
        for index, name in enumerate(material.textures):
            if name and name not in known:
                notes.mended(f"texture {quoted(name)} is not there and left out", _title(material))
                material.textures[index] = ""


def _meshes(spec: mujoco.MjSpec, notes: Notes) -> None:
    known = {mesh.name for mesh in spec.meshes}
    for geom in list(spec.geoms):
        if geom.type == mujoco.mjtGeom.mjGEOM_MESH and geom.meshname not in known:
            notes.mended(f"mesh {quoted(geom.meshname)} is not there and it is left out", _title(geom))
            notes.bare.add(geom.parent.name)
            delete_geom(spec, geom)


def _sizes(spec: mujoco.MjSpec, notes: Notes) -> None:
    for geom in list(spec.geoms):
        count = _SIZES.get(geom.type, 0)
        if geom.meshname:
            continue  # A plain shape is fitted to the mesh.
        if not np.isnan(geom.fromto[0]):
            count = min(count, 1)
        if not (geom.size[:count] > 0.0).all():
            notes.mended("its size is not over zero and it is left out", _title(geom))
            delete_geom(spec, geom)


def _axes(spec: mujoco.MjSpec, notes: Notes) -> None:
    for joint in [each for each in spec.joints if each.type in _TURNING]:
        if np.linalg.norm(joint.axis) < _LEAST_AXIS:
            notes.mended("its axis is zero; it is held where it is", _title(joint))
            delete_joint(spec, joint.name)


def _ranges(spec: mujoco.MjSpec, notes: Notes) -> None:
    for joint in spec.joints:
        stated = joint.limited == mujoco.mjtLimited.mjLIMITED_TRUE and joint.type in _TURNING
        if stated and joint.range[0] > joint.range[1]:
            notes.mended("its lower limit is over its upper limit; they are exchanged", _title(joint))
            joint.range = np.array(joint.range)[::-1]


def _references(spec: mujoco.MjSpec, notes: Notes) -> None:
    """Leave out sensors, motors, ties and pairs that name what is not there, and where cameras look to."""
    bodies = {body.name for body in spec.bodies}
    for camera in spec.cameras:
        if camera.targetbody and camera.targetbody not in bodies:
            notes.mended(
                f"body {quoted(camera.targetbody)} is not there; it looks straight ahead", _title(camera)
            )
            camera.targetbody, camera.mode = "", mujoco.mjtCamLight.mjCAMLIGHT_FIXED
    known = {kind: {part.name for part in parts} for kind, parts in _parts(spec).items()}
    for element, named in list(references(spec)):
        if isinstance(element, mujoco.MjsActuator) and not named:
            notes.mended("it moves nothing and is left out", _title(element))
            spec.delete(element)
        astray = sorted(name for kind, name in named if kind in known and name not in known[kind])
        if astray:
            notes.mended(
                f"it names {quoted(astray[0])}, which is not there, and is left out", _title(element)
            )
            spec.delete(element)


def _parts(spec: mujoco.MjSpec) -> dict[mujoco.mjtObj, Iterable[Any]]:
    return {
        mujoco.mjtObj.mjOBJ_BODY: spec.bodies,
        mujoco.mjtObj.mjOBJ_JOINT: spec.joints,
        mujoco.mjtObj.mjOBJ_GEOM: spec.geoms,
        mujoco.mjtObj.mjOBJ_SITE: spec.sites,
        mujoco.mjtObj.mjOBJ_CAMERA: spec.cameras,
        mujoco.mjtObj.mjOBJ_TENDON: spec.tendons,
    }


def _title(part: Any) -> str:
    """Return the kind and name of a part, of one without a name that of the body that it is on."""
    kind = type(part).__name__.removeprefix("Mjs").lower()
    if part.name:
        return f"{kind} {quoted(part.name)}"
    body = part.parent if isinstance(part, mujoco.MjsGeom | mujoco.MjsSite | mujoco.MjsCamera) else None
    return f"{kind} without a name" if body is None else f"{kind} of {quoted(body.name)}"

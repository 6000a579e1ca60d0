"""Deleting parts of a specification together with what refers to them, which MuJoCo leaves behind."""

from __future__ import annotations

from collections.abc import Collection

import mujoco

_BODY, _JOINT, _GEOM, _SITE = (
    mujoco.mjtObj.mjOBJ_BODY,
    mujoco.mjtObj.mjOBJ_JOINT,
    mujoco.mjtObj.mjOBJ_GEOM,
    mujoco.mjtObj.mjOBJ_SITE,
)


def delete_joint(spec: mujoco.MjSpec, name: str) -> None:
    """Delete a joint and what works on it: actuators, sensors, equalities."""
    _delete_references(spec, {name})
    spec.delete(spec.joint(name))


def delete_tree(spec: mujoco.MjSpec, body: mujoco.MjsBody) -> None:
    """Delete a body with all below it and what refers to them."""
    names = {body.name} | {
        part.name for kind in (_BODY, _JOINT, _GEOM, _SITE) for part in body.find_all(kind)
    }
    names.discard("")
    _delete_references(spec, names)
    spec.delete(body)


def _delete_references(spec: mujoco.MjSpec, names: Collection[str]) -> None:
    """Delete what refers to any of these names; names of other kinds of parts are seldom the same."""
    found = [camera for camera in spec.cameras if camera.targetbody in names]
    found += [light for light in spec.lights if light.targetbody in names]
    found += [equality for equality in spec.equalities if {equality.name1, equality.name2} & set(names)]
    found += [sensor for sensor in spec.sensors if {sensor.objname, sensor.refname} & set(names)]
    found += [actuator for actuator in spec.actuators if actuator.target in names]
    found += [pair for pair in spec.pairs if {pair.geomname1, pair.geomname2} & set(names)]
    found += [exclude for exclude in spec.excludes if {exclude.bodyname1, exclude.bodyname2} & set(names)]
    for element in found:
        spec.delete(element)

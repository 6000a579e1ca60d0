"""Deleting parts of a specification together with what refers to them, which MuJoCo leaves behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import mujoco

_BODY, _JOINT, _GEOM, _SITE, _CAMERA, _TENDON, _ACTUATOR = (
    mujoco.mjtObj.mjOBJ_BODY,
    mujoco.mjtObj.mjOBJ_JOINT,
    mujoco.mjtObj.mjOBJ_GEOM,
    mujoco.mjtObj.mjOBJ_SITE,
    mujoco.mjtObj.mjOBJ_CAMERA,
    mujoco.mjtObj.mjOBJ_TENDON,
    mujoco.mjtObj.mjOBJ_ACTUATOR,
)
_KINDS = (_BODY, _JOINT, _GEOM, _SITE, _CAMERA)
_MOVED = {
    mujoco.mjtTrn.mjTRN_JOINT: _JOINT,
    mujoco.mjtTrn.mjTRN_JOINTINPARENT: _JOINT,
    mujoco.mjtTrn.mjTRN_TENDON: _TENDON,
    mujoco.mjtTrn.mjTRN_SITE: _SITE,
    mujoco.mjtTrn.mjTRN_SLIDERCRANK: _SITE,
    mujoco.mjtTrn.mjTRN_BODY: _BODY,
}
"""What an actuator of a kind moves."""

_TIED = {
    mujoco.mjtEq.mjEQ_JOINT: _JOINT,
    mujoco.mjtEq.mjEQ_TENDON: _TENDON,
}
"""What an equality of a kind ties; others name bodies or sites themselves."""

Part = tuple[mujoco.mjtObj, str]
"""Kind and name of a part: a body and a joint often have the same name."""


def references(spec: mujoco.MjSpec) -> Iterator[tuple[Any, set[Part]]]:
    """Yield what would be left without a part that it names, with all parts that it names."""
    for sensor in spec.sensors:
        about = _named(_plain(sensor.objtype), sensor.objname)
        yield sensor, about | _named(_plain(sensor.reftype), sensor.refname)
    for actuator in spec.actuators:
        yield actuator, _moves(actuator)
    for tie in spec.equalities:
        if tie.type in _TIED or tie.type in (mujoco.mjtEq.mjEQ_CONNECT, mujoco.mjtEq.mjEQ_WELD):
            yield tie, _named(_tied(tie), tie.name1, tie.name2)
    for pair in spec.pairs:
        yield pair, _named(_GEOM, pair.geomname1, pair.geomname2)
    for exclude in spec.excludes:
        yield exclude, _named(_BODY, exclude.bodyname1, exclude.bodyname2)


def delete_joint(spec: mujoco.MjSpec, name: str) -> None:
    """Delete a joint and what works on it: tendons, actuators, sensors, equalities."""
    joint = spec.joint(name)
    _delete_references(spec, {(_JOINT, name)})
    spec.delete(joint)


def delete_geom(spec: mujoco.MjSpec, geom: mujoco.MjsGeom) -> None:
    """Delete a shape and what refers to it: pairs, sensors."""
    if geom.name:
        _delete_references(spec, {(_GEOM, geom.name)})
    spec.delete(geom)


def delete_tree(spec: mujoco.MjSpec, body: mujoco.MjsBody) -> None:
    """Delete a body with all below it and what refers to them."""
    parts = {(_BODY, body.name)} | {
        (kind, part.name) for kind in _KINDS for part in body.find_all(kind) if part.name
    }
    _delete_references(spec, {part for part in parts if part[1]})
    spec.delete(body)


def _delete_references(spec: mujoco.MjSpec, gone: set[Part]) -> None:
    """Delete what refers to any of these parts, and what refers to that."""
    tendons = [tendon for tendon in spec.tendons if _wraps(tendon) & gone]
    gone = gone | {(_TENDON, tendon.name) for tendon in tendons if tendon.name}
    actuators = [actuator for actuator in spec.actuators if _moves(actuator) & gone]
    gone = gone | {(_ACTUATOR, actuator.name) for actuator in actuators if actuator.name}
    found = [camera for camera in spec.cameras if (_BODY, camera.targetbody) in gone]
    found += [light for light in spec.lights if (_BODY, light.targetbody) in gone]
    # Actuators, too, are among what refers to parts.
    found += [element for element, named in references(spec) if named & gone]
    for element in [*found, *tendons]:
        spec.delete(element)


def _named(kind: mujoco.mjtObj, *names: str) -> set[Part]:
    return {(kind, name) for name in names if name}


def _plain(kind: mujoco.mjtObj) -> mujoco.mjtObj:
    """Return the kind of a part; a body is called by another kind where its own frame is meant."""
    return _BODY if kind == mujoco.mjtObj.mjOBJ_XBODY else kind


def _tied(tie: mujoco.MjsEquality) -> mujoco.mjtObj:
    return _TIED.get(tie.type, tie.objtype)


def _moves(actuator: mujoco.MjsActuator) -> set[Part]:
    parts = _named(_MOVED.get(actuator.trntype, _BODY), actuator.target)
    return parts | _named(_SITE, actuator.refsite, actuator.slidersite)


def _wraps(tendon: mujoco.MjsTendon) -> set[Part]:
    """Return the joints, sites and geoms that a tendon runs over, where this version of MuJoCo tells them."""
    path: Iterable[mujoco.MjsWrap] = getattr(tendon, "path", ())
    kinds = {mujoco.mjtWrap.mjWRAP_JOINT: _JOINT, mujoco.mjtWrap.mjWRAP_SITE: _SITE}
    parts: set[Part] = set()
    for wrap in path:
        target = wrap.target
        if target is not None and target.name:
            parts.add((kinds.get(wrap.type, _GEOM), target.name))
    return parts

"""From a URDF to a MuJoCo specification: meshes found, inertias made valid, mimic joints coupled."""

from __future__ import annotations

import math
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, tostring

import mujoco
import numpy as np

from understudy.errors import RobotError, unknown_name
from understudy.plain_text import plain_number, trimmed
from understudy.robots.models.asset_files import AssetFiles
from understudy.robots.models.file_finder import FileFinder, find_mesh
from understudy.robots.models.inertias import ball_inertia
from understudy.robots.models.mending.rules import mend_tree
from understudy.robots.models.mending.urdf_rules import URDF_RULES
from understudy.robots.models.mesh_detail import faces_kept
from understudy.robots.models.meshes import attach_or_leave_out, leave_out_mesh
from understudy.robots.models.naming import name_parts
from understudy.robots.models.notes import Notes
from understudy.robots.models.urdf_tree import check_tree

_COMPILER = {
    "discardvisual": "false",
    "strippath": "false",
    "fusestatic": "false",
    "balanceinertia": "true",
}
MOST_CREDIBLE_SPEED = 100.0
"""Joint speed [rad/s] that no humanoid reaches; a file that states more does not mean it."""

_SMALLEST_MOMENT = 1e-12
"""Moments of inertia [kg m²] below this are taken for zero; a ball of half a millimetre has more."""

_WITH_RANGE = ("revolute", "prismatic")
"""Types of joints that have limits of position."""

_ROUNDING = 1e-6
_MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")


def urdf_spec(path: Path, robot: Element, finder: FileFinder, notes: Notes) -> mujoco.MjSpec:
    """Return the specification of a URDF whose root element was read; it is changed in place."""
    mend_tree(robot, URDF_RULES, notes)
    check_tree(path, robot)
    folder = _set_compiler(path, robot)
    named, files = _name_meshes(robot, finder, folder, notes), AssetFiles()
    _repair_inertias(robot, notes)
    _repair_ranges(robot, notes)
    _leave_out_textures(robot)
    couplings = _take_couplings(path, robot)
    spec = mujoco.MjSpec.from_string(tostring(robot, encoding="unicode"))
    name_parts(spec, notes)
    finder.announce(named.values())
    most_faces = faces_kept(named[mesh.name] for mesh in spec.meshes)
    for mesh in list(spec.meshes):
        if not attach_or_leave_out(mesh, named[mesh.name], files, notes, most_faces):
            leave_out_mesh(spec, mesh, notes)
    spec.assets = files.contents
    for follower, (driver, factor, offset) in couplings.items():
        coupling = spec.add_equality(name=f"{follower}_follows_{driver}", type=mujoco.mjtEq.mjEQ_JOINT)
        coupling.name1, coupling.name2 = follower, driver
        coupling.objtype = mujoco.mjtObj.mjOBJ_JOINT
        coupling.data[:5] = [offset, factor, 0.0, 0.0, 0.0]
    return spec


def velocity_limits(robot: Element) -> dict[str, float]:
    """Return the joint speeds [rad/s or m/s] that a URDF states; zero and the absurd say nothing."""
    limits = {}
    for joint in robot.findall("joint"):
        limit = joint.find("limit")
        speed = _number(limit, "velocity", 0.0) if limit is not None else 0.0
        if 0.0 < speed <= MOST_CREDIBLE_SPEED:
            limits[joint.get("name", "")] = speed
    return limits


def _set_compiler(path: Path, robot: Element) -> Path:
    """Put our compiler options in, and return the folder from which the file's plain mesh paths count."""
    folder = path.parent
    for extension in robot.findall("mujoco"):
        for compiler in extension.findall("compiler"):
            folder = path.parent / compiler.get("meshdir", compiler.get("assetdir", ""))
        robot.remove(extension)
    SubElement(SubElement(robot, "mujoco"), "compiler", _COMPILER)
    return folder


def _name_meshes(robot: Element, finder: FileFinder, folder: Path, notes: Notes) -> dict[str, Path]:
    """Give every mesh file a name of its own, leave out shapes without one, and return name → file.

    MuJoCo names a mesh after its file alone, so files of one name in two folders would become one; and it
    makes up further names where a file is used at several scales.
    """
    names: dict[tuple[Path, str], str] = {}
    for link in robot.findall("link"):
        for shape in [*link.findall("visual"), *link.findall("collision")]:
            mesh = shape.find("geometry/mesh")
            if mesh is None:
                continue
            address = mesh.get("filename", "")
            file = find_mesh(finder, address, folder, notes) if address else None
            if file is None:
                notes.missing_file(address or "(no filename)", f"link '{link.get('name')}'")
                notes.bare.add(link.get("name", ""))
                link.remove(shape)
                continue
            name = names.setdefault((file, mesh.get("scale", "")), f"{file.stem}.{len(names)}")
            mesh.set("filename", f"{name}.stl")
    return {name: file for (file, _), name in names.items()}


def _repair_inertias(robot: Element, notes: Notes) -> None:
    """Take out masses that are none, and put a ball's inertia where the stated one is not physical."""
    for link in robot.findall("link"):
        inertial = link.find("inertial")
        if inertial is None:
            continue
        name, mass = link.get("name"), _number(inertial.find("mass"), "value", 0.0)
        if not (mass > 0.0 and math.isfinite(mass)):
            link.remove(inertial)
            if inertial.find("mass") is not None and mass != 0.0:
                notes.add(f"link '{name}': mass {mass:g} kg is not valid and left out")
            continue
        moments = inertial.find("inertia")
        if moments is None:
            moments = SubElement(inertial, "inertia")
        if not _is_physical(np.array([_number(moments, key, 0.0) for key in _MOMENTS])):
            notes.add(f"link '{name}': its inertia is zero or not physical; a ball of its mass is put there")
            for key in _MOMENTS:
                moments.set(key, repr(ball_inertia(mass)) if key[1] == key[2] else "0")


def _repair_ranges(robot: Element, notes: Notes) -> None:
    """Exchange limits of which the lower is the larger one, which MuJoCo would take for none at all."""
    for joint in robot.findall("joint"):
        limit = joint.find("limit")
        if limit is None or joint.get("type") not in _WITH_RANGE:
            continue
        lower, upper = (_number(limit, key, 0.0) for key in ("lower", "upper"))
        if lower > upper:
            limit.set("lower", repr(upper))
            limit.set("upper", repr(lower))
            told = f"joint '{joint.get('name')}': its lower limit {lower:g} is over its upper limit {upper:g}"
            notes.add(f"{told}; they are exchanged")


def _is_physical(moments: np.ndarray) -> bool:
    """Return whether six moments [kg m²] make up a positive definite inertia."""
    if not np.isfinite(moments).all():
        return False
    xx, yy, zz, xy, xz, yz = moments
    smallest, _, largest = np.linalg.eigvalsh(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
    return bool(smallest > max(_SMALLEST_MOMENT, _ROUNDING * largest))


def _leave_out_textures(robot: Element) -> None:
    for material in robot.iter("material"):
        for texture in material.findall("texture"):
            material.remove(texture)


def _take_couplings(path: Path, robot: Element) -> dict[str, tuple[str, float, float]]:
    """Take <mimic> out and return follower → (driver, factor, offset [rad]), chains followed to their end.

    They are coupled by our own hand because older versions of MuJoCo ignore the element.
    """
    direct: dict[str, tuple[str, float, float]] = {}
    moving = {j.get("name", "") for j in robot.findall("joint") if j.get("type") != "fixed"}
    for joint in robot.findall("joint"):
        for mimic in joint.findall("mimic"):
            driver, name = mimic.get("joint", ""), joint.get("name", "")
            if driver not in moving:
                raise RobotError(f"{path}: joint '{name}', <mimic>: {unknown_name('joint', driver, moving)}")
            if name in moving:
                direct[name] = (driver, _number(mimic, "multiplier", 1.0), _number(mimic, "offset", 0.0))
            joint.remove(mimic)
    resolved = {}
    for follower, (driver, factor, offset) in direct.items():
        seen = {follower}
        while driver in direct:
            if driver in seen:
                raise RobotError(f"{path}: joint '{follower}' mimics itself in a loop")
            seen.add(driver)
            driver, next_factor, next_offset = direct[driver]
            factor, offset = factor * next_factor, offset + factor * next_offset
        resolved[follower] = (driver, factor, offset)
    return resolved


def _number(element: Element | None, key: str, default: float) -> float:
    """Return an attribute as a number, NaN where it is not one."""
    text = None if element is None else element.get(key)
    if text is None:
        return default
    number = plain_number(trimmed(text))
    return math.nan if number is None else number

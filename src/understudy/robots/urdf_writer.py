"""A robot as URDF: links, joints with limits, inertias and shapes of its compiled model.

A URDF joint turns its child about the child's own origin, and there is one joint between two links. A
body with several joints, or with a joint beside its origin, therefore gets carriers: links without a
shape, one for each joint but the last one through the origin. A carrier weighs a milligram, because most
simulators refuse a moving link without mass.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

import mujoco
import numpy as np

from understudy.errors import OutputError, RobotError
from understudy.motion.output import require_writable, write_bytes
from understudy.robots.robot import Robot
from understudy.robots.urdf_shapes import ShapeWriter
from understudy.robots.urdf_values import add_origin, numbers, rotation_of
from understudy.spatial import rotations as rot

CARRIER_MASS = 1e-6
"""Mass of a link that only carries a joint [kg]."""

CARRIER_MOMENT = 1e-9
"""Moments of inertia of such a link [kg m²]."""

WORLD = 0
_FREE, _HINGE, _SLIDE = (
    int(kind)
    for kind in (mujoco.mjtJoint.mjJNT_FREE, mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE)
)
_LINEAR = 2
"""Coefficients of a coupling that a URDF can state: offset and multiplier."""


@dataclass(frozen=True, eq=False)
class _Place:
    """A frame in its parent link: position (3,) [m] and orientation (4,) wxyz."""

    position: np.ndarray
    turn: np.ndarray


def write_urdf(robot: Robot, path: str | Path) -> Path:
    """Write a robot as URDF, its meshes as STL files in a folder beside it.

    Joint angles, limits, masses and forward kinematics are the model's. Ellipsoids, which URDF lacks,
    become a scaled mesh of a ball; capsules become a cylinder and two balls. A free base is left out, as
    is usual; a fixed one that is not in the origin hangs from a link ``world``.

    Args:
        robot: The robot.
        path: The file to write.

    Returns:
        The path of the file.

    Raises:
        RobotError: The model has a ball joint, a second free body or a coupling that is not linear.
        OutputError: The file cannot be written.
    """
    path = Path(path)
    shapes = ShapeWriter(robot.model, path.with_name(f"{path.stem}_meshes"))
    root = _Writer(robot, shapes).document()
    indent(root)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error
    require_writable(path)
    text = io.BytesIO()
    ElementTree(root).write(text, encoding="utf-8", xml_declaration=True)
    # Whoever finds the file finds the meshes that it names.
    shapes.write_meshes()
    write_bytes(path, text.getvalue())
    return path


class _Writer:
    """Turns the bodies of a robot into elements, parents before their children."""

    def __init__(self, robot: Robot, shapes: ShapeWriter) -> None:
        self.robot, self.model, self.shapes = robot, robot.model, shapes
        self.root = Element("robot", name=robot.name)
        self.links: set[str] = set()
        self.couplings = self._couplings()

    def document(self) -> Element:
        """Return the whole document."""
        tops = [body for body in range(1, self.model.nbody) if self.model.body_parentid[body] == WORLD]
        if len(tops) == 1 and self._is_root(tops[0]):
            self._link(tops[0])
        else:
            SubElement(self.root, "link", name="world")
            for body in tops:
                self._attached(body, "world")
        for body in range(1, self.model.nbody):
            if body not in tops:
                self._attached(body, self._body_name(int(self.model.body_parentid[body])))
        self.shapes.add_materials(self.root)
        return self.root

    def _is_root(self, body: int) -> bool:
        """Return whether a body of the world needs no joint: it is free, or fixed in the origin."""
        kinds = self._joint_kinds(body)
        pose = np.concatenate([self.model.body_pos[body], self.model.body_quat[body]])
        return kinds == [_FREE] or (not kinds and bool((pose == [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]).all()))

    def _joint_kinds(self, body: int) -> list[int]:
        return [int(self.model.jnt_type[joint]) for joint in self._joints(body)]

    def _joints(self, body: int) -> range:
        first = int(self.model.body_jntadr[body])
        return range(first, first + int(self.model.body_jntnum[body]))

    def _attached(self, body: int, parent: str) -> None:
        """Add a body below its parent: its joints with their carriers, then its own link."""
        place = _Place(np.array(self.model.body_pos[body]), np.array(self.model.body_quat[body]))
        anchor = np.zeros(3)
        name, joints = self._body_name(body), list(self._joints(body))
        for joint in joints:
            offset = np.array(self.model.jnt_pos[joint])
            place = _Place(place.position + rot.rotate(place.turn, offset - anchor), place.turn)
            is_last = joint == joints[-1] and not offset.any()
            child = name if is_last else self._unique(f"{name}__{self._joint_name(joint)}")
            if not is_last:
                self._carrier(child)
            self._movable(joint, parent, child, place)
            parent, place, anchor = child, _Place(np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0])), offset
        if parent != name:
            end = _Place(place.position - rot.rotate(place.turn, anchor), place.turn)
            self._joint_element(f"{name}__fixed", "fixed", parent, name, end)
        self._link(body)

    def _movable(self, joint: int, parent: str, child: str, place: _Place) -> None:
        """Add a hinge or a slide, placed where it is when its coordinate is zero."""
        kind, name = int(self.model.jnt_type[joint]), self._joint_name(joint)
        if kind not in (_HINGE, _SLIDE):
            raise RobotError(
                f"robot '{self.robot.name}': '{name}' is a free or ball joint, which URDF does not have; "
                "only hinges and slides can be written"
            )
        axis, zero = (
            np.array(self.model.jnt_axis[joint]),
            float(self.model.qpos0[self.model.jnt_qposadr[joint]]),
        )
        if kind == _HINGE:
            place = _Place(place.position, rot.multiply(place.turn, rot.from_axis_angle(axis, -zero)))
        else:
            place = _Place(place.position - rot.rotate(place.turn, zero * axis), place.turn)
        limited = bool(self.model.jnt_limited[joint])
        turning = "revolute" if limited else "continuous"
        element = self._joint_element(name, turning if kind == _HINGE else "prismatic", parent, child, place)
        SubElement(element, "axis", xyz=numbers(axis))
        index = self.robot.joints.index(self.model.joint(joint).name)
        limit = SubElement(element, "limit")
        if limited or kind == _SLIDE:
            limit.set("lower", numbers(self.robot.lower[index]))
            limit.set("upper", numbers(self.robot.upper[index]))
        limit.set("effort", numbers(self.robot.gains.torque[index]))
        limit.set("velocity", numbers(self.robot.velocity[index]))
        if joint in self.couplings:
            driver, multiplier, offset = self.couplings[joint]
            SubElement(
                element,
                "mimic",
                joint=self._joint_name(driver),
                multiplier=numbers(multiplier),
                offset=numbers(offset),
            )

    def _couplings(self) -> dict[int, tuple[int, float, float]]:
        """Return follower → driver, multiplier and offset: q = multiplier q(driver) + offset."""
        model, found = self.model, {}
        for equality in range(model.neq):
            if int(model.eq_type[equality]) != int(mujoco.mjtEq.mjEQ_JOINT) or not model.eq_active0[equality]:
                continue
            follower, driver = int(model.eq_obj1id[equality]), int(model.eq_obj2id[equality])
            shift, multiplier, *curved = model.eq_data[equality][:5]
            if driver < 0 or any(curved):
                raise RobotError(
                    f"robot '{self.robot.name}': '{self._joint_name(follower)}' follows no joint or not "
                    "linearly, which URDF cannot state"
                )
            zero, driver_zero = (float(model.qpos0[model.jnt_qposadr[joint]]) for joint in (follower, driver))
            found[follower] = driver, float(multiplier), zero + float(shift) - float(multiplier) * driver_zero
        return found

    def _joint_element(self, name: str, kind: str, parent: str, child: str, place: _Place) -> Element:
        element = SubElement(self.root, "joint", name=name, type=kind)
        add_origin(element, place.position, rot.as_matrix(place.turn))
        SubElement(element, "parent", link=parent)
        SubElement(element, "child", link=child)
        return element

    def _link(self, body: int) -> None:
        name = self._body_name(body)
        self.links.add(name)
        link = SubElement(self.root, "link", name=name)
        mass = float(self.model.body_mass[body])
        if mass > 0.0:
            turn = rotation_of(self.model.body_iquat[body])
            tensor = turn @ np.diag(self.model.body_inertia[body]) @ turn.T
            _add_inertial(link, mass, self.model.body_ipos[body], tensor)
        self.shapes.add_shapes(link, body)

    def _carrier(self, name: str) -> None:
        self.links.add(name)
        link = SubElement(self.root, "link", name=name)
        _add_inertial(link, CARRIER_MASS, np.zeros(3), CARRIER_MOMENT * np.eye(3))

    def _unique(self, name: str) -> str:
        taken = self.links | {self._body_name(body) for body in range(1, self.model.nbody)}
        while name in taken:
            name += "_"
        return name

    def _body_name(self, body: int) -> str:
        return self.model.body(body).name or f"body_{body}"

    def _joint_name(self, joint: int) -> str:
        return self.model.joint(joint).name or f"joint_{joint}"


def _add_inertial(link: Element, mass: float, centre: np.ndarray, tensor: np.ndarray) -> None:
    """Add mass [kg], centre (3,) [m] and the tensor (3, 3) [kg m²] about it, in the link's axes."""
    inertial = SubElement(link, "inertial")
    add_origin(inertial, centre, np.eye(3))
    SubElement(inertial, "mass", value=numbers(mass))
    entries = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}
    SubElement(inertial, "inertia", {key: numbers(tensor[place]) for key, place in entries.items()})

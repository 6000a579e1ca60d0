"""What a robot has to keep so that floor and motors can make it move, from what of it touches the floor."""

from __future__ import annotations

import numpy as np

from understudy.dynamics.force_needs import Units
from understudy.dynamics.ground_forces import FRICTION
from understudy.dynamics.newton_euler import links_of
from understudy.kinematics.force_cones import ROOT
from understudy.kinematics.tree import Tree
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.motion.part_contacts import NO_PART_CONTACTS, PartContacts
from understudy.retarget.physics.forces import Forces
from understudy.retarget.physics.touching_points import TouchingPoints
from understudy.robots.part_points import part_points
from understudy.robots.parts import Sole
from understudy.robots.robot import Robot
from understudy.robots.standing import body_weight, standing_height

TORQUE = 0.95
"""Share of the stated torques that is used."""

EDGE = 0.02
"""Share of a sole by which what carries is away from its edges where it stands on heel or toe alone."""

MOST = 0.45
"""Share of a sole that a margin takes away on each side at most."""

_ENDS = ("heel", "toe")


def robot_forces(
    tree: Tree,
    robot: Robot,
    contacts: np.ndarray,
    stands: np.ndarray,
    fps: float,
    margin: float = 0.0,
    motors: bool = False,
    friction: float = FRICTION,
    inset: float = 0.0,
    part_contacts: PartContacts = NO_PART_CONTACTS,
) -> Forces | None:
    """Return what a robot has to keep; None where it never touches the floor.

    Args:
        tree: The robot's tree.
        robot: The robot.
        contacts: (T, 4) which of ``CONTACTS`` touch the floor.
        stands: (T, S) which of its soles stand, in the order of ``SIDES``.
        fps: Frames a second [1/s].
        margin: Share of a sole that stands which is not pushed, on every side.
        motors: Whether their torques are limits too.
        friction: μ.
        inset: [m] by which a sole that stands is smaller on every side beside that.
        part_contacts: Further parts of the robot that touch the floor.
    """
    bodies, places, touches, parts = [], [], [], []
    sides = [side for side in SIDES if side in robot.soles]
    for side, on in zip(sides, stands.T, strict=True):
        sole = robot.soles[side]
        ends = [CONTACTS.index(f"{end}_{side}") for end in _ENDS]
        heel, toe = (contacts[:, end] & on for end in ends)
        corners, edges = _inset(sole, margin, inset), _inset(sole, EDGE, 0.0)
        for flat, edge, end, other, part in (
            (corners[:2], edges[:2], heel, toe, ends[0]),
            (corners[2:], edges[2:], toe, heel, ends[1]),
        ):
            places += [*flat, *edge]
            touches += [end & other] * len(flat) + [end & ~other] * len(edge)
            bodies += [sole.body] * (len(flat) + len(edge))
            parts += [part - len(CONTACTS)] * (len(flat) + len(edge))
    for part, (name, carries) in enumerate(part_contacts.items()):
        surface = part_points(robot)
        for point in surface.of(name).tolist():
            bodies.append(int(surface.bodies[point]))
            places.append(surface.places[point])
            touches.append(carries)
            parts.append(part)
    if not np.any(touches):
        return None
    points = TouchingPoints(
        np.array(bodies), np.array(places), np.stack(touches, axis=1), np.array(parts), fps
    )
    return Forces(
        tree=tree,
        links=links_of(robot.model),
        units=_units(tree, robot, motors),
        points=points,
        friction=friction,
        wanted=np.zeros((len(contacts), 3)),
    )


def _units(tree: Tree, robot: Robot, motors: bool) -> Units:
    """Return the root's equations, and those of motors with a stated torque."""
    row, weight = np.full(len(tree.variable), -1), body_weight(robot)
    row[:ROOT] = np.arange(ROOT)
    arm = weight * standing_height(robot)
    scale = [1.0 / weight] * 3 + [1.0 / arm] * 3
    for joint in np.flatnonzero(robot.gains.torque_stated & motors).tolist():
        dof = ROOT + joint
        if tree.variable[dof] == dof:
            row[dof] = len(scale)
            scale.append(1.0 / float(robot.gains.torque[joint]))
    return Units(row, np.array(scale), TORQUE, weight)


def _inset(sole: Sole, margin: float, inset: float) -> np.ndarray:
    """Return the corners (4, 3) [m] of a sole that is smaller by a share and a length on every side."""
    corners = np.array(sole.points)
    for first, second in ((0, 2), (1, 3), (0, 1), (2, 3)):
        way = corners[second] - corners[first]
        way *= min(margin + inset / max(float(np.linalg.norm(way)), inset, 1e-9), MOST)
        corners[first] += way
        corners[second] -= way
    return corners

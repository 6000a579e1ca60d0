"""What a robot that stands as a person does has to keep, from the footholds of a clip."""

from __future__ import annotations

import numpy as np

from understudy.dynamics.ground_forces import FRICTION
from understudy.kinematics.clip.footholds import Footholds
from understudy.kinematics.momentum import body_inertias
from understudy.kinematics.tree import Tree
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.retarget.physics.anchors import Anchors
from understudy.retarget.physics.ground import Ground
from understudy.retarget.physics.standing import Standing
from understudy.robots.parts import Sole
from understudy.robots.robot import Robot


def robot_standing(
    tree: Tree, robot: Robot, footholds: Footholds, contacts: np.ndarray, fps: float, margin: float
) -> Standing | None:
    """Return the limits of a robot that stands, of which no ground force is wanted; None where it never does.

    Args:
        tree: The robot's tree.
        robot: The robot.
        footholds: The stances of its soles.
        contacts: (T, 4) which of ``CONTACTS`` of the person are in contact.
        fps: Frames a second [1/s].
        margin: Share of a sole that the ZMP keeps away from, on every side.
    """
    stands = footholds.stance >= 0
    if not stands.any():
        return None
    sides = tuple(side for side in SIDES if side in robot.soles)
    own = np.zeros((len(contacts), len(CONTACTS)), dtype=bool)
    for index, side in enumerate(sides):
        ends = [CONTACTS.index(f"{end}_{side}") for end in ("heel", "toe")]
        own[:, ends] = contacts[:, ends] & stands[:, [index]]
    return Standing(
        ground=Ground(tree, body_inertias(robot.model), fps, _heights(footholds)),
        sides=sides,
        points=footholds.point,
        contacts=own,
        wanted=np.zeros((len(contacts), 3)),
        weight=0.0,
        margin=margin * np.stack([_size(robot.soles[side]) for side in sides]),
        friction=FRICTION,
        anchors=Anchors(tree, {side: robot.soles[side] for side in sides}),
    )


def _heights(footholds: Footholds) -> np.ndarray:
    """Return (T,) [m] the height of the ground that is stood on, in the air interpolated."""
    stands = footholds.stance >= 0
    count, every = stands.sum(axis=1), np.arange(len(stands))
    total = (stands * footholds.nominal[..., 2].mean(axis=2)).sum(axis=1)
    known = np.flatnonzero(count)
    return np.interp(every, known, total[known] / count[known])


def _size(sole: Sole) -> np.ndarray:
    """Return (2,) [m] the length and the width of a sole."""
    corners = sole.points
    along, across = sole.toe - sole.heel, 0.5 * (corners[1] - corners[0] + corners[3] - corners[2])
    return np.array([np.linalg.norm(along), np.linalg.norm(across)])

"""Limbs seen from the torso: what makes a posture look like the person's, however the torso is turned.

A limb's direction is asked for relative to the torso, as it is judged (infant thesis 5.1). So a torso that
cannot be turned as the person's, such as one without a waist between two feet that stand, takes its limbs
along, and need not weigh so much that legs and feet have to give way to it.
"""

from __future__ import annotations

import numpy as np

from understudy.kinematics.blocks.direction import WORLD, DirectionBlock, seen_from
from understudy.kinematics.tree import Tree
from understudy.retarget.goals import Goals
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot

TRUNK, SHOULDERS = "trunk", "shoulder_line"
TORSO = (TRUNK, "hip_line", SHOULDERS)
"""Segments of the torso itself, which are seen from the world."""

TORSO_SHARE = 0.15
"""Share of its weight that the torso has beside limbs that are seen from it: as much as these together."""


def limbs_from_torso(block: DirectionBlock, goals: Goals, robot: Robot, tree: Tree) -> DirectionBlock:
    """Return directions of which those of limbs are seen from the torso.

    Where the capture or the robot has no torso, or it has a waist, all stay as they are.

    Args:
        block: Directions as goals have them, seen from the world.
        goals: What they are.
        robot: The robot.
        tree: Its tree.
    """
    names = goals.segments
    if TRUNK not in names or SHOULDERS not in names:
        return block
    trunk, shoulders = names.index(TRUNK), names.index(SHOULDERS)
    if not (goals.direction_weights[:, [trunk, shoulders]] > 0.0).all():
        return block
    body = block.body[shoulders]
    if not (block.body[[trunk, shoulders]] == body[0]).all():
        # With a waist of its own a torso is turned as the person's, and is no frame: its parts move.
        return block
    carrier = np.array([WORLD if name in TORSO else body[0] for name in names], dtype=np.int64)
    person = _axes(block.target[:, trunk], block.target[:, shoulders])
    home = home_data(robot.model, robot.home)
    ends = home.xpos[block.body] + np.einsum(
        "deij,dej->dei", home.xmat.reshape(-1, 3, 3)[block.body], block.local
    )
    way = ends[:, 1] - ends[:, 0]
    own = home.xmat[body[0]].reshape(3, 3).T @ _axes(way[trunk], way[shoulders])
    limbs = carrier != WORLD
    target, weight = np.array(block.target), np.array(block.weight)
    target[:, limbs] = np.einsum("ij,tkj,tnk->tni", own, person, block.target[:, limbs])
    weight[:, ~limbs] *= TORSO_SHARE
    return seen_from(tree, block, carrier)._replace(target=target, weight=weight)


def _axes(trunk: np.ndarray, left: np.ndarray) -> np.ndarray:
    """Return (…, 3, 3) matrices whose columns are forward, left and up of a torso, from vectors (…, 3)."""
    up = trunk / np.linalg.norm(trunk, axis=-1, keepdims=True)
    forward = np.cross(left, up)
    forward = forward / np.maximum(np.linalg.norm(forward, axis=-1, keepdims=True), 1e-12)
    return np.stack([forward, np.cross(up, forward), up], axis=-1)

"""Balls around bodies, and by how much a joint moves such a ball at most, in whatever pose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from understudy.kinematics.body_parts import BodyCapsule
from understudy.kinematics.tree import Tree

Ball = tuple[np.ndarray, float]
"""Centre (3,) [m] in the frame of its body, and radius [m]."""

LONGEST_SLIDE = 1.0
"""Way [m] that no sliding joint exceeds."""


def ball_around(capsules: Sequence[BodyCapsule]) -> Ball:
    """Return a ball around capsules of one body, by steps to the farthest (Bădoiu)."""
    if len(capsules) == 1:
        only = capsules[0]
        return 0.5 * (only.start + only.end), 0.5 * float(np.linalg.norm(only.end - only.start)) + only.radius
    points = np.array([end for c in capsules for end in (c.start, c.end)])
    radii = np.repeat([c.radius for c in capsules], 2)
    centre = 0.5 * ((points - radii[:, None]).min(axis=0) + (points + radii[:, None]).max(axis=0))
    for step in range(2, 30):
        reach = np.linalg.norm(points - centre, axis=1) + radii
        farthest = int(reach.argmax())
        centre = centre + (points[farthest] - centre) / (2.0 * step)
    return centre, float((np.linalg.norm(points - centre, axis=1) + radii).max())


def levers(tree: Tree, balls: Mapping[int, Ball]) -> np.ndarray:
    """Return (B, D) how far [m] a point of a ball moves at most, by radian or metre of what moves it.

    Columns are those of ``Tree.chain``. From a joint to the farthest point of a ball lie the bodies between,
    each as far from the last as the model says. What moves all balls moves none against another.
    """
    found = np.zeros(tree.chain.shape)
    anchors = np.repeat(
        np.linalg.norm(tree.joint_pos, axis=1), np.diff([*tree.joint_dof, len(tree.variable)])
    )
    slides = np.zeros(len(tree.body_parent))
    np.add.at(slides, tree.dof_body[(tree.dof_q >= 0) & (tree.dof_turns == 0)], LONGEST_SLIDE)
    moved = np.zeros(len(tree.variable), dtype=np.int64)
    for body in balls:
        moved[tree.chain[body, : tree.chain_count[body]]] += 1
    for body, (centre, reach) in balls.items():
        beyond, at = {}, body
        distance = float(np.linalg.norm(centre)) + reach
        while at != 0:
            beyond[at] = distance
            distance += float(np.linalg.norm(tree.body_pos[at])) + slides[at]
            at = int(tree.body_parent[at])
        for place, dof in enumerate(tree.chain[body, : tree.chain_count[body]].tolist()):
            if moved[dof] < len(balls):
                turns = tree.dof_turns[dof] == 1
                found[body, place] = beyond[tree.dof_body[dof]] + anchors[dof] if turns else 1.0
    return found

"""Postures all over a robot's joint ranges, and which of them a limb looks most like the person's in.

A limb that is solved from a single start may be caught where its joints stop, short of a better pose in
another IK branch. The nearest of a few thousand postures is a start in the right one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.evaluate.limbs import LIMBS, carrier
from understudy.evaluate.poses import pose_robot
from understudy.evaluate.torso import robot_vector
from understudy.kinematics.limits import Bounds
from understudy.kinematics.starts import start_postures
from understudy.kinematics.tree import Tree
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

SEED = 11
RANDOM_POSTURES = 4096
FRAMES_AT_ONCE = 512
"""Frames that are compared with all postures at a time, which bounds the memory that it takes."""


@dataclass(frozen=True, eq=False)
class SampledPostures:
    """Postures within a robot's joint limits.

    Attributes:
        q: (N, Q) coordinates.
        directions: Segment of a limb → its unit directions (N, 3) in the frame of the body that the limb
            hangs from.
    """

    q: np.ndarray
    directions: dict[str, np.ndarray]

    def nearest(self, limb: str, upper: np.ndarray, lower: np.ndarray, first: int, stride: int) -> np.ndarray:
        """Return the index (T,) of the posture in which a limb's two directions are nearest.

        Args:
            limb: The limb.
            upper: (T, 3) where its upper segment should point, in the frame of the body that it hangs from.
            lower: (T, 3) where its lower one should.
            first: The first posture to look at.
            stride: Every how many postures are looked at; others may be better in another IK branch.
        """
        table = np.concatenate([self.directions[segment][first::stride] for segment in LIMBS[limb]], axis=1)
        wanted = np.concatenate([upper, lower], axis=1)
        best = np.empty(len(wanted), dtype=np.int64)
        for start in range(0, len(wanted), FRAMES_AT_ONCE):
            block = slice(start, start + FRAMES_AT_ONCE)
            # The sum of the cosines is largest where the sum of squared chords is least.
            best[block] = (wanted[block] @ table.T).argmax(axis=1)
        return first + stride * best


def sample_postures(robot: Robot, tree: Tree, bounds: Bounds) -> SampledPostures:
    """Return home, mid-range, some around home, and postures drawn evenly from all joints' ranges."""
    home = np.array(robot.home)
    free = np.flatnonzero((tree.dof_q >= 0) & (tree.variable == np.arange(len(tree.variable))))
    lower, upper = np.maximum(bounds.lower[free], -np.pi), np.minimum(bounds.upper[free], np.pi)
    drawn = np.tile(home, (RANDOM_POSTURES, 1))
    generator = np.random.default_rng(SEED)
    drawn[:, tree.dof_q[free]] = generator.uniform(lower, upper, (RANDOM_POSTURES, len(free)))
    q = np.concatenate([start_postures(home, tree.dof_q[free], lower, upper), drawn])
    _couple(tree, q)
    poses = pose_robot(robot, q)
    directions = {}
    for limb, segments in LIMBS.items():
        for segment in segments:
            vector = robot_vector(robot, poses, segment)
            if vector is not None:
                turn = poses.orientations[:, carrier(robot, limb)]
                directions[segment] = rot.normalise(np.einsum("tji,tj->ti", turn, vector))
    return SampledPostures(q, directions)


def _couple(tree: Tree, q: np.ndarray) -> None:
    """Set coupled joints of postures (N, Q) by what they follow."""
    for dof, driver in enumerate(tree.variable):
        if driver not in (-1, dof) and tree.dof_q[dof] >= 0:
            x = q[:, tree.dof_q[driver]] - tree.q_zero[tree.dof_q[driver]]
            own = tree.q_zero[tree.dof_q[dof]]
            q[:, tree.dof_q[dof]] = own + np.polynomial.polynomial.polyval(x, tree.coupling[dof])

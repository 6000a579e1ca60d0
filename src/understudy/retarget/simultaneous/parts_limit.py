"""Parts of a robot that are not in each other, by what MuJoCo's geoms say."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.kinematics.blocks.distance import DistanceBlock
from understudy.kinematics.pair_distances import near_gaps, nearest_gaps
from understudy.motion.validation import ROOT_SIZE
from understudy.retarget.simultaneous.bodies import RobotBody
from understudy.retarget.simultaneous.grid import Grid
from understudy.retarget.simultaneous.sums import Sums
from understudy.robots.hollow_joints import hollow_joints
from understudy.robots.ignored_contacts import without_contacts
from understudy.robots.self_collision import BodyPair, SelfCollision

DEPTH = 0.001
"""Length [m] by which geoms may be in each other."""

FARTHEST, FIRMEST = 0.03, 4.0
"""Length [m] by which parts are moved apart at most, at a time and by multipliers, and by how much the weight
grows at most: parts that are in each other then are there for a reason."""

NEAR = 0.01
"""Distance [m] beyond what is asked from which on capsules are left out."""


class PartsApart:
    """Pairs of bodies that were found in each other, and are to be apart in those frames from then on.

    How deep geoms are in each other is MuJoCo's to say, but only while they are, and not always which way
    leads out. Capsules say both at any distance, though they stick out of geoms in places, and leave holes.
    So a pair's capsules are to be farther apart than they are by as much as its geoms are too deep. Pairs
    around a joint in a hollow are judged by their meshes.

    Args:
        body: The robot.
        block: Pairs of bodies with their capsules.
        grid: The moments that are solved; all frames between them are looked at.
        weight: [1/m] of parts that are too near.
    """

    name, unit = "self-collision", "mm"

    def __init__(self, body: RobotBody, block: DistanceBlock, grid: Grid, weight: float) -> None:
        """Nothing was found in each other yet."""
        self.body, self.block, self.grid, self.weight = body, block, grid, weight
        self.root = ROOT_SIZE if body.robot.has_free_base else 0
        self.count = grid.knots + (0 if grid.is_every_frame else 2)
        self._firmest = FIRMEST * weight
        self.frames, self.pairs = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        self.target, self.shift = np.zeros(0), np.zeros(0)
        self._column = {(int(min(pair)), int(max(pair))): row for row, pair in enumerate(block.body)}
        self._seen: tuple[np.ndarray, np.ndarray] | None = None
        self._hollow = hollow_joints(body.robot)
        self.contact = self._of_pairs()

    def _of_pairs(self) -> SelfCollision:
        """Return what finds contacts, but for parts that touch at rest and are none of the pairs.

        Those that are judged by their meshes are left out, too.
        """
        robot = self.body.robot
        ignored = robot.overlapping.difference(self._column) | self._hollow.pairs
        return SelfCollision(without_contacts(SelfCollision(robot.model).model, ignored))

    def _short(self, robot: np.ndarray) -> np.ndarray:
        """Return (T, P) [m] by how much geoms of pairs are deeper in each other than they may be."""
        if self._seen is None or self._seen[0] is not robot:
            self._seen = robot, self._look(self.grid.all_frames(robot, self.root), *self.grid.neighbours())
        return self._seen[1]

    def _look(self, poses: np.ndarray, before: np.ndarray, after: np.ndarray) -> np.ndarray:
        """Return the same of poses (F, Q) which are between two control points each."""
        short = np.full((self.count, len(self.block.body)), -DEPTH)
        for frame, q in enumerate(poses):
            for bodies, distance in zip(*self.contact.contacts(q), strict=True):
                pair = int(bodies[0]), int(bodies[1])
                row = self._column.get(pair)
                if row is not None and pair not in self._hollow.pairs:
                    beside = [before[frame], after[frame]]
                    short[beside, row] = np.maximum(short[beside, row], -distance - DEPTH)
        for pair in sorted(self._hollow.pairs & self._column.keys()):
            depth, row = self._depth_of_meshes(pair, poses), self._column[pair]
            for beside in (before, after):
                np.maximum.at(short[:, row], beside, depth - DEPTH)
        return short

    def _depth_of_meshes(self, pair: BodyPair, poses: np.ndarray) -> np.ndarray:
        """Return how deep [m] the meshes of two bodies are in each other (F,) in poses (F, Q)."""
        model = self.body.robot.model
        data, places, turns = mujoco.MjData(model), np.zeros((len(poses), model.nbody, 3)), []
        for frame, q in enumerate(poses):
            data.qpos[:] = q
            mujoco.mj_kinematics(model, data)
            places[frame] = data.xpos
            turns.append(data.xmat.copy())
        return self._hollow.depth(pair, places, np.array(turns))

    def excess(self, robot: np.ndarray) -> float:
        """Return how much deeper than allowed parts are in each other at most [mm]."""
        return 1000.0 * float(self._short(robot).max(initial=0.0))

    def notice(self, robot: np.ndarray) -> float:
        """Note which parts are too deep in each other at the knots; return how deep [mm] at most."""
        every = np.arange(len(robot))
        short = self._look(self.grid.at_controls(robot, self.root), every, every)
        deepest = float(short.max(initial=0.0))
        if deepest > 0.0:
            self._note(robot, short)
        return 1000.0 * deepest

    def _note(self, robot: np.ndarray, short: np.ndarray) -> None:
        """Note which parts are too deep by (T, P) [m], and how far apart those noted before are to be."""
        known = np.zeros(short.shape, dtype=bool)
        known[self.frames, self.pairs] = True
        frames, pairs = np.nonzero((short > 0.0) & ~known)
        frames, pairs = np.append(self.frames, frames), np.append(self.pairs, pairs)
        new, order = len(frames) - len(self.frames), np.lexsort((pairs, frames))
        self.frames, self.pairs = frames[order], pairs[order]
        self.target = np.append(self.target, np.full(new, -np.inf))[order]
        self.shift = np.append(self.shift, np.zeros(new))[order]
        apart, too_deep = self._nearest(robot), short[self.frames, self.pairs]
        # Where geoms do not touch, it is not known by how much they are apart. What is asked of them stays as
        # long as they keep it: edges that touch again may be millimetres deep at once.
        wanted = apart + np.minimum(too_deep, FARTHEST)
        self.target = np.where(too_deep > -DEPTH, wanted, np.minimum(self.target, apart))

    def insist(self, robot: np.ndarray, factor: float) -> None:
        """Note which parts are too deep, so that the next steps make up for it."""
        self._note(robot, self._short(robot))
        over = self.target - self._nearest(robot)
        factor = min(factor, self._firmest / self.weight)
        self.shift = np.clip(self.shift + over, 0.0, FARTHEST) / factor**2
        self.weight *= factor

    def at(self, robot: np.ndarray) -> LinearPartsApart:
        """Return the limit near poses (T, Q)."""
        asked = self.target + self.shift
        gaps = near_gaps(self.body.tree, self.block, robot, self.frames, self.pairs, asked + NEAR)
        over = asked[gaps.pair] - gaps.values
        return LinearPartsApart(self.frames[gaps.pair], over, gaps.by[:, self.body.free], self.weight)

    def _nearest(self, robot: np.ndarray) -> np.ndarray:
        """Return (N,) [m] how far pairs that were noted are apart."""
        return nearest_gaps(self.body.tree, self.block, robot, self.frames, self.pairs)


@dataclass(frozen=True, eq=False)
class LinearPartsApart:
    """A limit near some poses: capsules that are too near by ``over`` (R,) [m], each in one of ``frames``.

    How fast they part is ``by`` (R, D); being too near has a ``weight`` [1/m].
    """

    frames: np.ndarray
    over: np.ndarray
    by: np.ndarray
    weight: float

    def rows(self, change: np.ndarray) -> np.ndarray:
        """Return (R,) [m] by how much capsules are too near."""
        return self.over - np.einsum("rd,rd->r", self.by, change[self.frames])

    def add_pull(self, pull: np.ndarray, sums: Sums) -> None:
        """Add to the sums; see :class:`~understudy.retarget.simultaneous.clip.LinearLimit`."""
        frames, starts = np.unique(self.frames, return_index=True)
        if len(frames):
            sums.gradient[frames] -= np.add.reduceat(pull[:, None] * self.by, starts, axis=0)

    def add_stiffness(self, stiffness: np.ndarray, sums: Sums) -> None:
        """Add to the sums; see :class:`~understudy.retarget.simultaneous.clip.LinearLimit`."""
        sums.add_rows(self.frames, self.by, stiffness)

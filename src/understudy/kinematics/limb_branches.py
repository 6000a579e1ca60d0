"""Better IK branches of single limbs in a solved clip, looked for limb by limb and carried both ways in time.

A frame of doubtful cost is solved from whole postures as it comes (``branches``), which change all limbs at
once: an arm in a poor branch is seldom met by one of them that is right for the rest as well. Here everything
but one limb stays where it is. That limb is started from postures all over its joints' ranges, the nearest to
what is asked with each of its joints in the lower and in the upper half of its range: two branches of a limb
have some joint on different sides. Postures of a grid that is even over every range are alike on both sides
of the body.

What is found is carried forwards and backwards to where that saves most. It is taken if it saves more than
the ways into the other branch and back cost, which joints of limited speed cannot spring.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.branches import FINALISTS, PROBES, better_than
from understudy.kinematics.forward import couple_frames
from understudy.kinematics.frame_loop import IN_PLACE, Outcome
from understudy.kinematics.limits import Bounds
from understudy.kinematics.point_places import PointsOfBodies, point_places
from understudy.kinematics.problem import Problem
from understudy.kinematics.seams import Carrier, seams_of
from understudy.kinematics.solver import Solver, frames_of, new_outcome
from understudy.kinematics.tree import Tree

POSTURES = 1296
"""Postures of a limb at most: six places of each of four joints."""

ITERATIONS = 60
"""That a start is given, which is farther away than the frame before."""

HOPE = 1.5
"""Times of a frame's cost that a start may cost after a few iterations to be solved to its end."""

MOVES = 1e-2
"""How far the end of a unit vector moves at least over a joint's range if the joint turns a segment."""

SAME_POINT = 1e-9
"""Distance [m] up to which one segment begins where the other ends."""


@dataclass(frozen=True, eq=False)
class Limb:
    """Two segments in a row, and the joints that turn them.

    Attributes:
        segments: (2,) upper and lower one, among the directions of a problem.
        carrier: The body that the upper one begins on.
        dofs: (J,) degrees of freedom of the joints between the carrier and the end, or that drive them.
    """

    segments: np.ndarray
    carrier: int
    dofs: np.ndarray


@dataclass(frozen=True, eq=False)
class Postures:
    """Postures of a limb, even over its joints' ranges.

    Attributes:
        dofs: (J,) joints that turn its segments.
        shares: (P, J) places in their ranges, from 0 to 1.
        joints: (P, J) the same [rad or m].
        directions: (P, 2, 3) of its segments in the carrier's frame.
    """

    dofs: np.ndarray
    shares: np.ndarray
    joints: np.ndarray
    directions: np.ndarray

    def nearest(self, wanted: np.ndarray, weight: np.ndarray) -> np.ndarray:
        """Return the postures (N, 2J) that come nearest with each joint in either half of its range.

        Args:
            wanted: (N, 2, 3) directions in the carrier's frame.
            weight: (N, 2) [1/rad] of them.
        """
        # The weighted sum of cosines is largest where that of squared chords is least.
        scores = (weight[..., None] ** 2 * wanted).reshape(len(wanted), -1) @ self.directions.reshape(
            len(self.directions), -1
        ).T
        halves = [half for share in self.shares.T for half in (share <= 0.5, share >= 0.5)]
        places = [np.flatnonzero(half) for half in halves]
        return np.stack([own[scores[:, own].argmax(axis=1)] for own in places], axis=1)


def look_limb_by_limb(problem: Problem, out: Outcome, bounds: Bounds, pause: int, longest_loss: int) -> None:
    """Move limbs of a solved clip to better IK branches, in place.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of all its frames.
        bounds: Limits of motion, by which a change of branch takes its time.
        pause: Frames from one look to the next.
        longest_loss: Frames in which a branch may cost more than it saved before, until it is given up.
    """
    looks = np.arange(0, len(out.q), max(pause, 1))
    looks = looks[out.cost[looks] > problem.effort.doubtful_cost]
    if not len(looks):
        return
    limbs = limbs_of(problem)
    is_doubtful = limb_costs(problem, out.q, looks, limbs) > problem.effort.doubtful_cost
    for limb, own in zip(limbs, is_doubtful.T, strict=True):
        found = better_poses(problem, out, limb, looks[own]) if own.any() else []
        if found:
            _take(problem, out, bounds, limb, found, longest_loss)


def limbs_of(problem: Problem) -> list[Limb]:
    """Return the limbs of a problem: two segments in a row, both of which joints turn."""
    block, limbs = problem.costs.direction, []
    starts, ends = block.body.T
    is_next = (ends[:, None] == starts) & (starts != ends) & (starts != ends)[:, None]
    for upper, lower in np.argwhere(is_next).tolist():
        if np.abs(block.local[lower, 0] - block.local[upper, 1]).max() <= SAME_POINT:
            carrier = int(starts[upper])
            dofs = _drivers(problem.tree, carrier, int(ends[lower]))
            limbs.append(Limb(np.array([upper, lower]), carrier, dofs))
    return limbs


def _drivers(tree: Tree, carrier: int, end: int) -> np.ndarray:
    """Return the degrees of freedom that move a body against another one, or drive what does."""
    before, until = (set(tree.chain[body, : tree.chain_count[body]].tolist()) for body in (carrier, end))
    drivers = {int(tree.variable[dof]) for dof in until - before}
    return np.array(sorted(dof for dof in drivers if dof >= 0 and tree.dof_q[dof] >= 0), dtype=np.int64)


def limb_costs(problem: Problem, q: np.ndarray, frames: np.ndarray, limbs: Sequence[Limb]) -> np.ndarray:
    """Return what the directions of limbs cost (N, L) in some frames (N,) of poses (T, Q)."""
    if not limbs:
        return np.zeros((len(frames), 0))
    block, segments = problem.costs.direction, np.concatenate([limb.segments for limb in limbs])
    at = np.ix_(frames, segments)
    own = directions_between(problem.tree, block.body[segments], block.local[segments], q[frames])
    angles = np.arccos(np.clip(np.einsum("nsi,nsi->ns", own, block.target[at]), -1.0, 1.0))
    costs = 0.5 * (block.weight[at] * angles) ** 2
    return costs[:, ::2] + costs[:, 1::2]


def directions_between(tree: Tree, body: np.ndarray, local: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return unit directions (N, S, 3) between points of bodies (S, 2) at (S, 2, 3) [m] in poses (N, Q)."""
    places = point_places(tree, PointsOfBodies(body.ravel(), local.reshape(-1, 3)), q)
    vectors = places[:, 1::2] - places[:, ::2]
    return vectors / np.linalg.norm(vectors, axis=2, keepdims=True)


def _axes(tree: Tree, body: int, q: np.ndarray) -> np.ndarray:
    """Return rotations (N, 3, 3) from a body to the world in poses (N, Q)."""
    corners = np.concatenate([np.zeros((1, 3)), np.eye(3)])
    places = point_places(tree, PointsOfBodies(np.full(4, body), corners), q)
    return np.swapaxes(places[:, 1:] - places[:, :1], 1, 2)


def limb_postures(problem: Problem, limb: Limb) -> Postures | None:
    """Return postures of a limb, even over the ranges of joints that turn its segments; None without any."""
    block, bounds = problem.costs.direction, problem.bounds
    body, local = block.body[limb.segments], block.local[limb.segments]
    lower, upper = bounds.lower[limb.dofs], bounds.upper[limb.dofs]
    content = (*problem.tree, body, local, limb.dofs, lower, upper)
    key = b"".join(array.tobytes() for array in content)
    return _even_postures(_Body(key, problem.tree, body, local, limb.carrier, limb.dofs, lower, upper))


@dataclass(frozen=True)
class _Body:
    """What a limb's postures follow from, the same for all clips of a robot.

    Attributes:
        key: All of the below, by which two of them are the same.
        tree: The tree.
        body: (2, 2) bodies of the segments' ends, and
        local: (2, 2, 3) [m] where on them.
        carrier: The body that the limb hangs from.
        dofs: (J,) its joints.
        lower, upper: (J,) where they end [rad or m].
    """

    key: bytes
    tree: Tree = field(compare=False)
    body: np.ndarray = field(compare=False)
    local: np.ndarray = field(compare=False)
    carrier: int = field(compare=False)
    dofs: np.ndarray = field(compare=False)
    lower: np.ndarray = field(compare=False)
    upper: np.ndarray = field(compare=False)

    def directions(self, dofs: np.ndarray, joints: np.ndarray) -> np.ndarray:
        """Return the segments' directions (P, 2, 3) seen from the carrier, joints (J,) at places (P, J)."""
        q = np.tile(self.tree.q_zero, (len(joints), 1))
        q[:, self.tree.dof_q[dofs]] = joints
        couple_frames(self.tree, q)
        return directions_between(self.tree, self.body, self.local, q) @ _axes(self.tree, self.carrier, q)


@lru_cache(maxsize=64)
def _even_postures(body: _Body) -> Postures | None:
    """Return what ``limb_postures`` does."""
    dofs, low, high = body.dofs, np.maximum(body.lower, -np.pi), np.minimum(body.upper, np.pi)
    ends = np.full((2 * len(dofs), len(dofs)), 0.6)
    for joint in range(len(dofs)):
        ends[2 * joint : 2 * joint + 2, joint] = 0.0, 1.0
    turned = body.directions(dofs, low + (high - low) * ends)
    moved = np.abs(turned[::2] - turned[1::2]).max(axis=(1, 2), initial=0.0) > MOVES
    dofs, low, high = dofs[moved], low[moved], high[moved]
    if not len(dofs):
        return None
    places = max(2, int(POSTURES ** (1.0 / len(dofs)) + 1e-9))
    even = (np.arange(places) + 0.5) / places
    shares = np.stack(np.meshgrid(*[even] * len(dofs), indexing="ij"), axis=-1).reshape(-1, len(dofs))
    joints = low + (high - low) * shares
    return Postures(dofs, shares, joints, body.directions(dofs, joints))


def better_poses(
    problem: Problem, out: Outcome, limb: Limb, frames: np.ndarray
) -> list[tuple[int, float, np.ndarray]]:
    """Return frames, costs and poses (Q,) that are much better by another posture of a limb.

    Those that save most come first.

    Args:
        problem: The problem.
        out: What became of all its frames.
        limb: The limb; everything else begins where it is.
        frames: (N,) frames to look at.
    """
    postures = limb_postures(problem, limb)
    if postures is None:
        return []
    block, at = problem.costs.direction, np.ix_(frames, limb.segments)
    axes = _axes(problem.tree, limb.carrier, out.q[frames])
    nearest = postures.nearest(block.target[at] @ axes, block.weight[at])
    starts = [(row, posture) for row, own in enumerate(nearest) for posture in sorted(set(own.tolist()))]
    rows, places = np.array(starts).T
    poses = out.q[frames[rows]]
    poses[:, problem.tree.dof_q[postures.dofs]] = postures.joints[places]
    # Of many starts, the best after a few iterations are solved to their end.
    costs = _solve_rows(problem, frames[rows], poses, PROBES)
    order = np.lexsort((costs, rows))
    place = np.arange(len(rows)) - np.searchsorted(rows, rows)
    last = order[(place < FINALISTS) & (costs[order] < HOPE * out.cost[frames[rows]])]
    poses, rows = poses[last], rows[last]
    costs = _solve_rows(problem, frames[rows], poses, ITERATIONS)
    found = []
    for row, frame in enumerate(frames.tolist()):
        own = np.flatnonzero(rows == row)
        best = own[costs[own].argmin()] if len(own) else -1
        if len(own) and costs[best] < better_than.py_func(out.cost[frame], problem.effort):
            found.append((frame, float(costs[best]), poses[best]))
    return sorted(found, key=lambda one: one[1] - out.cost[one[0]])


def _solve_rows(problem: Problem, frames: np.ndarray, poses: np.ndarray, iterations: int) -> np.ndarray:
    """Solve poses (N, Q) of frames (N,) that do not know of each other, in place; return their costs (N,)."""
    effort = problem.effort._replace(
        iterations=iterations, doubtful_cost=np.inf, from_given=IN_PLACE, fewest_points=0
    )
    rows = replace(problem, costs=frames_of(problem.costs, frames), effort=effort)
    out = new_outcome(*poses.shape)
    out.q[:] = poses
    Solver(rows).run(out, 0, len(poses))
    poses[:] = out.q
    return out.cost


def _take(
    problem: Problem,
    out: Outcome,
    bounds: Bounds,
    limb: Limb,
    found: Sequence[tuple[int, float, np.ndarray]],
    longest_loss: int,
) -> None:
    """Carry what was found both ways in time, and keep it where that saves more than the ways there cost."""
    carrier = Carrier(problem, out, longest_loss)
    weight = float(problem.costs.direction.weight[:, limb.segments].max())
    for frame, cost, pose in found:
        if not cost < better_than.py_func(out.cost[frame], problem.effort):
            continue
        trial = Outcome(*(array.copy() for array in out))
        carrier.carry(trial, pose, frame, 1)
        carrier.carry(trial, pose, frame - 1, -1)
        price = [price_of_seams(problem, clip.q, bounds, weight) for clip in (out, trial)]
        if trial.cost.sum() + price[1] < out.cost.sum() + price[0]:
            for array, own in zip(out, trial, strict=True):
                array[:] = own
        else:
            carrier.go_back_to(out)


def price_of_seams(problem: Problem, q: np.ndarray, bounds: Bounds, weight: float) -> float:
    """Return what it costs to get over the seams of a clip (T, Q) at the joints' largest speed.

    A joint that has to turn by Δ between two frames, and may by s, is off by up to Δ/2 for Δ/s frames. A
    segment that is off by that costs ½ w² Δ²/12 in each of them on the average.

    Args:
        problem: The problem.
        q: The clip.
        bounds: Limits of motion.
        weight: w [1/rad] of the segment.
    """
    own = free_scalars(problem.tree)
    change = np.abs(np.diff(q[:, problem.tree.dof_q[own]], axis=0))[seams_of(problem, q)]
    return float((weight**2 / 24.0 * change**3 / bounds.largest_step[own]).max(axis=1, initial=0.0).sum())

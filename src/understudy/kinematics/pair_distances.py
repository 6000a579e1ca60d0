"""How far pairs of bodies are apart in single frames, by their capsules, with derivatives."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_kernel
from understudy.kinematics.blocks.distance import DistanceBlock
from understudy.kinematics.blocks.lines import nearest_points, side_of
from understudy.kinematics.blocks.two_bodies import START_ONLY, place_point
from understudy.kinematics.forward import Pose, couple, forward, new_pose
from understudy.kinematics.tree import Tree


class Gaps(NamedTuple):
    """R pairs of capsules that are near to each other."""

    pair: np.ndarray  # (R,) which of the pairs of bodies
    values: np.ndarray  # (R,) [m] between the surfaces, negative where they are in each other
    by: np.ndarray  # (R, V) [m/rad or 1] derivatives


def nearest_gaps(
    tree: Tree, block: DistanceBlock, q: np.ndarray, frames: np.ndarray, pairs: np.ndarray
) -> np.ndarray:
    """Return (N,) [m] how far pairs of bodies are apart by their nearest capsules; see :func:`near_gaps`."""
    return _looked_at(tree, block, q, frames, pairs, np.full(len(frames), -np.inf))[0]


def near_gaps(
    tree: Tree,
    block: DistanceBlock,
    q: np.ndarray,
    frames: np.ndarray,
    pairs: np.ndarray,
    below: np.ndarray,
) -> Gaps:
    """Return how far the capsules of pairs of bodies are apart that are nearer than something.

    The derivative is that of the nearest points held fixed on their bodies (Danskin).

    Args:
        tree: The tree.
        block: Pairs of bodies and their capsules.
        q: (T, Q) poses.
        frames: (N,) in which frame.
        pairs: (N,) which pair of the block.
        below: (N,) [m] distances that count.
    """
    _, count = _looked_at(tree, block, q, frames, pairs, below)
    ends = np.cumsum(count)
    total = int(ends[-1]) if len(ends) else 0
    found = Gaps(
        np.repeat(np.arange(len(frames)), count), np.empty(total), np.zeros((total, len(tree.variable)))
    )
    _run(tree, block, q, frames, pairs, below, np.empty(len(frames)), count, ends - count, found)
    return found


def _looked_at(
    tree: Tree, block: DistanceBlock, q: np.ndarray, frames: np.ndarray, pairs: np.ndarray, below: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return (N,) [m] the nearest capsules of pairs, and how many are nearer than asked."""
    nearest, count = np.empty(len(frames)), np.zeros(len(frames), dtype=np.int64)
    nothing = Gaps(count[:0], np.empty(0), np.empty((0, len(tree.variable))))
    _run(tree, block, q, frames, pairs, below, nearest, count, count[:0], nothing)
    return nearest, count


def _run(
    tree: Tree,
    block: DistanceBlock,
    q: np.ndarray,
    frames: np.ndarray,
    pairs: np.ndarray,
    below: np.ndarray,
    nearest: np.ndarray,
    count: np.ndarray,
    first: np.ndarray,
    found: Gaps,
) -> None:
    work = np.zeros((2, 3)), np.zeros((2, 2, 3)), np.ones(len(tree.variable))
    q = np.array(q, order="C")
    _write(tree, block, q, frames, pairs, below, new_pose(tree), *work, nearest, count, first, found)


@fused_kernel
def _write(
    tree: Tree,
    block: DistanceBlock,
    q: np.ndarray,
    frames: np.ndarray,
    pairs: np.ndarray,
    below: np.ndarray,
    pose: Pose,
    points: np.ndarray,
    lines: np.ndarray,
    slope: np.ndarray,
    nearest: np.ndarray,
    count: np.ndarray,
    first: np.ndarray,
    found: Gaps,
) -> None:
    """Write what :func:`near_gaps` returns where ``first`` (N,) has its first row of each pair.

    Else count what would be written. ``points`` (2, 3), ``lines`` (2, 2, 3), ``slope`` (V,) are buffers.
    """
    start, end, last = points[0], points[1], -1
    for n in range(frames.shape[0]):
        if frames[n] != last:
            last = frames[n]
            couple(tree, q[last], slope)
            forward(tree, q[last], pose)
        row, done = pairs[n], 0
        nearest[n] = np.inf
        for c in range(block.first[row], block.first[row + 1]):
            for e in range(2):
                body, line = block.body[row, e], block.line[block.capsule[c, e]]
                mat = pose.body_mat[body]
                place_point(pose.body_pos[body], mat, line[0], lines[e, 0])
                for i in range(3):
                    lines[e, 1, i] = mat[i, 0] * line[1, 0] + mat[i, 1] * line[1, 1] + mat[i, 2] * line[1, 2]
            enough = max(nearest[n], below[n]) + block.radius[c]
            distance = nearest_points(lines[0], lines[1], enough, start, end)
            gap = distance - block.radius[c]
            nearest[n] = min(nearest[n], gap)
            if gap >= below[n]:
                continue
            if first.shape[0] > 0:
                at = first[n] + done
                found.values[at] = gap
                side_of(lines[0, 1], lines[1, 1], start, end, distance)
                _write_row(tree, block, row, pose, slope, start, end, found.by[at])
            done += 1
        count[n] = done


@fused_kernel
def _write_row(
    tree: Tree,
    block: DistanceBlock,
    row: int,
    pose: Pose,
    slope: np.ndarray,
    point: np.ndarray,
    side: np.ndarray,
    by: np.ndarray,
) -> None:
    """Add to ``by`` (V,) how fast two bodies part at a ``point`` (3,) [m] along a ``side`` (3,)."""
    movers = block.movers
    for a in range(movers.number[row]):
        dof = movers.dofs[row, a]
        v = tree.variable[dof]
        if v < 0:
            continue
        axis, anchor, moved = pose.dof_axis[dof], pose.dof_anchor[dof], 0.0
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            if tree.dof_turns[dof] == 1:
                arm_j, arm_k = point[j] - anchor[j], point[k] - anchor[k]
                moved += side[i] * (axis[j] * arm_k - axis[k] * arm_j)
            else:
                moved += side[i] * axis[i]
        by[v] += (-slope[dof] if movers.side[row, a] == START_ONLY else slope[dof]) * moved

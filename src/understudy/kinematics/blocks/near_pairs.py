"""Pairs of capsules that are near each other, frame by frame: the only ones that a clip solver looks at.

Of tens of thousands of pairs some dozens are ever near each other in a frame. They are listed with a margin,
and lists grow where pairs that nobody listed are felt, see ``add_to_lists``.
"""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_kernel
from understudy.kinematics.blocks.contact import Contact, new_contact, note_moves, place_capsule
from understudy.kinematics.blocks.distance import EVERY, EXACTLY, DistanceBlock, add_distances, add_pair
from understudy.kinematics.blocks.lines import nearest_points
from understudy.kinematics.forward import Pose, forward, new_pose
from understudy.kinematics.tree import Tree

MARGIN = 0.005
"""Distance [m] beyond what is felt within which pairs are listed at first; it changes no result."""

LONGEST = 256
"""Pairs in a list; of frames with more all pairs are looked at."""


def with_lists(block: DistanceBlock, frames: int) -> DistanceBlock:
    """Return a block with empty lists for so many frames."""
    return block._replace(
        listed=np.zeros((frames, LONGEST), dtype=np.int64), listed_count=np.zeros(frames, dtype=np.int64)
    )


def add_to_lists(tree: Tree, block: DistanceBlock, q: np.ndarray, margin: float) -> np.ndarray:
    """List pairs within a margin [m] beyond what is felt in poses (T, Q), beside those that are listed.

    Returns (T,) what pairs cost that were not.
    """
    missed, size = np.zeros(len(q)), len(tree.variable)
    buffers = np.zeros(3), np.zeros((size, 6)), np.zeros((len(tree.body_parent), 6)), np.zeros((size, size))
    if len(block.body):
        contact = new_contact(tree, *block.size, noted=LONGEST)
        write_lists(tree, block, q, new_pose(tree), contact, *buffers, margin, missed)
    return missed


@fused_kernel
def write_lists(
    tree: Tree,
    block: DistanceBlock,
    q: np.ndarray,
    pose: Pose,
    contact: Contact,
    reference: np.ndarray,
    twist: np.ndarray,
    wrench: np.ndarray,
    matrix: np.ndarray,
    margin: float,
    missed: np.ndarray,
) -> None:
    """Write lists of poses (T, Q), and what pairs cost that were missed (T,); all others are buffers."""
    for frame in range(q.shape[0]):
        count = block.listed_count[frame]
        if count == EVERY:
            continue
        forward(tree, q[frame], pose)
        note_moves(tree, block, q[frame], contact)
        add_distances(
            tree, pose, block, frame, reference, twist, contact, wrench, False, matrix[0], matrix,
            margin,
        )  # fmt: skip
        found, noted = contact.near[0], contact.noted
        for k in range(min(found, noted.shape[0])):
            n, is_listed = np.int64(noted[k, 0]), False
            for i in range(count):
                is_listed = is_listed or block.listed[frame, i] == n
            if is_listed:
                continue
            missed[frame] += noted[k, 1]
            if count < block.listed.shape[1]:
                block.listed[frame, count] = n
            count += 1
        is_over = found > noted.shape[0] or count > block.listed.shape[1]
        block.listed_count[frame] = EVERY if is_over else count


@fused_inner_kernel
def is_listed(block: DistanceBlock, frame: int) -> bool:
    """Tell whether a frame has a list of pairs, those beside which none are looked at."""
    return block.listed_count[frame if block.listed_count.shape[0] > 1 else 0] != EVERY


@fused_inner_kernel
def add_listed(
    tree: Tree,
    pose: Pose,
    block: DistanceBlock,
    frame: int,
    reference: np.ndarray,
    twist: np.ndarray,
    contact: Contact,
    wrench: np.ndarray,
    whole: bool,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Add the residuals of listed pairs; see :func:`~understudy.kinematics.blocks.distance.add_distances`."""
    cost = 0.0
    contact.time[0] += 1
    for i in range(block.listed_count[frame]):
        n = block.listed[frame, i]
        row = block.row[n]
        w, target = block.weight[frame, block.column[row]], block.target[frame, block.column[row]]
        if w == 0.0:
            continue
        one, other = block.capsule[n, 0], block.capsule[n, 1]
        place_capsule(pose, block, block.body[row, 0], one, contact)
        place_capsule(pose, block, block.body[row, 1], other, contact)
        line, other_line = contact.placed[one], contact.placed[other]
        enough = np.inf if block.kind[row] == EXACTLY else target + block.ahead[row] + block.radius[n]
        distance = nearest_points(line, other_line, enough, contact.start, contact.end)
        cost += add_pair(
            tree, block, row, n, distance, target, w, line, other_line, reference, twist, contact, wrench,
            whole, gradient, hessian,
        )  # fmt: skip
    return cost

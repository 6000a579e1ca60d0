"""What is remembered of bodies that may meet: how far they were apart, and how far they have moved since.

A joint moves a body by no more than its lever times how far it turns. So a distance that was seen once tells
until when two bodies need not be looked at again.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.blocks.two_bodies import place_point
from understudy.kinematics.forward import Pose
from understudy.kinematics.tree import FREE, SLIDE, Tree

if TYPE_CHECKING:
    from understudy.kinematics.blocks.distance import DistanceBlock


class Contact(NamedTuple):
    """What is remembered of a distance block's pairs from pose to pose, and buffers.

    But for ``ignored`` it changes no result, only the time that it takes.
    """

    looked: np.ndarray  # (Q,) the last pose
    turned: np.ndarray  # (V,) [rad or m] how far joints moved since
    seen: np.ndarray  # (P, 12) how a pair's second body lay to the first: middle of its ball, rotation
    gone: np.ndarray  # (P,) [m] how far it has moved against the first so far, at most
    moved: np.ndarray  # (B (D + 1),) [m] how far all joints but the first n have moved a body, at most
    due: np.ndarray  # (N,) [m] how far capsules were apart, and what their bodies had ``gone`` by then
    due_bundle: np.ndarray  # (M,) [m] the least of ``due`` of a bundle
    soonest: np.ndarray  # (P,) [m] and of a pair of bodies
    due_row: np.ndarray  # (P,) [m] how far bodies were apart, and what both had ``moved`` by then
    time: np.ndarray  # (1,) counts poses
    placed: np.ndarray  # (K, 2, 3) [m] capsules in the world: middle, half of the way from end to end
    placed_at: np.ndarray  # (K,) the pose in which they were there
    middle: np.ndarray  # (3,) [m] of a ball
    start: np.ndarray  # (3,)
    end: np.ndarray  # (3,)
    columns: np.ndarray  # (V,)
    noted: np.ndarray  # (L, 2) pairs of capsules that are near each other, and what they cost
    near: np.ndarray  # (1,) how many these are
    ignored: np.ndarray  # (1,) 1 while bodies may pass through each other


def new_contact(
    tree: Tree, rows: int = 0, bundles: int = 0, pairs: int = 0, capsules: int = 0, noted: int = 0
) -> Contact:
    """Return buffers for a block of this size, of which no pair has been looked at yet.

    Of pairs of capsules that are near each other so many are ``noted`` at most.
    """
    return Contact(
        looked=np.zeros(len(tree.q_zero)),
        turned=np.zeros(len(tree.variable)),
        moved=np.zeros(len(tree.body_parent) * (tree.chain.shape[1] + 1)),
        seen=np.zeros((rows, 12)),
        gone=np.zeros(rows),
        due=np.full(pairs, -np.inf),
        due_bundle=np.full(bundles, -np.inf),
        soonest=np.full(rows, -np.inf),
        due_row=np.full(rows, -np.inf),
        time=np.zeros(1, dtype=np.int64),
        placed=np.zeros((capsules, 2, 3)),
        placed_at=np.zeros(capsules, dtype=np.int64),
        middle=np.zeros(3),
        start=np.zeros(3),
        end=np.zeros(3),
        columns=np.zeros(len(tree.variable)),
        noted=np.zeros((noted, 2)),
        near=np.zeros(1, dtype=np.int64),
        ignored=np.zeros(1, dtype=np.int64),
    )


@fused_inner_kernel
def note_moves(tree: Tree, block: DistanceBlock, q: np.ndarray, contact: Contact) -> None:
    """Note by how much each body may have moved at most, now that coordinates are ``q`` (Q,)."""
    last, turned, moved, width = contact.looked, contact.turned, contact.moved, tree.chain.shape[1] + 1
    for joint in range(tree.joint_type.shape[0]):
        kind, at, dof = tree.joint_type[joint], tree.joint_q[joint], tree.joint_dof[joint]
        if kind >= SLIDE:
            turned[dof] = abs(q[at] - last[at])
            last[at] = q[at]
            continue
        if kind == FREE:
            for i in range(3):
                turned[dof + i] = abs(q[at + i] - last[at + i])
                last[at + i] = q[at + i]
            at, dof = at + 3, dof + 3
        # A turn by θ moves a unit quaternion by 2 sin ¼θ at least, either sign of it: θ ≤ π/√2 times that.
        apart, opposite = 0.0, 0.0
        for i in range(4):
            apart += (q[at + i] - last[at + i]) ** 2
            opposite += (q[at + i] + last[at + i]) ** 2
            last[at + i] = q[at + i]
        turned[dof] = 2.3 * math.sqrt(min(apart, opposite))
        turned[dof + 1], turned[dof + 2] = 0.0, 0.0
    for body in range(1, block.reach.shape[0]):
        if block.reach[body] > 0.0:
            way = 0.0
            for k in range(tree.chain_count[body]):
                n = tree.chain_count[body] - 1 - k
                way += block.lever[body, n] * turned[tree.chain[body, n]]
                moved[body * width + n] += way


@fused_inner_kernel
def relative_move(pose: Pose, block: DistanceBlock, one: int, other: int, seen: np.ndarray) -> float:
    """Return how far [m] a point of a body's ball has moved against another body at most; update ``seen``."""
    mat, turned = pose.body_mat[one], pose.body_mat[other]
    ball = block.ball[other]
    moved, turn = 0.0, 0.0
    x = pose.body_pos[other, 0] - pose.body_pos[one, 0]
    y = pose.body_pos[other, 1] - pose.body_pos[one, 1]
    z = pose.body_pos[other, 2] - pose.body_pos[one, 2]
    x += turned[0, 0] * ball[0] + turned[0, 1] * ball[1] + turned[0, 2] * ball[2]
    y += turned[1, 0] * ball[0] + turned[1, 1] * ball[1] + turned[1, 2] * ball[2]
    z += turned[2, 0] * ball[0] + turned[2, 1] * ball[1] + turned[2, 2] * ball[2]
    for i in range(3):
        m0, m1, m2 = mat[0, i], mat[1, i], mat[2, i]
        place = m0 * x + m1 * y + m2 * z
        moved += (place - seen[i]) ** 2
        seen[i] = place
        for j in range(3):
            value = m0 * turned[0, j] + m1 * turned[1, j] + m2 * turned[2, j]
            turn += (value - seen[3 + 3 * i + j]) ** 2
            seen[3 + 3 * i + j] = value
    # A rotation by θ differs from none by √8 sin ½θ, and moves what is one metre away by 2 sin ½θ.
    return math.sqrt(moved) + block.reach[other] * math.sqrt(0.5 * turn)


@fused_inner_kernel
def apart_as_seen(seen: np.ndarray, middle: np.ndarray) -> float:
    """Return how far [m] the middle of a ball, as ``seen``, is from that of the other body (3,)."""
    return math.sqrt((seen[0] - middle[0]) ** 2 + (seen[1] - middle[1]) ** 2 + (seen[2] - middle[2]) ** 2)


@fused_inner_kernel
def place_capsule(pose: Pose, block: DistanceBlock, body: int, capsule: int, contact: Contact) -> None:
    """Write a capsule's line into ``Contact.placed``, unless it is there already."""
    if contact.placed_at[capsule] == contact.time[0]:
        return
    contact.placed_at[capsule] = contact.time[0]
    pos, mat, placed = pose.body_pos[body], pose.body_mat[body], contact.placed[capsule]
    place_point(pos, mat, block.line[capsule, 0], placed[0])
    half = block.line[capsule, 1]
    for i in range(3):
        placed[1, i] = mat[i, 0] * half[0] + mat[i, 1] * half[1] + mat[i, 2] * half[2]


@fused_inner_kernel
def line_to_ball(line: np.ndarray, middle: np.ndarray) -> float:
    """Return how far [m] a line (2, 3), middle and half, is from a point at least."""
    w0, w1, w2 = line[0, 0] - middle[0], line[0, 1] - middle[1], line[0, 2] - middle[2]
    ww = w0 * w0 + w1 * w1 + w2 * w2
    along = abs(line[1, 0] * w0 + line[1, 1] * w1 + line[1, 2] * w2)
    return (ww - along) / math.sqrt(ww) if ww > 0.0 else 0.0

"""Buffers of the solver, allocated once: what a frame asks beyond its blocks, and memory of one thread."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kinematics.blocks.contact import Contact, new_contact
from understudy.kinematics.tree import Tree


class Asked(NamedTuple):
    """What the frames before a frame make of its costs and limits."""

    lower: np.ndarray  # (V,) limits [rad or m], narrowed to what can be reached from the last frame
    upper: np.ndarray  # (V,)
    last: np.ndarray  # (Q,) the last frame's pose
    velocity_weight: np.ndarray  # (V,) [1/rad or 1/m] of staying there
    expected: np.ndarray  # (Q,) where the pose would go on to, or is led to
    acceleration_weight: np.ndarray  # (V,) [1/rad or 1/m] of going there


class Work(NamedTuple):
    """Memory of one thread."""

    q: np.ndarray  # (Q,) the pose that is tried
    slope: np.ndarray  # (V,)
    twist: np.ndarray  # (V, 6)
    stiffness: np.ndarray  # (B, 6, 6)
    wrench: np.ndarray  # (B, 6)
    moment: np.ndarray  # (B, 4)
    columns: np.ndarray  # (C, 3)
    reference: np.ndarray  # (3,)
    row: np.ndarray  # (6,)
    turn: np.ndarray  # (3, 3)
    turn_error: np.ndarray  # (3, 3)
    start: np.ndarray  # (3,)
    end: np.ndarray  # (3,)
    gradient: np.ndarray  # (2, V) of the best pose and of the tried one
    hessian: np.ndarray  # (2, V, V)
    damping: np.ndarray  # (V,)
    lower: np.ndarray  # (V,)
    upper: np.ndarray  # (V,)
    held: np.ndarray  # (V,)
    kept: np.ndarray  # (V, V) of the factor's places those that are not 0
    kept_count: np.ndarray  # (V,)
    factor: np.ndarray  # (V, V)
    change: np.ndarray  # (V,)
    history: np.ndarray  # (2, V) the last change as it was asked for, and as it was taken
    box: np.ndarray  # (3, V) of the box's solver
    contact: Contact  # of the distance block
    predicted: np.ndarray  # (Q,) of the driver
    attempt: np.ndarray  # (Q,) of the driver
    best: np.ndarray  # (Q,) of the driver
    finalists: np.ndarray  # (2, Q) of the driver
    finalist_cost: np.ndarray  # (2,) of the driver


def new_asked(tree: Tree) -> Asked:
    """Return buffers for a tree; as they are, they ask for nothing."""
    size, coordinates = len(tree.variable), len(tree.q_zero)
    return Asked(
        lower=np.full(size, -np.inf),
        upper=np.full(size, np.inf),
        last=np.zeros(coordinates),
        velocity_weight=np.zeros(size),
        expected=np.zeros(coordinates),
        acceleration_weight=np.zeros(size),
    )


def new_work(tree: Tree, *distances: int) -> Work:
    """Return buffers for a tree, and for a distance block of this size."""
    size, bodies, coordinates = len(tree.variable), len(tree.body_parent), len(tree.q_zero)
    return Work(
        q=np.zeros(coordinates),
        slope=np.ones(size),
        twist=np.zeros((size, 6)),
        stiffness=np.zeros((bodies, 6, 6)),
        wrench=np.zeros((bodies, 6)),
        moment=np.zeros((bodies, 4)),
        columns=np.zeros((max(2 * tree.chain.shape[1], size, 1), 3)),
        reference=np.zeros(3),
        row=np.zeros(6),
        turn=np.zeros((3, 3)),
        turn_error=np.zeros((3, 3)),
        start=np.zeros(3),
        end=np.zeros(3),
        gradient=np.zeros((2, size)),
        hessian=np.zeros((2, size, size)),
        damping=np.zeros(size),
        lower=np.zeros(size),
        upper=np.zeros(size),
        held=np.zeros(size, dtype=np.int64),
        kept=np.zeros((size, size), dtype=np.uint32),
        kept_count=np.zeros(size, dtype=np.int64),
        factor=np.zeros((size, size)),
        change=np.zeros(size),
        history=np.zeros((2, size)),
        box=np.zeros((3, size)),
        contact=new_contact(tree, *distances),
        predicted=np.zeros(coordinates),
        attempt=np.zeros(coordinates),
        best=np.zeros(coordinates),
        finalists=np.zeros((2, coordinates)),
        finalist_cost=np.zeros(2),
    )

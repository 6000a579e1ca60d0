"""Common ground of costs between points of two bodies: which joints matter, and rows of their Jacobian."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.body_parts import index_array
from understudy.kinematics.normal_equations import add_product
from understudy.kinematics.tree import Tree

BOTH, END_ONLY, START_ONLY, CARRIER_ONLY = 0, 1, 2, 3
"""Which of two bodies a degree of freedom moves, or neither but the body from which both are seen."""


class Movers(NamedTuple):
    """The degrees of freedom that change how N pairs of bodies lie to each other, ascending."""

    dofs: np.ndarray  # (N, D), the first ``number`` of a row
    side: np.ndarray  # (N, D) BOTH, END_ONLY or START_ONLY
    number: np.ndarray  # (N,)


def movers_of(tree: Tree, pairs: Sequence[tuple[int, int]], turns_both: bool = True) -> Movers:
    """Return what moves pairs (start body, end body) against each other.

    A translation that moves both ends changes nothing between them and is left out.

    Args:
        tree: The tree.
        pairs: Bodies at the start and at the end.
        turns_both: Whether a rotation of both ends counts: it turns what lies between them, but keeps
            their distance.
    """
    rows, sides = [], []
    for start, end in pairs:
        starts = set(tree.chain[start, : tree.chain_count[start]].tolist())
        ends = set(tree.chain[end, : tree.chain_count[end]].tolist())
        common = {dof for dof in starts & ends if turns_both and tree.dof_turns[dof] == 1}
        dofs = sorted((starts ^ ends) | common)
        rows.append(index_array(dofs))
        sides.append(
            index_array([BOTH if d in common else END_ONLY if d in ends else START_ONLY for d in dofs])
        )
    width = max((len(row) for row in rows), default=0)
    return Movers(padded(rows, width), padded(sides, width), index_array([len(row) for row in rows]))


def movers_seen_from(tree: Tree, pairs: Sequence[tuple[int, int]], carriers: Sequence[int]) -> Movers:
    """Return what turns pairs (start body, end body) against a third body each, from which they are seen.

    Args:
        tree: The tree.
        pairs: Bodies at the start and at the end.
        carriers: The bodies from which they are seen, -1 for the world.
    """
    rows, sides = [], []
    moved = movers_of(tree, pairs)
    for (start, end), carrier, row, side, number in zip(pairs, carriers, *moved, strict=True):
        own = dict(zip(row[:number].tolist(), side[:number].tolist(), strict=True))
        chain = tree.chain[carrier, : tree.chain_count[carrier]].tolist() if carrier >= 0 else []
        ends = {dof for body in (start, end) for dof in tree.chain[body, : tree.chain_count[body]].tolist()}
        seen = {dof: kind for dof, kind in own.items() if dof not in chain}
        seen |= {dof: CARRIER_ONLY for dof in chain if dof not in ends and tree.dof_turns[dof] == 1}
        rows.append(index_array(sorted(seen)))
        sides.append(index_array([seen[dof] for dof in sorted(seen)]))
    width = max((len(row) for row in rows), default=0)
    return Movers(padded(rows, width), padded(sides, width), index_array([len(row) for row in rows]))


def padded(rows: Sequence[np.ndarray], width: int) -> np.ndarray:
    """Return rows of indices as one table, unsigned since kernels then need not look for negative ones."""
    table = np.zeros((len(rows), width), dtype=np.uint32)
    for index, row in enumerate(rows):
        table[index, : len(row)] = row
    return table


@fused_inner_kernel
def accumulate(
    count: int,
    dofs: np.ndarray,
    columns: np.ndarray,
    r0: float,
    r1: float,
    r2: float,
    variable: np.ndarray,
    slope: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> None:
    """Add one residual of three rows, whose Jacobian has ``columns`` (count, 3) at ``dofs``.

    ``slope`` (V,) carries coupled joints' shares to their drivers; ``columns`` are scaled by it in place.
    """
    for a in range(count):
        va = variable[dofs[a]]
        scale = slope[dofs[a]]
        c0, c1, c2 = scale * columns[a, 0], scale * columns[a, 1], scale * columns[a, 2]
        columns[a, 0], columns[a, 1], columns[a, 2] = c0, c1, c2
        if va < 0:
            continue
        gradient[va] += c0 * r0 + c1 * r1 + c2 * r2
        for b in range(a):
            vb = variable[dofs[b]]
            value = c0 * columns[b, 0] + c1 * columns[b, 1] + c2 * columns[b, 2]
            add_product(va, vb, value, hessian)
        hessian[va, va] += c0 * c0 + c1 * c1 + c2 * c2


@fused_inner_kernel
def add_force(wrench: np.ndarray, x: float, y: float, z: float, fx: float, fy: float, fz: float) -> None:
    """Add a force to a wrench (6,), at a point so far [m] from where wrenches are taken."""
    wrench[0] += y * fz - z * fy
    wrench[1] += z * fx - x * fz
    wrench[2] += x * fy - y * fx
    wrench[3] += fx
    wrench[4] += fy
    wrench[5] += fz


@fused_inner_kernel
def place_point(pos: np.ndarray, mat: np.ndarray, local: np.ndarray, out: np.ndarray) -> None:
    """Write the world position (3,) [m] of a point fixed to a body at ``pos`` turned by ``mat`` (3, 3)."""
    for i in range(3):
        out[i] = pos[i] + mat[i, 0] * local[0] + mat[i, 1] * local[1] + mat[i, 2] * local[2]


@fused_inner_kernel
def difference_columns(
    turns: np.ndarray,
    axes: np.ndarray,
    anchors: np.ndarray,
    count: int,
    dofs: np.ndarray,
    side: np.ndarray,
    start: np.ndarray,
    end: np.ndarray,
    columns: np.ndarray,
) -> None:
    """Write into ``columns`` (count, 3) how the way from ``start`` to ``end`` [m] changes with each dof."""
    for k in range(count):
        dof, moves = dofs[k], side[k]
        sign = -1.0 if moves == START_ONLY else 1.0
        if turns[dof] == 1:
            for i in range(3):
                j, m = (i + 1) % 3, (i + 2) % 3
                if moves == BOTH:
                    aj, am = end[j] - start[j], end[m] - start[m]
                elif moves == END_ONLY:
                    aj, am = end[j] - anchors[dof, j], end[m] - anchors[dof, m]
                else:
                    aj, am = start[j] - anchors[dof, j], start[m] - anchors[dof, m]
                columns[k, i] = sign * (axes[dof, j] * am - axes[dof, m] * aj)
        else:
            for i in range(3):
                columns[k, i] = sign * axes[dof, i]

"""Footholds as variables: every stance of every sole has a place and a heading in the problem.

A stance's nominal corners are where the person's foot stands, in the robot's size. Its variables
z = (x, y, ψ) move and turn them on the floor about the middle of the stance, at a price. The corners that
stand are points that the sole is held on, so that what is added here are only their derivatives by z.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_kernel
from understudy.kinematics.forward import Pose, forward
from understudy.kinematics.tree import Tree

SIZE = 3
"""Variables of a foothold: two of its place [m] and its heading [rad]."""

IN_THE_AIR = -1


class Footholds(NamedTuple):
    """K stances of F soles with C corners over T frames."""

    stance: np.ndarray  # (T, F) which stance a sole is in, IN_THE_AIR where none
    point: np.ndarray  # (F, C) rows of the corners in the block of points
    nominal: np.ndarray  # (T, F, C, 3) [m] where corners stand by the person
    pivot: np.ndarray  # (K, 2) [m] about which a foothold turns
    price: np.ndarray  # (3,) w² [1/m², 1/m², 1/rad²] of moving and turning it, for every frame of its stance


def no_footholds(frames: int) -> Footholds:
    """Return that no sole ever stands."""
    return Footholds(
        stance=np.full((frames, 0), IN_THE_AIR, dtype=np.int64),
        point=np.zeros((0, 4), dtype=np.int64),
        nominal=np.zeros((frames, 0, 4, 3)),
        pivot=np.zeros((0, 2)),
        price=np.zeros(SIZE),
    )


@fused_kernel
def place_soles(footholds: Footholds, z: np.ndarray, target: np.ndarray) -> None:
    """Write where corners stand, (T, P, 3) [m], with footholds (K, 3) moved and turned."""
    for t in range(footholds.stance.shape[0]):
        for f in range(footholds.stance.shape[1]):
            k = footholds.stance[t, f]
            if k < 0:
                continue
            cos, sin = math.cos(z[k, 2]), math.sin(z[k, 2])
            px, py = footholds.pivot[k, 0], footholds.pivot[k, 1]
            for c in range(footholds.point.shape[1]):
                x, y = footholds.nominal[t, f, c, 0] - px, footholds.nominal[t, f, c, 1] - py
                p = footholds.point[f, c]
                target[t, p, 0] = px + z[k, 0] + cos * x - sin * y
                target[t, p, 1] = py + z[k, 1] + sin * x + cos * y
                target[t, p, 2] = footholds.nominal[t, f, c, 2]


@fused_kernel
def add_footholds(
    tree: Tree,
    footholds: Footholds,
    z: np.ndarray,
    first: int,
    stop: int,
    body: np.ndarray,
    local: np.ndarray,
    target: np.ndarray,
    weight: np.ndarray,
    q: np.ndarray,
    pose: Pose,
    slope: np.ndarray,
    border: np.ndarray,
    own: np.ndarray,
    gradient: np.ndarray,
) -> None:
    """Write derivatives by footholds in some frames.

    Args:
        tree: The tree.
        footholds: The stances.
        z: (K, 3) where they are.
        first: First of these frames.
        stop: Behind the last one.
        body: (P,) of the block of points.
        local: (P, 3) [m].
        target: (T, P, 3) [m], see :func:`place_soles`.
        weight: (T, P, 3) [1/m].
        q: (T, Q) poses, coupled joints set.
        pose: A buffer.
        slope: (V,) how fast degrees of freedom change with the variable that drives them.
        border: (T, 3F, V) receives derivatives by a frame's variables and the footholds that it stands on.
        own: (K, 3, 3) second derivatives by footholds, added to.
        gradient: (K, 3) first ones, added to.
    """
    for t in range(first, stop):
        is_placed = False
        for f in range(footholds.stance.shape[1]):
            for i in range(3):
                for v in range(border.shape[2]):
                    border[t, 3 * f + i, v] = 0.0
            k = footholds.stance[t, f]
            if k < 0:
                continue
            for i in range(3):
                price = footholds.price[i]
                own[k, i, i] += price
                gradient[k, i] += price * z[k, i]
            if not is_placed:
                forward(tree, q[t], pose)
                is_placed = True
            for c in range(footholds.point.shape[1]):
                n = footholds.point[f, c]
                wx, wy = weight[t, n, 0] * weight[t, n, 0], weight[t, n, 1] * weight[t, n, 1]
                if wx == 0.0 and wy == 0.0:
                    continue
                b = body[n]
                pos, mat = pose.body_pos[b], pose.body_mat[b]
                p0 = pos[0] + mat[0, 0] * local[n, 0] + mat[0, 1] * local[n, 1] + mat[0, 2] * local[n, 2]
                p1 = pos[1] + mat[1, 0] * local[n, 0] + mat[1, 1] * local[n, 1] + mat[1, 2] * local[n, 2]
                p2 = pos[2] + mat[2, 0] * local[n, 0] + mat[2, 1] * local[n, 1] + mat[2, 2] * local[n, 2]
                # By the heading a corner moves across its way from the pivot.
                s = -(target[t, n, 1] - footholds.pivot[k, 1] - z[k, 1])
                u = target[t, n, 0] - footholds.pivot[k, 0] - z[k, 0]
                e0, e1 = wx * (p0 - target[t, n, 0]), wy * (p1 - target[t, n, 1])
                gradient[k, 0] -= e0
                gradient[k, 1] -= e1
                gradient[k, 2] -= s * e0 + u * e1
                own[k, 0, 0] += wx
                own[k, 1, 1] += wy
                own[k, 0, 2] += wx * s
                own[k, 2, 0] += wx * s
                own[k, 1, 2] += wy * u
                own[k, 2, 1] += wy * u
                own[k, 2, 2] += wx * s * s + wy * u * u
                for m in range(tree.chain_count[b]):
                    dof = tree.chain[b, m]
                    v = tree.variable[dof]
                    if v < 0:
                        continue
                    a0, a1, a2 = pose.dof_axis[dof, 0], pose.dof_axis[dof, 1], pose.dof_axis[dof, 2]
                    if tree.dof_turns[dof] == 1:
                        r0 = p0 - pose.dof_anchor[dof, 0]
                        r1 = p1 - pose.dof_anchor[dof, 1]
                        r2 = p2 - pose.dof_anchor[dof, 2]
                        a0, a1 = a1 * r2 - a2 * r1, a2 * r0 - a0 * r2
                    a0, a1 = slope[dof] * wx * a0, slope[dof] * wy * a1
                    border[t, 3 * f, v] -= a0
                    border[t, 3 * f + 1, v] -= a1
                    border[t, 3 * f + 2, v] -= s * a0 + u * a1


def foothold_costs(footholds: Footholds, z: np.ndarray) -> np.ndarray:
    """Return (K,) what footholds (K, 3) cost that are moved and turned."""
    stood = footholds.stance[footholds.stance >= 0]
    frames = np.bincount(stood, minlength=len(z))
    return 0.5 * frames * (z**2 @ footholds.price)


def within(footholds: Footholds, first: int, stop: int) -> np.ndarray:
    """Return the stances (T, F) of which all frames are among these, IN_THE_AIR for others."""
    stance = np.array(footholds.stance)
    outside = np.concatenate([stance[:first], stance[stop:]])
    stance[np.isin(stance, outside)] = IN_THE_AIR
    return stance


def some_frames(footholds: Footholds, frames: slice | np.ndarray) -> Footholds:
    """Return the footholds of some frames alone; stances keep their numbers."""
    return footholds._replace(
        stance=np.ascontiguousarray(footholds.stance[frames]),
        nominal=np.ascontiguousarray(footholds.nominal[frames]),
    )


def stood_footholds(footholds: Footholds, places: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Return the footholds (K, 3) on which soles stand best that are somewhere, by least squares.

    Args:
        footholds: The stances.
        places: (T, P, 3) [m] where points are.
        weight: (T, P, 3) [1/m] of those that stand.
    """
    z = np.zeros((len(footholds.pivot), SIZE))
    for sole, point in enumerate(footholds.point):
        stance = footholds.stance[:, sole]
        for k in np.unique(stance[stance >= 0]):
            frames = np.flatnonzero(stance == k)
            share = weight[frames][:, point, 0] ** 2
            if not share.any():
                continue
            share = (share / share.sum())[..., None]
            wanted = footholds.nominal[frames, sole, :, :2]
            found = places[frames][:, point, :2]
            centre, middle = (share * wanted).sum(axis=(0, 1)), (share * found).sum(axis=(0, 1))
            (x, y), (u, v) = ((share**0.5 * (a - b)).T for a, b in ((wanted, centre), (found, middle)))
            turn = math.atan2(float((x * v - y * u).sum()), float((x * u + y * v).sum()))
            cos, sin = math.cos(turn), math.sin(turn)
            ahead = centre - footholds.pivot[k]
            turned = np.array([cos * ahead[0] - sin * ahead[1], sin * ahead[0] + cos * ahead[1]])
            z[k] = (*(middle - footholds.pivot[k] - turned), turn)
    return z

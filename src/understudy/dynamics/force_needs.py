"""What forces a motion needs, and what could give them, with derivatives by the poses.

Of three successive poses follow the forces and moments that the root and every joint of a body need. The
floor pushes at points, each with a pyramid of friction; what a unit of each push gives is found beside that.
Derivatives are of what is left of the needs, pushes staying as strong as is best now (see
``kinematics.force_cones``): links carry the places of pushes along.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.dynamics.newton_euler import (
    Links,
    Loads,
    Placed,
    be_carried,
    carry,
    force_needed,
    lever_between,
    load_links,
    new_loads,
    place_links,
    push_link,
    sum_up,
)
from understudy.dynamics.sole_points import NEAR
from understudy.kernels.compilation import fused_inner_kernel, fused_kernel
from understudy.kinematics.force_cones import ROOT, Balance, Needs, give, new_balance
from understudy.kinematics.forward import Pose, couple, forward, new_pose
from understudy.kinematics.tree import Tree

EDGES = 4
"""Of a pyramid of friction."""

LOWEST = 4
"""Points of a part at most that touch the floor."""


class Units(NamedTuple):
    """Which forces count: N of them, those of the root first, then motors with a known limit."""

    row: np.ndarray  # (V,) of each variable, -1 for motors without a limit
    scale: np.ndarray  # (N,) [1/N or 1/(N m)] unit of the root's force and moment, and of each motor
    limit: float  # share of their largest torque that motors give
    weight: float  # [N] of the body


class Pushed(NamedTuple):
    """Where the floor can push."""

    body: np.ndarray  # (P,)
    place: np.ndarray  # (P, 3) [m] in its frame
    most: np.ndarray  # (T, P) largest force per body weight along each edge, 0 where a point does not touch
    part: np.ndarray  # (P,) the part each point is on, of which the lowest points touch; negative for soles
    friction: float


class _Buffers(NamedTuple):
    """Memory for a frame: N equations, C pushes."""

    point: np.ndarray  # (P, 3) [m]
    edge: np.ndarray  # (EDGES, 3) edges of a pyramid of friction
    force: np.ndarray  # (3,) [N]
    slope: np.ndarray  # (V,)
    carried: np.ndarray  # (3, 2, 3) of a degree of freedom in each pose
    lowest: np.ndarray  # (parts, LOWEST) points of parts, -1 none
    used: np.ndarray  # (C,) the point of each push, and its edge: EDGES · point + edge


def most_pushes(most: np.ndarray, part: np.ndarray) -> int:
    """Return how many pushes there are in a frame at most.

    Args:
        most: (T, P) how much each point is pushed at most.
        part: (P,) the part each is on, negative for soles.
    """
    count = (most[:, part < 0] > 0.0).sum(axis=1)
    for each in np.unique(part[part >= 0]):
        count = count + np.minimum((most[:, part == each] > 0.0).sum(axis=1), LOWEST)
    return EDGES * int(count.max(initial=0))


def find_needs(
    tree: Tree,
    links: Links,
    units: Units,
    pushed: Pushed,
    fps: float,
    q: np.ndarray,
    out: Needs,
    by: np.ndarray,
) -> None:
    """Write what poses between two others need.

    Args:
        tree: The body's tree, a free joint first.
        links: Its links.
        units: Which forces count.
        pushed: Where the floor can push in M frames.
        fps: Frames a second [1/s].
        q: (M + 2, Q) poses.
        out: Receives needs of M frames, with room for all pushes.
        by: (M, 3, N, V) receives derivatives by the poses t − 1, t and t + 1.
    """
    bodies, size = len(tree.body_parent), len(tree.variable)
    pushes, rows = out.most.shape[1], len(units.scale)
    buffers = _Buffers(
        point=np.zeros((len(pushed.body), 3)),
        edge=_pyramid(pushed.friction),
        force=np.zeros(3),
        slope=np.ones(size),
        carried=np.zeros((3, 2, 3)),
        lowest=np.zeros((max(int(pushed.part.max(initial=-1)) + 1, 0), LOWEST), dtype=np.int64),
        used=np.zeros(pushes, dtype=np.int64),
    )
    frames = len(q)
    placed = Placed(
        np.zeros((frames, bodies, 3)),
        np.zeros((frames, bodies, 3, 3)),
        np.zeros((frames, size, 3)),
        np.zeros((frames, size, 3)),
        np.zeros((frames, size)),
    )
    balance = new_balance(rows, pushes)
    poses = np.array(q, order="C")
    work = new_pose(tree), placed, new_loads(bodies), buffers, balance
    _write_needs(tree, links, units, pushed, fps, poses, *work, out, by)


def _pyramid(friction: float) -> np.ndarray:
    """Return the edges (EDGES, 3) of a pyramid of friction."""
    edges = np.array([[1.0, 0.0, 1.0], [-1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.0, -1.0, 1.0]])
    edges[:, :2] *= friction
    return edges


@fused_inner_kernel
def _write_need(
    tree: Tree,
    links: Links,
    units: Units,
    fps: float,
    before: np.ndarray,
    now: np.ndarray,
    after: np.ndarray,
    pose: Pose,
    loads: Loads,
    slope: np.ndarray,
    need: np.ndarray,
) -> None:
    """Write what the root and every motor would have to give if nothing touched the body."""
    for n in range(need.shape[0]):
        need[n] = 0.0
    for dof in range(tree.variable.shape[0]):
        v = tree.variable[dof]
        row = units.row[v] if v >= 0 else -1
        if row < 0:
            continue
        force, at = force_needed(tree, pose, loads, dof), tree.dof_q[dof]
        if at >= 0:
            force += links.rotor[dof] * fps * fps * (after[at] - 2.0 * now[at] + before[at])
            force += links.damping[dof] * 0.5 * fps * (after[at] - before[at])
            force += links.stiffness[dof] * (now[at] - links.rest[dof])
        need[row] += slope[dof] * units.scale[row] * force


@fused_inner_kernel
def _find_lowest(pushed: Pushed, frame: int, at: _Buffers) -> None:
    """Write the lowest points of every part that touches the floor, lowest first, -1 where fewer do."""
    lowest = at.lowest
    for part in range(lowest.shape[0]):
        for rank in range(LOWEST):
            lowest[part, rank] = -1
    for p in range(pushed.body.shape[0]):
        part = pushed.part[p]
        if part < 0 or pushed.most[frame, p] <= 0.0:
            continue
        coming = p
        for rank in range(LOWEST):
            there = lowest[part, rank]
            if there < 0 or at.point[coming, 2] < at.point[there, 2]:
                lowest[part, rank], coming = coming, there
            if coming < 0:
                break


@fused_inner_kernel
def _nearness(pushed: Pushed, at: _Buffers, p: int) -> float:
    """Return in 0 … 1 how near a point is to the lowest one of its part; 0 for all but the lowest few."""
    lowest = at.lowest[pushed.part[p]]
    for rank in range(LOWEST):
        if lowest[rank] == p:
            return max(1.0 - (at.point[p, 2] - at.point[lowest[0], 2]) / NEAR, 0.0)
    return 0.0


@fused_inner_kernel
def _write_pushes(
    tree: Tree,
    links: Links,
    units: Units,
    pushed: Pushed,
    frame: int,
    pose: Pose,
    at: _Buffers,
    effects: np.ndarray,
    largest: np.ndarray,
) -> int:
    """Write what a unit of every push gives (C, N), the largest ones (C,), and return how many there are."""
    for p in range(pushed.body.shape[0]):
        if pushed.most[frame, p] <= 0.0:
            continue
        body, point = pushed.body[p], at.point[p]
        for i in range(3):
            point[i] = pose.body_pos[body, i]
            for j in range(3):
                point[i] += pose.body_mat[body, i, j] * pushed.place[p, j]
    _find_lowest(pushed, frame, at)
    count = 0
    for p in range(pushed.body.shape[0]):
        most = pushed.most[frame, p]
        if most > 0.0 and pushed.part[p] >= 0:
            most *= _nearness(pushed, at, p)
        if most <= 0.0:
            continue
        body, point = pushed.body[p], at.point[p]
        for edge in range(EDGES):
            effect = effects[count]
            for n in range(effect.shape[0]):
                effect[n] = 0.0
            largest[count], at.used[count] = most, EDGES * p + edge
            count += 1
        for dof in range(tree.variable.shape[0]):
            v = tree.variable[dof]
            row = units.row[v] if v >= 0 else -1
            if row < 0 or not links.is_beyond[tree.dof_body[dof], body]:
                continue
            a, o = pose.dof_axis[dof], pose.dof_anchor[dof]
            x, y, z = a[0], a[1], a[2]
            if tree.dof_turns[dof] == 1:
                rx, ry, rz = point[0] - o[0], point[1] - o[1], point[2] - o[2]
                x, y, z = a[1] * rz - a[2] * ry, a[2] * rx - a[0] * rz, a[0] * ry - a[1] * rx
            unit = at.slope[dof] * units.scale[row] * units.weight
            for edge in range(EDGES):
                f = at.edge[edge]
                effects[count - EDGES + edge, row] += unit * (x * f[0] + y * f[1] + z * f[2])
    return count


@fused_inner_kernel
def _push(
    tree: Tree, units: Units, pushed: Pushed, at: _Buffers, amount: np.ndarray, pushes: int, loads: Loads
) -> None:
    """Take the floor's forces off all links that they bear on."""
    for first in range(0, pushes, EDGES):
        p = at.used[first] // EDGES
        for i in range(3):
            at.force[i] = 0.0
            for edge in range(EDGES):
                at.force[i] += units.weight * amount[first + edge] * at.edge[edge, i]
        body = pushed.body[p]
        while body > 0:
            push_link(loads, body, at.point[p], at.force)
            body = tree.body_parent[body]


@fused_inner_kernel
def _is_above(tree: Tree, links: Links, k: int, j: int) -> bool:
    """Tell whether a degree of freedom k carries j, or is it; axes of the free joint turn together."""
    own, other = tree.dof_body[j], tree.dof_body[k]
    both_turn = j < ROOT and tree.dof_turns[j] == 1 and tree.dof_turns[k] == 1
    return bool(links.is_beyond[other, own] and (other != own or k <= j or both_turn))


@fused_inner_kernel
def _write_inertial(
    tree: Tree,
    links: Links,
    units: Units,
    placed: Placed,
    loads: Loads,
    fps: float,
    frame: int,
    at: _Buffers,
    by: np.ndarray,
) -> None:
    """Add how needs change as links move in each pose (3, N, V), forces having the same levers."""
    size, part = tree.variable.shape[0], at.carried
    axis, anchor, slope = placed.axis, placed.anchor, placed.slope
    for j in range(size):
        v = tree.variable[j]
        row = units.row[v] if v >= 0 else -1
        # What carries j, for its own row.
        if row >= 0:
            unit = fps * fps * slope[frame, j] * units.scale[row]
            for u in range(3):
                be_carried(tree, placed, loads, frame, u, j, part[u])
            for k in range(size):
                w = tree.variable[k]
                if w < 0 or not _is_above(tree, links, k, j):
                    continue
                for u in range(3):
                    t, g, moment = frame - 1 + u, part[u, 0], part[u, 1]
                    a, o = axis[t, k], anchor[t, k]
                    value = a[0] * g[0] + a[1] * g[1] + a[2] * g[2]
                    if tree.dof_turns[k] == 1:
                        value = a[0] * (moment[0] - o[1] * g[2] + o[2] * g[1])
                        value += a[1] * (moment[1] - o[2] * g[0] + o[0] * g[2])
                        value += a[2] * (moment[2] - o[0] * g[1] + o[1] * g[0])
                    by[u, row, w] += unit * slope[t, k] * value
        # And what j carries along, for rows of those that carry it.
        if v < 0:
            continue
        for u in range(3):
            carry(tree, placed, loads, frame, u, j, part[u])
        for k in range(size):
            row = units.row[tree.variable[k]] if tree.variable[k] >= 0 else -1
            if row < 0 or _is_above(tree, links, j, k) or not _is_above(tree, links, k, j):
                continue
            b, o = axis[frame, k], anchor[frame, k]
            for u in range(3):
                f, n = part[u, 0], part[u, 1]
                value = b[0] * f[0] + b[1] * f[1] + b[2] * f[2]
                if tree.dof_turns[k] == 1:
                    value = b[0] * (n[0] - o[1] * f[2] + o[2] * f[1])
                    value += b[1] * (n[1] - o[2] * f[0] + o[0] * f[2])
                    value += b[2] * (n[2] - o[0] * f[1] + o[1] * f[0])
                unit = fps * fps * slope[frame, k] * units.scale[row]
                by[u, row, v] += unit * slope[frame - 1 + u, j] * value


@fused_inner_kernel
def _write_levers(
    tree: Tree,
    links: Links,
    units: Units,
    pose: Pose,
    loads: Loads,
    fps: float,
    at: _Buffers,
    by: np.ndarray,
) -> None:
    """Add how what is left of needs changes as forces have other levers, and by what acts in joints."""
    size = tree.variable.shape[0]
    for j in range(size):
        row = units.row[tree.variable[j]] if tree.variable[j] >= 0 else -1
        if row < 0:
            continue
        unit = at.slope[j] * units.scale[row]
        for k in range(size):
            v, k_is_above = tree.variable[k], _is_above(tree, links, k, j)
            if v < 0 or not (k_is_above or _is_above(tree, links, j, k)):
                continue
            both = unit * at.slope[k]
            by[1, row, v] += both * lever_between(tree, pose, loads, j, k, k_is_above)
            if j == k:
                rotor, damping = fps * fps * links.rotor[j], 0.5 * fps * links.damping[j]
                by[0, row, v] += both * (rotor - damping)
                by[1, row, v] += both * (links.stiffness[j] - 2.0 * rotor)
                by[2, row, v] += both * (rotor + damping)


@fused_kernel
def _write_needs(
    tree: Tree,
    links: Links,
    units: Units,
    pushed: Pushed,
    fps: float,
    q: np.ndarray,
    pose: Pose,
    placed: Placed,
    loads: Loads,
    at: _Buffers,
    balance: Balance,
    out: Needs,
    by: np.ndarray,
) -> None:
    """Write what :func:`find_needs` returns."""
    for t in range(q.shape[0]):
        couple(tree, q[t], at.slope)
        forward(tree, q[t], pose)
        place_links(tree, pose, at.slope, t, placed)
    for frame in range(by.shape[0]):
        before, now, after = q[frame], q[frame + 1], q[frame + 2]
        couple(tree, now, at.slope)
        forward(tree, now, pose)
        load_links(tree, links, placed, fps, frame + 1, loads)
        sum_up(tree, loads)
        need, effect, most = out.need[frame], out.effect[frame], out.most[frame]
        _write_need(tree, links, units, fps, before, now, after, pose, loads, at.slope, need)
        pushes = _write_pushes(tree, links, units, pushed, frame, pose, at, effect, most)
        out.pushes[frame] = pushes
        give(need, effect, most, pushes, units.limit, balance)
        _push(tree, units, pushed, at, balance.amount, pushes, loads)
        for u in range(3):
            for n in range(need.shape[0]):
                for v in range(by.shape[3]):
                    by[frame, u, n, v] = 0.0
        _write_levers(tree, links, units, pose, loads, fps, at, by[frame])
        _write_inertial(tree, links, units, placed, loads, fps, frame + 1, at, by[frame])

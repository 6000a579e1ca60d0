"""Generalised forces of a moving body from three successive poses, and how they change with these.

A body's linear and angular momentum between two poses follow from where its links are and how they are turned
in both, so that no velocities of joints are needed. With F and N the force, and the moment about the world's
origin, that all links beyond a joint need, a hinge with axis a through o has to give a · (N − o × F), a slide
a · F. By every pose it changes as links move there, by the middle one also as the same forces have other
levers: with S = Σ r Fᵀ of the places r from the hinge, turning about b changes Σ r × F by S b − b tr S.
"""

from __future__ import annotations

from typing import NamedTuple

import mujoco
import numpy as np

from understudy.dynamics.zmp import GRAVITY
from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.forward import Pose
from understudy.kinematics.masses import body_inertias
from understudy.kinematics.tree import Tree


class Links(NamedTuple):
    """What a tree does not know of a body's links and joints."""

    inertia: np.ndarray  # (B, 3, 3) [kg m²] about their centres of mass, in their frames
    rotor: np.ndarray  # (V,) [kg m² or kg]
    damping: np.ndarray  # (V,) [N m s/rad or N s/m]
    stiffness: np.ndarray  # (V,) [N m/rad or N/m] of springs
    rest: np.ndarray  # (V,) [rad or m] where they rest
    is_beyond: np.ndarray  # (B, B) whether a link hangs on another, or is it


class Placed(NamedTuple):
    """Where the links are in T poses."""

    centre: np.ndarray  # (T, B, 3) [m] centres of mass
    mat: np.ndarray  # (T, B, 3, 3)
    axis: np.ndarray  # (T, V, 3) of degrees of freedom
    anchor: np.ndarray  # (T, V, 3) [m]
    slope: np.ndarray  # (T, V) by the variable that drives each


class Loads(NamedTuple):
    """Buffers: what the links beyond each one need, and their masses."""

    force: np.ndarray  # (B, 3) [N]
    moment: np.ndarray  # (B, 3) [N m] about the world's origin
    spread: np.ndarray  # (B, 3, 3) [N m] Σ p Fᵀ
    mass: np.ndarray  # (B,) [kg]
    place: np.ndarray  # (B, 3, 3) [kg m] Σ m p in the three poses
    cross: np.ndarray  # (B, 3, 3, 3) [kg m²] Σ m p pᵀ of the middle pose with each
    turn: np.ndarray  # (B, 3, 3, 3) [kg m²] moment by unit of turning in each pose, times the time squared
    swing: np.ndarray  # (B, 3, 3) [kg m²] twice the moment across that
    mean: np.ndarray  # (3, 3)
    spin: np.ndarray  # (2, 3)


def links_of(model: mujoco.MjModel) -> Links:
    """Return what a model says of its links and joints."""
    joint = np.asarray(model.dof_jntid)
    scalar = np.asarray(model.jnt_type)[joint] >= int(mujoco.mjtJoint.mjJNT_SLIDE)
    beyond = np.eye(model.nbody, dtype=bool)
    for body in range(1, model.nbody):
        beyond[:, body] |= beyond[:, model.body_parentid[body]]
    return Links(
        inertia=body_inertias(model),
        rotor=np.array(model.dof_armature),
        damping=np.where(scalar, model.dof_damping.reshape(len(joint), -1)[:, 0], 0.0),
        stiffness=np.where(scalar, model.jnt_stiffness.reshape(model.njnt, -1)[joint, 0], 0.0),
        rest=np.where(scalar, np.array(model.qpos_spring)[model.jnt_qposadr[joint]], 0.0),
        is_beyond=beyond,
    )


def new_loads(bodies: int) -> Loads:
    """Return buffers."""
    return Loads(
        np.zeros((bodies, 3)),
        np.zeros((bodies, 3)),
        np.zeros((bodies, 3, 3)),
        np.zeros(bodies),
        np.zeros((bodies, 3, 3)),
        np.zeros((bodies, 3, 3, 3)),
        np.zeros((bodies, 3, 3, 3)),
        np.zeros((bodies, 3, 3)),
        np.zeros((3, 3)),
        np.zeros((2, 3)),
    )


@fused_inner_kernel
def place_links(tree: Tree, pose: Pose, slope: np.ndarray, frame: int, placed: Placed) -> None:
    """Write where the links are in a pose."""
    centre, mat = placed.centre[frame], placed.mat[frame]
    for body in range(centre.shape[0]):
        for i in range(3):
            centre[body, i] = pose.body_pos[body, i]
            for j in range(3):
                mat[body, i, j] = pose.body_mat[body, i, j]
                centre[body, i] += mat[body, i, j] * tree.body_com[body, j]
    for dof in range(slope.shape[0]):
        placed.slope[frame, dof] = slope[dof]
        for i in range(3):
            placed.axis[frame, dof, i] = pose.dof_axis[dof, i]
            placed.anchor[frame, dof, i] = pose.dof_anchor[dof, i]


@fused_inner_kernel
def _add_turn(
    first: np.ndarray,
    second: np.ndarray,
    inertia: np.ndarray,
    sign: float,
    where: int,
    loads: Loads,
    body: int,
) -> None:
    """Add the spin of a link that turns from one orientation to the other, and how that changes.

    With J the inertia between the two and h = J ω its spin in a unit of time, turning about a changes h by
    J a + ½ a × h after the turn, and by -J a + ½ a × h before it.
    """
    mean, spin = loads.mean, loads.spin
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        spin[0, i], spin[1, i] = 0.0, 0.0
        for axis in range(3):
            mean[i, axis] = 0.5 * (first[i, axis] + second[i, axis])
            spin[0, i] += 0.5 * (first[j, axis] * second[k, axis] - first[k, axis] * second[j, axis])
    turn, outer = loads.turn[body], 2 * where
    for i in range(3):
        for j in range(3):
            value = 0.0
            for a in range(3):
                for b in range(3):
                    value += mean[i, a] * inertia[a, b] * mean[j, b]
            turn[outer, i, j] = value
            turn[1, i, j] -= value
            spin[1, i] += value * spin[0, j]
    for i in range(3):
        loads.moment[body, i] += sign * spin[1, i]
        loads.swing[body, outer, i] = sign * spin[1, i]
        loads.swing[body, 1, i] += sign * spin[1, i]


@fused_inner_kernel
def load_links(tree: Tree, links: Links, placed: Placed, fps: float, frame: int, loads: Loads) -> None:
    """Write what each link by itself needs in a pose between two others, and its mass."""
    square = fps * fps
    for body in range(tree.body_parent.shape[0]):
        m = tree.body_mass[body] if body > 0 else 0.0
        force, moment, here = loads.force[body], loads.moment[body], placed.centre[frame, body]
        loads.mass[body] = m
        for i in range(3):
            force[i], moment[i] = 0.0, 0.0
            loads.swing[body, 1, i] = 0.0
            for j in range(3):
                loads.turn[body, 1, i, j] = 0.0
        if body > 0:
            inertia, now = links.inertia[body], placed.mat[frame, body]
            _add_turn(placed.mat[frame - 1, body], now, inertia, -1.0, 0, loads, body)
            _add_turn(now, placed.mat[frame + 1, body], inertia, 1.0, 1, loads, body)
        for i in range(3):
            moment[i] *= square
            for u in range(3):
                there = placed.centre[frame - 1 + u, body]
                force[i] += (-2.0 if u == 1 else 1.0) * square * m * there[i]
                loads.place[body, u, i] = m * there[i]
                for j in range(3):
                    loads.cross[body, u, i, j] = m * here[i] * there[j]
        force[2] += m * GRAVITY
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            moment[i] += here[j] * force[k] - here[k] * force[j]
            for n in range(3):
                loads.spread[body, i, n] = here[i] * force[n]


@fused_inner_kernel
def push_link(loads: Loads, body: int, point: np.ndarray, force: np.ndarray) -> None:
    """Take off what a force [N] from outside on a link does at a point [m], and on all that carries it."""
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        loads.force[body, i] -= force[i]
        loads.moment[body, i] -= point[j] * force[k] - point[k] * force[j]
        for n in range(3):
            loads.spread[body, i, n] -= point[i] * force[n]


@fused_inner_kernel
def sum_up(tree: Tree, loads: Loads) -> None:
    """Add to every link what hangs on it."""
    for body in range(tree.body_parent.shape[0] - 1, 0, -1):
        up = tree.body_parent[body]
        for i in range(3):
            loads.force[up, i] += loads.force[body, i]
            loads.moment[up, i] += loads.moment[body, i]
            for j in range(3):
                loads.spread[up, i, j] += loads.spread[body, i, j]
                loads.place[up, i, j] += loads.place[body, i, j]
                loads.swing[up, i, j] += loads.swing[body, i, j]
                for k in range(3):
                    loads.cross[up, i, j, k] += loads.cross[body, i, j, k]
                    loads.turn[up, i, j, k] += loads.turn[body, i, j, k]
        loads.mass[up] += loads.mass[body]


@fused_inner_kernel
def force_needed(tree: Tree, pose: Pose, loads: Loads, dof: int) -> float:
    """Return what a degree of freedom has to give [N m or N]."""
    body, a, o = tree.dof_body[dof], pose.dof_axis[dof], pose.dof_anchor[dof]
    f, n = loads.force[body], loads.moment[body]
    if tree.dof_turns[dof] == 0:
        return a[0] * f[0] + a[1] * f[1] + a[2] * f[2]
    return (
        a[0] * (n[0] - o[1] * f[2] + o[2] * f[1])
        + a[1] * (n[1] - o[2] * f[0] + o[0] * f[2])
        + a[2] * (n[2] - o[0] * f[1] + o[1] * f[0])
    )


@fused_inner_kernel
def carry(tree: Tree, placed: Placed, loads: Loads, frame: int, u: int, dof: int, out: np.ndarray) -> None:
    """Write what moving a degree of freedom in one of the three poses asks of those that carry it.

    ``out`` (2, 3) receives the force, and the moment about the world's origin, over the time squared.
    """
    body, turns = tree.dof_body[dof], tree.dof_turns[dof] == 1
    a, o = placed.axis[frame - 1 + u, dof], placed.anchor[frame - 1 + u, dof]
    m, now, there = loads.mass[body], loads.place[body, 1], loads.place[body, u]
    part = -2.0 if u == 1 else 1.0
    if not turns:
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            out[0, i] = part * m * a[i]
            out[1, i] = part * (now[j] * a[k] - now[k] * a[j])
        return
    cross, turn, swing = loads.cross[body, u], loads.turn[body, u], loads.swing[body, u]
    trace = cross[0, 0] + cross[1, 1] + cross[2, 2] - (now[0] * o[0] + now[1] * o[1] + now[2] * o[2])
    along = now[0] * a[0] + now[1] * a[1] + now[2] * a[2]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        out[0, i] = part * (a[j] * (there[k] - m * o[k]) - a[k] * (there[j] - m * o[j]))
        moment = a[i] * trace + o[i] * along
        moment -= cross[0, i] * a[0] + cross[1, i] * a[1] + cross[2, i] * a[2]
        spun = turn[i, 0] * a[0] + turn[i, 1] * a[1] + turn[i, 2] * a[2]
        out[1, i] = part * moment + spun + 0.5 * (a[j] * swing[k] - a[k] * swing[j])


@fused_inner_kernel
def be_carried(
    tree: Tree, placed: Placed, loads: Loads, frame: int, u: int, dof: int, out: np.ndarray
) -> None:
    """Write what a degree of freedom has to give when what carries it moves in one of the three poses.

    Moving about an axis a through o asks a · (γ − o × g) of it, over the time squared, moving along a asks
    a · g: ``out`` (2, 3) receives g and γ.
    """
    body, turns = tree.dof_body[dof], tree.dof_turns[dof] == 1
    b, o = placed.axis[frame, dof], placed.anchor[frame, dof]
    m, now, there = loads.mass[body], loads.place[body, 1], loads.place[body, u]
    part = -2.0 if u == 1 else 1.0
    if not turns:
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            out[0, i] = part * m * b[i]
            out[1, i] = part * (there[j] * b[k] - there[k] * b[j])
        return
    cross, turn, swing = loads.cross[body, u], loads.turn[body, u], loads.swing[body, u]
    trace = cross[0, 0] + cross[1, 1] + cross[2, 2] - (there[0] * o[0] + there[1] * o[1] + there[2] * o[2])
    along = there[0] * b[0] + there[1] * b[1] + there[2] * b[2]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        out[0, i] = part * (b[j] * (now[k] - m * o[k]) - b[k] * (now[j] - m * o[j]))
        moment = b[i] * trace + o[i] * along
        moment -= cross[i, 0] * b[0] + cross[i, 1] * b[1] + cross[i, 2] * b[2]
        spun = turn[0, i] * b[0] + turn[1, i] * b[1] + turn[2, i] * b[2]
        out[1, i] = part * moment + spun + 0.5 * (swing[j] * b[k] - swing[k] * b[j])


@fused_inner_kernel
def lever_between(tree: Tree, pose: Pose, loads: Loads, j: int, k: int, k_is_above: bool) -> float:
    """Return how what j has to give changes with k, forces and moments staying as they are in the world."""
    b, a, turns = pose.dof_axis[j], pose.dof_axis[k], tree.dof_turns
    if turns[k] == 0:
        if k_is_above or turns[j] == 0:
            return 0.0
        f = loads.force[tree.dof_body[k]]
        return (
            b[0] * (a[1] * f[2] - a[2] * f[1])
            + b[1] * (a[2] * f[0] - a[0] * f[2])
            + b[2] * (a[0] * f[1] - a[1] * f[0])
        )
    deeper = j if k_is_above else k
    body, o = tree.dof_body[deeper], pose.dof_anchor[deeper]
    f, n, spread = loads.force[body], loads.moment[body], loads.spread[body]
    tx, ty, tz = a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    if turns[j] == 0:
        return tx * f[0] + ty * f[1] + tz * f[2] if k_is_above else 0.0
    along = f[0] * a[0] + f[1] * a[1] + f[2] * a[2]
    trace, total = 0.0, 0.0
    for i in range(3):
        trace += spread[i, i] - o[i] * f[i]
        out = spread[i, 0] * a[0] + spread[i, 1] * a[1] + spread[i, 2] * a[2] - o[i] * along
        total += b[i] * out
    total -= trace * (a[0] * b[0] + a[1] * b[1] + a[2] * b[2])
    if k_is_above:
        total += tx * (n[0] - o[1] * f[2] + o[2] * f[1])
        total += ty * (n[1] - o[2] * f[0] + o[0] * f[2])
        total += tz * (n[2] - o[0] * f[1] + o[1] * f[0])
    return total

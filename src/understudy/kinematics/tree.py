"""A MuJoCo model's kinematic tree as plain arrays that compiled kernels can walk."""

from __future__ import annotations

from typing import NamedTuple

import mujoco
import numpy as np

from understudy.errors import RobotError

FREE, BALL, SLIDE, HINGE = 0, 1, 2, 3
POLYNOMIAL_SIZE = 5


class Tree(NamedTuple):
    """Bodies, joints and degrees of freedom in MuJoCo's own order.

    Coupled joints (MuJoCo's joint equalities) have no say of their own: their coordinate is a polynomial
    of another joint's, and their motion counts as that joint's. ``variable`` names, for every degree of
    freedom, the one that drives it: itself, unless coupled.
    """

    body_parent: np.ndarray  # (B,)
    body_pos: np.ndarray  # (B, 3) [m] in the parent's frame
    body_mat: np.ndarray  # (B, 3, 3)
    body_mass: np.ndarray  # (B,) [kg]
    body_com: np.ndarray  # (B, 3) [m] in the body's frame
    body_joint_start: np.ndarray  # (B,)
    body_joint_count: np.ndarray  # (B,)
    joint_type: np.ndarray  # (J,) FREE, BALL, SLIDE or HINGE
    joint_pos: np.ndarray  # (J, 3) [m] in the body's frame
    joint_axis: np.ndarray  # (J, 3) in the body's frame
    joint_q: np.ndarray  # (J,) index of the first coordinate
    joint_dof: np.ndarray  # (J,) index of the first degree of freedom
    dof_turns: np.ndarray  # (V,) 1 for a rotation, 0 for a translation
    dof_body: np.ndarray  # (V,) the body that it moves
    dof_q: np.ndarray  # (V,) index of a scalar joint's coordinate, -1 for free and ball joints
    q_zero: np.ndarray  # (Q,) coordinates of the model's reference pose
    chain: np.ndarray  # (B, D) degrees of freedom that move a body, from the root
    chain_count: np.ndarray  # (B,)
    variable: np.ndarray  # (V,) the degree of freedom that drives this one, -1 where it is held fixed
    coupling: np.ndarray  # (V, 5) polynomial of a coupled joint in its driver's coordinate


def compile_tree(model: mujoco.MjModel) -> Tree:
    """Copy what kinematics needs out of a compiled MuJoCo model."""
    dof_joint = np.asarray(model.dof_jntid, dtype=np.int64)
    joint_type = np.asarray(model.jnt_type, dtype=np.int64)
    scalar = joint_type[dof_joint] >= SLIDE
    dof_q = np.where(scalar, np.asarray(model.jnt_qposadr, dtype=np.int64)[dof_joint], -1)
    chain, chain_count = chains_of(np.asarray(model.body_parentid), np.asarray(model.dof_bodyid))
    variable, coupling = _couplings(model)
    return Tree(
        body_parent=np.array(model.body_parentid, dtype=np.int64),
        body_pos=np.array(model.body_pos),
        body_mat=_matrices(np.asarray(model.body_quat)),
        body_mass=np.array(model.body_mass),
        body_com=np.array(model.body_ipos),
        body_joint_start=np.array(model.body_jntadr, dtype=np.int64),
        body_joint_count=np.array(model.body_jntnum, dtype=np.int64),
        joint_type=joint_type,
        joint_pos=np.array(model.jnt_pos).reshape(-1, 3),
        joint_axis=np.array(model.jnt_axis).reshape(-1, 3),
        joint_q=np.array(model.jnt_qposadr, dtype=np.int64),
        joint_dof=np.array(model.jnt_dofadr, dtype=np.int64),
        dof_turns=_turning_dofs(model),
        dof_body=np.array(model.dof_bodyid, dtype=np.int64),
        dof_q=dof_q,
        q_zero=np.array(model.qpos0),
        chain=chain,
        chain_count=chain_count,
        variable=variable,
        coupling=coupling,
    )


def _matrices(quaternions: np.ndarray) -> np.ndarray:
    """Return (B, 3, 3) matrices with MuJoCo's own conversion, so that both agree to the last digit."""
    matrices = np.zeros((len(quaternions), 9))
    for matrix, quaternion in zip(matrices, quaternions, strict=True):
        mujoco.mju_quat2Mat(matrix, quaternion)
    return matrices.reshape(-1, 3, 3)


def _turning_dofs(model: mujoco.MjModel) -> np.ndarray:
    """Return 1 for every rotational degree of freedom and 0 for every translational one."""
    turns = np.zeros(model.nv, dtype=np.int64)
    for joint in range(model.njnt):
        start, kind = model.jnt_dofadr[joint], model.jnt_type[joint]
        if kind == FREE:
            turns[start + 3 : start + 6] = 1
        elif kind == BALL:
            turns[start : start + 3] = 1
        elif kind == HINGE:
            turns[start] = 1
    return turns


def chains_of(body_parent: np.ndarray, dof_body: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return for every body the degrees of freedom between the world and it, root first, and how many.

    Indices are unsigned, since kernels then need not look for negative ones.
    """
    own: list[list[int]] = [[] for _ in body_parent]
    for dof, body in enumerate(dof_body):
        own[body].append(dof)
    chains: list[list[int]] = [[]]
    for body in range(1, len(body_parent)):
        chains.append(chains[body_parent[body]] + own[body])
    table = np.zeros((len(chains), max(1, max(len(chain) for chain in chains))), dtype=np.uint32)
    for body, chain in enumerate(chains):
        table[body, : len(chain)] = chain
    return table, np.array([len(chain) for chain in chains], dtype=np.int64)


def _couplings(model: mujoco.MjModel) -> tuple[np.ndarray, np.ndarray]:
    """Return who drives each degree of freedom, and by which polynomial, from joint equalities."""
    variable = np.arange(model.nv, dtype=np.int64)
    coupling = np.zeros((model.nv, POLYNOMIAL_SIZE))
    for equality in range(model.neq):
        if model.eq_type[equality] != mujoco.mjtEq.mjEQ_JOINT or not model.eq_active0[equality]:
            continue
        follower, driver = int(model.eq_obj1id[equality]), int(model.eq_obj2id[equality])
        dof = int(model.jnt_dofadr[follower])
        if variable[dof] != dof:
            raise RobotError(f"joint '{model.joint(follower).name}' is coupled twice")
        variable[dof] = -1 if driver < 0 else int(model.jnt_dofadr[driver])
        coupling[dof] = model.eq_data[equality][:POLYNOMIAL_SIZE]
    for dof, driver in enumerate(variable):
        if driver >= 0 and variable[driver] != driver:
            name = model.joint(int(model.dof_jntid[dof])).name
            raise RobotError(f"joint '{name}' follows a joint that itself follows another")
    return variable, coupling

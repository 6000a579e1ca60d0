"""Two trees as one: a person and a robot in the same problem."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.tree import Tree, chains_of


def join_trees(first: Tree, second: Tree) -> Tree:
    """Return one tree of two that share the world: bodies, joints and coordinates of the first come first.

    Body b > 0 of the second becomes body b + B − 1, its degree of freedom v becomes v + V.
    """
    bodies, joints = len(first.body_parent) - 1, len(first.joint_type)
    dofs, coordinates = len(first.variable), len(first.q_zero)

    def stacked(name: str, shift: int = 0, skip: int = 0) -> np.ndarray:
        later = getattr(second, name)[skip:]
        return np.concatenate([getattr(first, name), np.where(later >= 0, later + shift, later)])

    parent = second.body_parent[1:]
    body_parent = np.concatenate([first.body_parent, np.where(parent > 0, parent + bodies, 0)])
    dof_body = stacked("dof_body", bodies)
    chain, chain_count = chains_of(body_parent, dof_body)
    return Tree(
        body_parent=body_parent,
        body_pos=np.concatenate([first.body_pos, second.body_pos[1:]]),
        body_mat=np.concatenate([first.body_mat, second.body_mat[1:]]),
        body_mass=np.concatenate([first.body_mass, second.body_mass[1:]]),
        body_com=np.concatenate([first.body_com, second.body_com[1:]]),
        body_joint_start=stacked("body_joint_start", joints, skip=1),
        body_joint_count=stacked("body_joint_count", skip=1),
        joint_type=stacked("joint_type"),
        joint_pos=np.concatenate([first.joint_pos, second.joint_pos]),
        joint_axis=np.concatenate([first.joint_axis, second.joint_axis]),
        joint_q=stacked("joint_q", coordinates),
        joint_dof=stacked("joint_dof", dofs),
        dof_turns=stacked("dof_turns"),
        dof_body=dof_body,
        dof_q=stacked("dof_q", coordinates),
        q_zero=np.concatenate([first.q_zero, second.q_zero]),
        chain=chain,
        chain_count=chain_count,
        variable=stacked("variable", dofs),
        coupling=np.concatenate([first.coupling, second.coupling]),
    )

"""In which frames of a motion bodies are too near to each other."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import fused_kernel
from understudy.kinematics.blocks.contact import Contact, new_contact, note_moves
from understudy.kinematics.blocks.distance import DistanceBlock, add_distances
from understudy.kinematics.forward import Pose, forward, new_pose
from understudy.kinematics.tree import Tree


def contact_costs(tree: Tree, block: DistanceBlock, q: np.ndarray, most: float = np.inf) -> np.ndarray:
    """Return what too little distance costs (T,) in each frame of a motion (T, Q), coupled joints set.

    Of a frame in which that is more than ``most`` it is not all: to know that is quicker.
    """
    costs, size = np.zeros(len(q)), len(tree.variable)
    buffers = np.zeros(3), np.zeros((size, 6)), np.zeros((len(tree.body_parent), 6)), np.zeros((size, size))
    if len(block.body):
        write_contact_costs(
            tree, block, q, new_pose(tree), new_contact(tree, *block.size), *buffers, most, costs
        )
    return costs


@fused_kernel
def write_contact_costs(
    tree: Tree,
    block: DistanceBlock,
    q: np.ndarray,
    pose: Pose,
    contact: Contact,
    reference: np.ndarray,
    twist: np.ndarray,
    wrench: np.ndarray,
    matrix: np.ndarray,
    most: float,
    costs: np.ndarray,
) -> None:
    """Write the distance block's costs (T,) of poses (T, Q), up to ``most``; all others are buffers."""
    for frame in range(q.shape[0]):
        forward(tree, q[frame], pose)
        note_moves(tree, block, q[frame], contact)
        costs[frame] = add_distances(
            tree, pose, block, frame, reference, twist, contact, wrench, False, matrix[0], matrix, most
        )

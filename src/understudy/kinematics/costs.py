"""All blocks together: everything that may be asked of a tree, and the one kernel that adds it up.

A new cost is a file in ``blocks/`` and three lines here: its field, its empty block and its call.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.blocks.acceleration import AccelerationBlock, acceleration_block
from understudy.kinematics.blocks.centre_of_mass import (
    CentreOfMassBlock,
    add_centre_of_mass,
    centre_of_mass_block,
)
from understudy.kinematics.blocks.contact import note_moves
from understudy.kinematics.blocks.direction import DirectionBlock, add_directions, direction_block
from understudy.kinematics.blocks.distance import (
    DistanceBlock,
    add_distances,
    distance_block,
    is_felt,
)
from understudy.kinematics.blocks.floor import FloorBlock, add_floor, floor_block
from understudy.kinematics.blocks.guide import GuideBlock, guide_block
from understudy.kinematics.blocks.near_pairs import add_listed, is_listed
from understudy.kinematics.blocks.orientation import OrientationBlock, add_orientations, orientation_block
from understudy.kinematics.blocks.point import PointBlock, add_points, point_block
from understudy.kinematics.blocks.posture import PostureBlock, add_posture, posture_block
from understudy.kinematics.blocks.relative_point import (
    RelativePointBlock,
    add_relative_points,
    relative_point_block,
)
from understudy.kinematics.blocks.terrain import TerrainBlock, add_terrain, terrain_block
from understudy.kinematics.blocks.velocity import VelocityBlock, velocity_block
from understudy.kinematics.composite import add_bodies, write_twists
from understudy.kinematics.forward import Pose, couple, forward
from understudy.kinematics.tree import Tree
from understudy.kinematics.work import Asked, Work


class Costs(NamedTuple):
    """One block of each kind; those that are not used are empty."""

    point: PointBlock
    orientation: OrientationBlock
    floor: FloorBlock
    terrain: TerrainBlock
    direction: DirectionBlock
    posture: PostureBlock
    guide: GuideBlock
    velocity: VelocityBlock
    acceleration: AccelerationBlock
    centre_of_mass: CentreOfMassBlock
    relative_point: RelativePointBlock
    distance: DistanceBlock


def no_costs(tree: Tree) -> Costs:
    """Return costs that ask nothing of a tree, to be filled by ``_replace``."""
    return Costs(
        point=point_block(()),
        orientation=orientation_block(()),
        floor=floor_block(),
        terrain=terrain_block(floor_block()),
        direction=direction_block(tree, ()),
        posture=posture_block(tree),
        guide=guide_block(tree),
        velocity=velocity_block(tree),
        acceleration=acceleration_block(tree),
        centre_of_mass=centre_of_mass_block(tree),
        relative_point=relative_point_block(tree, ()),
        distance=distance_block(tree, ()),
    )


@fused_inner_kernel
def add_costs(
    tree: Tree,
    costs: Costs,
    frame: int,
    asked: Asked,
    pose: Pose,
    work: Work,
    q: np.ndarray,
    whole: bool,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Write gradient (V,) and the lower triangle of Gauss–Newton's matrix (V, V); return the cost.

    Args:
        tree: The tree.
        costs: What is asked of it.
        frame: The row of the blocks' targets.
        asked: What the frames before add to that: the last pose, where it would go on to.
        pose: Buffer; receives the pose.
        work: Buffers.
        q: (Q,) coordinates; coupled joints are set in place.
        whole: Whether the matrix is asked for; without it all takes half the time.
        gradient: Receives Jᵀr.
        hessian: Receives JᵀJ, or nothing of use unless ``whole``.
    """
    size, reference = gradient.shape[0], work.reference
    couple(tree, q, work.slope)
    forward(tree, q, pose)
    for v in range(size):
        gradient[v] = 0.0
        if whole:
            for u in range(v + 1):
                hessian[v, u] = 0.0
    for i in range(3):
        reference[i] = pose.body_pos[1, i]
    for body in range(work.wrench.shape[0]):
        for i in range(6):
            work.wrench[body, i] = 0.0
            if whole:
                for j in range(i + 1):
                    work.stiffness[body, i, j] = 0.0
    write_twists(tree, pose, reference, work.slope, work.twist)
    # Costs of single bodies are gathered body by body and turned into the normal equations at once.
    cost = add_points(pose, costs.point, frame, reference, work.stiffness, work.wrench)
    cost += add_orientations(
        pose, costs.orientation, frame, work.turn, work.turn_error, work.end, work.stiffness, work.wrench
    )
    cost += add_floor(pose, costs.floor, reference, work.stiffness, work.wrench)
    if costs.terrain.planes.shape[0] > 0:
        cost += add_terrain(pose, costs.terrain, reference, work.row, work.stiffness, work.wrench)
    cost += add_directions(
        tree, pose, costs.direction, frame, reference, work.slope, work.columns, work.wrench, whole, gradient,
        hessian,
    )  # fmt: skip
    # An empty block would find out by itself, but a call costs more than looking.
    has_contact = costs.distance.body.shape[0] > 0 and work.contact.ignored[0] == 0
    if has_contact and is_listed(costs.distance, frame):
        cost += add_listed(
            tree, pose, costs.distance, frame, reference, work.twist, work.contact, work.wrench, whole,
            gradient, hessian,
        )  # fmt: skip
    elif has_contact and is_felt(costs.distance, frame):
        note_moves(tree, costs.distance, q, work.contact)
        cost += add_distances(
            tree, pose, costs.distance, frame, reference, work.twist, work.contact, work.wrench, whole,
            gradient, hessian, 0.0,
        )  # fmt: skip
    add_bodies(tree, work.stiffness, work.wrench, work.twist, whole, gradient, hessian)
    dof_q, variable = tree.dof_q, tree.variable
    cost += add_posture(dof_q, variable, q, costs.posture.target, costs.posture.weight, gradient, hessian)
    if costs.guide.target.shape[0] > 0:
        cost += add_posture(
            dof_q, variable, q, costs.guide.target[frame], costs.guide.weight[frame], gradient, hessian
        )
    cost += add_posture(dof_q, variable, q, asked.last, asked.velocity_weight, gradient, hessian)
    cost += add_posture(dof_q, variable, q, asked.expected, asked.acceleration_weight, gradient, hessian)
    if costs.centre_of_mass.dofs.shape[0] > 0:
        cost += add_centre_of_mass(
            tree, pose, costs.centre_of_mass, frame, work.moment, work.slope, work.columns, gradient, hessian
        )
    if costs.relative_point.body.shape[0] > 0:
        cost += add_relative_points(
            tree, pose, costs.relative_point, frame, work.start, work.end, work.slope, work.columns, gradient,
            hessian,
        )  # fmt: skip
    return cost

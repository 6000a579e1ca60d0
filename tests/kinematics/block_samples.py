"""One random sample of every cost block, or several of one that has several kinds."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from tests.kinematics.block_kit import FRAME, Make, Place, Sample
from tests.kinematics.distance_samples import DISTANCES
from tests.kinematics.random_parts import (
    COUNT,
    HEIGHTS,
    bodies_of,
    in_row,
    one_sided_share,
    pairs_of,
    weights,
    world,
)
from understudy.kinematics.blocks.acceleration import acceleration_block
from understudy.kinematics.blocks.centre_of_mass import centre_of_mass_block
from understudy.kinematics.blocks.direction import direction_block
from understudy.kinematics.blocks.floor import FLOOR_SLACK, FLOOR_SOFTNESS, floor_block
from understudy.kinematics.blocks.guide import guide_block
from understudy.kinematics.blocks.orientation import orientation_block
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.blocks.posture import posture_block
from understudy.kinematics.blocks.relative_point import relative_point_block
from understudy.kinematics.blocks.terrain import terrain_block
from understudy.kinematics.blocks.velocity import velocity_block
from understudy.kinematics.body_parts import BodyDirection, BodyFrame, BodyPoint
from understudy.kinematics.costs import Costs, no_costs
from understudy.kinematics.forward import Pose
from understudy.motion.terrain import Patch

FLOOR_WEIGHT = 30.0
POINT_REACH = np.where(np.arange(COUNT) % 2 == 0, np.inf, 0.5)
DIRECTION_REACH = np.where(np.arange(COUNT) % 2 == 0, np.inf, 0.3)


def _points(equal: bool, reach: np.ndarray | None = None) -> Make:
    def make(place: Place, generator: np.random.Generator) -> Costs:
        points = [BodyPoint(body, generator.normal(size=3)) for body in bodies_of(place, generator).tolist()]
        weight = weights(generator, COUNT, 1 if equal else 3) * np.ones(3)
        target = generator.normal(size=(COUNT, 3))
        block = point_block(points, in_row(target), in_row(weight), reach)
        return no_costs(place.tree)._replace(point=block)

    return make


def _reduced_points(costs: Costs, pose: Pose) -> Costs:
    """Return points whose weights make up for their reach."""
    block = costs.point
    far = np.linalg.norm(world(pose, block.body, block.local) - block.target[FRAME], axis=1)
    share = np.sqrt(np.minimum(1.0, block.reach / far))
    free = np.full(COUNT, np.inf)
    return costs._replace(point=block._replace(weight=block.weight * share[:, None], reach=free))


def _ways(place: Place, generator: np.random.Generator) -> list[BodyDirection]:
    return [
        BodyDirection(BodyPoint(start, generator.normal(size=3)), BodyPoint(end, generator.normal(size=3)))
        for start, end in pairs_of(place, generator)
    ]


def _directions(reach: np.ndarray | None = None) -> Make:
    def make(place: Place, generator: np.random.Generator) -> Costs:
        vectors = generator.normal(size=(COUNT, 3))
        target = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        ways, weight = _ways(place, generator), weights(generator, COUNT)
        block = direction_block(place.tree, ways, in_row(target), in_row(weight), reach)
        return no_costs(place.tree)._replace(direction=block)

    return make


def _reduced_directions(costs: Costs, pose: Pose) -> Costs:
    """Return directions whose weights make up for their reach."""
    block = costs.direction
    start, end = (world(pose, block.body[:, side], block.local[:, side]) for side in (0, 1))
    along = (end - start) / np.linalg.norm(end - start, axis=1, keepdims=True)
    angle = np.arccos(np.einsum("di,di->d", along, block.target[FRAME]))
    share = np.sqrt(np.minimum(1.0, block.reach / angle))
    free = np.full(COUNT, np.inf)
    return costs._replace(direction=block._replace(weight=block.weight * share, reach=free))


def _orientations(place: Place, generator: np.random.Generator) -> Costs:
    offsets, target = (Rotation.random(COUNT, rng=generator).as_matrix() for _ in range(2))
    bodies = bodies_of(place, generator).tolist()
    frames = [BodyFrame(body, offset) for body, offset in zip(bodies, offsets, strict=True)]
    block = orientation_block(frames, in_row(target), in_row(weights(generator, COUNT)))
    return no_costs(place.tree)._replace(orientation=block)


def _floor(place: Place, generator: np.random.Generator) -> Costs:
    """Return points at known heights above the floor's bend, each on its body's surface."""
    bodies, radius = bodies_of(place, generator), generator.uniform(0.0, 0.1, COUNT)
    local = generator.normal(size=(COUNT, 3))
    height = HEIGHTS * FLOOR_SOFTNESS - FLOOR_SLACK + radius
    lift = height - world(place.pose, bodies, local)[:, 2]
    local += place.pose.body_mat[bodies, 2] * lift[:, None]
    points = [BodyPoint(*each) for each in zip(bodies.tolist(), local, radius.tolist(), strict=True)]
    return no_costs(place.tree)._replace(floor=floor_block(points, FLOOR_WEIGHT))


def _terrain(place: Place, generator: np.random.Generator) -> Costs:
    """Return points at known distances from the sloped top of one patch and from a side of another one."""
    bodies, radius = bodies_of(place, generator), generator.uniform(0.0, 0.1, COUNT)
    gap = HEIGHTS * FLOOR_SOFTNESS - FLOOR_SLACK + radius
    slope = np.array([-0.3, 0.1, 1.0]) / np.linalg.norm([-0.3, 0.1, 1.0])
    hill = Patch(np.array([0.0, 0.0, 0.5]), 0.3, np.array([40.0, 40.0]), slope)
    wall = Patch(np.array([90.0, 0.0, 50.0]), 0.2, np.array([20.0, 30.0]), np.array([0.0, 0.0, 1.0]))
    foot = np.column_stack([generator.normal(size=(COUNT, 2)), np.zeros(COUNT)])
    on_hill = foot * [1.0, 1.0, 0.0]
    on_hill[:, 2] = hill.heights(foot[:, :2])
    along, across = wall.axes
    side = np.append(wall.centre[:2] - wall.half[0] * along, 0.0)
    on_wall = side + foot[:, :1] * np.append(across, 0.0) + [0.0, 0.0, 1.0]
    on_wall -= gap[:, None] * np.append(along, 0.0)
    is_wall = np.arange(COUNT) % 2 == 1
    points_w = np.where(is_wall[:, None], on_wall, on_hill + gap[:, None] * slope)
    turned = place.pose.body_mat[bodies]
    local = np.einsum("nji,nj->ni", turned, points_w - place.pose.body_pos[bodies])
    points = [BodyPoint(*each) for each in zip(bodies.tolist(), local, radius.tolist(), strict=True)]
    planes = np.stack([hill.planes(), wall.planes()])
    return no_costs(place.tree)._replace(terrain=terrain_block(floor_block(points), planes, FLOOR_WEIGHT))


def _posture(place: Place, generator: np.random.Generator) -> Costs:
    target, weight = generator.normal(size=place.model.nq), weights(generator, place.model.nv)
    return no_costs(place.tree)._replace(posture=posture_block(place.tree, target, weight))


def _guide(place: Place, generator: np.random.Generator) -> Costs:
    target = generator.normal(size=len(place.tree.q_zero))
    weight = weights(generator, len(place.tree.variable))
    return no_costs(place.tree)._replace(guide=guide_block(place.tree, in_row(target), in_row(weight)))


def _velocity(place: Place, generator: np.random.Generator) -> Costs:
    block = velocity_block(place.tree, weights(generator, place.model.nv))
    return no_costs(place.tree)._replace(velocity=block)


def _acceleration(place: Place, generator: np.random.Generator) -> Costs:
    block = acceleration_block(place.tree, weights(generator, place.model.nv))
    return no_costs(place.tree)._replace(acceleration=block)


def _centre_of_mass(place: Place, generator: np.random.Generator) -> Costs:
    target, weight = in_row(generator.normal(size=3)), in_row(weights(generator, 3))
    return no_costs(place.tree)._replace(centre_of_mass=centre_of_mass_block(place.tree, target, weight))


def _relative_points(place: Place, generator: np.random.Generator) -> Costs:
    ways, target = _ways(place, generator), in_row(generator.normal(size=(COUNT, 3)))
    block = relative_point_block(place.tree, ways, target, in_row(weights(generator, COUNT, 3)))
    return no_costs(place.tree)._replace(relative_point=block)


def _terrain_share(costs: Costs, residual: np.ndarray) -> np.ndarray:
    return one_sided_share(residual, costs.terrain.weight, FLOOR_SOFTNESS)


def _floor_share(costs: Costs, residual: np.ndarray) -> np.ndarray:
    return one_sided_share(residual, costs.floor.weight, FLOOR_SOFTNESS)


SAMPLES: dict[str, Sample] = {
    "point": Sample("point", _points(equal=False)),
    "point with reach": Sample("point", _points(equal=True, reach=POINT_REACH), plain=_reduced_points),
    "direction": Sample("direction", _directions()),
    "direction with reach": Sample("direction", _directions(DIRECTION_REACH), plain=_reduced_directions),
    "orientation": Sample("orientation", _orientations),
    "floor": Sample("floor", _floor, share=_floor_share),
    "terrain": Sample("terrain", _terrain, share=_terrain_share),
    "posture": Sample("posture", _posture),
    "guide": Sample("guide", _guide),
    "velocity": Sample("velocity", _velocity),
    "acceleration": Sample("acceleration", _acceleration),
    "centre of mass": Sample("centre_of_mass", _centre_of_mass),
    "relative point": Sample("relative_point", _relative_points),
    **DISTANCES,
}

"""Joints in a hollow: parts around one hip, shoulder or neck whose hulls meet where the parts do not.

MuJoCo lets meshes collide by their convex hulls, and a hull fills the hollow in which a thigh swings under a
pelvis. Bodies that follow one on the other are not looked at, but a hip of three joints has small bodies in
between. So its joints' ranges are gone through: where hulls are deep in each other but the meshes are not,
the pair is judged by its meshes (``robots.mesh_solid``). Where meshes meet as hulls do it stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import mujoco
import numpy as np

from understudy.kinematics.body_parts import BodyCapsule
from understudy.motion.landmarks import SEGMENTS
from understudy.robots.body_surface_mesh import body_triangles
from understudy.robots.capsules import Capsule, colliding_geoms, images
from understudy.robots.colliding_bodies import colliding_bodies
from understudy.robots.joint_centre import nearest_point_to_axes
from understudy.robots.kept_solids import Made, kept_or_made
from understudy.robots.limb_length import limb_length
from understudy.robots.mesh_solid import MeshSolid, mesh_solid
from understudy.robots.mirrored_bodies import mirrored_bodies, on_first_side
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.robots.self_collision import BodyPair
from understudy.robots.solid_capsules import cover_solid, points_under_surface
from understudy.robots.solid_contact import solid_depth

DEEP = 0.005
"""Depth [m] from which on parts are in each other."""

FREE = 0.2
"""Share of the poses in which hulls are in each other from which on a pair is judged by its meshes where
these are not. Of jvrc1's and icub-real's hips it is 0.44 to 1, of G1's shoulders, which do meet, 0.03."""

_MEET = 0.1
"""Distance from their common centre within which axes are of one joint, in mean limb segments."""

_POSES = 200
"""Random poses of such a joint."""

_COARSE, _FINE = 0.006, 0.003
"""Spacing [m] of the grids by which pairs are looked at and judged."""

_REACH = 0.012
"""Distance [m] from the other body in any random pose within which one is looked at and covered."""


class Posed(NamedTuple):
    """Two bodies in poses: origins (P, 2, 3) [m], frames (P, 2, 3, 3), whether hulls are too deep (P,)."""

    positions: np.ndarray
    orientations: np.ndarray
    deep: np.ndarray


class HollowJoints(Made):
    """Pairs of bodies that are judged by their meshes."""

    def depth(self, pair: BodyPair, positions: np.ndarray, orientations: np.ndarray) -> np.ndarray:
        """Return how deep a pair is in each other (T,) [m], by poses of all bodies (T, B, 3), (T, B, 9)."""
        solids = self.solids[pair[0]], self.solids[pair[1]]
        turns = orientations[:, list(pair)].reshape(len(orientations), 2, 3, 3)
        return solid_depth(solids, positions[:, list(pair)], turns)


@lru_cache(maxsize=64)
def hollow_joints(robot: Robot) -> HollowJoints:
    """Return which pairs of a robot's bodies are judged by their meshes.

    None are where it has no meshes, or no segment that says how large it is.
    """
    model, geoms = robot.model, colliding_geoms(robot.model)
    nothing = HollowJoints(frozenset(), {}, {}, {})
    if all(robot.segment(name) is None for name in SEGMENTS):
        return nothing
    meshes = [
        any(model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_MESH for geom in geoms.get(body, ()))
        for body in range(model.nbody)
    ]
    if not any(meshes):
        return nothing

    def make() -> Made:
        near = {
            pair: joints
            for pair in colliding_bodies(model)
            if (meshes[pair[0]] or meshes[pair[1]]) and pair not in robot.overlapping
            if all(geoms[body] for body in pair) and (joints := _one_joint(robot, pair)) is not None
        }
        length, posed = limb_length(robot), {pair: _posed(robot, pair, near[pair], geoms) for pair in near}
        met = {pair for pair in near if posed[pair].deep.any()}
        coarse = _solids(model, geoms, met, length, _COARSE)
        found = {pair for pair in met if _is_hollow(coarse[pair[0]], coarse[pair[1]], posed[pair])}
        found |= {image for pair in found if (image := _image(model, geoms, pair)) in near}
        solids = _solids(model, geoms, found, length, _FINE)
        reach = {pair: posed[pair] for pair in sorted(found)}
        inside = _in_reach(solids, {body: points_under_surface(solids[body]) for body in solids}, reach)
        surface = _in_reach(solids, {body: solids[body].points for body in solids}, reach)
        solids = {body: replace(solid, points=surface[body]) for body, solid in solids.items()}
        return Made(frozenset(found), solids, *_covered(model, geoms, solids, inside))

    return HollowJoints(*kept_or_made(robot, make))


def _one_joint(robot: Robot, pair: BodyPair) -> list[int] | None:
    """Return the hinges between two bodies where they are all of one joint, None elsewhere."""
    model, joints, body = robot.model, list[int](), pair[1]
    # A parent has a smaller index than its children.
    while body > pair[0]:
        first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
        joints += range(first, first + count)
        body = int(model.body_parentid[body])
    if body != pair[0] or any(model.jnt_type[joint] != mujoco.mjtJoint.mjJNT_HINGE for joint in joints):
        return None
    home = home_data(model, robot.home)
    anchors, axes = home.xanchor[joints], home.xaxis[joints]
    off = np.linalg.norm(np.cross(nearest_point_to_axes(anchors, axes) - anchors, axes), axis=1)
    return joints if off.max() <= _MEET * limb_length(robot) else None


def _posed(robot: Robot, pair: BodyPair, joints: list[int], geoms: Mapping[int, list[int]]) -> Posed:
    """Return two bodies in random poses of the joints between them."""
    model, data, generator = robot.model, mujoco.MjData(robot.model), np.random.default_rng(0)
    limited = model.jnt_limited[joints].astype(bool)[:, None]
    ranges = np.where(limited, model.jnt_range[joints], [[-np.pi, np.pi]])
    posed = Posed(np.zeros((_POSES, 2, 3)), np.zeros((_POSES, 2, 3, 3)), np.zeros(_POSES, dtype=bool))
    for pose, share in enumerate(generator.uniform(size=(_POSES, len(joints)))):
        data.qpos[:] = robot.home
        data.qpos[model.jnt_qposadr[joints]] = ranges[:, 0] + share * np.ptp(ranges, axis=1)
        mujoco.mj_kinematics(model, data)
        posed.positions[pose] = data.xpos[list(pair)]
        posed.orientations[pose] = data.xmat[list(pair)].reshape(2, 3, 3)
        posed.deep[pose] = any(
            _depth(model, data, one, other) > DEEP for one in geoms[pair[0]] for other in geoms[pair[1]]
        )
    return posed


def _is_hollow(one: MeshSolid, other: MeshSolid, posed: Posed) -> bool:
    """Return whether meshes are apart in many of the poses in which hulls are in each other."""
    depth = solid_depth((one, other), posed.positions[posed.deep], posed.orientations[posed.deep])
    return bool(np.mean(depth <= DEEP) >= FREE)


def _in_reach(
    solids: Mapping[int, MeshSolid], points: Mapping[int, np.ndarray], pairs: Mapping[BodyPair, Posed]
) -> dict[int, np.ndarray]:
    """Return those of bodies' points (N, 3) [m] that come near the other body of any pair."""
    reached = {body: np.zeros(len(own), dtype=bool) for body, own in points.items()}
    for pair, posed in pairs.items():
        for one, other in ((0, 1), (1, 0)):
            solid = solids[pair[other]]
            for place, turn in zip(posed.positions, posed.orientations, strict=True):
                left = np.flatnonzero(~reached[pair[one]])
                world = place[one] + points[pair[one]][left] @ turn[one].T
                near = solid.rough_depth((world - place[other]) @ turn[other]) > -_REACH
                reached[pair[one]][left[near]] = True
    return {body: own[reached[body]] for body, own in points.items()}


def _depth(model: mujoco.MjModel, data: mujoco.MjData, one: int, other: int) -> float:
    """Return how deep [m] two geoms are in each other, as MuJoCo collides them."""
    return -float(mujoco.mj_geomDistance(model, data, one, other, DEEP, None))


def _image(model: mujoco.MjModel, geoms: Mapping[int, list[int]], pair: BodyPair) -> BodyPair:
    """Return the pair on the other side of the robot."""
    earlier = mirrored_bodies(model, dict(geoms))[1]
    later = {first: second for second, first in earlier.items()}
    one, other = (later.get(body, earlier.get(body, body)) for body in pair)
    return min(one, other), max(one, other)


def _solids(
    model: mujoco.MjModel,
    geoms: Mapping[int, list[int]],
    pairs: set[BodyPair],
    length: float,
    spacing: float,
) -> dict[int, MeshSolid]:
    """Return body → what its meshes fill, of all bodies of pairs, by a grid of this spacing [m]."""
    bodies = sorted({body for pair in pairs for body in pair})
    return {body: mesh_solid(body_triangles(model, geoms[body]), length, spacing) for body in bodies}


def _covered(
    model: mujoco.MjModel,
    geoms: Mapping[int, list[int]],
    solids: Mapping[int, MeshSolid],
    points: Mapping[int, np.ndarray],
) -> tuple[dict[int, tuple[BodyCapsule, ...]], dict[int, float]]:
    """Return body → capsules that cover its points, and holes [m]; mirror images get mirrored ones."""
    axis, earlier = mirrored_bodies(model, dict(geoms)) if solids else (0, {})
    found: dict[int, list[Capsule]] = {}
    holes: dict[int, float] = {}
    for body, solid in solids.items():
        first = earlier.get(body, -1)
        if first in found and first != body:
            found[body], holes[body] = images(model, found[first], first, body, axis), holes[first]
            continue
        own = points[body]
        if first == body:
            own = own[on_first_side(model, own, body, axis)]
        found[body], holes[body] = cover_solid(solid, own)
        if first == body:
            found[body] += images(model, found[body], body, body, axis)
    return {body: tuple(BodyCapsule(body, *own) for own in found[body]) for body in found}, holes

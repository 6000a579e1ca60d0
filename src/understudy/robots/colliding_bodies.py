"""Which bodies of a robot may run into each other: those that MuJoCo lets collide and that can meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import mujoco
import numpy as np

from understudy.robots.self_collision import BodyPair, SelfCollision, excluded_pairs, own_bodies

_POSES = 400
"""Random poses in which bodies are looked at."""

_MARGIN = 0.03
"""Distance [m] up to which bodies that were never seen to touch may yet do so in a pose in between."""

_FEW_JOINTS = 3
"""Joints between two bodies up to which random poses show whether these ever touch."""

_EXTREME = 0.3
"""Share of joints that are at one of their limits in a random pose, where hands and feet reach farthest."""


def colliding_bodies(model: mujoco.MjModel) -> list[BodyPair]:
    """Return the pairs of the robot's own bodies that MuJoCo lets collide, smaller index first.

    MuJoCo leaves out bodies that are welded together and, unless it is told otherwise, those whose joints
    follow one on the other; but not what hangs on the world. It leaves out what the model excludes. Geoms
    collide if one's type meets the other's affinity. Pairs of geoms that the model names collide always.
    """
    own = own_bodies(model)
    weld = np.asarray(model.body_weldid)
    parent = weld[model.body_parentid[weld]]
    filters = not model.opt.disableflags & int(mujoco.mjtDisableBit.mjDSBL_FILTERPARENT)
    types, affinities = np.zeros((2, model.nbody), dtype=np.int64)
    np.bitwise_or.at(types, model.geom_bodyid, model.geom_contype)
    np.bitwise_or.at(affinities, model.geom_bodyid, model.geom_conaffinity)
    excluded = excluded_pairs(model)
    one, other = np.triu_indices(model.nbody, 1)
    meets = own[one] & own[other] & (weld[one] != weld[other])
    meets &= ((types[one] & affinities[other]) | (types[other] & affinities[one])) != 0
    if filters:
        follows = (weld[one] == parent[other]) | (weld[other] == parent[one])
        meets &= ~(follows & (weld[one] != 0) & (weld[other] != 0))
    pairs = set(zip(one[meets].tolist(), other[meets].tolist(), strict=True)) - excluded
    for first, second in zip(model.pair_geom1.tolist(), model.pair_geom2.tolist(), strict=True):
        a, b = sorted((int(model.geom_bodyid[first]), int(model.geom_bodyid[second])))
        if own[a] and own[b] and weld[a] != weld[b]:
            pairs.add((a, b))
    return sorted(pairs)


def pairs_that_meet(
    model: mujoco.MjModel, pairs: Sequence[BodyPair], balls: Mapping[int, tuple[np.ndarray, float]]
) -> list[BodyPair]:
    """Return the pairs of bodies whose balls touch, but for a margin, in any of many random poses.

    Args:
        model: The model.
        pairs: Pairs of bodies that have balls.
        balls: Body → centre (3,) [m] in its frame and radius [m] of a ball around it.
    """
    if not pairs:
        return []
    bodies = np.array(sorted(balls))
    place = {int(body): index for index, body in enumerate(bodies)}
    centre, radius = np.array([balls[b][0] for b in bodies]), np.array([balls[b][1] for b in bodies])
    one, other = (np.array([place[pair[side]] for pair in pairs]) for side in (0, 1))
    meet = np.zeros(len(pairs), dtype=bool)
    collision, touching, data = SelfCollision(model), set(), mujoco.MjData(model)
    for q in _random_poses(model):
        touching |= collision.touching_pairs(q)
        data.qpos[:] = q
        mujoco.mj_kinematics(model, data)
        world = data.xpos[bodies] + np.einsum("bij,bj->bi", data.xmat[bodies].reshape(-1, 3, 3), centre)
        meet |= np.linalg.norm(world[one] - world[other], axis=1) < radius[one] + radius[other] + _MARGIN
    few = [_joints_between(model, *pair) <= _FEW_JOINTS for pair in pairs]
    return [
        pair
        for pair, may, sure in zip(pairs, meet, few, strict=True)
        if may and (pair in touching or not sure)
    ]


def _joints_between(model: mujoco.MjModel, one: int, other: int) -> int:
    """Return how many joints move one body against another."""
    joints = 0
    while one != other:
        # A parent has a smaller index than its children.
        if one > other:
            joints, one = joints + int(model.body_jntnum[one]), int(model.body_parentid[one])
        else:
            joints, other = joints + int(model.body_jntnum[other]), int(model.body_parentid[other])
    return joints


def _random_poses(model: mujoco.MjModel) -> np.ndarray:
    """Return coordinates (N, nq) within the joints' limits, always the same ones for a model."""
    generator = np.random.default_rng(0)
    poses = np.tile(model.qpos0, (_POSES, 1))
    for joint in range(model.njnt):
        kind, at = model.jnt_type[joint], int(model.jnt_qposadr[joint])
        if kind == mujoco.mjtJoint.mjJNT_BALL:
            turns = generator.normal(size=(_POSES, 4))
            poses[:, at : at + 4] = turns / np.linalg.norm(turns, axis=1, keepdims=True)
        elif kind != mujoco.mjtJoint.mjJNT_FREE:
            turn = np.pi if kind == mujoco.mjtJoint.mjJNT_HINGE else 0.0
            lower, upper = model.jnt_range[joint] if model.jnt_limited[joint] else (-turn, turn)
            share = generator.uniform(size=_POSES)
            share = np.where(generator.uniform(size=_POSES) < _EXTREME, np.round(share), share)
            poses[:, at] = lower + share * (upper - lower)
    return poses

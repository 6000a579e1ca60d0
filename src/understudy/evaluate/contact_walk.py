"""A walk through poses in which MuJoCo looks for contacts of a robot with itself: one call from Python."""

from __future__ import annotations

from functools import lru_cache

import mujoco
import numpy as np

from understudy.evaluate.poses import pose_one
from understudy.kernels.compilation import kernel
from understudy.kinematics.mujoco_contacts import Contacts, contacts_of
from understudy.kinematics.mujoco_functions import addresses, mj_collision, working_data
from understudy.robots.self_collision import BodyPair, own_bodies

_SPARE = 4 << 20
"""Working memory [bytes] that MuJoCo needs to have left after a first pose. Without any it would end the
process in a kernel; poses differ by some hundred kilobytes in what they need."""


def can_walk(model: mujoco.MjModel, frames: int) -> bool:
    """Tell whether so many poses are worth a kernel, and whether it can go through them without a fault.

    MuJoCo's bindings must have looked for contacts in a pose before, in this thread's working data.
    """
    data = working_data(model)
    has_room = int(model.narena) - int(data.maxuse_arena) >= _SPARE
    return has_room and contacts_of(model, data) is not None and _walk.is_worth_it(frames)


def walk(
    model: mujoco.MjModel,
    ignored: frozenset[BodyPair],
    q: np.ndarray,
    positions: np.ndarray,
    orientations: np.ndarray,
    depth: np.ndarray,
    pair: np.ndarray,
) -> None:
    """Let MuJoCo put the bodies into their places in poses, and look for contacts there.

    Args:
        model: The robot's, with contacts.
        ignored: Pairs of bodies that do not count.
        q: (T, Q) the poses.
        positions: (T, B, 3) receives bodies' origins [m].
        orientations: (T, B, 9) receives their rotation matrices.
        depth: (T,) receives the depth [m] of the deepest contact where there is any.
        pair: (T, 2) receives its bodies, the smaller index first; of contacts as deep the first one's.
    """
    data = working_data(model)
    contacts = contacts_of(model, data)
    assert contacts is not None
    poses = np.ascontiguousarray(q, dtype=float)
    _walk(
        *(*addresses(model, data), data.qpos, data.xpos, data.xmat, poses, positions, orientations),
        *(contacts, model.geom_bodyid, _counted(model, ignored), depth, pair),
    )


@lru_cache(maxsize=32)
def _counted(model: mujoco.MjModel, ignored: frozenset[BodyPair]) -> np.ndarray:
    """Return (B, B) which pairs of bodies count, the smaller index first."""
    own = own_bodies(model)
    counted = own[:, None] & own[None]
    for first, second in ignored:
        counted[first, second] = False
    return counted


@kernel
def _walk(
    model: int,
    data: int,
    coordinates: np.ndarray,
    places: np.ndarray,
    turns: np.ndarray,
    q: np.ndarray,
    positions: np.ndarray,
    orientations: np.ndarray,
    contacts: Contacts,
    body_of_geom: np.ndarray,
    counted: np.ndarray,
    depth: np.ndarray,
    pair: np.ndarray,
) -> None:
    for frame in range(len(q)):
        pose_one(model, data, coordinates, places, turns, q[frame], positions[frame], orientations[frame])
        mj_collision(model, data)
        least = np.inf
        for index in range(contacts.number[0]):
            distance = contacts.distances[index]
            one, other = contacts.geoms[index, 0], contacts.geoms[index, 1]
            if distance > 0.0 or distance >= least or one < 0 or other < 0:
                continue
            first = min(body_of_geom[one], body_of_geom[other])
            second = max(body_of_geom[one], body_of_geom[other])
            if counted[first, second]:
                least = distance
                depth[frame] = -distance
                pair[frame, 0], pair[frame, 1] = first, second

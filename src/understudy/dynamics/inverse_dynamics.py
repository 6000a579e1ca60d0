"""Forces that a motion takes, by MuJoCo, with the places at which they act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import mujoco
import numpy as np

from understudy.dynamics.derivatives import SmoothMotion
from understudy.kernels.compilation import inner_kernel, kernel
from understudy.kinematics.mujoco_functions import (
    addresses,
    mj_com_pos,
    mj_com_vel,
    mj_kinematics,
    mj_passive,
    mj_rne,
    mj_tendon,
    working_data,
)


@dataclass(frozen=True, eq=False)
class InverseForces:
    """What moves a body, and where its parts are.

    Attributes:
        forces: (T, nv) [N, N m] generalised forces that cause the motion.
        axes_w: (T, njnt, 3) axes of the joints in the world.
        anchors_w: (T, njnt, 3) [m] centres of the joints.
        positions_w: (T, B, 3) [m] origins of the bodies that were asked for.
        turns_w: (T, B, 3, 3) their orientations.
        centre_of_mass_w: (T, 3) [m].
    """

    forces: np.ndarray
    axes_w: np.ndarray
    anchors_w: np.ndarray
    positions_w: np.ndarray
    turns_w: np.ndarray
    centre_of_mass_w: np.ndarray


def inverse_forces(model: mujoco.MjModel, motion: SmoothMotion, bodies: Sequence[int] = ()) -> InverseForces:
    """Return the forces of a motion without contacts, joint limits and other constraints.

    Args:
        model: The body; it is not changed.
        motion: Coordinates with derivatives.
        bodies: B bodies whose poses to keep.
    """
    count = len(motion.q)
    shapes = ((model.nv,), (model.njnt, 3), (model.njnt, 3), (len(bodies), 3), (len(bodies), 3, 3), (3,))
    found = InverseForces(*(np.empty((count, *shape)) for shape in shapes))
    if count == 0:
        return found
    data, needed = working_data(model), np.empty(model.nv)
    by_kernel = _inverse_all.is_worth_it(count)
    _by_bindings(model, data, motion, needed, bodies, found, 1 if by_kernel else count)
    if not by_kernel:
        return found
    state = _State(
        *(data.qpos, data.qvel, data.qacc, data.qfrc_passive, needed, np.array(model.dof_armature)),
        *(data.xaxis, data.xanchor, data.xpos, data.xmat.reshape(-1, 3, 3), data.subtree_com[0]),
    )
    steps = (np.ascontiguousarray(each) for each in (motion.q, motion.velocities, motion.accelerations))
    kept, into = np.array(bodies, dtype=np.int64), _Found(*vars(found).values())
    _inverse_all(*addresses(model, data), needed.ctypes.data, *steps, state, kept, into)
    return found


class _State(NamedTuple):
    """Arrays of MuJoCo's data, which change with every frame."""

    q: np.ndarray
    velocities: np.ndarray
    accelerations: np.ndarray
    passive: np.ndarray
    needed: np.ndarray
    rotors: np.ndarray
    axes: np.ndarray
    anchors: np.ndarray
    places: np.ndarray
    turns: np.ndarray
    centre: np.ndarray


class _Found(NamedTuple):
    """:class:`InverseForces` as kernels take it."""

    forces: np.ndarray
    axes: np.ndarray
    anchors: np.ndarray
    positions: np.ndarray
    turns: np.ndarray
    centre: np.ndarray


def _by_bindings(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    motion: SmoothMotion,
    needed: np.ndarray,
    bodies: Sequence[int],
    found: InverseForces,
    count: int,
) -> None:
    """Go through the first frames by MuJoCo's bindings, which raise where its working memory is too small."""
    # An attribute of MuJoCo's data is looked up anew each time, which takes as long as copying it.
    q, velocities, accelerations, passive = data.qpos, data.qvel, data.qacc, data.qfrc_passive
    axes, anchors, places, turns = data.xaxis, data.xanchor, data.xpos, data.xmat
    centre, rotors, kept = data.subtree_com[0], np.array(model.dof_armature), list(bodies)
    for frame in range(count):
        q[:] = motion.q[frame]
        velocities[:] = motion.velocities[frame]
        accelerations[:] = motion.accelerations[frame]
        # As mj_inverse does, but for constraints, which a copy of the model would have to switch off.
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_tendon(model, data)
        mujoco.mj_comVel(model, data)
        mujoco.mj_passive(model, data)
        mujoco.mj_rne(model, data, 1, needed)
        found.forces[frame] = needed + rotors * accelerations - passive
        found.axes_w[frame] = axes
        found.anchors_w[frame] = anchors
        found.positions_w[frame] = places[kept]
        found.turns_w[frame] = turns[kept].reshape(-1, 3, 3)
        found.centre_of_mass_w[frame] = centre


@kernel
def _inverse_all(
    model: int,
    data: int,
    needed: int,
    q: np.ndarray,
    velocities: np.ndarray,
    accelerations: np.ndarray,
    state: _State,
    bodies: np.ndarray,
    found: _Found,
) -> None:
    """Do the same as the bindings do frame by frame."""
    for frame in range(len(q)):
        _copy(q[frame], state.q)
        _copy(velocities[frame], state.velocities)
        _copy(accelerations[frame], state.accelerations)
        mj_kinematics(model, data)
        mj_com_pos(model, data)
        mj_tendon(model, data)
        mj_com_vel(model, data)
        mj_passive(model, data)
        mj_rne(model, data, 1, needed)
        for dof in range(len(state.needed)):
            inertia = state.needed[dof] + state.rotors[dof] * state.accelerations[dof]
            found.forces[frame, dof] = inertia - state.passive[dof]
        for joint in range(len(state.axes)):
            _copy(state.axes[joint], found.axes[frame, joint])
            _copy(state.anchors[joint], found.anchors[frame, joint])
        for index, body in enumerate(bodies):
            _copy(state.places[body], found.positions[frame, index])
            for row in range(3):
                _copy(state.turns[body, row], found.turns[frame, index, row])
        _copy(state.centre, found.centre[frame])


@inner_kernel
def _copy(values: np.ndarray, into: np.ndarray) -> None:
    for index in range(len(into)):
        into[index] = values[index]

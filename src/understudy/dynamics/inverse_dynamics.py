"""Forces that a motion takes, by MuJoCo, with the places at which they act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.dynamics.derivatives import SmoothMotion


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
    data = mujoco.MjData(model)
    kept = list(bodies)
    # An attribute of MuJoCo's data is looked up anew each time, which takes as long as copying it.
    q, velocities, accelerations, passive = data.qpos, data.qvel, data.qacc, data.qfrc_passive
    axes, anchors, places, turns = data.xaxis, data.xanchor, data.xpos, data.xmat
    centre, needed, rotors = data.subtree_com[0], np.empty(model.nv), np.array(model.dof_armature)
    # MuJoCo's calls are so short that threads would wait for Python's lock more than they gain.
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
    return found


def inertia_matrices(model: mujoco.MjModel, q: np.ndarray) -> np.ndarray:
    """Return (T, nv, nv) the forces per acceleration of a body in poses (T, nq)."""
    data, found = mujoco.MjData(model), np.zeros((len(q), model.nv, model.nv))
    units = np.eye(model.nv)
    for pose, matrix in zip(q, found, strict=True):
        data.qpos[:] = pose
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_crb(model, data)
        for row, unit in zip(matrix, units, strict=True):
            mujoco.mj_mulM(model, data, row, unit)
    return found

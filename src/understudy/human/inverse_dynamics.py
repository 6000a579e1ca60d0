"""Forces that a motion takes, by MuJoCo, with the places at which they act."""

from __future__ import annotations

import copy
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.human.derivatives import SmoothMotion

_FRAMES_A_TASK = 200


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
    unconstrained = copy.copy(model)
    unconstrained.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    starts = range(0, count, _FRAMES_A_TASK)
    # MuJoCo runs without Python's lock, so that threads share the work.
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(lambda start: _fill(unconstrained, motion, bodies, found, start), starts))
    return found


def _fill(
    model: mujoco.MjModel, motion: SmoothMotion, bodies: Sequence[int], found: InverseForces, start: int
) -> None:
    """Write the results of one task's frames."""
    data = mujoco.MjData(model)
    kept = list(bodies)
    for frame in range(start, min(start + _FRAMES_A_TASK, len(motion.q))):
        data.qpos[:] = motion.q[frame]
        data.qvel[:] = motion.velocities[frame]
        data.qacc[:] = motion.accelerations[frame]
        mujoco.mj_inverse(model, data)
        found.forces[frame] = data.qfrc_inverse
        found.axes_w[frame] = data.xaxis
        found.anchors_w[frame] = data.xanchor
        found.positions_w[frame] = data.xpos[kept]
        found.turns_w[frame] = data.xmat[kept].reshape(-1, 3, 3)
        found.centre_of_mass_w[frame] = data.subtree_com[0]

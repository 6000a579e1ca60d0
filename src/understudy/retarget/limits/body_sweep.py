"""What balance asks of a motion: where mass and soles are, how the body turns, and where its ZMP is.

The ZMP p is the point of the floor about which the floor's forces do not tip the body. From Newton and Euler,
with the centre of mass c, the mass M and the angular momentum L about c:

    pₓ = cₓ − (c_z c̈ₓ + L̇_y / M) / (g + c̈_z)        p_y = c_y − (c_z c̈_y − L̇ₓ / M) / (g + c̈_z)
"""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.dynamics.zmp import GRAVITY, LEAST_PULL
from understudy.robots.robot import Robot
from understudy.signals.butterworth import zero_phase_low_pass

CUTOFF = 10.0
"""Frequency [Hz] up to which a robot's links follow; what shakes faster is the servos' business."""


@dataclass(frozen=True, eq=False)
class BodySweep:
    """A body over T frames.

    Attributes:
        centres: (T, 3) [m] centre of mass.
        spins: (T, 3) [m²/s] angular momentum about it, per mass.
        soles: (T, S, 4, 3) [m] corners of S soles, in the order of :class:`~understudy.robots.parts.Sole`.
        fps: Frames a second [1/s].
    """

    centres: np.ndarray
    spins: np.ndarray
    soles: np.ndarray
    fps: float

    def zmp(self) -> np.ndarray:
        """Return (T, 2) [m] the ZMP of the whole body, from what is slower than ``CUTOFF``."""
        centres, spins = (slower_than(values, CUTOFF, self.fps) for values in (self.centres, self.spins))
        accelerations = second_difference(centres, self.fps)
        turning = np.gradient(spins, 1.0 / self.fps, axis=0)
        lever = np.stack([turning[:, 1], -turning[:, 0]], axis=1)
        push = centres[:, 2:] * accelerations[:, :2] + lever
        return centres[:, :2] - push / pull(accelerations[:, 2])[:, None]


def sweep(robot: Robot, q: np.ndarray, fps: float) -> BodySweep:
    """Return what balance asks of a motion (T, nq), T at least 3; velocities are central differences."""
    model, data, frames = robot.model, mujoco.MjData(robot.model), len(q)
    centres, spins = np.empty((frames, 3)), np.empty((frames, 3))
    soles = np.empty((frames, len(robot.soles), 4, 3))
    for frame in range(frames):
        before, after = max(frame - 1, 0), min(frame + 1, frames - 1)
        mujoco.mj_differentiatePos(model, data.qvel, (after - before) / fps, q[before], q[after])
        data.qpos[:] = q[frame]
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_comVel(model, data)
        mujoco.mj_subtreeVel(model, data)
        centres[frame] = data.subtree_com[0]
        spins[frame] = data.subtree_angmom[0]
        for index, sole in enumerate(robot.soles.values()):
            turn = data.xmat[sole.body].reshape(3, 3)
            soles[frame, index] = data.xpos[sole.body] + sole.points @ turn.T
    return BodySweep(centres, spins / float(model.body_mass[1:].sum()), soles, fps)


def second_difference(values: np.ndarray, fps: float) -> np.ndarray:
    """Return accelerations (T, …) of values (T, …), at both ends those of the frames beside them."""
    inside = np.diff(values, n=2, axis=0) * fps**2
    return np.concatenate([inside[:1], inside, inside[-1:]])


def pull(vertical: np.ndarray) -> np.ndarray:
    """Return g + z̈ [m/s²] of vertical accelerations, where a body falls as much as one that hardly does."""
    return np.maximum(GRAVITY + vertical, LEAST_PULL * GRAVITY)


def slower_than(values: np.ndarray, cutoff: float, fps: float) -> np.ndarray:
    """Return values (T, C) without what is faster than a cutoff [Hz], all where frames are too rare."""
    return zero_phase_low_pass(values, cutoff, fps) if fps > 2.5 * cutoff else values

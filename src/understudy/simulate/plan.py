"""What a motion does as a whole: its centre of mass, its angular momentum, and where its soles go."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.dynamics.sole_points import load_shares
from understudy.motion.landmarks import CONTACTS
from understudy.robots.robot import Robot
from understudy.simulate.reference import Reference, curves_through, smoothed
from understudy.spatial import rotations as rot


@dataclass(frozen=True, eq=False)
class Moment:
    """One moment of a plan; S soles, rows are where, how fast, and how hard.

    Attributes:
        centre: (3, 3) of the centre of mass [m, m/s, m/s²].
        momentum: (2, 3) angular momentum about it [kg m²/s], and its rate [N m].
        soles: (3, S, 3) of the soles' middles [m, m/s, m/s²].
        turns: (S, 4) orientations of the soles' bodies, wxyz.
        spins: (2, S, 3) their angular velocities [rad/s] and accelerations, in the world.
        shares: (S,) of the weight that soles bear, in sum 1 where any stands.
        landing: (S, 2) [m] where each sole's middle stands next, where it is if it stands or never will.
        until: (S,) how long [s] until then, 0 where it stands, infinite where it never will.
    """

    centre: np.ndarray
    momentum: np.ndarray
    soles: np.ndarray
    turns: np.ndarray
    spins: np.ndarray
    shares: np.ndarray
    landing: np.ndarray
    until: np.ndarray


class Plan:
    """A whole motion, told for any moment of it.

    Attributes:
        omega: ω [1/s] of the pendulum that the robot is, by the mean height of its centre of mass.
    """

    def __init__(self, robot: Robot, reference: Reference) -> None:
        """Take a motion of a robot on a free base that has soles."""
        gravity = float(np.linalg.norm(robot.model.opt.gravity))
        values, turns = _courses(robot, reference)
        self._count = turns.shape[1]
        self.omega = float(np.sqrt(gravity / max(float(values[:, 2].mean()), 1e-3)))
        _, square, line, start = curves_through(smoothed(values, reference.fps))
        rates, changes = line * reference.fps, 2.0 * square * reference.fps**2
        spins = _spins(turns, reference.fps)
        self._moving = np.concatenate(
            [rates, changes, *(each.reshape(len(turns), -1) for each in spins)], axis=1
        )
        shares = _shares(robot, reference)
        stands = shares > 0.0
        self._resting = np.concatenate([start, turns.reshape(len(turns), -1), shares], axis=1)
        soles = start[:, 6:].reshape(len(turns), -1, 3)
        self._next = _next_stance(stands)
        self._landing = np.take_along_axis(
            soles[..., :2], self._next.clip(0, len(turns) - 1)[..., None], axis=0
        )
        self._fps = reference.fps

    def at(self, frame: float, pace: float = 1.0) -> Moment:
        """Return a moment, between frames in proportion.

        Args:
            frame: Where in the motion, in frames and parts of one.
            pace: 1 where the motion goes on, 0 where it is held.
        """
        first, count = int(frame), self._count
        following, share = min(first + 1, len(self._resting) - 1), frame - first
        resting, moving = (
            (1.0 - share) * each[first] + share * each[following] for each in (self._resting, self._moving)
        )
        moving = pace * moving
        width = 6 + 3 * count
        courses = np.stack([resting[:width], moving[:width], moving[width : 2 * width]])
        turns, loads = resting[width : width + 4 * count].reshape(count, 4), resting[width + 4 * count :]
        ahead = self._next[first] - frame
        return Moment(
            centre=courses[:, :3],
            momentum=np.stack([pace * courses[0, 3:6], courses[1, 3:6]]),
            soles=courses[:, 6:].reshape(3, count, 3),
            turns=turns / np.sqrt((turns * turns).sum(axis=1, keepdims=True)),
            spins=moving[2 * width :].reshape(2, count, 3),
            shares=loads,
            landing=self._landing[first],
            until=np.where(
                self._next[first] < len(self._resting), np.maximum(ahead, 0.0) / self._fps, np.inf
            ),
        )


def _courses(robot: Robot, reference: Reference) -> tuple[np.ndarray, np.ndarray]:
    """Return centre of mass, angular momentum and soles' middles (T, 6 + 3 S), and orientations (T, S, 4)."""
    model, frames = robot.model, reference.frames()
    data, soles = mujoco.MjData(model), list(robot.soles.values())
    values, turns = np.empty((len(frames.q), 6 + 3 * len(soles))), np.empty((len(frames.q), len(soles), 4))
    for row, turn, q, velocities in zip(values, turns, frames.q, frames.velocities, strict=True):
        data.qpos[:], data.qvel[:] = q, velocities
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_comVel(model, data)
        mujoco.mj_subtreeVel(model, data)
        row[:3], row[3:6] = data.subtree_com[0], data.subtree_angmom[0]
        for index, sole in enumerate(soles):
            middle = data.xmat[sole.body].reshape(3, 3) @ sole.points.mean(axis=0)
            row[6 + 3 * index : 9 + 3 * index] = data.xpos[sole.body] + middle
            turn[index] = data.xquat[sole.body]
    for index in range(len(soles)):
        turns[:, index] = rot.continuous(turns[:, index])
    return values, turns


def _spins(turns: np.ndarray, fps: float) -> tuple[np.ndarray, np.ndarray]:
    """Return angular velocities and accelerations (T, S, 3) in the world of orientations (T, S, 4)."""
    _, square, line, start = curves_through(smoothed(turns.reshape(len(turns), -1), fps))
    back = rot.conjugate(rot.normalise(start.reshape(turns.shape)))
    changes = (line * fps, 2.0 * square * fps**2)
    speeds, harder = (2.0 * rot.multiply(each.reshape(turns.shape), back)[..., 1:] for each in changes)
    return speeds, harder


def _shares(robot: Robot, reference: Reference) -> np.ndarray:
    """Return (T, S) of the weight that soles bear, which goes over to another one in a while."""
    loads = load_shares(reference.stands, reference.fps)
    columns = [[CONTACTS.index(f"{part}_{side}") for part in ("heel", "toe")] for side in robot.soles]
    of_soles = np.stack([loads[:, each].sum(axis=1) for each in columns], axis=1)
    return of_soles / np.maximum(of_soles.sum(axis=1, keepdims=True), 1e-9)


def _next_stance(stands: np.ndarray) -> np.ndarray:
    """Return (T, S) the next frame, this one included, in which soles stand; T where there is none."""
    count = len(stands)
    ahead = np.where(stands, np.arange(count)[:, None], count)
    return np.minimum.accumulate(ahead[::-1], axis=0)[::-1]

"""Forces of the whole body: of the ground at the soles' corners, and of the motors (``dynamics=full``).

The ground's forces are those within cones of friction that come nearest to the wrench that the motion needs;
what they leave is a residual, a cost. They are no unknowns of the clip but follow from its motion (variable
projection): the same points pushing, both are linear in the wrench. A motor's torque is that of inverse
dynamics less what the ground's forces exert about its joint, and has its limit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.dynamics.body_dynamics import floor_levers
from understudy.dynamics.derivatives import SmoothMotion
from understudy.dynamics.ground_forces import Pushes, pushes
from understudy.dynamics.inverse_dynamics import inertia_matrices, inverse_forces
from understudy.dynamics.sole_points import load_shares
from understudy.dynamics.wrench import ROOT
from understudy.retarget.simultaneous.figures import FigureLimit, Figures, by_frames
from understudy.retarget.simultaneous.ground import FORCE, TIPPING, YAW, Ground
from understudy.retarget.simultaneous.rates import rates
from understudy.retarget.simultaneous.stance import Stance
from understudy.retarget.simultaneous.step import moved_by
from understudy.robots.chain import driving_torques
from understudy.robots.robot import Robot
from understudy.robots.standing import body_weight, robot_sole_points, standing_height

RESIDUAL = slice(0, 6)
"""Figures: of the wrench per body weight that no force at the soles gives, moments over the robot's height;
then of each motor with a stated torque the share of that which it uses."""

_STEP = 1e-5
"""Difference [rad or m] of poses by which torques are differentiated."""


class Forces:
    """Looks at the forces of a robot's motions; the last one is remembered.

    Args:
        ground: What the motion asks of the ground.
        stood: Where soles stand.
        friction: Of the soles.
    """

    def __init__(self, ground: Ground, stood: Stance, friction: float) -> None:
        """Work out how the ground can push, in all frames but the ends."""
        robot = ground.body.robot
        self.ground, self.robot, self.soles = ground, robot, robot_sole_points(robot)
        self.weight = body_weight(robot)
        self.stands = np.asarray(stood.lasting_contacts.any(axis=1))[1:-1]
        shares = load_shares(stood.lasting_contacts, ground.fps)[1:-1]
        points = stood.corners[1:-1].reshape(len(shares), -1, 3)
        self.able: Pushes = pushes(
            self.soles, points, shares, np.zeros((len(shares), 3)), standing_height(robot), friction
        )
        self.motors = np.flatnonzero(robot.gains.torque_stated)
        self.followers = _followers(robot)
        self._seen: tuple[np.ndarray, Figures] | None = None

    def at(self, robot: np.ndarray) -> Figures:
        """Return the figures of poses (T, Q)."""
        if self._seen is None or self._seen[0] is not robot:
            self._seen = robot, self._look(robot)
        return self._seen[1]

    def _look(self, q: np.ndarray) -> Figures:
        asked = self.ground.at(q)
        wrench, by_wrench = self._wrench(asked)
        amounts = self.able.amounts(self.weight * wrench) / self.weight
        answers = self.able.answers(amounts)
        given = np.swapaxes(self.able.wrenches, 1, 2)
        left = wrench - (given @ amounts[..., None])[..., 0]
        left_by = np.eye(6) - given @ answers
        stands = self.stands[:, None].astype(np.float64)
        values, by = [stands * left], [stands[..., None, None] * (left_by[:, None] @ by_wrench)]
        if len(self.motors):
            used, by_used = self._torques(q, amounts, answers[:, None] @ by_wrench)
            values.append(used)
            by.append(by_used)
        every, windows = by_frames(len(q), sum(each.shape[2] for each in by), by[0].shape[3])
        for a, window in enumerate(windows):
            window[:] = np.concatenate([each[:, a] for each in by], axis=1)
        return Figures(np.concatenate(values, axis=1), every)

    def _wrench(self, asked: Figures) -> tuple[np.ndarray, np.ndarray]:
        """Return the wrench per body weight about the middle of what stands, (R, 6), and its derivatives."""
        middle, length = self.able.middle_w.copy(), self.able.length
        middle[:, 2] -= self.ground.heights

        def shifted(figures: np.ndarray) -> np.ndarray:
            force, tipping, yaw = figures[..., FORCE], figures[..., TIPPING], figures[..., YAW]
            moment = np.concatenate([tipping[..., 1:], -tipping[..., :1], yaw], axis=-1)
            at = middle.reshape(-1, *([1] * (figures.ndim - 2)), 3)
            return np.concatenate([force, (moment - np.cross(at, force)) / length], axis=-1)

        by = np.stack([asked.of_window(a) for a in range(3)], axis=1)
        return shifted(asked.values), np.swapaxes(shifted(np.swapaxes(by, 2, 3)), 2, 3)

    def _torques(
        self, q: np.ndarray, amounts: np.ndarray, by_amounts: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the shares (R, M) of their torques that motors use, and their derivatives (R, 3, M, D)."""
        tree, free, fps = self.ground.body.tree, self.ground.body.free, self.ground.fps
        speeds = rates(tree, q, fps)
        velocities, accelerations = 0.5 * (speeds[1:] + speeds[:-1]), np.diff(speeds, axis=0) * fps
        inner, forces_w = q[1:-1], self.weight * self.able.forces(amounts)
        now = self._look_at_motors(SmoothMotion(inner, velocities, accelerations), forces_w)
        by = np.zeros((len(inner), 3, len(self.motors), len(free)))
        share = 1.0 / self.robot.gains.torque[self.motors]
        masses = inertia_matrices(self.robot.model, inner) @ self.followers
        own = (np.swapaxes(self.followers, 0, 1) @ masses)[:, ROOT:][:, self.motors][:, :, free]
        pushed = np.einsum("tpji,tpei->tjpe", now.levers[:, :, :], self.able.edges)
        pushed = (
            self.weight
            * pushed.reshape(len(inner), pushed.shape[1], -1).transpose(0, 2, 1)
            @ self.followers[ROOT:, ROOT:]
        )[..., self.motors]
        for a, part in enumerate((1.0, -2.0, 1.0)):
            by[:, a] = part * fps**2 * own - np.swapaxes(pushed, 1, 2) @ by_amounts[:, a]
        for column, dof in enumerate(free.tolist()):
            change = np.zeros((len(inner), len(tree.variable)))
            change[:, dof] = _STEP
            beside = moved_by(tree, inner, change)
            ahead = self._look_at_motors(SmoothMotion(beside, velocities, accelerations), forces_w)
            by[:, 1, :, column] += (ahead.torques - now.torques) / _STEP
        return now.torques * share, by * share[:, None]

    def _look_at_motors(self, motion: SmoothMotion, forces_w: np.ndarray) -> _Motors:
        """Return what motors exert in poses (R, Q), the ground pushing with forces (R, P, 3) [N]."""
        model, soles = self.robot.model, self.soles
        bodies, place_of = np.unique(soles.bodies, return_inverse=True)
        inverse = inverse_forces(model, motion, [int(body) for body in bodies])
        turned = np.einsum("tpij,pj->tpi", inverse.turns_w[:, place_of], soles.places)
        points_w = inverse.positions_w[:, place_of] + turned
        levers = floor_levers(model, soles, inverse.axes_w, inverse.anchors_w, points_w)
        torques = inverse.forces[:, ROOT:] - np.einsum("tpi,tpji->tj", forces_w, levers)
        return _Motors(driving_torques(self.robot, motion.q[:, 7:], torques)[:, self.motors], levers)


@dataclass(frozen=True, eq=False)
class _Motors:
    """Torques (R, M) [N m or N] of motors, and levers (R, P, J, 3) of the ground's forces about joints."""

    torques: np.ndarray
    levers: np.ndarray


def _followers(robot: Robot) -> np.ndarray:
    """Return (nv, nv) how degrees of freedom move with those that drive them, at home."""
    count = len(robot.joints)
    home = np.tile(np.array(robot.home[7:]), (count, 1))
    found = np.eye(ROOT + count)
    found[ROOT:, ROOT:] = driving_torques(robot, home, np.eye(count))
    return found


def torque_limit(forces: Forces, share: float, weight: float) -> FigureLimit:
    """Return that motors use at most a share of their stated torques, by a weight of using all twice."""
    frames, motors = len(forces.stands), len(forces.motors)
    slopes = np.broadcast_to(np.concatenate([np.eye(motors), -np.eye(motors)]), (frames, 2 * motors, motors))
    part = slice(RESIDUAL.stop, RESIDUAL.stop + motors)
    offsets = np.full((frames, 2 * motors), -share)
    counts = np.broadcast_to(forces.stands[:, None], offsets.shape)
    return FigureLimit("torque", "%", forces, part, slopes, offsets, counts, weight)

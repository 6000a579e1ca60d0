"""Forces of the whole body: of the ground at the soles' corners, and of the motors (``physics=full``).

The ground's forces are those within cones of friction that come nearest to the wrench that the motion needs;
what they leave is a residual, a cost. They are no unknowns of the clip but follow from its motion (variable
projection): the same points pushing, both are linear in the wrench. A motor's torque is that of inverse
dynamics less what the ground's forces exert about its joint, and has its limit.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from understudy.dynamics.body_dynamics import floor_levers
from understudy.dynamics.derivatives import SmoothMotion
from understudy.dynamics.ground_forces import Pushes, pushes
from understudy.dynamics.inverse_dynamics import inertia_matrices, inverse_forces
from understudy.dynamics.sole_points import SolePoints, load_shares
from understudy.dynamics.wrench import ROOT
from understudy.kinematics.clip.state import stepped
from understudy.kinematics.clip.stencil import StencilRows
from understudy.kinematics.tree import FREE, Tree
from understudy.retarget.physics.contacts import carrying
from understudy.retarget.physics.ground import COUNT, FORCE, TIPPING, YAW
from understudy.retarget.physics.standing import FIRM, Standing
from understudy.robots.chain import driving_torques
from understudy.robots.robot import Robot
from understudy.robots.standing import body_weight, robot_sole_points, standing_height
from understudy.spatial import rotations as rot

RESIDUAL = slice(COUNT, COUNT + 6)
"""Quantities beyond those of the ground: of the wrench per body weight that no force at the soles gives,
moments over the robot's height; then of each motor with a stated torque the share of that which it uses."""

TORQUE = 0.95
"""Share of the stated torques that is used."""

_STEP = 1e-5
"""Difference [rad or m] of poses by which torques are differentiated."""


@dataclass(frozen=True, eq=False)
class StandingForces(Standing):
    """Limits of a robot that stands, forces at its soles and of its motors included.

    Attributes:
        robot: The robot.
        corners: (T, S, 4, 3) [m] of soles, of use where they stand.
    """

    robot: Robot
    corners: np.ndarray

    @property
    def count(self) -> int:
        """Quantities."""
        return RESIDUAL.stop + len(self.motors)

    @cached_property
    def motors(self) -> np.ndarray:
        """(M,) joints whose motors have a stated torque."""
        return np.flatnonzero(self.robot.gains.torque_stated)

    @cached_property
    def _soles(self) -> SolePoints:
        return robot_sole_points(self.robot)

    @cached_property
    def _followers(self) -> np.ndarray:
        """(nv, nv) how degrees of freedom move with those that drive them, at home."""
        count = len(self.robot.joints)
        home = np.tile(np.array(self.robot.home[7:]), (count, 1))
        found = np.eye(ROOT + count)
        found[ROOT:, ROOT:] = driving_torques(self.robot, home, np.eye(count))
        return found

    @cached_property
    def _loads(self) -> np.ndarray:
        """(T, …) how load is shared by what carries."""
        return load_shares(carrying(self.contacts), self.ground.fps)

    def part(self, frames: slice) -> StandingForces:
        """Return the limits of some frames on end alone."""
        return with_forces(super().part(frames), self.robot, self.corners[frames])

    def every(self, some: np.ndarray, stride: int) -> StandingForces:
        """Return the limits of some frames (N,), so many apart."""
        return with_forces(super().every(some, stride), self.robot, self.corners[some])

    def look(self, q: np.ndarray, first: int, stop: int) -> tuple[np.ndarray, np.ndarray]:
        """Return quantities and derivatives; see :class:`~understudy.kinematics.clip.stencil.Stencil`."""
        asked, by = self.ground.look(q, first, stop)
        frames = slice(first - 1, stop - 1)
        able, weight = self._able(frames), body_weight(self.robot)
        wrench, by_wrench = self._wrench(able, self.ground.heights[frames], asked, by)
        amounts = able.amounts(weight * wrench) / weight
        answers = able.answers(amounts)
        given = np.swapaxes(able.wrenches, 1, 2)
        stands = np.any(carrying(self.contacts)[frames], axis=1, keepdims=True).astype(np.float64)
        left = stands * (wrench - (given @ amounts[..., None])[..., 0])
        left_by = stands[..., None, None] * ((np.eye(6) - given @ answers)[:, None] @ by_wrench)
        seen, by_seen = self.from_soles(q[frames], first - 1, asked, by)
        values, slopes = [seen, left], [by_seen, left_by]
        if len(self.motors):
            used, by_used = self._torques(q[first - 2 : stop], able, amounts, answers[:, None] @ by_wrench)
            values.append(used)
            slopes.append(by_used)
        return np.concatenate(values, axis=1), np.concatenate(slopes, axis=2)

    def rows(self, target: np.ndarray) -> StencilRows:
        """Return costs and limits where points (T, P, 3) [m] of soles stand."""
        base, frames, motors = super().rows(target), len(target), len(self.motors)
        stands = np.zeros(frames, dtype=bool)
        stands[1:] = carrying(self.contacts)[:-1].any(axis=1)
        more, count = self.count - COUNT, base.unit.shape[1]
        wanted = np.concatenate([base.wanted, np.zeros((frames, more))], axis=1)
        weight = np.concatenate([base.weight, np.zeros((frames, more))], axis=1)
        weight[:, RESIDUAL] = FIRM**2 * stands[:, None]
        slopes = np.zeros((frames, count + 2 * motors, self.count))
        slopes[:, :count, :COUNT] = base.slopes
        slopes[:, count:, RESIDUAL.stop :] = np.concatenate([np.eye(motors), -np.eye(motors)])
        offsets = np.concatenate([base.offsets, np.full((frames, 2 * motors), -TORQUE)], axis=1)
        unit = np.concatenate([base.unit, np.repeat(1.0 * stands[:, None], 2 * motors, axis=1)], axis=1)
        room = np.concatenate([base.room, np.full((frames, 2 * motors), 0.5 * TORQUE)], axis=1)
        return StencilRows(wanted, weight, slopes, offsets, unit, room)

    def excess(self, q: np.ndarray, target: np.ndarray) -> dict[str, tuple[float, str]]:
        """Return limit → by how much poses (T, Q) exceed it at most, in ``mm`` or ``%``."""
        if len(q) < 3:
            return {}
        base = self._base().excess(q, target)
        used = self.look(q, 2, len(q))[0][:, RESIDUAL.stop :]
        stands = carrying(self.contacts)[1:-1].any(axis=1, keepdims=True)
        over = np.where(stands, np.abs(used) - TORQUE, 0.0).max(initial=0.0)
        return {**base, "torque": (100.0 * float(over), "%")}

    def _base(self) -> Standing:
        """Return the limits without forces."""
        return Standing(**{each.name: getattr(self, each.name) for each in fields(Standing)})

    def _able(self, frames: slice) -> Pushes:
        """Return how the ground can push in some frames."""
        shares, robot = self._loads[frames], self.robot
        points = self.corners[frames].reshape(len(shares), -1, 3)
        nowhere = np.zeros((len(shares), 3))
        return pushes(self._soles, points, shares, nowhere, standing_height(robot), self.friction)

    def _wrench(
        self, able: Pushes, heights: np.ndarray, asked: np.ndarray, by: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the wrench per body weight about the middle of what stands, (M, 6), and its derivatives."""
        middle, length = able.middle_w.copy(), able.length
        middle[:, 2] -= heights

        def shifted(values: np.ndarray) -> np.ndarray:
            force, tipping, yaw = values[..., FORCE], values[..., TIPPING], values[..., YAW]
            moment = np.concatenate([tipping[..., 1:], -tipping[..., :1], yaw], axis=-1)
            at = middle.reshape(-1, *([1] * (values.ndim - 2)), 3)
            return np.concatenate([force, (moment - np.cross(at, force)) / length], axis=-1)

        return shifted(asked), np.swapaxes(shifted(np.swapaxes(by, 2, 3)), 2, 3)

    def _torques(
        self, q: np.ndarray, able: Pushes, amounts: np.ndarray, by_amounts: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return shares (M, J) of their torques that motors use in all poses (M + 2, Q) but the ends.

        Beside them are derivatives (M, 3, J, V), from those of the ground's amounts (M, 3, …, V).
        """
        tree, fps, weight = self.ground.tree, self.ground.fps, body_weight(self.robot)
        speeds = _rates(tree, q, fps)
        velocities, accelerations = 0.5 * (speeds[1:] + speeds[:-1]), np.diff(speeds, axis=0) * fps
        inner, forces_w = q[1:-1], weight * able.forces(amounts)
        now = self._look_at_motors(SmoothMotion(inner, velocities, accelerations), forces_w)
        by = np.zeros((len(inner), 3, len(self.motors), len(tree.variable)))
        share = 1.0 / self.robot.gains.torque[self.motors]
        masses = inertia_matrices(self.robot.model, inner) @ self._followers
        own = (np.swapaxes(self._followers, 0, 1) @ masses)[:, ROOT:][:, self.motors]
        own = own * (tree.variable == np.arange(len(tree.variable)))
        pushed = np.einsum("tpji,tpei->tjpe", now.levers, able.edges)
        pushed = weight * pushed.reshape(len(inner), pushed.shape[1], -1).transpose(0, 2, 1)
        pushed = (pushed @ self._followers[ROOT:, ROOT:])[..., self.motors]
        for a, part in enumerate((1.0, -2.0, 1.0)):
            by[:, a] = part * fps**2 * own - np.swapaxes(pushed, 1, 2) @ by_amounts[:, a]
        for dof in np.flatnonzero(tree.variable == np.arange(len(tree.variable))).tolist():
            change = np.zeros((len(inner), len(tree.variable)))
            change[:, dof] = _STEP
            beside = stepped(tree, inner, change)
            ahead = self._look_at_motors(SmoothMotion(beside, velocities, accelerations), forces_w)
            by[:, 1, :, dof] += (ahead.torques - now.torques) / _STEP
        return now.torques * share, by * share[:, None]

    def _look_at_motors(self, motion: SmoothMotion, forces_w: np.ndarray) -> _Motors:
        """Return what motors exert in poses (M, Q), the ground pushing with forces (M, P, 3) [N]."""
        model, soles = self.robot.model, self._soles
        bodies, place_of = np.unique(soles.bodies, return_inverse=True)
        inverse = inverse_forces(model, motion, [int(body) for body in bodies])
        turned = np.einsum("tpij,pj->tpi", inverse.turns_w[:, place_of], soles.places)
        points_w = inverse.positions_w[:, place_of] + turned
        levers = floor_levers(model, soles, inverse.axes_w, inverse.anchors_w, points_w)
        torques = inverse.forces[:, ROOT:] - np.einsum("tpi,tpji->tj", forces_w, levers)
        return _Motors(driving_torques(self.robot, motion.q[:, 7:], torques)[:, self.motors], levers)


@dataclass(frozen=True, eq=False)
class _Motors:
    """Torques (M, J) [N m or N] of motors, and levers (M, P, V, 3) of the ground's forces about joints."""

    torques: np.ndarray
    levers: np.ndarray


def with_forces(standing: Standing, robot: Robot, corners: np.ndarray) -> StandingForces:
    """Return limits of a robot that stands, with forces at corners (T, S, 4, 3) [m] and of motors."""
    base = {each.name: getattr(standing, each.name) for each in fields(Standing)}
    return StandingForces(**base, robot=robot, corners=corners)


def _rates(tree: Tree, q: np.ndarray, fps: float) -> np.ndarray:
    """Return (T − 1, V) [rad/s or m/s] how fast degrees of freedom move between poses (T, Q)."""
    found = np.zeros((len(q) - 1, len(tree.variable)))
    scalar = np.flatnonzero(tree.dof_q >= 0)
    found[:, scalar] = np.diff(q[:, tree.dof_q[scalar]], axis=0)
    for joint in np.flatnonzero(tree.joint_type == FREE):
        at, dof = int(tree.joint_q[joint]), int(tree.joint_dof[joint])
        found[:, dof : dof + 3] = np.diff(q[:, at : at + 3], axis=0)
        turns = q[:, at + 3 : at + 7]
        found[:, dof + 3 : dof + 6] = rot.as_rotation_vector(
            rot.multiply(rot.conjugate(turns[:-1]), turns[1:])
        )
    return fps * found

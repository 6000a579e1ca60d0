"""What limits of a robot ask of the pace of a motion: speed, acceleration, torque, balance.

A motion q(s) that is performed at the pace ṡ has the accelerations q″ ṡ² + q′ s̈. Speeds squared,
accelerations, torques and the ZMP's moments are all linear in b = ṡ² and a = s̈, plus what they are at rest,
so that every limit is a row

    change · a + pace · b ≤ 1
"""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.dynamics.body_dynamics import floor_torques
from understudy.dynamics.derivatives import SmoothMotion, half_window, smooth_motion
from understudy.dynamics.inverse_dynamics import InverseForces, inverse_forces
from understudy.dynamics.sole_points import SolePoints
from understudy.dynamics.support import support
from understudy.dynamics.wrench import ROOT, Wrench, root_wrench
from understudy.motion import RobotMotion
from understudy.robots.balance import CUTOFF
from understudy.robots.chain import driving_torques
from understudy.robots.robot import Robot
from understudy.robots.standing import CORNERS, body_weight, robot_sole_points

SPEED, ACCELERATION, TORQUE, BALANCE = "speed", "acceleration", "torque", "balance"

EASE = 0.3
"""Time [s] of the original within which the pace goes over from one to another, at the least."""

_HARDEST_CHANGE = 1.0 / EASE
"""The largest s̈ [1/s] of a curve b that so goes over between 0 and 1, with an even bend and its opposite."""


@dataclass(frozen=True, eq=False)
class Demands:
    """R rows that say how fast moments of a motion may be performed.

    Attributes:
        frame: (R,) which frame each is about.
        change: (R,) [s] a's share of the limit.
        pace: (R,) b's share of the limit.
        kind: (R,) index in ``kinds``.
        kinds: What limits are called.
        hopeless: Kind → frames that are over it at rest already, which no slow-down helps.
    """

    frame: np.ndarray
    change: np.ndarray
    pace: np.ndarray
    kind: np.ndarray
    kinds: tuple[str, ...]
    hopeless: dict[str, int]

    def too_fast(self) -> dict[str, int]:
        """Return kind → frames that are over it at the original pace."""
        over = self.pace > 1.0
        counts = {
            kind: len(np.unique(self.frame[over & (self.kind == index)]))
            for index, kind in enumerate(self.kinds)
        }
        return {kind: count for kind, count in counts.items() if count}


@dataclass(frozen=True, eq=False)
class _Quantity:
    """change · s̈ + pace · ṡ² + rest, at most limit; all (T, K)."""

    change: np.ndarray
    pace: np.ndarray
    rest: np.ndarray
    limit: np.ndarray

    def both_ways(self) -> _Quantity:
        """Return the limit on its size."""
        change, pace, rest = (
            np.concatenate([each, -each], axis=1) for each in (self.change, self.pace, self.rest)
        )
        return _Quantity(change, pace, rest, np.concatenate([self.limit, self.limit], axis=1))


def find_demands(
    motion: RobotMotion,
    robot: Robot,
    velocity: bool = True,
    acceleration: bool = True,
    torque: bool = False,
    balance: bool = False,
    cutoff: float = CUTOFF,
) -> Demands:
    """Return what a robot's limits ask of the pace of its motion, which was found without them.

    Args:
        motion: The motion, at least five frames of it; its contacts say what stands.
        robot: The robot.
        velocity: Whether joints' largest speeds count.
        acceleration: Whether their largest accelerations do.
        torque: Whether torques do that card or model state.
        balance: Whether the ZMP stays over the soles, of a robot that stands on some on a free base.
        cutoff: Frequency [Hz] up to which movements count; what shakes faster is cut by limits themselves.
    """
    smooth = smooth_motion(motion.q, motion.fps, cutoff, free_root=motion.has_free_base)
    count = len(robot.joints)
    first, second = smooth.velocities[:, -count:], smooth.accelerations[:, -count:]
    none, one = np.zeros_like(first), np.ones_like(first)
    found: dict[str, _Quantity] = {}
    if velocity:
        found[SPEED] = _Quantity(none, (first / robot.velocity) ** 2, none, one)
    if acceleration:
        found[ACCELERATION] = _Quantity(
            first / robot.acceleration, second / robot.acceleration, none, one
        ).both_ways()
    stands = robot.has_free_base and bool(robot.soles)
    if (torque and robot.gains.torque_stated.any()) or (balance and stands):
        forces = _Forces.of(robot, smooth)
        soles = robot_sole_points(robot) if stands else None
        if torque and robot.gains.torque_stated.any():
            found[TORQUE] = _torques(robot, smooth, forces, soles, motion.contact_mask).both_ways()
        if balance and soles is not None:
            found[BALANCE] = _balance(robot, forces, soles, motion.contact_mask)
    # Accelerations at the very ends go on as they were, which is no reason to slow down.
    end = half_window(len(smooth.q), motion.fps, cutoff)
    for kind, limit in found.items():
        if kind != SPEED:
            limit.change[:end] = limit.change[-end:] = limit.pace[:end] = limit.pace[-end:] = 0.0
    return _rows(found)


def _rows(found: dict[str, _Quantity]) -> Demands:
    """Return the rows of limits that may hold a motion back, and how many frames cannot be helped."""
    parts: list[tuple[np.ndarray, ...]] = []
    hopeless: dict[str, int] = {}
    for index, (kind, limit) in enumerate(found.items()):
        room = limit.limit - limit.rest
        over = room <= 0.0
        if over.any():
            hopeless[kind] = int(over.any(axis=1).sum())
        scale = np.where(over, np.inf, room)
        change, pace = limit.change / scale, limit.pace / scale
        frames, columns = np.nonzero(pace + _HARDEST_CHANGE * np.abs(change) > 1.0)
        parts.append((frames, change[frames, columns], pace[frames, columns], np.full(len(frames), index)))
    empty = (np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0), np.zeros(0, dtype=np.int64))
    frame, change, pace, kind = (np.concatenate(each) for each in zip(*(parts or [empty]), strict=True))
    return Demands(frame, change, pace, kind, tuple(found), hopeless)


@dataclass(frozen=True, eq=False)
class _Forces:
    """Generalised forces (T, nv) by what they grow with, and where joints and soles are.

    Attributes:
        parts: For s̈, for ṡ², and at rest.
        smooth: The motion that they belong to.
        inverse: Places of joints.
    """

    parts: tuple[np.ndarray, np.ndarray, np.ndarray]
    smooth: SmoothMotion
    inverse: InverseForces

    @classmethod
    def of(cls, robot: Robot, smooth: SmoothMotion) -> _Forces:
        """Return the forces of a motion."""
        still = np.zeros_like(smooth.velocities)
        bodies = sorted({sole.body for sole in robot.soles.values()})
        rest = inverse_forces(robot.model, SmoothMotion(smooth.q, still, still), bodies)
        change = inverse_forces(robot.model, SmoothMotion(smooth.q, still, smooth.velocities)).forces
        pace = inverse_forces(robot.model, smooth).forces
        return cls((change - rest.forces, pace - rest.forces, rest.forces), smooth, rest)

    def wrenches(self) -> tuple[Wrench, ...]:
        """Return the parts' wrenches at a free root."""
        return tuple(root_wrench(self.smooth, forces) for forces in self.parts)

    def points(self, soles: SolePoints) -> np.ndarray:
        """Return (T, P, 3) [m] points of the soles in the world."""
        bodies = np.unique(soles.bodies)
        place_of = np.searchsorted(bodies, soles.bodies)
        turned = np.einsum("tpij,pj->tpi", self.inverse.turns_w[:, place_of], soles.places)
        return self.inverse.positions_w[:, place_of] + turned


def _torques(
    robot: Robot, smooth: SmoothMotion, forces: _Forces, soles: SolePoints | None, contacts: np.ndarray
) -> _Quantity:
    """Return torques (T, K) of joints whose limits are stated.

    The floor's push is spread over the points that stand by least squares, which is linear in the wrench.
    """
    stated = np.flatnonzero(robot.gains.torque_stated)
    joints = smooth.q[:, -len(robot.joints) :]
    wrenches = forces.wrenches() if soles is not None else ()
    found = []
    for part, force in enumerate(forces.parts):
        own = force[:, ROOT:] if robot.has_free_base else force
        if soles is not None:
            own = own - _pushed(robot.model, forces, soles, wrenches[part], contacts)
        found.append(driving_torques(robot, joints, own)[:, stated])
    limit = np.broadcast_to(robot.gains.torque[stated], found[0].shape)
    return _Quantity(found[0], found[1], found[2], limit)


def _pushed(
    model: mujoco.MjModel, forces: _Forces, soles: SolePoints, wrench: Wrench, contacts: np.ndarray
) -> np.ndarray:
    """Return (T, J) [N m or N] that the floor exerts about joints when it makes up a wrench."""
    points_w = forces.points(soles)
    count, points = points_w.shape[:2]
    arms = points_w - wrench.at_w[:, None]
    moments = np.cross(arms[:, :, None], np.eye(3))
    grasp = np.concatenate([np.broadcast_to(np.eye(3), moments.shape), moments], axis=3)
    grasp = grasp * contacts[:, soles.contacts, None, None]
    matrix = np.swapaxes(grasp.reshape(count, 3 * points, 6), 1, 2)
    target = np.concatenate([wrench.force_w, wrench.moment_w], axis=1)
    pushes = (np.linalg.pinv(matrix) @ target[..., None]).reshape(count, points, 3)
    return floor_torques(model, soles, forces.inverse, points_w, pushes)


def _balance(robot: Robot, forces: _Forces, soles: SolePoints, contacts: np.ndarray) -> _Quantity:
    """Return how near (T, 8) the ZMP is to being beyond each edge of its polygon, times the load on it.

    With the corner c and the edge e, counter-clockwise, and the wrench's force F and moment M about the
    floor's origin, the ZMP is inside where eₓ (Mₓ − c_y F_z) + e_y (M_y + cₓ F_z) ≥ 0.
    """
    points_w = forces.points(soles)
    carries = contacts[:, soles.contacts]
    floor = np.sum(points_w[:, :, 2] * carries, axis=1) / np.maximum(carries.sum(axis=1), 1)
    polygons = support(points_w.reshape(len(points_w), -1, CORNERS, 3), tuple(robot.soles), contacts)
    corners, edges = polygons.corners, polygons.edges
    length = np.linalg.norm(edges, axis=2)
    edges = edges / np.maximum(length, 1e-9)[..., None]
    origin = np.zeros((len(points_w), 3))
    origin[:, 2] = floor
    outside = []
    for wrench in forces.wrenches():
        moved = wrench.about(origin)
        load, moment = moved.force_w[:, None, 2], moved.moment_w[:, None]
        inside = edges[..., 0] * (moment[..., 0] - corners[..., 1] * load)
        inside += edges[..., 1] * (moment[..., 1] + corners[..., 0] * load)
        # Edges without length and frames without stance ask for nothing.
        asks = polygons.stands[:, None] & (length > 1e-9)
        outside.append(np.where(asks, -inside / body_weight(robot), 0.0))
    limit = np.where(polygons.stands[:, None] & (length > 1e-9), 0.0, 1.0)
    return _Quantity(outside[0], outside[1], outside[2], limit)

"""The whole body at once: torques within limits, forces within cones of friction, steps where it is pushed.

In every step of the simulation a quadratic programme finds accelerations v̇ and forces of the ground f with

    M v̇ + h = Sᵀ τ + Jᵀ f,   |τ| ≤ τ_max,   f in cones of friction at corners of soles that carry

that come nearest to the motion: its centre of mass, corrected by the capture point (see ``footing``), its
angular momentum, the root's orientation, the joints, soles that stand and soles that swing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import mujoco
import numpy as np

from understudy.dynamics.ground_forces import cone_edges
from understudy.motion.landmarks import CONTACTS
from understudy.motion.validation import ROOT_SIZE
from understudy.robots.standing import CORNERS
from understudy.simulate.controllers.controller import Controller
from understudy.simulate.controllers.drive import RISE
from understudy.simulate.controllers.footing import Footing, Steps
from understudy.simulate.controllers.ground import NEAR
from understudy.simulate.controllers.present_soles import PresentSole, PresentSoles
from understudy.simulate.controllers.quadratic import require_solver
from understudy.simulate.controllers.torque_problem import Motors, Tasks, solve
from understudy.simulate.plan import Moment, Plan
from understudy.simulate.plant import Plant
from understudy.simulate.reference import Reference, Wanted

_ROOT_DOFS = 6


@dataclass(frozen=True)
class Feedback:
    """Feedback k (x* − x) + d (ẋ* − ẋ) on accelerations, and what a squared error of one costs.

    Attributes:
        stiffness: k [1/s²].
        damping: d [1/s].
        weight: Its price.
    """

    stiffness: float
    damping: float
    weight: float


HEIGHT = Feedback(60.0, 15.0, 10.0)
LEVEL = Feedback(0.0, 0.0, 10.0)
"""Of the centre of mass over the floor; its feedback is the capture point's."""
CAPTURE = 5.0
"""[1/s] at which the capture point comes back to the plan."""
MOMENTUM = Feedback(0.0, 5.0, 1.0)
"""Angular momentum over weight times height."""
ROOT = Feedback(200.0, 28.0, 3.0)
JOINTS = Feedback(150.0, 25.0, 0.05)
STANDING = Feedback(0.0, 50.0, 1000.0)
SWINGING = Feedback(600.0, 50.0, 30.0)
TURNING = Feedback(600.0, 50.0, 10.0)

FRICTION = 0.7
"""Share of a normal force that is asked for sideways at most; the floor gives more."""

LOWER, LOWERING = 0.03, 0.2
"""How much lower [m] the centre of mass is kept, for knees that are not quite straight, and how soon [s]."""

EARLY = 0.1
"""Time [s] by which a sole may touch before it is planned to, and carry at once."""


class WholeBody(Controller):
    """A quadratic programme for the whole body, with steps that take up pushes."""

    every_step = True

    def __init__(self, plant: Plant, tick: float, reference: Reference) -> None:
        """Take the robot, which stands free, and its motion."""
        super().__init__(plant, tick, reference)
        require_solver()
        model = plant.model
        self._dofs = np.concatenate([np.arange(_ROOT_DOFS), plant.dofs])
        self._mass = float(model.body_mass[plant.own].sum())
        self._gravity = float(np.linalg.norm(model.opt.gravity))
        self._edges = self._mass * self._gravity * cone_edges(FRICTION)
        self._soles = PresentSoles(plant, self._dofs)
        self._columns = np.array(
            [
                [CONTACTS.index(f"{part}_{side}") for part in ("heel", "heel", "toe", "toe")]
                for side in plant.robot.soles
            ]
        )
        self._last, self._rates = np.zeros(len(plant.dofs)), np.zeros(len(self._dofs))
        self._inertia = np.zeros((model.nv, model.nv))
        self._unit = np.eye(model.nv)
        self._lower = 0.0
        self._torso = int(model.jnt_bodyid[0])

    @cached_property
    def _plan(self) -> Plan:
        return Plan(self.plant.robot, self.reference)

    @cached_property
    def _steps(self) -> Steps:
        return Steps(len(self._columns), self._plan.omega, self.tick)

    def sent(self, data: mujoco.MjData, wanted: Wanted) -> tuple[np.ndarray, np.ndarray]:
        """Return where joints are, as fast as they are about to be: servos add nothing of their own."""
        plant = self.plant
        rates = data.qvel[plant.dofs] + self.tick * self._rates[_ROOT_DOFS:]
        return np.array(data.qpos[plant.positions]), rates

    def torques(self, data: mujoco.MjData, wanted: Wanted) -> np.ndarray:
        """Return what the quadratic programme finds, and what was found last where it finds nothing."""
        model, moment = self.plant.model, self._plan.at(float(wanted.frame), wanted.pace)
        mujoco.mj_subtreeVel(model, data)
        centre, velocity, spin = (
            np.array(each[self._torso])
            for each in (data.subtree_com, data.subtree_linvel, data.subtree_angmom)
        )
        soles = self._soles.read(data)
        self._lower += (LOWER - self._lower) * self.tick / LOWERING
        planned = self._planned(wanted.stands)
        touching = np.array([sole.heights < NEAR for sole in soles])
        early = (moment.until > 0.0) & (moment.until < EARLY)
        carrying = touching & (planned | early[:, None])
        stands = np.asarray(carrying.any(axis=1) & planned.any(axis=1))
        footing = self._steps.decide(moment, soles, stands, centre, velocity, _left(wanted.root))
        tasks = Tasks(len(self._dofs), CORNERS * int(carrying.sum()))
        edges = self._pushes(soles, carrying)
        if tasks.pushes:
            self._on_the_whole(tasks, moment, footing, (centre, velocity, spin), soles, carrying)
        self._on_joints(tasks, data, wanted)
        for index, sole in enumerate(soles):
            if stands[index]:
                self._on_standing(tasks, moment, index, sole, carrying[index])
            else:
                self._on_swinging(tasks, moment, index, sole, footing)
        found = solve(tasks, self._motors(data, edges))
        if found is not None:
            self._rates, self._last = found
        return self._last

    def _planned(self, stands: np.ndarray) -> np.ndarray:
        """Return which corners (S, 4) are to carry: a sole that stands alone does so as a whole."""
        planned = stands[self._columns]
        standing = np.asarray(planned.any(axis=1))
        return np.where(standing[:, None], True, planned) if standing.sum() == 1 else planned

    def _pushes(self, soles: list[PresentSole], carrying: np.ndarray) -> np.ndarray:
        """Return (P, N) what pushes along the edges of the carrying corners' cones do to coordinates."""
        found = [np.zeros((0, len(self._dofs)))]
        for sole, corners in zip(soles, carrying, strict=True):
            for corner in sole.corners[corners]:
                wrenches = np.concatenate([self._edges, _cross(corner, self._edges)], axis=1)
                found.append(wrenches @ sole.jacobian)
        return np.concatenate(found)

    def _on_the_whole(
        self,
        tasks: Tasks,
        moment: Moment,
        footing: Footing,
        state: tuple[np.ndarray, np.ndarray, np.ndarray],
        soles: list[PresentSole],
        carrying: np.ndarray,
    ) -> None:
        """Add the tasks that forces on the soles fulfil: centre of mass and angular momentum."""
        centre, velocity, spin = state
        where, rate, change = moment.centre
        omega = self._plan.omega
        where = where - np.array([0.0, 0.0, self._lower])
        wanted = change + HEIGHT.stiffness * (where - centre) + HEIGHT.damping * (rate - velocity)
        wanted[:2] = (
            change[:2]
            + omega**2 * (centre[:2] - where[:2] - footing.support)
            - omega * (omega + CAPTURE) * footing.off
        )
        wanted[2] += self._gravity
        points = [sole.middle + sole.corners[corners] for sole, corners in zip(soles, carrying, strict=True)]
        levers = np.concatenate(points) - centre
        count = len(levers)
        pushes = np.tile(self._edges, (count, 1))
        tasks.forces(pushes.T / self._mass, wanted, np.array([LEVEL.weight, LEVEL.weight, HEIGHT.weight]))
        size = self._mass * where[2]
        moments = _cross(np.repeat(levers, len(self._edges), axis=0), pushes)
        turning = moment.momentum[1] + MOMENTUM.damping * (moment.momentum[0] - spin)
        tasks.forces(moments.T / size, turning / size, MOMENTUM.weight)

    def _on_joints(self, tasks: Tasks, data: mujoco.MjData, wanted: Wanted) -> None:
        """Add the tasks of root and joints, which are coordinates themselves."""
        plant, count = self.plant, tasks.count
        off, qvel = np.zeros(3), data.qvel
        mujoco.mju_subQuat(off, wanted.root[3:], data.qpos[3:ROOT_SIZE])
        turning = (
            wanted.root_accelerations[3:]
            + ROOT.stiffness * off
            + ROOT.damping * (wanted.root_rates[3:] - qvel[3:_ROOT_DOFS])
        )
        joints = (
            wanted.accelerations
            + JOINTS.stiffness * (wanted.joints - data.qpos[plant.positions])
            + JOINTS.damping * (wanted.rates - qvel[plant.dofs])
        )
        weights = np.concatenate([np.full(3, ROOT.weight), np.full(len(joints), JOINTS.weight)])
        tasks.rates(np.eye(count)[3:], np.concatenate([turning, joints]), weights)

    def _on_standing(
        self, tasks: Tasks, moment: Moment, index: int, sole: PresentSole, corners: np.ndarray
    ) -> None:
        """Add what keeps a sole where it stands: all of it, or the corners on which it rolls."""
        if corners.all():
            tasks.rates(sole.jacobian, -sole.drift - STANDING.damping * sole.twist, STANDING.weight)
            return
        spin = sole.twist[3:]
        for corner in sole.corners[corners]:
            lever = _lever(corner)
            drift = sole.drift[:3] + _cross(sole.drift[3:], corner) + _cross(spin, _cross(spin, corner))
            speed = sole.twist[:3] + _cross(spin, corner)
            jacobian = sole.jacobian[:3] - lever @ sole.jacobian[3:]
            tasks.rates(jacobian, -drift - STANDING.damping * speed, STANDING.weight)
        self._on_turn(tasks, moment, index, sole)

    def _on_swinging(
        self, tasks: Tasks, moment: Moment, index: int, sole: PresentSole, footing: Footing
    ) -> None:
        """Add what brings a sole to where it is to land."""
        aim = np.array(moment.soles[0, index])
        aim[:2] += footing.offsets[index]
        wanted = (
            moment.soles[2, index]
            + SWINGING.stiffness * (aim - sole.middle)
            + SWINGING.damping * (moment.soles[1, index] - sole.twist[:3])
        )
        tasks.rates(sole.jacobian[:3], wanted - sole.drift[:3], SWINGING.weight)
        self._on_turn(tasks, moment, index, sole)

    def _on_turn(self, tasks: Tasks, moment: Moment, index: int, sole: PresentSole) -> None:
        off = np.zeros(3)
        mujoco.mju_subQuat(off, moment.turns[index], sole.turn)
        wanted = (
            moment.spins[1, index]
            + TURNING.stiffness * (sole.matrix @ off)
            + TURNING.damping * (moment.spins[0, index] - sole.twist[3:])
        )
        tasks.rates(sole.jacobian[3:], wanted - sole.drift[3:], TURNING.weight)

    def _motors(self, data: mujoco.MjData, effects: np.ndarray) -> Motors:
        model, dofs = self.plant.model, self._dofs
        for column, unit in zip(self._inertia, self._unit, strict=True):
            mujoco.mj_mulM(model, data, column, unit)
        limit = self.plant.gains.torque
        climb = limit * self.tick / RISE
        return Motors(
            inertia=self._inertia[np.ix_(dofs, dofs)],
            bias=(data.qfrc_bias - data.qfrc_passive)[dofs],
            effects=effects,
            least=np.maximum(-limit, self._last - climb),
            most=np.minimum(limit, self._last + climb),
            weight=self._mass * self._gravity,
        )


def _left(root: np.ndarray) -> np.ndarray:
    """Return which way (2,) is left of a root (7,)."""
    w, x, y, z = root[3:]
    way = np.array([2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z)])
    return way / max(float(np.hypot(*way)), 1e-9)


def _lever(place: np.ndarray) -> np.ndarray:
    """Return [r]× (3, 3), which makes r × a of a."""
    x, y, z = place
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def _cross(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return cross products along the last axis, in a fraction of the time that np.cross takes."""
    ax, ay, az = first[..., 0], first[..., 1], first[..., 2]
    bx, by, bz = second[..., 0], second[..., 1], second[..., 2]
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=-1)

"""Position servos that hold a robot against gravity: from its card, computed where the card says nothing.

What a joint bears has a mass m, its centre at a distance r from the joint, and an inertia I about it, taken
as if the axis pointed in the worst direction. Everything that the joint moves bends it by no more than a
small sag. On joints between a sole and a free root the rest of the robot counts too: it is an inverted
pendulum, which tips over unless the stiffness is well over m g r.

    stiffness  k = max(m g r / sag, I ω²) of what is moved, at least 5 m g r of what is carried
    damping    d = 2 √(k I), critical for the larger I
    torque     τ = 3 k sag
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import mujoco
import numpy as np

from understudy.robots.card import Card
from understudy.robots.joint_figures import matching
from understudy.robots.parts import Sole

ANGLE_SAG = np.radians(2.0)
"""How far [rad] gravity may bend a hinge at most, whatever its direction."""

SLIDE_SAG = 0.01
"""How far [m] gravity may push a slide."""

LEAST_FREQUENCY = 25.0
"""ω [rad/s]: how fast a servo answers at least, where gravity asks for little (eyes, balanced parts)."""

CARRYING_MARGIN = 5.0
"""Stiffness of a leg's joint in multiples of m g r; three joints in a row leave a third of it."""

TORQUE_MARGIN = 3.0
"""Largest torque in multiples of what bends the joint by its sag."""


@dataclass(frozen=True, eq=False)
class Gains:
    """Position servos of all joints, torque = stiffness (q* − q) − damping q̇, cut off at ``torque``.

    Attributes:
        stiffness: (J,) [N m/rad or N/m].
        damping: (J,) [N m s/rad or N s/m].
        torque: (J,) largest torque or force [N m or N].
        torque_stated: (J,) whether card or model state that, rather than that it was computed.
    """

    stiffness: np.ndarray
    damping: np.ndarray
    torque: np.ndarray
    torque_stated: np.ndarray


def find_gains(
    card: Card, model: mujoco.MjModel, home: mujoco.MjData, joints: Sequence[int], soles: Mapping[str, Sole]
) -> Gains:
    """Return the card's gains, each figure that it leaves out computed in the home pose.

    Args:
        card: The card.
        model: The robot's model.
        home: Forward kinematics of the home pose.
        joints: MuJoCo's indices of the scalar joints in order.
        soles: Soles on which the robot may stand.
    """
    feet = [sole.body for sole in soles.values()] if card.base == "free" else []
    loads = _Loads(model, home, feet)
    servos = [_servo(card, model, joint, loads) for joint in joints]
    stiffness, damping, torque = np.array([servo[:3] for servo in servos]).reshape(-1, 3).T.copy()
    stated = np.array([servo[3] for servo in servos], dtype=bool)
    for array in (stiffness, damping, torque, stated):
        array.setflags(write=False)
    return Gains(stiffness, damping, torque, stated)


def _servo(card: Card, model: mujoco.MjModel, joint: int, loads: _Loads) -> tuple[float, float, float, bool]:
    """Return stiffness, damping and largest torque of one joint, and whether the torque is stated."""
    slides = int(model.jnt_type[joint]) == int(mujoco.mjtJoint.mjJNT_SLIDE)
    sag = SLIDE_SAG if slides else ANGLE_SAG
    stated: dict[str, float] = {}
    for spec in matching(card.gains, model.joint(joint).name):
        stated.update({key: value for key, value in vars(spec).items() if value is not None})
    moved, carried = loads.of_slide(joint) if slides else loads.of_hinge(joint)
    inertia = max(moved.inertia, carried.inertia) + float(model.dof_armature[model.jnt_dofadr[joint]])
    needed = max(moved.pull / sag, moved.inertia * LEAST_FREQUENCY**2, CARRYING_MARGIN * carried.pull)
    stiffness = stated.get("stiffness", needed)
    damping = stated.get("damping", 2.0 * math.sqrt(stiffness * inertia))
    limited = bool(model.jnt_actfrclimited[joint])
    torque = float(model.jnt_actfrcrange[joint, 1]) if limited else TORQUE_MARGIN * stiffness * sag
    return stiffness, damping, stated.get("torque", torque), limited or "torque" in stated


class _Load(NamedTuple):
    """What a joint bears: gravity's largest pull on it [N m or N], and its inertia about it [kg m² or kg]."""

    pull: float
    inertia: float


class _Loads:
    """What the joints of a robot bear in a pose."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, feet: Sequence[int]) -> None:
        self.model, self.data, self.feet = model, data, feet
        self.gravity = float(np.linalg.norm(model.opt.gravity))
        # Row b marks the body b and all that hang from it; parents come before their children.
        self.below = np.eye(model.nbody, dtype=bool)
        for body in range(model.nbody - 1, 0, -1):
            self.below[model.body_parentid[body]] |= self.below[body]

    def of_hinge(self, joint: int) -> tuple[_Load, _Load]:
        """Return what a hinge moves, and what it carries."""
        moved, carried = (self._about(self.data.xanchor[joint], bodies) for bodies in self._sides(joint))
        return moved, carried

    def of_slide(self, joint: int) -> tuple[_Load, _Load]:
        """Return what a slide moves, and what it carries."""
        masses = [float(self.model.body_mass[bodies].sum()) for bodies in self._sides(joint)]
        moved, carried = (_Load(mass * self.gravity, mass) for mass in masses)
        return moved, carried

    def _sides(self, joint: int) -> tuple[np.ndarray, np.ndarray]:
        """Return which bodies (B,) a joint moves, and which others it carries when it is part of a leg."""
        body = int(self.model.jnt_bodyid[joint])
        moved = self.below[body]
        carries = any(moved[foot] for foot in self.feet)
        return moved, self.below[self.model.body_rootid[body]] & ~moved & carries

    def _about(self, centre_w: np.ndarray, bodies: np.ndarray) -> _Load:
        mass = self.model.body_mass[bodies]
        offsets_w = self.data.xipos[bodies] - centre_w
        own = self.model.body_inertia[bodies].max(axis=1)
        return _Load(
            float(np.linalg.norm(mass @ offsets_w)) * self.gravity,
            float(mass @ np.sum(offsets_w**2, axis=1) + own.sum()),
        )

"""What a robot's motion asks of the ground: force, where it tips, and where its mass is, with derivatives.

Per body weight mg, with the centre of mass c, its acceleration a and the angular momentum L about it:

    f = (aₓ, a_y, g + a_z) / g        p = (cₓ, c_y) f_z − (c_z (aₓ, a_y) + (L̇_y, −L̇ₓ) / m) / g

and about the vertical through the origin cₓ f_y − c_y fₓ + L̇_z / (m g). The ZMP is p / f_z (Ayusawa and
Yoshida 2017, (19), and beyond its inverted pendulum what turns about the centre of mass). Taken apart so,
a limit of it is linear in accelerations, and needs no care where f_z is 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.dynamics.zmp import GRAVITY
from understudy.kinematics.momentum import MassSweep, spin_between, sweep_masses
from understudy.kinematics.tree import Tree

FORCE, TIPPING, YAW, CENTRE = slice(0, 3), slice(3, 5), slice(5, 6), slice(6, 8)
"""Quantities: f [1], p [m], the moment about the vertical through the origin [m], and (cₓ, c_y) [m]."""

COUNT = CENTRE.stop
_STENCIL = (1.0, -2.0, 1.0)


@dataclass(frozen=True, eq=False)
class Ground:
    """Looks at motions of a robot.

    Attributes:
        tree: The robot's tree.
        inertias: (B, 3, 3) [kg m²] of its bodies.
        fps: Frames a second [1/s].
        heights: (T,) [m] of the ground that is stood on, from which heights and moments count.
    """

    tree: Tree
    inertias: np.ndarray
    fps: float
    heights: np.ndarray

    def look(self, q: np.ndarray, first: int, stop: int) -> tuple[np.ndarray, np.ndarray]:
        """Return quantities (M, 8) in some rows of poses (T, Q), and their derivatives (M, 3, 8, V).

        A row is of the frame before it: it depends on the frames t − 2, t − 1 and t.
        """
        tree, fps, heights = self.tree, self.fps, self.heights[first - 1 : stop - 1]
        masses = sweep_masses(tree, self.inertias, q[first - 2 : stop])
        mass = float(tree.body_mass[1:].sum())
        centre = masses.centre[1:-1]
        haste = np.diff(masses.centre, n=2, axis=0) * fps**2 / GRAVITY
        spin = spin_between(masses, tree.body_mass, self.inertias, fps) / (mass * GRAVITY)
        turning = np.diff(spin, axis=0) * fps
        lever = np.stack([turning[:, 1], -turning[:, 0]], axis=1)
        load, height = 1.0 + haste[:, 2], centre[:, 2] - heights
        values = np.empty((len(centre), COUNT))
        values[:, FORCE] = np.column_stack([haste[:, :2], load])
        values[:, TIPPING] = centre[:, :2] * load[:, None] - height[:, None] * haste[:, :2] - lever
        values[:, YAW] = (centre[:, :1] * haste[:, 1:2] - centre[:, 1:2] * haste[:, :1]) + turning[:, 2:]
        values[:, CENTRE] = centre[:, :2]
        return values, self._slopes(masses, values, height)

    def _slopes(self, masses: MassSweep, values: np.ndarray, height: np.ndarray) -> np.ndarray:
        """Return derivatives (M, 3, 8, V) of quantities (M, 8)."""
        fps, mass = self.fps, float(self.tree.body_mass[1:].sum())
        centre, load, haste = masses.centre[1:-1], values[:, FORCE.stop - 1], values[:, FORCE]
        by_centre = masses.by_centre.transpose(0, 2, 1)
        by_spin = np.stack([masses.by_spin[..., 1], -masses.by_spin[..., 0], -masses.by_spin[..., 2]], axis=1)
        between = (0.5 * fps**2 / (mass * GRAVITY)) * (by_spin[1:] + by_spin[:-1])
        by = np.zeros((len(centre), len(_STENCIL), COUNT, by_centre.shape[2]))
        for a, share in enumerate(_STENCIL):
            moved = (share * fps**2 / GRAVITY) * by_centre[a : a + len(centre)]
            by[:, a, FORCE] = moved
            by[:, a, TIPPING] = centre[:, :2, None] * moved[:, 2:] - height[:, None, None] * moved[:, :2]
            by[:, a, YAW] = centre[:, :1, None] * moved[:, 1:2] - centre[:, 1:2, None] * moved[:, :1]
        moments = slice(TIPPING.start, YAW.stop)
        by[:, 0, moments] -= between[:-1]
        by[:, 1, moments] += between[:-1] + between[1:]
        by[:, 2, moments] -= between[1:]
        own = by_centre[1:-1]
        by[:, 1, YAW] += own[:, :1] * haste[:, 1:2, None] - own[:, 1:2] * haste[:, :1, None]
        by[:, 1, TIPPING] += own[:, :2] * load[:, None, None] - haste[:, :2, None] * own[:, 2:]
        by[:, 1, CENTRE] = own[:, :2]
        return by

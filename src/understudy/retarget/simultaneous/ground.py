"""What a robot's motion asks of the ground: force, where it tips, and where its mass is, with derivatives.

Per body weight mg, with the centre of mass c, its acceleration a and the angular momentum L about it:

    f = (aₓ, a_y, g + a_z) / g        p = (cₓ, c_y) f_z − (c_z (aₓ, a_y) + (L̇_y, −L̇ₓ) / m) / g

and about the vertical through the origin cₓ f_y − c_y fₓ + L̇_z / (m g). The ZMP is p / f_z (Ayusawa and
Yoshida 2017, (19), and beyond its inverted pendulum what turns about the centre of mass). Taken apart so,
a limit of it is linear in accelerations, and needs no care where f_z is 0.
"""

from __future__ import annotations

import numpy as np

from understudy.dynamics.zmp import GRAVITY
from understudy.kinematics.momentum import MassSweep, spin_between, sweep_masses
from understudy.retarget.simultaneous.bodies import RobotBody
from understudy.retarget.simultaneous.figures import Figures, by_frames

FORCE, TIPPING, YAW, CENTRE = slice(0, 3), slice(3, 5), slice(5, 6), slice(6, 8)
"""Figures: f [1], p [m], the moment about the vertical through the origin [m], and (cₓ, c_y) [m]."""

COUNT = 8


class Ground:
    """Looks at motions of a robot; the last one is remembered, since several limits ask of it.

    Args:
        body: The robot.
        fps: Frames a second [1/s].
        heights: (T,) [m] of the ground that is stood on, from which heights and moments count; 0 by default.
    """

    def __init__(self, body: RobotBody, fps: float, heights: np.ndarray | None = None) -> None:
        """Nothing was looked at yet."""
        self.body, self.fps = body, fps
        self.heights = np.zeros(1) if heights is None else heights[1:-1]
        self._seen: tuple[np.ndarray, Figures] | None = None

    def at(self, robot: np.ndarray) -> Figures:
        """Return the figures of poses (T, Q)."""
        if self._seen is None or self._seen[0] is not robot:
            self._seen = robot, self._look(robot)
        return self._seen[1]

    def of_row(self, row: int) -> Ground:
        """Return what looks at three poses in a row, the one between being that of figures' row ``row``."""
        found = Ground(self.body, self.fps)
        found.heights = self.heights[row : row + 1] if len(self.heights) > 1 else self.heights
        return found

    def figures_of(self, robot: np.ndarray) -> np.ndarray:
        """Return the figures (T − 2, 8) of poses (T, Q) alone, and remember nothing."""
        return self._look(robot).values

    def _look(self, robot: np.ndarray) -> Figures:
        tree, fps = self.body.tree, self.fps
        masses = sweep_masses(tree, self.body.inertias, robot)
        mass = float(tree.body_mass[1:].sum())
        centre = masses.centre[1:-1]
        haste = np.diff(masses.centre, n=2, axis=0) * fps**2 / GRAVITY
        spin = spin_between(masses, tree.body_mass, self.body.inertias, fps) / (mass * GRAVITY)
        turning = np.diff(spin, axis=0) * fps
        lever = np.stack([turning[:, 1], -turning[:, 0]], axis=1)
        load, height = 1.0 + haste[:, 2], centre[:, 2] - self.heights
        values = np.empty((len(centre), COUNT))
        values[:, FORCE] = np.column_stack([haste[:, :2], load])
        values[:, TIPPING] = centre[:, :2] * load[:, None] - height[:, None] * haste[:, :2] - lever
        values[:, YAW] = (centre[:, :1] * haste[:, 1:2] - centre[:, 1:2] * haste[:, :1]) + turning[:, 2:]
        values[:, CENTRE] = centre[:, :2]
        return Figures(values, lambda: self._slopes(masses, values))

    def _slopes(self, masses: MassSweep, values: np.ndarray) -> np.ndarray:
        """Return (T, 3, 8, D) derivatives of figures (T − 2, 8)."""
        free, fps, mass = self.body.free, self.fps, float(self.body.tree.body_mass[1:].sum())
        centre, load, haste = masses.centre[1:-1], values[:, FORCE.stop - 1], values[:, FORCE]
        height = centre[:, 2] - self.heights
        by_centre = masses.by_centre[:, free].transpose(0, 2, 1)
        by_spin = np.stack(
            [masses.by_spin[:, free, 1], -masses.by_spin[:, free, 0], -masses.by_spin[:, free, 2]], axis=1
        )
        between = (0.5 * fps**2 / (mass * GRAVITY)) * (by_spin[1:] + by_spin[:-1])
        by, windows = by_frames(len(by_centre), COUNT, len(free))
        for a, share in enumerate((1.0, -2.0, 1.0)):
            moved = (share * fps**2 / GRAVITY) * by_centre[a : a + len(centre)]
            windows[a][:, FORCE] = moved
            windows[a][:, TIPPING] = centre[:, :2, None] * moved[:, 2:] - height[:, None, None] * moved[:, :2]
            windows[a][:, YAW] = centre[:, :1, None] * moved[:, 1:2] - centre[:, 1:2, None] * moved[:, :1]
        moments = slice(TIPPING.start, YAW.stop)
        windows[0][:, moments] -= between[:-1]
        windows[1][:, moments] += between[:-1] + between[1:]
        windows[2][:, moments] -= between[1:]
        own = by_centre[1:-1]
        windows[1][:, YAW] += own[:, :1] * haste[:, 1:2, None] - own[:, 1:2] * haste[:, :1, None]
        windows[1][:, TIPPING] += own[:, :2] * load[:, None, None] - haste[:, :2, None] * own[:, 2:]
        windows[1][:, CENTRE] = own[:, :2]
        return by

"""Forces as costs of a clip: what a motion needs beyond what floor and motors can give.

Rows of a clip (see ``kinematics.clip.stencil``). Where something touches the floor, forces in cones of
friction there give what the root needs, and motors within their limits what joints need, as well as they can
(see ``dynamics.force_balance``); in a jump nothing pushes. What is left costs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from understudy.dynamics.force_needs import Pushed, Units, find_needs, most_pushes
from understudy.dynamics.newton_euler import Links
from understudy.kinematics.clip.stencil import FORCE, WIDTH, Prices
from understudy.kinematics.force_cones import ROOT, Needs, left_over, no_needs
from understudy.kinematics.tree import Tree
from understudy.retarget.physics.touching_points import TouchingPoints

FIRM = 10.0
"""Weight [1] of a force as large as body weight, of a moment as large on the arm of the body's height, and of
a motor's largest torque, that nothing gives. In the end 1 % costs as much as a limb 6° off."""


@dataclass(frozen=True, eq=False)
class Forces:
    """What a robot's motion needs, over T frames.

    Attributes:
        tree: The robot's tree.
        links: Its links.
        units: Which forces count.
        points: Where and when it touches the floor.
        friction: μ.
        wanted: (T, 3) the floor's force per body weight that is wanted.
        weight: [1] of that, 0 where none is.
    """

    tree: Tree
    links: Links
    units: Units
    points: TouchingPoints
    friction: float
    wanted: np.ndarray
    weight: float = 0.0

    @property
    def count(self) -> int:
        """Equations: of the root, and of motors with a limit."""
        return len(self.units.scale)

    @property
    def pushes(self) -> int:
        """How many pushes there are in a frame at most."""
        return most_pushes(self._most, self.points.parts)

    @cached_property
    def _most(self) -> np.ndarray:
        return self.points.most()

    def part(self, frames: slice) -> Forces:
        """Return those of some frames on end alone."""
        return replace(self, points=self.points.part(frames), wanted=self.wanted[frames])

    def every(self, some: np.ndarray, stride: int) -> Forces:
        """Return those of some frames (N,), so many apart."""
        return replace(self, points=self.points.every(some, stride), wanted=self.wanted[some])

    def look(self, q: np.ndarray, first: int, stop: int, out: Needs, by: np.ndarray) -> None:
        """Write needs and derivatives; see :class:`~understudy.kinematics.clip.stencil.Stencil`.

        A row is of the frame before it.
        """
        points = self.points
        most = self._most[first - 1 : stop - 1]
        pushed = Pushed(points.bodies, points.places, most, points.parts, self.friction)
        poses = q[first - WIDTH + 1 : stop]
        find_needs(self.tree, self.links, self.units, pushed, points.fps, poses, out, by)

    def prices(self) -> Prices:
        """Return what forces cost."""
        frames = len(self.wanted)
        left, wanted, differs = np.zeros(frames), np.zeros((frames, FORCE)), np.zeros(frames)
        left[1:] = FIRM**2 * np.asarray(self.points.counts)[:-1]
        wanted[1:] = self.wanted[:-1]
        differs[1:] = self.weight**2 * np.asarray(self.points.touches.any(axis=1))[:-1]
        return Prices(left, wanted, differs, self.units.limit)

    def left(self, q: np.ndarray) -> np.ndarray:
        """Return (T − 2, N) what nothing gives of the forces that poses (T, Q) but the ends need."""
        rows = max(len(q) - WIDTH + 1, 0)
        needs = no_needs(rows, self.count, self.pushes)
        if rows:
            by = np.zeros((rows, WIDTH, self.count, len(self.tree.variable)))
            self.look(q, WIDTH - 1, len(q), needs, by)
        return left_over(needs, self.units.limit)[0] * np.asarray(self.points.counts)[1 : rows + 1, None]

    def excess(self, q: np.ndarray) -> dict[str, tuple[float, str]]:
        """Return what nothing gives at most of the forces that poses (T, Q) need, in %."""
        left = self.left(q)
        wrench, motors = np.linalg.norm(left[:, :ROOT], axis=1), np.abs(left[:, ROOT:])
        found = {"ground force": (100.0 * float(wrench.max(initial=0.0)), "%")}
        return found | {"torque": (100.0 * float(motors.max(initial=0.0)), "%")} if motors.size else found

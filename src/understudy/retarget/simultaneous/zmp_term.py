"""The ZMP of the whole body over what stands of the soles (Ayusawa and Yoshida 2017, (19) to (21)).

Beyond the paper's inverted pendulum, what turns about the centre of mass counts as well.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.dynamics.support import Support
from understudy.kinematics.momentum import MassSweep, spin_between, sweep_masses
from understudy.retarget.limits.body_sweep import pull, second_difference
from understudy.retarget.simultaneous.bodies import RobotBody

_NO_LENGTH = 1e-9
"""An edge [m] below which two corners are one."""


class ZmpLimit:
    """The ZMP in its polygon, by a penalty that grows where it is outside.

    Args:
        body: The robot.
        allowed: Its polygons.
        fps: Frames a second [1/s].
        weight: [1/m] of being outside.
    """

    name, unit = "ZMP", "mm"

    def __init__(
        self,
        body: RobotBody,
        allowed: Support,
        fps: float,
        weight: float,
    ) -> None:
        """Find the polygons' edges."""
        self.body, self.fps, self.weight = body, fps, weight
        inner = allowed.inside()
        length = np.linalg.norm(inner.edges, axis=2, keepdims=True)
        counts = (length > _NO_LENGTH) & inner.stands[:, None, None]
        outward = np.stack([inner.edges[..., 1], -inner.edges[..., 0]], axis=2)
        self.normal = np.where(counts, outward / np.maximum(length, _NO_LENGTH), 0.0)
        self.offset = np.einsum("tei,tei->te", self.normal, inner.corners)
        self.counts = counts[..., 0]
        self.shift = np.zeros(self.offset.shape)

    def zmp(self, masses: MassSweep) -> tuple[np.ndarray, np.ndarray]:
        """Return the ZMP (T − 2, 2) [m] of all frames but the ends, and its derivatives (T − 2, 3, 2, D).

        Those are by the variables of the frame before, of the frame itself and of the one after.
        """
        tree, free, fps = self.body.tree, self.body.free, self.fps
        mass = float(tree.body_mass[1:].sum())
        spin = spin_between(masses, tree.body_mass, self.body.inertias, fps) / mass
        speeding = second_difference(masses.centre, fps)[1:-1]
        turning = np.diff(spin, axis=0) * fps
        lift = pull(speeding[:, 2])
        lever = np.stack([turning[:, 1], -turning[:, 0]], axis=1)
        height = masses.centre[1:-1, 2]
        zmp = masses.centre[1:-1, :2] - (height[:, None] * speeding[:, :2] + lever) / lift[:, None]
        by_centre = masses.by_centre[:, free, :2].transpose(0, 2, 1)
        by_spin = np.stack([masses.by_spin[:, free, 1], -masses.by_spin[:, free, 0]], axis=1) / mass
        between = 0.5 * (by_spin[1:] + by_spin[:-1])
        stiff = (height / lift * fps**2)[:, None, None]
        turn = (fps**2 / lift)[:, None, None]
        by = np.empty((len(zmp), 3, 2, len(free)))
        by[:, 0] = -stiff * by_centre[:-2] - turn * between[:-1]
        by[:, 1] = (1.0 + 2.0 * stiff) * by_centre[1:-1] + turn * (between[1:] + between[:-1])
        by[:, 2] = -stiff * by_centre[2:] - turn * between[1:]
        return zmp, by

    def over(self, zmp: np.ndarray) -> np.ndarray:
        """Return (T − 2, E) [m] how far the ZMP is beyond every edge, negative inside."""
        return np.where(self.counts, np.einsum("tei,ti->te", self.normal, zmp) - self.offset, -1.0)

    def at(self, robot: np.ndarray) -> LinearZmp:
        """Return the limit near poses (T, Q)."""
        return LinearZmp(self, *self.zmp(sweep_masses(self.body.tree, self.body.inertias, robot)))

    def _over_at(self, robot: np.ndarray) -> np.ndarray:
        return self.over(self.zmp(sweep_masses(self.body.tree, self.body.inertias, robot))[0])

    def excess(self, robot: np.ndarray) -> float:
        """Return how far the ZMP is outside at most [mm]."""
        return 1000.0 * float(self._over_at(robot).max(initial=0.0))

    def insist(self, robot: np.ndarray, factor: float) -> None:
        """Note how far the ZMP was outside, so that the next steps make up for it."""
        self.shift = np.maximum(self.shift + self._over_at(robot), 0.0) / factor**2
        self.weight *= factor


@dataclass(frozen=True, eq=False)
class LinearZmp:
    """The limit near some poses: the ZMP (R, 2) [m] and its derivatives (R, 3, 2, D)."""

    limit: ZmpLimit
    zmp: np.ndarray
    by: np.ndarray

    @property
    def weight(self) -> float:
        """[1/m] of being outside."""
        return self.limit.weight

    def rows(self, change: np.ndarray) -> np.ndarray:
        """Return (N,) [m] how far the ZMP is beyond the edges that there are."""
        moved, count = self.zmp.copy(), len(self.zmp)
        for a in range(3):
            moved += (self.by[:, a] @ change[a : a + count, :, None])[..., 0]
        return (self.limit.over(moved) + self.limit.shift)[self.limit.counts]

    def add(
        self,
        pull: np.ndarray | None,
        stiffness: np.ndarray | None,
        gradient: np.ndarray | None,
        bands: np.ndarray | None,
    ) -> None:
        """Add to the equations; see :class:`~understudy.retarget.simultaneous.clip.LinearLimit`."""
        limit, count = self.limit, len(self.zmp)
        if pull is not None and gradient is not None:
            forces = np.zeros(limit.offset.shape)
            forces[limit.counts] = pull
            force = np.einsum("te,tei->ti", forces, limit.normal)
            for a in range(3):
                gradient[a : a + count] += (force[:, None] @ self.by[:, a])[:, 0]
        if stiffness is not None and bands is not None:
            stiff = np.zeros(limit.offset.shape)
            stiff[limit.counts] = stiffness
            matrix = np.einsum("te,tei,tej->tij", stiff, limit.normal, limit.normal)
            for a in range(3):
                pushed = matrix @ self.by[:, a]
                for b in range(a, 3):
                    bands[a : a + count, b - a] += self.by[:, b].transpose(0, 2, 1) @ pushed

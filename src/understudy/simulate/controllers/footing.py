"""Where a robot steps that was pushed: how far off the plan its soles stand, and where the next one lands.

The instantaneous capture point ξ = c + ċ/ω runs away from where the weight is borne, ξ̇ = ω (ξ − p)
(Englsberger et al. 2015). What it is off the plan grows until the next sole lands, so that this one is put
further by what it will have grown to.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.simulate.controllers.present_soles import PresentSole
from understudy.simulate.plan import Moment

FARTHEST = 0.2
"""How far [m] off a step may be, of a robot with ω = 3.5 /s; others in proportion to their height."""

_USUAL_OMEGA = 3.5

GROWTH, LONGEST = 0.5, 0.4
"""Share of the growth until a sole lands that is counted on, the rest being held off, and the time [s]."""

FOLLOWING, PATIENCE = 0.05, 0.3
"""Time [s] in which a swinging sole turns to where it lands, at least, and as a share of what is left."""

SETTLING = 0.05
"""Time [s] in which the place of a sole that stands is taken over from where it is."""

BESIDE = 0.8
"""Share of the planned distance to its left or right that a sole keeps to the other one."""


@dataclass(frozen=True, eq=False)
class Footing:
    """What the footing asks for.

    Attributes:
        offsets: (S, 2) [m] how far off the plan soles stand or are to land.
        support: (2,) [m] the same of where the weight is borne.
        off: (2,) [m] how far the capture point is off from there.
    """

    offsets: np.ndarray
    support: np.ndarray
    off: np.ndarray


class Steps:
    """Keeps in mind how far off soles are, and decides where they land."""

    def __init__(self, count: int, omega: float, tick: float) -> None:
        """Begin on the plan.

        Args:
            count: S.
            omega: ω [1/s].
            tick: Time [s] from one question to the next.
        """
        self._omega, self._tick = omega, tick
        self._offsets, self._support = np.zeros((count, 2)), np.zeros(2)
        self._stood = np.zeros(count, dtype=bool)
        self._most = FARTHEST * (_USUAL_OMEGA / omega) ** 2

    def decide(
        self,
        moment: Moment,
        soles: list[PresentSole],
        stands: np.ndarray,
        centre: np.ndarray,
        velocity: np.ndarray,
        left: np.ndarray,
    ) -> Footing:
        """Return what to do.

        Args:
            moment: The plan.
            soles: Where they are.
            stands: (S,) which stand, by plan and by touch.
            centre: (3,) [m] the centre of mass.
            velocity: (3,) [m/s] of it.
            left: (2,) which way is left of the robot.
        """
        offsets = self._offsets
        for index in np.flatnonzero(stands).tolist():
            now = soles[index].middle[:2] - moment.soles[0, index, :2]
            share = min(1.0, self._tick / SETTLING) if self._stood[index] else 1.0
            offsets[index] += share * (now - offsets[index])
        self._stood = stands
        if moment.shares.any():
            self._support = moment.shares @ offsets
        planned = moment.centre[0, :2] + moment.centre[1, :2] / self._omega
        off = centre[:2] + velocity[:2] / self._omega - planned - self._support
        for index in np.flatnonzero((moment.until > 0.0) & (moment.until < np.inf)).tolist():
            until = float(moment.until[index])
            way = _within(off * np.exp(self._omega * GROWTH * min(until, LONGEST)), self._most)
            aim = self._support + self._beside(moment, index, way, left)
            rate = self._tick / max(PATIENCE * until, FOLLOWING)
            offsets[index] += min(1.0, rate) * (aim - offsets[index])
        return Footing(np.array(offsets), np.array(self._support), off)

    def _beside(self, moment: Moment, index: int, way: np.ndarray, left: np.ndarray) -> np.ndarray:
        """Return a way off that keeps a sole on its own side of those that stand."""
        for other in np.flatnonzero(self._stood).tolist():
            if other == index:
                continue
            planned = float((moment.landing[index] - moment.soles[0, other, :2]) @ left)
            there = float((self._support + way - self._offsets[other]) @ left)
            side = 1.0 if planned >= 0.0 else -1.0
            missing = -(1.0 - BESIDE) * abs(planned) - side * there
            if missing > 0.0:
                way = way + side * missing * left
        return way


def _within(way: np.ndarray, most: float) -> np.ndarray:
    length = float(np.hypot(*way))
    return way if length <= most else way * (most / length)

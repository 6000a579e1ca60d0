"""Touches of a simulated robot: who touched whom, when, for how long, where and how hard.

Contacts flicker, so that a touch begins at a larger force than it ends at, and a short pause does not end it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from understudy.motion import Rollout, Skin, SparseReadings
from understudy.motion.touch_maps import reading_period
from understudy.robots.body_sides import BodySides
from understudy.robots.robot import Robot

ON, OFF = 0.05, 0.02
"""Normal force [N] at which a touch begins, and under which it ends; iCub's fingertips feel 0.05 N."""

PAUSE = 0.1
"""Longest pause [s] that does not end a touch."""


@dataclass(frozen=True, eq=False)
class TouchEvent:
    """One touch.

    Attributes:
        first, second: Who touches whom: parts of the body; ``second`` may also be floor, toy or object.
        start, end: When [s].
        max_force, mean_force: Normal force [N] at most, and on average while it lasts.
        max_shear: Force across it [N] at most.
        place_first, place_second: (3,) where on both [m], in the frames that ``Skin.frames`` names, weighted
            by force; in the world where something is fixed.
        side_first, side_second: Which side of both that is, such as ``front``; empty of other things.
        is_self: Whether both are the robot's.
    """

    first: str
    second: str
    start: float
    end: float
    max_force: float
    mean_force: float
    max_shear: float
    place_first: np.ndarray
    place_second: np.ndarray
    side_first: str
    side_second: str
    is_self: bool

    @property
    def duration(self) -> float:
        """How long it lasted [s]."""
        return self.end - self.start


def find_touches(rollout: Rollout, robot: Robot) -> tuple[TouchEvent, ...]:
    """Return the touches of a rollout, in the order in which they began; none where it has no skin.

    Args:
        rollout: The rollout, with the readings of its skin.
        robot: Its robot.
    """
    touch, place = rollout.senses.get("skin/touch"), rollout.senses.get("skin/place")
    skin = rollout.skin
    if skin is None or not isinstance(touch, SparseReadings) or not isinstance(place, SparseReadings):
        return ()
    reading = np.repeat(np.arange(len(touch.time)), touch.count)
    period = reading_period(touch)
    sides, found = BodySides(robot), []
    order = np.argsort(touch.index, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(touch.index[order])) + 1) if len(order) else ():
        pair = int(touch.index[rows[0]])
        for spell in _spells(reading[rows], touch.values[rows, 0], period):
            found.append(_event(skin, sides, pair, touch, place.values, rows[spell], reading, period))
    return tuple(sorted(found, key=lambda event: (event.start, event.first, event.second)))


def _spells(reading: np.ndarray, force: np.ndarray, period: float) -> Iterator[np.ndarray]:
    """Yield the entries of each touch of one pair, from readings (m,), rising, and forces (m,) [N]."""
    holding = np.flatnonzero(force >= OFF)
    if not len(holding):
        return
    most = max(1, 1 + int(np.floor(PAUSE / period + 1e-6))) if period else 1
    breaks = np.flatnonzero(np.diff(reading[holding]) > most) + 1
    for spell in np.split(holding, breaks):
        strong = np.flatnonzero(force[spell] >= ON)
        if len(strong):
            yield spell[strong[0] :]


def _event(
    skin: Skin,
    sides: BodySides,
    pair: int,
    touch: SparseReadings,
    places: np.ndarray,
    rows: np.ndarray,
    reading: np.ndarray,
    period: float,
) -> TouchEvent:
    names = [skin.things[index] for index in divmod(pair, len(skin.things))]
    normal = touch.values[rows, 0]
    both = (normal @ places[rows] / normal.sum()).reshape(2, 3)
    own = [index < len(skin.parts) for index in divmod(pair, len(skin.things))]
    where = [
        sides.side(name, skin.frames[skin.parts.index(name)], point) if is_own else ""
        for name, point, is_own in zip(names, both, own, strict=True)
    ]
    return TouchEvent(
        first=names[0],
        second=names[1],
        start=float(touch.time[reading[rows[0]]]),
        end=float(touch.time[reading[rows[-1]]]) + period,
        max_force=float(normal.max()),
        mean_force=float(normal.mean()),
        max_shear=float(touch.values[rows, 1].max()),
        place_first=both[0],
        place_second=both[1],
        side_first=where[0],
        side_second=where[1],
        is_self=all(own),
    )


def touching_frames(events: tuple[TouchEvent, ...], time: np.ndarray) -> np.ndarray:
    """Return which frames (T,) at times [s] any of some touches goes on in."""
    goes_on = np.zeros(len(time), dtype=bool)
    for event in events:
        goes_on |= (time >= event.start - 1e-9) & (time < event.end - 1e-9)
    return goes_on


def strongest_frame(rollout: Rollout) -> int:
    """Return the frame of the strongest touch of the robot by itself, or else of anything; else the first."""
    touch, skin = rollout.senses.get("skin/touch"), rollout.skin
    if skin is None or not isinstance(touch, SparseReadings) or not len(touch.index):
        return 0
    first, second = np.divmod(touch.index, len(skin.things))
    own = (first < len(skin.parts)) & (second < len(skin.parts))
    strength = np.where(own, 1.0, 1e-9) * touch.values[:, 0]
    reading = np.repeat(np.arange(len(touch.time)), touch.count)[int(strength.argmax())]
    return int(np.abs(rollout.time - touch.time[reading]).argmin())

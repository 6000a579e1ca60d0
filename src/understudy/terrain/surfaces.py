"""Footholds sorted onto surfaces: ramps first, where feet rise steadily and lie aslope, then levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from understudy.motion.landmarks import SIDES
from understudy.terrain.footholds import Foothold

SAME_LEVEL = 0.025
"""Leg lengths by which footholds of one level may differ in height from the next higher one."""

LOWEST_STEP = 0.05
"""Leg lengths; a level that is less above the lowest one is the lowest one, felt through a tired shoe."""

GENTLEST, STEEPEST = np.radians(3.5), np.radians(18.0)
"""Slopes of ramps. A flight of stairs is steeper, and a gentler slope is a matter of calibration."""

FEWEST, FEWEST_ALONE = 3, 4
"""Places of feet that make a ramp: where others tell how a foot lies on level ground, and where none do."""

ON_RAMP = 0.012
"""Leg lengths by which footholds of a ramp may be off its plane."""

_ROUNDING = 1e-6
"""By how much [rad or m] sums over a long walk may be off; what passes is looked at closely."""


@dataclass(frozen=True, eq=False)
class Surface:
    """A plane with the footholds on it.

    Attributes:
        footholds: Their indices, in the order of time.
        height: Of the plane through the feet's points at ``centre`` [m].
        slope: (2,) its rise a metre along x and y.
        centre: (2,) [m].
    """

    footholds: tuple[int, ...]
    height: float
    slope: np.ndarray
    centre: np.ndarray

    @property
    def is_level(self) -> bool:
        """Whether it does not rise."""
        return not self.slope.any()

    def heights(self, plan: np.ndarray) -> np.ndarray:
        """Return heights (...) [m] of the plane at places (..., 2) [m]."""
        return self.height + (plan - self.centre) @ self.slope


def find_surfaces(footholds: Sequence[Foothold], leg: float) -> list[Surface]:
    """Return the surfaces that footholds lie on, in the order in which they were come upon.

    Args:
        footholds: In the order of time.
        leg: Leg length [m].
    """
    left = set(range(len(footholds)))
    ramps = []
    for run in _ramp_runs(footholds, leg):
        ramps.append(_sloped(footholds, run))
        left -= set(run)
    return sorted([*ramps, *_levels(footholds, sorted(left), leg)], key=lambda each: each.footholds[0])


def _points(footholds: Sequence[Foothold], which: Sequence[int]) -> np.ndarray:
    return np.array([footholds[index].point for index in which])


def _ramp_runs(footholds: Sequence[Foothold], leg: float) -> list[tuple[int, ...]]:
    """Return runs of footholds on end that rise evenly, the longest first, none in two of them."""
    level = _level_pitches(footholds, leg)
    points = _points(footholds, range(len(footholds))).reshape(-1, 3)
    sides = np.array([foothold.side for foothold in footholds])
    ahead = points[::-1, 2]
    rises = (np.maximum.accumulate(ahead) - np.minimum.accumulate(ahead))[
        ::-1
    ] > LOWEST_STEP * leg - _ROUNDING
    runs = []
    for first in np.flatnonzero(rises).tolist():
        likely = _may_be_ramps(points[first:], sides[first:], leg)
        for length in np.flatnonzero(likely)[::-1].tolist():
            run = tuple(range(first, first + length + 1))
            if _is_ramp(footholds, run, leg, level):
                runs.append(run)
                break
    chosen: list[tuple[int, ...]] = []
    for run in sorted(runs, key=len, reverse=True):
        if not any(set(run) & set(other) for other in chosen):
            chosen.append(run)
    return chosen


def _may_be_ramps(points: np.ndarray, sides: np.ndarray, leg: float) -> np.ndarray:
    """Return (N,) which runs from the first foothold up to each rise as ramps do, found by sums that grow.

    A long walk has a million runs, of which next to none do.

    Args:
        points: (N, 3) [m] the footholds.
        sides: (N,) of which foot each is.
        leg: Leg length [m].
    """
    points = points - points[0]
    count = np.arange(1.0, len(points) + 1)[:, None]
    ways = np.zeros((len(points), 2))
    for side in SIDES:
        own = (sides == side)[:, None]
        places = np.where(own, points[:, :2], 0.0)
        before = np.cumsum(own, axis=0) - own, np.cumsum(places, axis=0) - places
        ways += np.cumsum(np.where(own, before[0] * points[:, :2] - before[1], 0.0), axis=0)
    lengths = np.linalg.norm(ways, axis=1)
    ways = np.where(lengths[:, None] > 0.0, ways, points[:, :2])
    ways /= np.maximum(np.linalg.norm(ways, axis=1), 1e-12)[:, None]
    centres = np.cumsum(points, axis=0) / count
    products = np.cumsum(points[:, :, None] * points[:, None], axis=0)
    spread = products - count[:, None] * centres[:, :, None] * centres[:, None]
    along = np.einsum("ni,nij,nj->n", ways, spread[:, :2, :2], ways)
    rise = np.einsum("ni,ni->n", ways, spread[:, :2, 2]) / np.maximum(along, 1e-12)
    tilt = np.arctan(np.abs(rise))
    heights = np.maximum.accumulate(points[:, 2]) - np.minimum.accumulate(points[:, 2])
    is_sloped = (tilt > GENTLEST - _ROUNDING) & (tilt < STEEPEST + _ROUNDING)
    return is_sloped & (heights > LOWEST_STEP * leg - _ROUNDING) & (count[:, 0] >= FEWEST)


def _is_ramp(
    footholds: Sequence[Foothold], run: tuple[int, ...], leg: float, level: dict[str, float]
) -> bool:
    ramp = _sloped(footholds, run)
    points = _points(footholds, run)
    off = np.abs(points[:, 2] - ramp.heights(points[:, :2]))
    tilt = np.arctan(np.linalg.norm(ramp.slope))
    if not (GENTLEST <= tilt <= STEEPEST and off.max() <= ON_RAMP * leg):
        return False
    if np.ptp(points[:, 2]) < LOWEST_STEP * leg:
        return False
    lies = [_lies_aslope(footholds[index], ramp, level) for index in run]
    if None in lies:
        ways = np.diff(points[:, :2], axis=0)
        return 1 + int((np.linalg.norm(ways, axis=1) > 0.2 * leg).sum()) >= FEWEST_ALONE
    # Feet on steps are level, however evenly the steps rise; and one before a ramp does not belong to it.
    return bool(lies[0] and lies[-1] and np.mean([bool(lie) for lie in lies]) > 0.5)


def _lies_aslope(foothold: Foothold, ramp: Surface, level: dict[str, float]) -> bool | None:
    """Return whether a foot is pitched as a ramp rather than as level ground; None where nothing tells."""
    along = foothold.tip - foothold.heel
    length = float(np.linalg.norm(along))
    if length == 0.0 or not np.isfinite(foothold.pitch) or foothold.side not in level:
        return None
    expected = np.arctan(float(along @ ramp.slope) / length)
    return (foothold.pitch - level[foothold.side]) * expected > 0.5 * expected**2


def _level_pitches(footholds: Sequence[Foothold], leg: float) -> dict[str, float]:
    """Return side → pitch [rad] of a foot on level ground, where feet that follow each other tell it."""
    pitches: dict[str, list[float]] = {}
    for one, two in zip(footholds[:-1], footholds[1:], strict=True):
        if abs(two.point[2] - one.point[2]) < 0.5 * SAME_LEVEL * leg:
            for each in (one, two):
                if np.isfinite(each.pitch):
                    pitches.setdefault(each.side, []).append(each.pitch)
    return {side: float(np.median(values)) for side, values in pitches.items()}


def _sloped(footholds: Sequence[Foothold], run: tuple[int, ...]) -> Surface:
    """Return the plane through footholds that rises along their way and not across it."""
    points = _points(footholds, run)
    centre = points.mean(axis=0)
    direction = _way([footholds[index] for index in run])
    along = (points[:, :2] - centre[:2]) @ direction
    rise = float(along @ (points[:, 2] - centre[2]) / max(float(along @ along), 1e-12))
    return Surface(run, float(centre[2]), rise * direction, centre[:2])


def _way(run: Sequence[Foothold]) -> np.ndarray:
    """Return the unit vector (2,) along which a run goes: from each foot to its own next places.

    From one foot to the other it would go to and fro between the sides.
    """
    way, is_told = np.zeros(2), False
    for side in sorted({foothold.side for foothold in run}):
        places = np.array([foothold.point[:2] for foothold in run if foothold.side == side])
        # The sum over all pairs: of N places the first is left N − 1 times, the last come to as often.
        way += (2.0 * np.arange(len(places)) - (len(places) - 1)) @ places
        is_told = is_told or len(places) > 1
    if not is_told:
        way = run[-1].point[:2] - run[0].point[:2]
    return way / max(float(np.linalg.norm(way)), 1e-12)


def _levels(footholds: Sequence[Foothold], which: list[int], leg: float) -> list[Surface]:
    """Return level surfaces: footholds of about one height, those apart in place in several."""
    if not which:
        return []
    order = sorted(which, key=lambda index: footholds[index].point[2])
    heights = np.array([footholds[index].point[2] for index in order])
    cuts = np.flatnonzero(np.diff(heights) > SAME_LEVEL * leg) + 1
    groups = [list(group) for group in np.split(np.array(order), cuts)]
    lowest = groups[0]
    while len(groups) > 1:
        rise = np.median(_points(footholds, groups[1])[:, 2]) - np.median(_points(footholds, lowest)[:, 2])
        if rise >= LOWEST_STEP * leg:
            break
        lowest += groups.pop(1)
    found = [lowest]
    for group in groups[1:]:
        found += _apart(footholds, sorted(int(index) for index in group), leg)
    flat = np.zeros(2)
    return [
        Surface(
            tuple(sorted(int(index) for index in group)),
            float(np.median(_points(footholds, group)[:, 2])),
            flat,
            _points(footholds, group)[:, :2].mean(axis=0),
        )
        for group in found
    ]


def _apart(footholds: Sequence[Foothold], group: list[int], leg: float) -> list[list[int]]:
    """Return the parts of a level between which the person was elsewhere, and far enough apart."""
    parts: list[list[int]] = []
    for index in group:
        here = footholds[index].point[:2]
        home = next(
            (
                part
                for part in parts
                if index - 1 in part
                or any(np.linalg.norm(footholds[other].point[:2] - here) < 0.5 * leg for other in part)
            ),
            None,
        )
        if home is None:
            parts.append([index])
        else:
            home.append(index)
    return parts

"""Walks over stairs, ramps and kerbs with known ground.

They are not among ``MOTIONS``, whose performers stay on one level floor, and take measures of the ground
instead.
"""

from __future__ import annotations

import bisect
from dataclasses import dataclass, field

import numpy as np

from understudy.anthropometry.sizes import Sizes
from understudy.motion.terrain import Patch, Terrain
from understudy.synth.body.skeleton import Body
from understudy.synth.motions.gait_pelvis import REFERENCE
from understudy.synth.motions.ground_walk import Course, walk_over
from understudy.synth.synthetic_motion import SyntheticMotion

STEP = 0.62
"""Length of a step on level ground [m] of an adult of 1.75 m."""

STEP_TIME = 0.55
STAIR_TIME = 0.62
"""Times [s] that a step takes on level or sloped ground and on stairs."""

_HALF_BREADTH = 1.0
_FAR = 20.0
"""Half the breadth of everything [m], and how long ground is that does not end."""

_LEVEL_STEPS = 2
"""Steps on level ground before a course begins."""

_SPARE = 0.03
"""Distance [m] that a foot keeps from an edge at which level ground begins or ends."""


@dataclass
class _Profile:
    """Ground along x, piece by piece: where each begins [m], how high it is there [m], how it rises [rad]."""

    starts: list[float] = field(default_factory=list)
    heights: list[float] = field(default_factory=list)
    slopes: list[float] = field(default_factory=list)

    def add(self, start: float, height: float, slope: float = 0.0) -> None:
        self.starts.append(start)
        self.heights.append(height)
        self.slopes.append(slope)

    def piece(self, x: float) -> int:
        return max(0, bisect.bisect_right(self.starts, x) - 1)

    def slope(self, x: float) -> float:
        return self.slopes[self.piece(x)]

    def height(self, x: float) -> float:
        piece = self.piece(x)
        return self.heights[piece] + float(np.tan(self.slopes[piece])) * (x - self.starts[piece])

    def terrain(self) -> Terrain:
        """Return every piece that is not the floor z = 0 as a patch."""
        patches = []
        stops = [*self.starts[1:], self.starts[-1] + _FAR]
        for start, stop, height, slope in zip(self.starts, stops, self.heights, self.slopes, strict=True):
            if height == 0.0 and slope == 0.0:
                continue
            middle = 0.5 * (start + stop)
            normal = np.array([-np.sin(slope), 0.0, np.cos(slope)])
            centre = np.array([middle, 0.0, self.height(middle)])
            patches.append(Patch(centre, 0.0, np.array([0.5 * (stop - start), _HALF_BREADTH]), normal))
        return Terrain(tuple(patches))


class _Footprints:
    """Places of feet along x, given for some steps and a level step apart before and behind them."""

    def __init__(self, places: list[float], step: float) -> None:
        """Take places [m] of steps 0, 1, … and the length of a step [m]."""
        self._places, self._step = places, step

    def __call__(self, number: int) -> float:
        last = len(self._places) - 1
        inside = self._places[min(max(number, 0), last)]
        return inside + self._step * (number - min(max(number, 0), last))


def _sole(sizes: Sizes) -> tuple[float, float]:
    """Return how far [m] a sole reaches behind and before the ankle."""
    return sizes.heel_back, sizes.ball_forward + sizes.toes


def _growth(body: Body) -> float:
    return body.sizes.leg / REFERENCE.leg


def stairs(
    body: Body,
    seconds: float,
    fps: float,
    seed: int = 0,
    rise: float = 0.17,
    depth: float = 0.30,
    count: int = 4,
    is_up: bool = True,
) -> SyntheticMotion:
    """Return a walk over a flight of so many risers [m, for an adult of 1.75 m]; level before and behind."""
    growth = _growth(body)
    rise, depth, step, spare = rise * growth, depth * growth, STEP * growth, _SPARE * growth
    behind, before = _sole(body.sizes)
    profile, places = _Profile(), []
    top = 0.0 if is_up else count * rise
    profile.add(-_FAR, top)
    edges = [index * depth for index in range(count)]
    for index, edge in enumerate(edges):
        # Rounding must not leave the floor at the foot of a flight a hair above or below it.
        profile.add(edge, (index + 1) * rise if is_up else (count - index - 1) * rise)
    first = -before - spare
    places += [first - step * left for left in range(_LEVEL_STEPS, -1, -1)]
    places += [edge + behind + 0.5 * (depth - behind - before) for edge in edges[:-1]]
    places.append(edges[-1] + behind + spare)
    course = Course(
        profile.terrain(),
        _Footprints(places, step),
        profile.height,
        profile.slope,
        STAIR_TIME,
        landing=np.radians(4.0 if is_up else -8.0),
        leaving=np.radians(30.0),
    )
    return walk_over("stairs_up" if is_up else "stairs_down", body, seconds, fps, seed, course)


def ramp(
    body: Body,
    seconds: float,
    fps: float,
    seed: int = 0,
    angle: float = np.radians(10.0),
    steps: int = 4,
    is_up: bool = True,
) -> SyntheticMotion:
    """Return a walk over a ramp of this angle [rad] with so many footprints; level before and behind."""
    growth = _growth(body)
    step, spare = STEP * growth, _SPARE * growth
    behind, before = _sole(body.sizes)
    start, first = 0.0, behind + spare
    last = first + (steps - 1) * step
    stop = last + before + spare
    rise = float(np.tan(angle)) * (stop - start)
    profile = _Profile()
    profile.add(-_FAR, 0.0 if is_up else rise)
    profile.add(start, 0.0 if is_up else rise, angle if is_up else -angle)
    profile.add(stop, rise if is_up else 0.0)
    level = -before - spare
    places = [level - step * left for left in range(_LEVEL_STEPS, -1, -1)]
    places += [first + step * index for index in range(steps)]
    places.append(stop + behind + spare)
    course = Course(profile.terrain(), _Footprints(places, step), profile.height, profile.slope, STEP_TIME)
    return walk_over("ramp_up" if is_up else "ramp_down", body, seconds, fps, seed, course)


def kerb(
    body: Body, seconds: float, fps: float, seed: int = 0, height: float = 0.12, is_up: bool = True
) -> SyntheticMotion:
    """Return a walk onto or off a kerb of this height [m, for an adult of 1.75 m]."""
    growth = _growth(body)
    step, spare, height = STEP * growth, _SPARE * growth, height * growth
    behind, before = _sole(body.sizes)
    profile = _Profile()
    profile.add(-_FAR, 0.0 if is_up else height)
    profile.add(0.0, height if is_up else 0.0)
    places = [-before - spare - step * left for left in range(_LEVEL_STEPS, -1, -1)]
    places.append(behind + spare)
    course = Course(profile.terrain(), _Footprints(places, step), profile.height, profile.slope, STEP_TIME)
    return walk_over("kerb" if is_up else "kerb_down", body, seconds, fps, seed, course)

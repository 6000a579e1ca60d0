"""When and how near to each other a robot's parts should be, so that it touches itself as the person does.

While two parts of the person touch, so do the robot's. Shortly before and after, they are as far apart as
the person's, in the robot's size and never so near as to touch. All other pairs keep clear of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from understudy.anatomy.part_shapes import Line, nearness, part_lines
from understudy.anatomy.touch_detection import Spots, spots_on
from understudy.motion import HumanMotion
from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.motion.touches import Pair, Touches
from understudy.retarget.limits.task_points import least_jerk
from understudy.robots.limb_length import limb_length
from understudy.robots.robot import Robot
from understudy.robots.touching_parts import CLEAR, TOUCHING

EASE = 0.35
"""Time [s] before and after a touch in which parts are led to each other and let go."""

CLOSING = 0.1
"""Time [s] in which the last of the gap is closed."""

_SOON = 3.0
"""How much sooner parts are held than they are led."""

_OUTER = {"arm": "hand", "leg": "foot"}
_GIVES_WAY = 0.4
"""How much the touch of an arm counts while its hand touches the same part."""

_FIRMNESS = ("hand", "foot", "arm", "leg", "head", "trunk")
"""Of two parts the one that comes first here moves to the other."""


@dataclass(frozen=True, eq=False)
class PairPlan:
    """How near two parts should be to each other over T frames.

    Attributes:
        pair: The parts.
        mover: Which of them, 0 or 1, comes to the other.
        touches: (T,) bool where they touch.
        gap: (T,) [m] between the robot's surfaces.
        share: (T,) how far the parts are on their way there, 0 far from any touch, 1 in one.
        hold: (T,) how much that counts, 0 far from any touch, 1 soon and in one.
        closing: (T,) how near in time a touch is, 1 in one, 0 from ``CLOSING`` on.
        lines: The person's lines, in which spots are stated.
        base, moving: Where the person's parts are nearest, on the part that stays and on the one that moves.
    """

    pair: Pair
    mover: int
    touches: np.ndarray
    gap: np.ndarray
    share: np.ndarray
    hold: np.ndarray
    closing: np.ndarray
    lines: tuple[Line, ...]
    base: Spots
    moving: Spots


def plan_touches(human: HumanMotion, robot: Robot, touches: Touches) -> tuple[PairPlan, ...]:
    """Return a plan for every pair of parts that touches and is seen."""
    lines = part_lines(human)
    size = limb_length(robot)
    lengths = [length for name in LIMB_SEGMENTS if (length := human.sizes.get(name, 0.0)) > 0.0]
    scale = size / float(np.mean(lengths)) if lengths else 1.0
    plans = []
    for pair in touches.pairs:
        near = nearness(lines, *pair)
        if near is None:
            continue
        holds = touches.mask(pair, human.frame_count, human.fps)
        away = _frames_away(holds) / human.fps
        seen = np.isfinite(near.gap)
        closing = least_jerk(1.0 - away / CLOSING)
        apart = 0.5 * (TOUCHING + CLEAR) * size + scale * np.maximum(np.where(seen, near.gap, 0.0), 0.0)
        near_in_time = np.where(seen, np.maximum(1.0 - away / EASE, 0.0), 0.0)
        share = least_jerk(near_in_time)
        mover = int(_rank(pair[1]) < _rank(pair[0]))
        plans.append(
            PairPlan(
                pair=pair,
                mover=mover,
                touches=holds,
                gap=(1.0 - closing) * apart,
                share=share,
                hold=np.minimum(_SOON * near_in_time, 1.0),
                closing=closing,
                lines=lines,
                base=spots_on(lines, near, 1 - mover, human.fps, share > 0.0),
                moving=spots_on(lines, near, mover, human.fps, share > 0.0),
            )
        )
    return tuple(_yielding(plan, plans) for plan in plans)


def _yielding(plan: PairPlan, plans: Sequence[PairPlan]) -> PairPlan:
    """Return a plan of an arm or leg that counts for less while its hand or foot touches the same part.

    Both places together would be too much to ask of a limb of other proportions.
    """
    hold = plan.hold
    for part, other in (plan.pair, plan.pair[::-1]):
        outer = _OUTER.get(part[:-2], "") + part[-2:]
        for same in plans:
            if set(same.pair) == {outer, other}:
                hold = hold * (1.0 - (1.0 - _GIVES_WAY) * same.hold)
    return replace(plan, hold=hold)


def _rank(part: str) -> int:
    return _FIRMNESS.index(part.removesuffix("_l").removesuffix("_r"))


def _frames_away(holds: np.ndarray) -> np.ndarray:
    """Return (T,) how many frames the next one before or after is away in which something holds."""
    frames = np.arange(len(holds))
    marked = np.flatnonzero(holds)
    if not len(marked):
        return np.full(len(holds), np.inf)
    after = np.minimum(np.searchsorted(marked, frames), len(marked) - 1)
    before = np.maximum(after - 1, 0)
    return np.minimum(np.abs(marked[after] - frames), np.abs(marked[before] - frames)).astype(float)

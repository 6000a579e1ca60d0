"""By how much a foothold gives way over its stance, and its toes turn.

All are courses over time that leave legs nearer to the person's, cost something, and change slowly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from understudy.signals.three_diagonals import solve_three_diagonals

MOST = np.radians(7.5)
"""Error [rad] of thigh and shin together beyond which the foothold of their leg gives way."""

VISIBLE = np.radians(9.7)
"""Error [rad] of thigh and shin together beyond which toes turn away from where the person's point."""

POWER = 10
"""Power of a leg's error: what counts are the worst frames of a stance."""

STAY, FAR = 3.0, np.array([0.03, 0.03, np.radians(5.0)])
"""What a foothold so far [m, m, rad] from where it was costs a frame; a leg off by ``MOST`` costs 1."""

OFF = 4000.0
"""What a leg that is off by twice of what it bears costs a frame, when something turns."""

SLOW, PACE = 0.1, np.array([0.03, 0.03, np.radians(15.0)])
"""What it costs a frame that it moves at such a pace [m/s, m/s, rad/s]."""

ROUNDS, STEPS, HALVINGS, SAME_TURN = 20, 30, 8, 1e-3
"""Times that the weights of frames are set anew; steps in which turns are found at most, how often a step is
halved, and one that is none, in units of ``FAR``."""

_NO_WAY = 3e-3
"""Way that is none, in units of ``FAR``."""

_MOST_OFF = 3.0
"""Error, in units of ``MOST``, beyond which a frame counts no more, since it may be out of reach."""


@dataclass(frozen=True, eq=False)
class _Stances:
    """Stances in a row, in units of ``MOST`` and ``FAR``; each frame is tied to the next one of its stance.

    Attributes:
        wish: (3, S) y*, where soles that hardly hold would be.
        least: (S,) E_least.
        slope: (S,) k.
        tie: (3, S) what the way to the next frame's costs, 0 where a stance ends.
    """

    wish: np.ndarray
    least: np.ndarray
    slope: np.ndarray
    tie: np.ndarray


CourseOf = Callable[[np.ndarray, np.ndarray, np.ndarray, float, np.ndarray], np.ndarray]
"""From what soles would do, errors and frames a second to a course, such as :func:`stance_ways`."""


def stance_ways(
    away: np.ndarray, errors: np.ndarray, least: np.ndarray, fps: float, ends: np.ndarray | None = None
) -> np.ndarray:
    """Return by how much (S, 3) [m, m, rad] the foothold of a stance moves over time; toes stay.

    With a foothold moved by y, the worse leg of a frame is taken to be off by

        E = E_least + k |(y − y*) / FAR|

    where y* is where a sole that hardly holds would be and k follows from E at y = 0. Ways minimise

        Σ (E / MOST)^POWER + Σ STAY |y / FAR|² + Σ SLOW |ẏ / PACE|²

    so that what counts are the worst frames of the stance.

    Args:
        away: (S, 3) [m, m, rad] y*.
        errors: (S,) [rad] E at the foothold as it is.
        least: (S,) [rad] E_least.
        fps: Frames a second [1/s].
        ends: (S,) where a stance ends and the next one begins, which do not know of each other; by default
            all frames are one stance.
    """
    ways = _ways(_stances(away, errors, least, fps, ends))
    return (FAR[:, None] * np.vstack([ways, np.zeros(len(errors))])).T


def stance_course(
    away: np.ndarray, errors: np.ndarray, least: np.ndarray, fps: float, ends: np.ndarray | None = None
) -> np.ndarray:
    """Return by how much (S, 3) [m, m, rad] a foothold moves as :func:`stance_ways` says, and its toes turn.

    Toes turn by what minimises

        Σ OFF max(E / VISIBLE − 1, 0)² + Σ STAY |y / FAR|² + Σ SLOW |ẏ / PACE|²

    so that they stay where they point as long as the leg is not visibly off.
    """
    stances = _stances(away, errors, least, fps, ends)
    ways = _ways(stances)
    return (FAR[:, None] * np.vstack([ways, _toes(stances, ways)])).T


def _stances(
    away: np.ndarray, errors: np.ndarray, least: np.ndarray, fps: float, ends: np.ndarray | None
) -> _Stances:
    """Return stances in a row, see :func:`stance_ways`."""
    wish = np.ascontiguousarray((away / FAR).T)
    slope = np.maximum(errors - least, 0.0) / np.maximum(np.sqrt(np.sum(wish**2, axis=0)), _NO_WAY) / MOST
    return _Stances(wish, least / MOST, slope, ties(fps, len(errors), ends))


def ties(fps: float, frames: int, ends: np.ndarray | None = None) -> np.ndarray:
    """Return what (3, S) the way from each frame to the next one costs, in units of ``FAR``.

    Args:
        fps: Frames a second [1/s].
        frames: S.
        ends: (S,) frames that are not tied to the next one; the last one never is.
    """
    goes_on = np.ones(frames) if ends is None else 1.0 - ends
    goes_on[-1] = 0.0
    return (SLOW * (fps * FAR / PACE) ** 2)[:, None] * goes_on


def _ways(stances: _Stances) -> np.ndarray:
    """Return how far (2, S) soles move, in units of ``FAR``, by weights that are set anew by turns."""
    wish, aside = stances.wish[:2], stances.wish[2] ** 2
    # The ways along x and y are two systems of three diagonals, solved as a single long one.
    hold, beside = _held(stances.tie[:2]), -stances.tie[:2].ravel()[:-1]
    ways = np.zeros(wish.shape)
    for _ in range(ROUNDS):
        distance = np.maximum(np.sqrt(np.sum((ways - wish) ** 2, axis=0) + aside), _NO_WAY)
        error = np.minimum(stances.least + stances.slope * distance, _MOST_OFF)
        weight = 0.5 * POWER * error ** (POWER - 1) * stances.slope / distance
        found = solve_three_diagonals((hold + weight).ravel(), beside, (weight * wish).ravel())
        ways = 0.5 * (ways + found.reshape(ways.shape))
    return ways


def _held(tie: np.ndarray) -> np.ndarray:
    """Return the diagonal (..., S) of what it costs to leave a place and to move, by ties (..., S)."""
    return STAY + tie + np.roll(tie, 1, axis=-1)


def _toes(stances: _Stances, ways: np.ndarray) -> np.ndarray:
    """Return by how much (S,) toes turn of soles that move by (2, S), in units of ``FAR``."""
    aside = np.sum((ways - stances.wish[:2]) ** 2, axis=0)

    def errors(turns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        left = turns - stances.wish[2]
        distance = np.maximum(np.sqrt(aside + left**2), _NO_WAY)
        error = MOST * (stances.least + stances.slope * distance)
        return error[:, None], (MOST * stances.slope * left / distance)[:, None]

    return least_turns(errors, VISIBLE, stances.tie[2])


def least_turns(
    errors: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]], borne: float, tie: np.ndarray
) -> np.ndarray:
    """Return turns y (S,), in units of ``FAR``, by which legs are off by no more than they bear (Newton).

    They minimise

        Σ OFF max(E / borne − 1, 0)² + Σ STAY y² + Σ tie (y' − y)²

    where legs that are off by more than twice of what they bear count linearly.

    Args:
        errors: From turns (S,) to E (S, L) [rad] of each leg and its slopes (S, L).
        borne: Error [rad] that a leg bears.
        tie: (S,) what the way to the next frame's turn costs, 0 where nothing follows.
    """
    hold, turns = _held(tie), np.zeros(len(tie))
    cost, error, slope = _turning_cost(turns, errors, borne, tie)
    for _ in range(STEPS):
        over = np.clip(error / borne - 1.0, 0.0, 1.0)
        lever = np.where(over > 0.0, slope / borne, 0.0)
        pull = hold * turns - tie * np.roll(turns, -1) - np.roll(tie, 1) * np.roll(turns, 1)
        bent, pull = hold + OFF * (lever**2).sum(axis=1), pull + OFF * (over * lever).sum(axis=1)
        step = solve_three_diagonals(bent, -tie[:-1], -pull)
        before = cost
        # Legs that begin to count on the way make a whole step too far.
        for _ in range(HALVINGS):
            cost, error, slope = _turning_cost(turns + step, errors, borne, tie)
            if cost < before:
                break
            step *= 0.5
        else:
            break
        turns = turns + step
        if np.abs(step).max() < SAME_TURN:
            break
    return turns


def _turning_cost(
    turns: np.ndarray,
    errors: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]],
    borne: float,
    tie: np.ndarray,
) -> tuple[float, np.ndarray, np.ndarray]:
    """Return half of what turns (S,) cost, E (S, L) [rad] and its slopes (S, L); see :func:`least_turns`."""
    error, slope = errors(turns)
    over = np.maximum(error / borne - 1.0, 0.0)
    # Beyond twice of what is borne it grows no faster: such a leg may be out of reach.
    off = np.where(over < 1.0, over**2, 2.0 * over - 1.0).sum()
    way = np.diff(turns, append=turns[-1:])
    return 0.5 * float(OFF * off + STAY * turns @ turns + tie @ way**2), error, slope

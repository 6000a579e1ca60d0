"""The largest chain of frames in which a point goes on its way."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

LEFT_OUT = 0.4
"""Share of a frame's allowance that a frame adds which was seen and is left out. One that was not seen adds
all of it, since nobody knows what happened there."""

SKIP = 0.5
"""Price of leaving frames out, in frames: of two ways to leave out as many, the one with fewer pieces."""


class Going(NamedTuple):
    """How a chain goes on.

    Attributes:
        step: Time from one frame to the next [s].
        reach: Most frames from one of its frames to the next.
        price: Of breaking it, in frames.
    """

    step: float
    reach: int
    price: float


def longest_chains(
    rows: np.ndarray, seen: np.ndarray, velocity: np.ndarray, allowed: np.ndarray, going: Going
) -> np.ndarray:
    """Return (K, T) for each point the chain that keeps most seen frames, less the price of each break.

    Args:
        rows: (K, T, 3) [m] a point each.
        seen: (K, T).
        velocity: (K, T, 3) [m/s] around each frame.
        allowed: (K, T) [m/s] how much the velocity to another frame may differ from that.
        going: How a chain goes on.
    """
    point, shown = _in_line(rows, seen, velocity, allowed)
    follows = _follows(shown, going)
    kept = seen.copy()
    stops = np.cumsum(seen.sum(axis=1))
    for k in _broken(point, follows):
        own = slice(0 if k == 0 else stops[k - 1], stops[k])
        chain = _best_links(_Seen(*(part[own] for part in shown)), follows[own.start : own.stop - 1], going)
        kept[k] = False
        kept[k, shown.frame[own][chain]] = True
    return kept


def broken_chains(
    rows: np.ndarray, seen: np.ndarray, velocity: np.ndarray, allowed: np.ndarray, going: Going
) -> list[int]:
    """Return which points do not go from each seen frame to the next; the others' chains hold all they have.

    Args:
        rows: (K, T, 3) [m] a point each.
        seen: (K, T).
        velocity: (K, T, 3) [m/s] around each frame.
        allowed: (K, T) [m/s] how much the velocity to another frame may differ from that.
        going: How a chain goes on.
    """
    point, shown = _in_line(rows, seen, velocity, allowed)
    return _broken(point, _follows(shown, going))


class _Seen(NamedTuple):
    """Frames (N,) that were seen: places (N, 3), velocities (N, 3), and how much these may be off (N,)."""

    frame: np.ndarray
    place: np.ndarray
    velocity: np.ndarray
    allowed: np.ndarray


def _in_line(
    rows: np.ndarray, seen: np.ndarray, velocity: np.ndarray, allowed: np.ndarray
) -> tuple[np.ndarray, _Seen]:
    """Return all seen frames of all points one after the other, and which point (N,) each is of."""
    point, frame = np.nonzero(seen)
    return point, _Seen(frame, rows[point, frame], velocity[point, frame], allowed[point, frame])


def _broken(point: np.ndarray, follows: np.ndarray) -> list[int]:
    """Return the points of which a frame does not follow the one before."""
    return sorted(set(point[1:][(point[1:] == point[:-1]) & ~follows].tolist()))


def _follows(shown: _Seen, going: Going) -> np.ndarray:
    """Return (N - 1,) whether each of N seen frames is on one way with the next."""
    apart = np.diff(shown.frame)
    time = apart * going.step
    way = 0.5 * (shown.velocity[:-1] + shown.velocity[1:])
    strays = shown.place[1:] - shown.place[:-1] - way * time[:, None]
    square = strays[:, 0] ** 2 + strays[:, 1] ** 2 + strays[:, 2] ** 2
    limit = time * np.maximum(shown.allowed[:-1], shown.allowed[1:])
    return (square <= limit**2) & (apart <= going.reach)


def _best_links(shown: _Seen, follows: np.ndarray, going: Going) -> list[int]:
    """Return the indices of the frames in the best chain of N seen frames.

    ``score[i]`` is the value of the best chain that ends at i and ``before[i]`` its last frame before that.
    """
    # Python's own numbers are several times as fast one by one.
    times, places, ways, limits = (part.tolist() for part in shown)
    is_next = follows.tolist()
    score, before = [0.0] * len(times), [-1] * len(times)
    best = -1
    for i, now in enumerate(times):
        if i > 0 and best == i - 1 and is_next[best]:
            score[i], before[i], best = score[best] + 1.0, best, i
            continue
        here, back = 1.0, -1
        if best >= 0 and score[best] > going.price:
            here, back = here + (score[best] - going.price), best
        for j in range(i - 1, -1, -1):
            if times[j] < now - going.reach:
                break
            left_out = i - 1 - j
            value = score[j] + 1.0 - (SKIP if left_out else 0.0)
            if value <= here:
                continue
            time = (now - times[j]) * going.step
            leeway = time - (1.0 - LEFT_OUT) * going.step * left_out
            limit = leeway * max(limits[j], limits[i])
            if _square(places[i], places[j], ways[i], ways[j], time) <= limit * limit:
                here, back = value, j
                if score[j] >= score[best]:
                    break
        score[i], before[i] = here, back
        if best < 0 or here >= score[best]:
            best = i
    chain = []
    while best >= 0:
        chain.append(best)
        best = before[best]
    return chain


def _square(
    here: list[float], there: list[float], way: list[float], other_way: list[float], time: float
) -> float:
    """Return the squared distance [m²] of a point from where the velocities lead in a time [s]."""
    x = here[0] - there[0] - 0.5 * (other_way[0] + way[0]) * time
    y = here[1] - there[1] - 0.5 * (other_way[1] + way[1]) * time
    z = here[2] - there[2] - 0.5 * (other_way[2] + way[2]) * time
    return x * x + y * y + z * z

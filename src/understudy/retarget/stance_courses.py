"""Where a foot stands and points over each of its stances, by one kernel for all of them.

In small array operations, dozens for each stance, this would take as long as a fifth of a walk is solved in.
"""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import lean_inner_kernel, lean_kernel
from understudy.retarget.lazy_path import drag

HEEL, TOE, SEEN, ANKLE_SEEN, JUDGED = 0, 1, 2, 3, 4
"""Rows of what is known of a foot: whether heel and toe stand, whether leg or ankle is known, whether the
ankle is, and a buffer for the frames that a stance is judged by."""

FOOT, PULL, LEAST, MOST = 0, 1, 2, 3
"""Rows of a foot's angles: its heading, the pull of its knee, the least and the most that may be added."""

QUICK, SLOW, REST, CREEPING = 0, 1, 2, 3
"""Places of half of the times, in frames, over which headings, the knee's pull, what play leaves, and places
are averaged."""

_LANES = 5


def stance_buffers(frames: int) -> tuple[np.ndarray, np.ndarray]:
    """Return memory for the stances of a clip of so many frames."""
    return np.zeros((_LANES, frames + 1)), np.zeros((4, frames + 1, 2))


@lean_kernel
def write_headings(
    known: np.ndarray,
    angles: np.ndarray,
    first: int,
    stop: int,
    windows: np.ndarray,
    play: float,
    lanes: np.ndarray,
    paths: np.ndarray,
    headings: np.ndarray,
) -> None:
    """Write where (T,) [rad] a robot's foot points over a stance; see ``foot_headings.standing_headings``.

    Args:
        known: (5, T) what is known of the foot, at least once; the frames that are judged by are set.
        angles: (4, T) [rad] of the foot.
        first: The first frame of the stance.
        stop: The frame after its last one.
        windows: (4,) half of the times, in frames.
        play: Angle [rad] that the foot may turn before the robot's follows.
        lanes: See :func:`stance_buffers`.
        paths: See :func:`stance_buffers`.
        headings: Receives them in the stance's frames.
    """
    foot, pull, seen = angles[FOOT, first:stop], angles[PULL, first:stop], known[SEEN, first:stop]
    out, heading, mean, away = headings[first:stop], lanes[0], lanes[1], lanes[2]
    mean_course(foot, seen, windows[QUICK], lanes[4], heading)
    mean_course(pull, seen, windows[SLOW], lanes[4], mean)
    for i in range(stop - first):
        heading[i] += mean[i]
    middle = _mean_where(heading, known[JUDGED, first:stop])
    for i in range(stop - first):
        paths[0, i, 0], paths[0, i, 1] = heading[i] - middle, 0.0
        paths[1, i, 0], paths[1, i, 1] = 0.0, 0.0
    drag(paths[0, : stop - first], play, paths[2, 0], paths[1, : stop - first])
    for i in range(stop - first):
        out[i] = middle + paths[1, i, 0]
        away[i] = heading[i] - out[i]
    # Play leaves a foot aside for as long as it stands, so it comes to rest too slowly to be seen turning.
    mean_course(away, seen, windows[REST], lanes[4], mean)
    for i in range(stop - first):
        out[i] += mean[i]
        lanes[3, i] = out[i]
    _turn_beyond(angles[LEAST, first:stop], 1.0, foot, seen, windows[SLOW], lanes, out)
    _turn_beyond(angles[MOST, first:stop], -1.0, foot, seen, windows[SLOW], lanes, out)


@lean_kernel
def write_stances(
    stances: np.ndarray,
    known: np.ndarray,
    angles: np.ndarray,
    natural: np.ndarray,
    crept: np.ndarray,
    edges: np.ndarray,
    windows: np.ndarray,
    turn_play: float,
    creep_play: float,
    lanes: np.ndarray,
    paths: np.ndarray,
    headings: np.ndarray,
    places: np.ndarray,
    stands: np.ndarray,
) -> None:
    """Write where a foot's ankle stands (T, 2) [m] and how it points (T,) [rad] over its stances.

    Args:
        stances: (N, 2) first frames, and the frames after the last ones.
        known: (5, T) what is known of the foot.
        angles: (4, T) [rad] of the foot.
        natural: (T, 2) [m] where the robot's leg alone would have the ankle.
        crept: (T, 2) [m] way of what stands of the person's foot, in the robot's size.
        edges: (2, 2) [m] middles of heel and toe, from below the ankle.
        windows: (4,) half of the times, in frames.
        turn_play: Angle [rad] that the foot may turn before the robot's follows.
        creep_play: Way [m] that it may wander before its foothold follows.
        lanes: See :func:`stance_buffers`.
        paths: See :func:`stance_buffers`.
        headings: (T,) receives how it points in stances.
        places: (T, 2) receives where it stands in stances.
        stands: (T,) receives whether it does; a foot that is never seen in a stance does not.
    """
    for n in range(stances.shape[0]):
        first, stop = stances[n, 0], stances[n, 1]
        judge_by(known, first, stop)
        judged, rests = known[JUDGED], 0
        for i in range(first, stop):
            rests += 1 if judged[i] else 0
        for i in range(first, stop):
            stands[i] = rests > 0
        if rests == 0:
            continue
        write_headings(known, angles, first, stop, windows, turn_play, lanes, paths, headings)
        own = known[JUDGED, first:stop]
        x, y = _mean_place(natural[first:stop], own)
        for i in range(first, stop):
            places[i, 0], places[i, 1] = x, y
        _turn_about_edge(known, edges, first, stop, headings, lanes[0], places)
        _creep_along(known, crept, first, stop, windows[CREEPING], creep_play, lanes, paths, places)


@lean_kernel
def write_way(
    paths: np.ndarray,
    seen: np.ndarray,
    toes_seen: np.ndarray,
    heel: np.ndarray,
    toe: np.ndarray,
    out: np.ndarray,
) -> None:
    """Write the way (T, 2) [m] of what stands of a foot, which goes on only while that is seen.

    Args:
        paths: (3, T, 2) [m] of the ankle, of the sole under it, which counts on the heel alone, and of the
            toes, which count on the toe alone.
        seen: (T,) whether the ankle is.
        toes_seen: (T,) whether the toes are.
        heel: (T,) whether the heel stands.
        toe: (T,) whether the toe does.
        out: Receives the way.
    """
    out[0, 0], out[0, 1] = 0.0, 0.0
    for i in range(1, out.shape[0]):
        which = 0 if heel[i] == toe[i] else 1 if heel[i] else 2
        known = toes_seen[i] and toes_seen[i - 1] if which == 2 else seen[i] and seen[i - 1]
        for axis in range(2):
            step = paths[which, i, axis] - paths[which, i - 1, axis] if known else 0.0
            out[i, axis] = out[i - 1, axis] + step


@lean_kernel
def write_corners(sole: np.ndarray, headings: np.ndarray, ankles: np.ndarray, corners: np.ndarray) -> None:
    """Write a sole's corners (T, 4, 3) [m] on the floor.

    Args:
        sole: (4, 2) [m] corners from below the ankle.
        headings: (T,) [rad] of the foot.
        ankles: (T, 2) [m] where it is.
        corners: Receives them.
    """
    for i in range(corners.shape[0]):
        cos, sin = math.cos(headings[i]), math.sin(headings[i])
        for corner in range(sole.shape[0]):
            corners[i, corner, 0] = ankles[i, 0] + cos * sole[corner, 0] - sin * sole[corner, 1]
            corners[i, corner, 1] = ankles[i, 1] + sin * sole[corner, 0] + cos * sole[corner, 1]
            corners[i, corner, 2] = 0.0


@lean_inner_kernel
def judge_by(known: np.ndarray, first: int, stop: int) -> None:
    """Note the frames that a stance is judged by: flat and seen ones, or all seen ones if there are none."""
    flat = 0
    for i in range(first, stop):
        flat += 1 if known[HEEL, i] and known[TOE, i] and known[SEEN, i] else 0
    for i in range(first, stop):
        known[JUDGED, i] = known[SEEN, i] and (flat == 0 or (known[HEEL, i] and known[TOE, i]))


@lean_inner_kernel
def mean_course(path: np.ndarray, holds: np.ndarray, window: int, total: np.ndarray, out: np.ndarray) -> None:
    """Write a path's (S,) mean over so many frames before and after, of those in which something holds (S,).

    Where none of them does, it is that of the nearest frame that has one. See ``lazy_path.slow_mean``.
    """
    size = holds.shape[0]
    count, empty = 0, 0
    total[0] = 0.0
    for i in range(size):
        total[i + 1] = total[i] + (path[i] if holds[i] else 0.0)
        count += 1 if holds[i] and i < window else 0
    for i in range(size):
        count += 1 if i + window < size and holds[i + window] else 0
        count -= 1 if i - window - 1 >= 0 and holds[i - window - 1] else 0
        low, high = max(i - window, 0), min(i + window + 1, size)
        out[i] = (total[high] - total[low]) / count if count > 0 else math.nan
        empty += 1 if count == 0 else 0
    if empty > 0:
        for i in range(size):
            total[i] = out[i]
        for i in range(size):
            out[i] = _nearest_number(total, i, size)


@lean_inner_kernel
def _nearest_number(path: np.ndarray, here: int, size: int) -> float:
    """Return the value of the nearest frame of a path (S,) that is a number, the earlier of two as near."""
    for away in range(size):
        if here - away >= 0 and not math.isnan(path[here - away]):
            return path[here - away]
        if here + away < size and not math.isnan(path[here + away]):
            return path[here + away]
    return path[here]


@lean_inner_kernel
def _mean_where(path: np.ndarray, holds: np.ndarray) -> float:
    """Return the mean of a path (S,) over frames in which something holds (S,), at least one."""
    total, count = 0.0, 0
    for i in range(holds.shape[0]):
        if holds[i]:
            total += path[i]
            count += 1
    return total / count


@lean_inner_kernel
def _mean_place(path: np.ndarray, holds: np.ndarray) -> tuple[float, float]:
    """Return the mean of a path (S, 2) over frames in which something holds (S,), at least one."""
    x, y, count = 0.0, 0.0, 0
    for i in range(holds.shape[0]):
        if holds[i]:
            x, y, count = x + path[i, 0], y + path[i, 1], count + 1
    return x / count, y / count


@lean_inner_kernel
def _turn_beyond(
    bound: np.ndarray,
    way: float,
    foot: np.ndarray,
    seen: np.ndarray,
    window: int,
    lanes: np.ndarray,
    out: np.ndarray,
) -> None:
    """Turn ``out`` (S,) slowly by what a course is short of a bound (S,), relative to the foot's heading.

    ``way`` is 1 of a least, -1 of a most. The course is in ``lanes``: both bounds are asked of the same one.
    """
    lack, widest, mean, course, size, short = lanes[0], lanes[1], lanes[2], lanes[3], foot.shape[0], 0
    for i in range(size):
        lack[i] = way * (foot[i] + bound[i] - course[i]) if seen[i] else 0.0
        short += 1 if lack[i] > 0.0 else 0
    if short == 0:
        return
    for i in range(size):
        widest[i] = 0.0
        for j in range(max(i - window, 0), min(i + window + 1, size)):
            widest[i] = max(widest[i], lack[j])
    for i in range(size):
        lack[i] = 1.0
    mean_course(widest, lack[:size], window, lanes[4], mean)
    for i in range(size):
        out[i] += way * mean[i]


@lean_inner_kernel
def _turn_about_edge(
    known: np.ndarray,
    edges: np.ndarray,
    first: int,
    stop: int,
    headings: np.ndarray,
    even: np.ndarray,
    places: np.ndarray,
) -> None:
    """Move the ankle (T, 2) [m] of a foot that turns on its heel or toe alone, so that it turns about that.

    The heading to which it turns relatively is that of the frames that are judged by, in between even, which
    is written into ``even`` (S,).
    """
    write_even(headings[first:stop], known[JUDGED, first:stop], even)
    for i in range(first, stop):
        if known[HEEL, i] == known[TOE, i]:
            continue
        edge = edges[0] if known[HEEL, i] else edges[1]
        before, after = even[i - first], headings[i]
        cos, sin = math.cos(before) - math.cos(after), math.sin(before) - math.sin(after)
        places[i, 0] += cos * edge[0] - sin * edge[1]
        places[i, 1] += sin * edge[0] + cos * edge[1]


@lean_inner_kernel
def write_even(path: np.ndarray, holds: np.ndarray, out: np.ndarray) -> None:
    """Write a path (S,) as it is where something holds (S,), in between even, and beyond as it was there."""
    last = -1
    for i in range(holds.shape[0]):
        if not holds[i]:
            continue
        out[i] = path[i]
        for j in range(last + 1, i):
            share = (j - last) / (i - last)
            out[j] = path[i] if last < 0 else path[last] + share * (path[i] - path[last])
        last = i
    for j in range(last + 1, holds.shape[0]):
        out[j] = path[last]


@lean_inner_kernel
def _creep_along(
    known: np.ndarray,
    crept: np.ndarray,
    first: int,
    stop: int,
    window: int,
    play: float,
    lanes: np.ndarray,
    paths: np.ndarray,
    places: np.ndarray,
) -> None:
    """Let a foothold (T, 2) [m] follow its foot's way (T, 2) [m] with play, if seen while it rested."""
    size, rests = stop - first, 0
    own, seen = known[JUDGED, first:stop], known[ANKLE_SEEN, first:stop]
    for i in range(size):
        own[i] = own[i] and seen[i]
        rests += 1 if own[i] else 0
    if rests == 0:
        return
    for axis in range(2):
        for i in range(size):
            lanes[0, i] = crept[first + i, axis]
        mean_course(lanes[0], seen, window, lanes[4], lanes[1])
        middle = _mean_where(lanes[1], own)
        for i in range(size):
            paths[0, i, axis], paths[1, i, axis] = lanes[1, i] - middle, 0.0
    drag(paths[0, :size], play, paths[2, 0], paths[1, :size])
    for i in range(size):
        places[first + i, 0] += paths[1, i, 0]
        places[first + i, 1] += paths[1, i, 1]

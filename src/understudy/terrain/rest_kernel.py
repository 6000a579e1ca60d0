"""The compiled kernels that find where a foot rests, with the very numbers of ``footholds``'s NumPy."""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import exact_inner_kernel, exact_kernel
from understudy.kernels.ranking import median_of, percentile_of


@exact_kernel
def write_rests(
    speeds: np.ndarray,
    others: np.ndarray,
    carried: np.ndarray,
    hips: np.ndarray,
    points: np.ndarray,
    bounds: np.ndarray,
    rests: np.ndarray,
) -> int:
    """Write the first frame of every rest in which a foot carries the person, and the one behind the last.

    Args:
        speeds: (T,) [m/s] of the foot, NaN where it is not known.
        others: (T,) [m/s] of the other foot.
        carried: (T,) whether the person does not fall.
        hips: (T, 3) [m] the middle of the hips.
        points: (T, 3) [m] of the foot.
        bounds: (5,) the speed [m/s] of a foot that rests, the fewest frames of a rest, how far [m] hips are
            above the foot at least and aside at most, and the fewest frames in which it carries alone.
        rests: (R, 2) filled, with room for one in two frames.

    Returns:
        How many there are.
    """
    slow, shortest, above, aside, fewest = bounds[0], bounds[1], bounds[2], bounds[3], bounds[4]
    count, first, alone, frames = 0, -1, 0, speeds.shape[0]
    for frame in range(frames + 1):
        if frame < frames and speeds[frame] < slow:
            if first < 0:
                first, alone = frame, 0
            x, y = hips[frame, 0] - points[frame, 0], hips[frame, 1] - points[frame, 1]
            is_over = hips[frame, 2] - points[frame, 2] > above and math.sqrt(x * x + y * y) < aside
            if is_over and others[frame] > slow and carried[frame]:
                alone += 1
        elif first >= 0:
            if frame - first >= shortest and alone >= fewest:
                rests[count, 0], rests[count, 1] = first, frame
                count += 1
            first = -1
    return count


@exact_kernel
def write_places(
    tracks: np.ndarray,
    start: int,
    stop: int,
    fps: float,
    half: int,
    share: float,
    unseen: float,
    room: np.ndarray,
    places: np.ndarray,
) -> None:
    """Write where the parts of a foot are while all that are seen are stillest: medians (P, 3) [m].

    Args:
        tracks: (P, T, 3) [m] parts of the foot, NaN where one is not seen.
        start: The first frame of a rest.
        stop: The one behind its last.
        fps: Frames a second [1/s].
        half: Frames before and after a frame over which its speed is taken.
        share: Of the frames, up to which in the order of speed the foot is stillest.
        unseen: Speed [m/s] of a part in frames that do not show it.
        room: (2, N) to work in, with at least the frames of the rest.
        places: Filled; NaN for a part that is not seen in the stillest frames.
    """
    count = stop - start
    motion, values = room[0], room[1]
    for frame in range(count):
        motion[frame] = 0.0
    for part in range(tracks.shape[0]):
        is_seen = False
        for frame in range(start, stop):
            is_seen = is_seen or _is_finite(tracks[part, frame])
        for frame in range(count if is_seen else 0):
            before, after = max(frame - half, 0), min(frame + half, count - 1)
            speed = _way(tracks[part, start + before], tracks[part, start + after])
            speed = speed * fps / max(after - before, 1)
            motion[frame] += unseen if math.isnan(speed) else speed
    for frame in range(count):
        values[frame] = motion[frame]
    limit = percentile_of(values, count, share)
    for part in range(tracks.shape[0]):
        for axis in range(3):
            still = 0
            for frame in range(count):
                if motion[frame] <= limit and _is_finite(tracks[part, start + frame]):
                    values[still] = tracks[part, start + frame, axis]
                    still += 1
            places[part, axis] = median_of(values, still) if still > 0 else math.nan


@exact_inner_kernel
def _is_finite(point: np.ndarray) -> bool:
    return math.isfinite(point[0]) and math.isfinite(point[1]) and math.isfinite(point[2])


@exact_inner_kernel
def _way(start: np.ndarray, end: np.ndarray) -> float:
    """Return the distance of two points (3,), with squares added up as ``lengths`` does."""
    x, y, z = end[0] - start[0], end[1] - start[1], end[2] - start[2]
    return math.sqrt((x * x + z * z) + y * y)

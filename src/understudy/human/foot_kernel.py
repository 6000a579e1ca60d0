"""The compiled kernels of feet that rest and carry, with the very numbers of NumPy's."""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import exact_inner_kernel, exact_kernel
from understudy.kernels.ranking import percentile_of


@exact_kernel
def write_resting_heights(
    landmarks: np.ndarray,
    valid: np.ndarray,
    columns: np.ndarray,
    fps: float,
    window: int,
    slow: float,
    share: float,
    room: np.ndarray,
    heights: np.ndarray,
) -> None:
    """Write a low percentile of the heights [m] of landmarks over the frames in which they rest.

    Args:
        landmarks: (T, L, 3) [m].
        valid: (T, L).
        columns: (N,) the landmarks that are asked for.
        fps: Frames a second [1/s].
        window: Frames before a frame over which its speed is taken.
        slow: Speed [m/s] of what rests.
        share: The percentile, as a share of 1.
        room: (T,) to work in.
        heights: (N,) filled; of a landmark that never rests over all frames that show it, NaN without any.
    """
    for index in range(columns.shape[0]):
        column, count = columns[index], 0
        for needs_rest in (True, False):
            for frame in range(landmarks.shape[0] if count == 0 else 0):
                is_slow = not needs_rest or causal_speed_at(landmarks, column, frame, fps, window) < slow
                if valid[frame, column] and is_slow:
                    room[count] = landmarks[frame, column, 2]
                    count += 1
        heights[index] = percentile_of(room, count, share) if count > 0 else math.nan


@exact_inner_kernel
def causal_speed_at(landmarks: np.ndarray, column: int, frame: int, fps: float, window: int) -> float:
    """Return the speed [m/s] of a landmark of (T, L, 3) [m] in a frame, as ``causal_speed`` does."""
    before = max(frame - window, 0)
    x = landmarks[frame, column, 0] - landmarks[before, column, 0]
    y = landmarks[frame, column, 1] - landmarks[before, column, 1]
    z = landmarks[frame, column, 2] - landmarks[before, column, 2]
    return math.sqrt((x * x + z * z) + y * y) * fps / max(frame - before, 1)


@exact_kernel
def write_contact(
    landmarks: np.ndarray,
    valid: np.ndarray,
    column: int,
    bounds: np.ndarray,
    enter_speeds: np.ndarray,
    leave_speeds: np.ndarray,
    is_low: np.ndarray,
    is_down: np.ndarray,
    window: int,
    dwell: int,
    states: np.ndarray,
) -> None:
    """Write where a landmark of a foot on level ground carries weight, see ``contacts``.

    Args:
        landmarks: (T, L, 3) [m].
        valid: (T, L).
        column: The landmark.
        bounds: (5,) its height in stance [m], the leg length [m], above that height the leg lengths below
            which a contact begins and above which it ends, and frames a second [1/s].
        enter_speeds: (T,) [m/s] below which a contact begins.
        leave_speeds: (T,) [m/s] above which it ends.
        is_low: (T,) whether the hips are too low for feet to carry.
        is_down: (T,) whether they are so low that feet do not carry any more.
        window: Frames before a frame over which its speed is taken.
        dwell: Frames for which a contact stays as it is after each change, the first frame among them.
        states: (T,) filled.
    """
    height, leg, enter, leave, fps = bounds[0], bounds[1], bounds[2], bounds[3], bounds[4]
    on, since_change = False, 0
    for frame in range(landmarks.shape[0]):
        enters, leaves = False, is_down[frame]
        if valid[frame, column]:
            above = (landmarks[frame, column, 2] - height) / leg
            speed = causal_speed_at(landmarks, column, frame, fps, window)
            enters = above < enter and speed < enter_speeds[frame] and not is_low[frame]
            leaves = above > leave or speed > leave_speeds[frame] or is_down[frame]
        if frame == 0:
            on = enters
        if since_change >= dwell and (leaves if on else enters):
            on, since_change = not on, 0
        since_change += 1
        states[frame] = on

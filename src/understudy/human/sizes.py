"""The person's lengths, read off the landmarks."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from understudy.human.size_kernel import write_median_lengths
from understudy.human.standing import standing_heights
from understudy.motion import HumanMotion
from understudy.motion.human_motion import columns_of
from understudy.motion.landmarks import SEGMENTS, SIDES
from understudy.motion.ranks import median_norm


def body_sizes(human: HumanMotion) -> dict[str, float]:
    """Return lengths [m] by name.

    Every covered segment has the median of its length over the frames that show it. ``leg`` is the mean
    thigh plus the mean shin; ``ankle_height`` and ``toe_height`` are the heights of those landmarks above
    the floor in stance, mean of both sides.
    """
    return sizes_and_heights(human)[0]


def sizes_and_heights(human: HumanMotion) -> tuple[dict[str, float], dict[str, float]]:
    """Return lengths as :func:`body_sizes` does, and the heights of feet in stance that are among them.

    The heights are those of :func:`standing_heights`, none for a person without legs.
    """
    sizes = _median_lengths(human)
    thighs, shins = (
        [sizes[f"{part}_{side}"] for side in SIDES if f"{part}_{side}" in sizes] for part in ("thigh", "shin")
    )
    if not thighs or not shins:
        return sizes, {}
    sizes["leg"] = float(np.mean(thighs) + np.mean(shins))
    heights = standing_heights(human, sizes["leg"])
    for part in ("ankle", "toe"):
        known = [heights[f"{part}_{side}"] for side in SIDES if f"{part}_{side}" in heights]
        if known:
            sizes[f"{part}_height"] = max(float(np.mean(known)), 0.0)
    return sizes, heights


def _median_lengths(human: HumanMotion) -> dict[str, float]:
    """Return the median length [m] of every segment that is seen, over the frames that show it."""
    if not write_median_lengths.is_worth_it(human.frame_count):
        found = {name: _median_length(human, name) for name in SEGMENTS}
        return {name: length for name, length in found.items() if length is not None}
    names, columns = _covered_segments(human.names)
    lengths = np.empty(len(names))
    write_median_lengths(human.landmarks, human.valid_mask, columns, np.empty(human.frame_count), lengths)
    return {
        name: length for name, length in zip(names, lengths.tolist(), strict=True) if not np.isnan(length)
    }


@lru_cache(maxsize=32)
def _covered_segments(names: tuple[str, ...]) -> tuple[tuple[str, ...], np.ndarray]:
    """Return the segments that landmarks cover, and columns (S, 4) as ``columns_of``; not to be changed."""
    ends = {name: columns_of(names, *between) for name, between in SEGMENTS.items()}
    covered = {name: columns for name, columns in ends.items() if columns is not None}
    return tuple(covered), np.array(list(covered.values()), dtype=np.int64).reshape(-1, 4)


def _median_length(human: HumanMotion, segment: str) -> float | None:
    (start, start_known), (end, end_known) = (human.landmark(name) for name in SEGMENTS[segment])
    known = start_known & end_known
    if not known.any():
        return None
    # What is known is finite.
    return median_norm(end[known] - start[known])

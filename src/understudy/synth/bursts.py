"""Stretches of frames in which something happens: at random, each not too long, together of a given share."""

from __future__ import annotations

import numpy as np

from understudy.errors import InvalidMotionError


def bursts(
    generator: np.random.RandomState, frames: int, share: float, longest: int, what: str
) -> np.ndarray:
    """Return frames (T,) bool of which a share is True, in stretches of one to ``longest`` frames.

    Between two stretches there is at least one frame. The share is met exactly, up to rounding to frames.

    Args:
        generator: Source of lengths and places.
        frames: T.
        share: From 0 to below 1.
        longest: Frames of the longest stretch.
        what: What the share is called, for messages.

    Raises:
        InvalidMotionError: Where stretches of this length cannot make up the share.
    """
    left = round(share * frames)
    lengths: list[int] = []
    while left > 0:
        lengths.append(min(left, int(generator.randint(1, longest + 1))))
        left -= lengths[-1]
    free = frames - sum(lengths) - max(len(lengths) - 1, 0)
    if free < 0:
        lengths = _fewest(sum(lengths), longest)
        free = frames - sum(lengths) - len(lengths) + 1
    if free < 0:
        raise InvalidMotionError(
            f"{what} is {share} in stretches of at most {longest} frames, expected at most "
            f"{longest / (longest + 1):.2f} of {frames} frames"
        )
    places = np.sort(generator.randint(0, free + 1, size=len(lengths))).tolist()
    happening = np.zeros(frames, dtype=bool)
    before = 0
    for place, length in zip(places, lengths, strict=True):
        happening[place + before : place + before + length] = True
        before += length + 1
    return happening


def _fewest(total: int, longest: int) -> list[int]:
    """Return as few lengths of at most ``longest`` as make up a total."""
    whole, rest = divmod(total, longest)
    return [longest] * whole + ([rest] if rest else [])

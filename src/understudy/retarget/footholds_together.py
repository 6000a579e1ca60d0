"""Footholds of both feet that fit the legs together.

With one foot on the floor, hips go where its leg asks for. With both, the way from one foot to the other is
set, and both legs are off where it is not theirs. A robot's legs are not built like the person's, so that
this way changes while both stand, and from one step to the next. So every stance is moved by what makes the
way from foot to foot least wrong over all frames in which both stand, a whole clip in view. Hips
go along (``hips_along``).
"""

from __future__ import annotations

import numpy as np

from understudy.motion.stretches import stretches

ALONE = 0.1
"""Weight of a squared distance of one foot from where its leg alone would have it, beside that of both."""


def fit_together(
    left: np.ndarray, right: np.ndarray, left_stands: np.ndarray, right_stands: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return by how much (T, 2) [m] each foot's stances are moved, 0 where it does not stand.

    Args:
        left: (T, 2) [m] how far the left foothold is from where that leg alone would have it.
        right: (T, 2) [m] the same of the right one.
        left_stands: (T,) whether it stands.
        right_stands: (T,).
    """
    stances = [_numbered(stands) for stands in (left_stands, right_stands)]
    count = [int(numbers.max(initial=-1)) + 1 for numbers in stances]
    total = sum(count)
    numbers = stances[0], np.where(stances[1] >= 0, stances[1] + count[0], -1)
    matrix, asked = np.zeros((total, total)), np.zeros((total, 2))
    for own, away in zip(numbers, (left, right), strict=True):
        stands = own >= 0
        np.add.at(matrix, (own[stands], own[stands]), ALONE)
        np.add.at(asked, own[stands], -ALONE * away[stands])
    both = (numbers[0] >= 0) & (numbers[1] >= 0)
    one, other, lack = numbers[0][both], numbers[1][both], (right - left)[both]
    for row, column, sign in ((one, one, 1.0), (other, other, 1.0), (one, other, -1.0), (other, one, -1.0)):
        np.add.at(matrix, (row, column), sign)
    np.add.at(asked, one, lack)
    np.add.at(asked, other, -lack)
    shifts = np.concatenate([np.linalg.solve(matrix, asked), np.zeros((1, 2))])
    return shifts[numbers[0]], shifts[numbers[1]]


def _numbered(stands: np.ndarray) -> np.ndarray:
    """Return for each frame (T,) the number of the stance that it belongs to, -1 where none is."""
    numbers = np.full(len(stands), -1)
    for number, (first, stop) in enumerate(stretches(stands)):
        numbers[first:stop] = number
    return numbers

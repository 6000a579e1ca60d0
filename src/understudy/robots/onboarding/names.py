"""What names say about sides, asked only where geometry leaves a tie."""

from __future__ import annotations

import os


def side_of_name(one: str, other: str) -> int:
    """Return 1 where ``one`` is named as left and ``other`` as right, -1 the other way round, else 0.

    Twins are named alike but for their sides, so what they do not share begins with l and r.
    """
    first, second = one.lower(), other.lower()
    start = len(os.path.commonprefix([first, second]))
    letters = first[start : start + 1], second[start : start + 1]
    return {("l", "r"): 1, ("r", "l"): -1}.get(letters, 0)

"""A session cut into takes at rests; a pose that is held in the midst of a move is none.

People who show one move after the other come back to the pose in which they wait.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.human.demonstrations.likeness import limb_directions
from understudy.motion import HumanMotion

WAITING = np.radians(25.0)
"""Angle [rad] within which every limb has to be of the waiting pose for a rest to end a take."""

Stretch = tuple[int, int]
"""First frame of a movement, and the frame after its last one."""


def whole_takes(human: HumanMotion, movements: Sequence[Stretch]) -> list[Stretch]:
    """Return takes: movements joined where the rest between them is a pose held in the midst of a move.

    Args:
        human: The whole session.
        movements: Its movements between rests, in order.
    """
    if not movements:
        return []
    waiting = _pose(human, max(0, movements[0][0] - 1), movements[0][0] + 1)
    takes = [movements[0]]
    for start, stop in movements[1:]:
        rest = _pose(human, takes[-1][1], max(start, takes[-1][1] + 1))
        cosines = np.clip(np.sum(rest * waiting, axis=1), -1.0, 1.0)
        if np.arccos(cosines).max() > WAITING:
            takes[-1] = (takes[-1][0], stop)
        else:
            takes.append((start, stop))
    return takes


def _pose(human: HumanMotion, start: int, stop: int) -> np.ndarray:
    """Return the median directions (S, 3) of limbs over some frames."""
    middle = np.stack([np.median(each[start:stop], axis=0) for each in limb_directions(human).values()])
    return middle / np.maximum(np.linalg.norm(middle, axis=1, keepdims=True), 1e-12)

"""Where a captured person faces."""

from __future__ import annotations

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion.human_motion import HumanMotion
from understudy.spatial import rotations as rot

_AHEAD = np.array([1.0, 0.0, 0.0])


def facing(human: HumanMotion) -> np.ndarray:
    """Return the unit directions (T, 3) in which a person's head points.

    Raises:
        InvalidMotionError: Where the capture does not show how the head is turned.
    """
    if "head" not in human.frames:
        raise InvalidMotionError("the capture does not show how the head is turned: it has no frame 'head'")
    turns = human.frames["head"]
    return rot.rotate(turns, np.broadcast_to(_AHEAD, (len(turns), 3)))

"""How the solving of a frame ended, by name; the same codes are in a motion's file."""

from __future__ import annotations

from enum import IntEnum


class Ending(IntEnum):
    """How a frame's solution was left."""

    CONVERGED = 0
    """No variable would move any further."""

    ITERATION_LIMIT = 1
    """The frame was left at its limit of iterations, the best pose so far taken."""

    INFEASIBLE = 2
    """Limits contradict each other in this frame, by an amount that the solution states."""

    NOT_SEEN = 3
    """Too little was measured in this frame; the pose is that of its neighbour."""

"""Everything that a frame hands on to the next one: can be copied, saved, and taken up again elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.kinematics.tree import Tree
from understudy.motion.archive import load_arrays, save_arrays


class State(NamedTuple):
    """What is remembered between frames of Q coordinates; kernels write into it."""

    done: np.ndarray  # (1,) frames solved so far
    last: np.ndarray  # (Q,) the last frame's pose
    before: np.ndarray  # (Q,) that of the frame before it
    goal: np.ndarray  # (Q,) a pose in a better IK branch that joints are led to
    doubt: np.ndarray  # (1,) cost at the last look for a better IK branch, 0: none since all was well
    lead: np.ndarray  # (3,) frames led so far (0: not led), frames to the next look, the frame of that look

    def copy(self) -> State:
        """Return a state that goes on from here by itself."""
        return State(*(array.copy() for array in self))

    def save(self, path: str | Path) -> None:
        """Write the state to an ``.npz`` file."""
        save_arrays(path, self._asdict())

    @classmethod
    def load(cls, path: str | Path, tree: Tree) -> State:
        """Read a state for a tree.

        Raises:
            InvalidMotionError: Where the file holds no state, or one of another problem.
        """
        fresh = new_state(tree)
        try:
            arrays = {k: np.array(v) for k, v in load_arrays(path, cls._fields, ()).items()}
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise InvalidMotionError(f"{path}: holds no solver state ({error})") from error
        for name, expected in fresh._asdict().items():
            found = arrays[name]
            if found.shape != expected.shape or found.dtype != expected.dtype:
                raise InvalidMotionError(
                    f"{path}: '{name}' is {found.dtype} {found.shape}, for this problem "
                    f"{expected.dtype} {expected.shape} is expected"
                )
            if not np.isfinite(found).all():
                raise InvalidMotionError(f"{path}: '{name}' holds numbers that are not finite")
        return cls(**arrays)


def new_state(tree: Tree, first_pause: int = 1) -> State:
    """Return the state before the first frame of a tree.

    Args:
        tree: The tree.
        first_pause: Frames after a look for a better IK branch before the next one.
    """
    coordinates = len(tree.q_zero)
    return State(
        done=np.zeros(1, dtype=np.int64),
        last=np.zeros(coordinates),
        before=np.zeros(coordinates),
        goal=np.zeros(coordinates),
        doubt=np.zeros(1),
        lead=np.array([0, first_pause, 1], dtype=np.int64),
    )

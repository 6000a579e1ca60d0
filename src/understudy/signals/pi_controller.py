"""The controller that smooths jumps between windows (Bartholomew 2014, 4.4.1 and Appendix B)."""

from __future__ import annotations

import numpy as np

PROPORTIONAL, INTEGRAL = 0.15, 0.00001
"""K_P and K_I of the thesis."""

LOOP_RATE = 30.0
"""Rate [1/s] of the thesis's loop, for which its gains are."""


class PiController:
    """Follows a course frame by frame: y += K_P e + K_I Σ e, with the sum one frame behind as in the thesis.

    At other rates than the thesis's the gains are those that settle in the same time.
    """

    def __init__(self, fps: float, proportional: float = PROPORTIONAL, integral: float = INTEGRAL) -> None:
        """Begin at the first wish.

        Args:
            fps: Frames a second [1/s].
            proportional: K_P at 30 Hz, over 0 and at most 1.
            integral: K_I at 30 Hz.
        """
        ratio = LOOP_RATE / fps
        self._proportional = 1.0 - (1.0 - proportional) ** ratio
        self._integral = integral * ratio**2
        self._reached: np.ndarray | None = None
        self._sum = self._last = np.zeros(1)

    def begin_at(self, reached: np.ndarray) -> None:
        """Begin at a place (J,) of one's own; the thesis's robot begins with all joints at 0."""
        self._reached = np.array(reached)
        self._sum = self._last = np.zeros(len(reached))

    def step(self, wish: np.ndarray) -> np.ndarray:
        """Return where the joints (J,) are after a frame that wishes for (J,)."""
        if self._reached is None:
            self.begin_at(wish)
        assert self._reached is not None
        error = wish - self._reached
        self._sum = self._sum + self._last
        reached = self._reached + self._proportional * error + self._integral * self._sum
        self._last, self._reached = error, reached
        return reached

    def follow(self, wishes: np.ndarray) -> np.ndarray:
        """Return the whole course (T, J) that follows wishes (T, J)."""
        return np.stack([self.step(wish) for wish in wishes])

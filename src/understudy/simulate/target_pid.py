"""A position controller that brings joints from target to target (Quiroga et al. 2022, (8), (9), Alg. 1).

A command is the measured place plus K_p e + K_i ∫e dt + K_d de/dt; the integral begins anew at every target.
As printed, a target is left as soon as the error is under the tolerance, also a negative one far off; here
its size counts, and a timeout ends the wait for a target that is out of reach. The paper tuned its gains and
does not print them; these are for servos of 8 Hz.

Targets are stairs. A large K_p throws joints at each and brakes them there, and motors give all they have
to little end; K_d kicks at every stair and brakes in between, which servos do by themselves. With K_p near 1
a servo is sent to its target, and the integral makes up for its lag while the target lasts. For servos that
are critically damped at ω = 2 π 8 Hz this is stable as long as K_i < 2 ω K_p.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.errors import OptionError

MOST_TIMEOUT = 60.0
"""[s]."""


@dataclass(frozen=True)
class TargetOptions:
    """How targets are reached.

    Attributes:
        proportional: K_p.
        integral: K_i [1/s].
        derivative: K_d [s].
        tolerance: ε [rad or m], under which every joint has to be.
        timeout: Longest time [s] for a target; None is the time from one frame to the next, so that the
            motion keeps its pace. None is left earlier than that.
    """

    proportional: float = 1.25
    integral: float = 40.0
    derivative: float = 0.0
    tolerance: float = np.radians(0.5)
    timeout: float | None = None

    def __post_init__(self) -> None:
        """Check every number."""
        for name in ("proportional", "tolerance"):
            if not 0.0 < getattr(self, name) < np.inf:
                raise OptionError(f"{name} is {getattr(self, name):g}, expected more than 0")
        for name in ("integral", "derivative"):
            if not 0.0 <= getattr(self, name) < np.inf:
                raise OptionError(f"{name} is {getattr(self, name):g}, expected 0 or more")
        if self.timeout is not None and not 0.0 < self.timeout <= MOST_TIMEOUT:
            raise OptionError(
                f"timeout is {self.timeout:g} s, expected more than 0 and at most {MOST_TIMEOUT:g}"
            )


OPEN_LOOP = TargetOptions(proportional=0.3, integral=0.5, derivative=0.0)
"""Gains where a command is taken for what is measured next, so that K_p = 1 would be there at once."""


class TargetPid:
    """State of the controller: the integral since the last target, and the last error."""

    def __init__(
        self, options: TargetOptions, tick: float, joints: int, most: np.ndarray | float = np.inf
    ) -> None:
        """Begin with no error.

        Args:
            options: Gains.
            tick: Time [s] from one command to the next.
            joints: J.
            most: How far [rad or m], (J,) or all alike, the integral sends joints at the most, so that it
                does not wind up at a target that is out of reach.
        """
        self._options, self._tick = options, tick
        self._most = most / options.integral if options.integral > 0.0 else np.inf
        self._integral, self._last = np.zeros((2, joints))

    def next_target(self) -> None:
        """Go on to another target: the integral begins anew (line 4)."""
        self._integral = np.zeros_like(self._integral)

    def is_there(self, measured: np.ndarray, target: np.ndarray) -> bool:
        """Return whether every joint is within the tolerance (line 6)."""
        return bool((np.abs(target - measured) < self._options.tolerance).all())

    def command(self, measured: np.ndarray, target: np.ndarray) -> np.ndarray:
        """Return where joints (J,) are sent (lines 7 to 11)."""
        options = self._options
        error = target - measured
        rate = (error - self._last) / self._tick
        self._integral = np.clip(self._integral + error * self._tick, -self._most, self._most)
        self._last = error
        return (
            measured
            + options.proportional * error
            + options.integral * self._integral
            + options.derivative * rate
        )


def open_loop(
    targets: np.ndarray, start: np.ndarray, fps: float, tick: float, options: TargetOptions = OPEN_LOOP
) -> np.ndarray:
    """Return what the controller alone makes of targets (T, J), without a robot (Quiroga, Fig. 4).

    Args:
        targets: (T, J) [rad or m].
        start: (J,) where joints are before.
        fps: Targets a second [1/s].
        tick: Time [s] from one command to the next.
        options: How targets are reached.
    """
    pid = TargetPid(options, tick, targets.shape[1])
    ticks = max(1, round((options.timeout or 1.0 / fps) / tick))
    reached, found = np.array(start, dtype=float), np.empty(targets.shape)
    for frame, target in enumerate(targets):
        pid.next_target()
        for _ in range(ticks):
            if pid.is_there(reached, target):
                break
            reached = pid.command(reached, target)
        found[frame] = reached
    return found

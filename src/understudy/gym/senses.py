"""Senses of an environment: which are on, and the newest reading of each that is there by now."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import mujoco
import numpy as np

from understudy.errors import RenderError
from understudy.simulate.senses import parse_senses
from understudy.simulate.senses.drawable import drawable
from understudy.simulate.senses.requests import SenseRequest
from understudy.simulate.senses.sampling import Sampler
from understudy.simulate.senses.sense import Sparse

_ROUNDING = 1e-9
_SKIN, _TOLD = "skin", "output"


def requested_senses(senses: str | tuple[SenseRequest, ...]) -> tuple[SenseRequest, ...]:
    """Return senses as somebody names them; a skin tells pressure where nobody says what it tells."""
    if not isinstance(senses, str):
        return senses
    entries = [entry.strip() for entry in senses.split(",")]
    for index, entry in enumerate(entries):
        name, *settings = entry.split(":")
        if name == _SKIN and not any(each.strip().startswith(f"{_TOLD}=") for each in settings):
            entries[index] = f"{entry}:{_TOLD}=pressure"
    return parse_senses(",".join(entries))


def all_drawable(requests: tuple[SenseRequest, ...]) -> tuple[SenseRequest, ...]:
    """Return senses, all of which can be on here.

    Raises:
        RenderError: Where one needs OpenGL and there is none: a learner's observations do not shrink.
    """
    missing = drawable(requests)[1]
    if missing:
        raise RenderError(missing)
    return requests


class NewestReadings:
    """Keeps of each sense the newest reading whose time has come."""

    def __init__(self, samplers: Sequence[Sampler], tick: float) -> None:
        """Take senses, and the time [s] from one state to the next."""
        self._samplers, self._tick = tuple(samplers), tick
        self._waiting = [deque[tuple[float, dict[str, np.ndarray]]]() for _ in self._samplers]

    def restart(self, data: mujoco.MjData, seed: int) -> None:
        """Forget everything and read a first state, with noise from a seed."""
        for sampler, waiting in zip(self._samplers, self._waiting, strict=True):
            sampler.restart(seed)
            waiting.clear()
        self.take(data, 0.0)

    def take(self, data: mujoco.MjData, time: float) -> None:
        """Take the readings of a state that are due at a time [s]."""
        for sampler, waiting in zip(self._samplers, self._waiting, strict=True):
            for stamp, readings in sampler.due(data, time, self._tick):
                kept = {name: _dense(values) for name, values in readings.items() if name in sampler.felt}
                waiting.append((stamp, kept))

    def at(self, time: float) -> dict[str, np.ndarray]:
        """Return ``sense/channel`` → the newest reading that is there at a time [s]."""
        found: dict[str, np.ndarray] = {}
        for waiting in self._waiting:
            while len(waiting) > 1 and waiting[1][0] <= time + _ROUNDING:
                waiting.popleft()
            found |= waiting[0][1]
        return found


def _dense(values: np.ndarray | Sparse) -> np.ndarray:
    """Return a reading with all its columns."""
    if not isinstance(values, Sparse):
        return values
    whole = np.zeros((values.size, *values.values.shape[1:]), dtype=values.values.dtype)
    whole[values.columns] = values.values
    return whole

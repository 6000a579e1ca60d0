"""When a sense is read, how late its reading comes, and how much noise is on it; the same for every sense."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import mujoco
import numpy as np

from understudy.errors import OptionError
from understudy.motion.pictures import PictureKind, picture_arrays
from understudy.motion.png import to_png
from understudy.motion.rollout import sense_arrays, sparse_arrays
from understudy.motion.tape import Tape
from understudy.simulate.plant import Plant
from understudy.simulate.senses.sense import Sense, Sparse

_HALF = 0.5 - 1e-6
_ROUNDING = 1e-9
"""Time [s] by which the last reading may seem to be after the end."""

MOST_RATE = 2000.0
"""Readings a second [1/s] beyond which nothing new happens."""


@dataclass(frozen=True)
class Sampling:
    """How a sense is read.

    Attributes:
        rate: Readings a second [1/s]; None takes one for each frame of the motion.
        delay: Time [s] from a state to when its reading is there.
        noise: Standard deviation of noise on every channel, each in its own unit.
        channel_noise: The same of single channels, which takes precedence.
    """

    rate: float | None = None
    delay: float = 0.0
    noise: float = 0.0
    channel_noise: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check every number."""
        if self.rate is not None and not 0.0 < self.rate <= MOST_RATE:
            raise OptionError(f"rate is {self.rate:g} Hz, expected more than 0 and at most {MOST_RATE:g}")
        for name, value in (("delay", self.delay), ("noise", self.noise), *self.channel_noise.items()):
            if not 0.0 <= value < float("inf"):
                raise OptionError(f"{name} is {value:g}, expected 0 or more")


class Sampler:
    """Reads one sense at its own rate while a simulation goes on."""

    def __init__(self, sense: Sense, how: Sampling, plant: Plant, fps: float, seed: int) -> None:
        """Take a sense.

        Args:
            sense: The sense.
            how: Its rate, delay and noise.
            plant: The robot in its scene.
            fps: Frames a second of the motion [1/s].
            seed: Seed of all noise; every sense draws its own, whatever others there are.
        """
        self._sense, self._how, self._read = sense, how, sense.bind(plant)
        self._period = 1.0 / (how.rate or sense.usual_rate or fps)
        self._pictures = sense.pictures(plant)
        self._sizes = dict[str, int]()
        self.restart(seed)

    def restart(self, seed: int) -> None:
        """Begin anew at time 0, with noise from a seed."""
        self._random = np.random.default_rng((seed, zlib.crc32(self._sense.name.encode())))
        self._count = 0

    @property
    def units(self) -> dict[str, str]:
        """``sense/channel`` → unit, of channels that are no pictures."""
        units = self._sense.units.items()
        return {self._name(channel): unit for channel, unit in units if channel not in self._pictures}

    @property
    def pictures(self) -> dict[str, PictureKind]:
        """``sense/channel`` → what its pictures have in common."""
        return {self._name(channel): kind for channel, kind in self._pictures.items()}

    @property
    def felt(self) -> frozenset[str]:
        """``sense/channel`` of what is felt, without channels that say what happened."""
        channels = {*self._sense.units, *self._pictures} - self._sense.exact
        return frozenset(self._name(channel) for channel in channels)

    @property
    def labels(self) -> dict[str, np.ndarray]:
        """What is saved once for all readings, array by array; how many columns sparse channels have."""
        own = {} if self._sense.labels is None else dict(self._sense.labels(self._read))
        return own | {name: np.array(size) for name, size in self._sizes.items()}

    def sample(self, data: mujoco.MjData, time: float, tick: float, last: float, tape: Tape) -> None:
        """Take the readings that are due.

        Args:
            data: The state.
            time: When it is [s].
            tick: Time [s] to the next state.
            last: When the motion ends [s]; nothing is read later.
            tape: Takes the readings.
        """
        for stamp, readings in self.due(data, time, tick, last):
            for name, values in readings.items():
                if isinstance(values, Sparse):
                    self._keep_sparse(name, values, stamp, tape)
                elif name in self.pictures:
                    add_picture(tape, name, values, stamp)
                else:
                    array, when = sense_arrays(name)
                    tape.append(array, values)
                    tape.append(when, stamp)

    def due(
        self, data: mujoco.MjData, time: float, tick: float, last: float = float("inf")
    ) -> Iterator[tuple[float, dict[str, np.ndarray | Sparse]]]:
        """Yield the readings that are taken of a state: when each is there [s], ``sense/channel`` → values.

        Args:
            data: The state.
            time: When it is [s].
            tick: Time [s] to the next state.
            last: When the motion ends [s]; nothing is read later.
        """
        # A reading is taken of the nearest state, of two as near the later one, whichever way times round.
        while (stamp := self._count * self._period) - self._how.delay < time + _HALF * tick:
            if stamp > last + _ROUNDING:
                return
            found = self._read(data)
            yield stamp, {self._name(channel): self._felt(channel, each) for channel, each in found.items()}
            self._count += 1

    def _name(self, channel: str) -> str:
        return f"{self._sense.name}/{channel}"

    def _keep_sparse(self, channel: str, reading: Sparse, stamp: float, tape: Tape) -> None:
        name, when = sense_arrays(channel)
        count, index, size = sparse_arrays(channel)
        tape.extend(name, reading.values)
        tape.extend(index, reading.columns.astype(np.int32))
        tape.append(count, np.array(len(reading.columns), dtype=np.int32))
        tape.append(when, stamp)
        self._sizes[size] = reading.size

    def _felt(self, channel: str, values: np.ndarray | Sparse) -> np.ndarray | Sparse:
        if isinstance(values, Sparse):
            return values._replace(values=self._disturbed(channel, values.values))
        return self._disturbed(channel, values)

    def _disturbed(self, channel: str, values: np.ndarray) -> np.ndarray:
        deviation = self._how.channel_noise.get(channel, self._how.noise)
        if deviation == 0.0 or channel in self._sense.exact:
            return values
        if channel in self._pictures and not self._pictures[channel].labels:
            noise = self._random.standard_normal(values.shape, dtype=np.float32)
            limits = np.iinfo(values.dtype)
            return np.clip(np.rint(values + deviation * noise), limits.min, limits.max).astype(values.dtype)
        if not np.issubdtype(values.dtype, np.floating):
            return values
        return values + deviation * self._random.standard_normal(values.shape)


def add_picture(tape: Tape, name: str, picture: np.ndarray, time: float) -> None:
    """Add a picture (H, W, channels) of ``sense/channel`` that is there at a time [s] to a tape, packed."""
    packed, ends, times = picture_arrays(name)[:3]
    tape.extend(packed, np.frombuffer(to_png(picture), dtype=np.uint8))
    tape.append(ends, np.array(tape.count(packed)))
    tape.append(times, time)

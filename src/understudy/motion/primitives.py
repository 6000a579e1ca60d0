"""A library of motion primitives: short courses of one joint, of which motions are composed.

Bartholomew (2014), Table 1, has five cosines of time. A library may also hold sines, an offset, and courses
learned from somebody's own clips.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check
from understudy.motion.archive import naming_file, number
from understudy.motion.noun_archive import archive_holds, load_noun, save_noun
from understudy.motion.provenance import Provenance

THESIS_FREQUENCIES = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Of the five cosines [rad/s], Bartholomew, Table 1."""

SINUSOID_FREQUENCIES = (1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 12.0)
"""Of the cosines and sines [rad/s] beside an offset, up to the 2 Hz of the thesis's Fig. 8; slower ones
could not be told from each other in a window of 5 s."""

MOST = 200
"""Primitives that a library may have."""

ARRAYS = ("library", "frequencies", "phases", "samples", "seconds", "provenance")
"""What a file of a library holds."""

_KIND = "primitives"
_LEAST_SAMPLES = 4


@dataclass(frozen=True, eq=False)
class Primitives:
    """N primitives: cos(ω t + φ) for each of the first ones, then courses through samples.

    Attributes:
        library: Its name.
        frequencies: (A,) ω [rad/s]; 0 is an offset.
        phases: (A,) φ [rad]; -π/2 is a sine.
        samples: (B, M) values of learned primitives, evenly over a window, both ends included.
        seconds: Length [s] of that window; 0 where there are none.
        provenance: The history: what was learned from.
    """

    library: str
    frequencies: np.ndarray
    phases: np.ndarray
    samples: np.ndarray
    seconds: float = 0.0
    provenance: Provenance = field(default_factory=Provenance)

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        for name in ("frequencies", "phases", "samples"):
            object.__setattr__(self, name, check.frozen_array(getattr(self, name)))
            check.require_finite(name, getattr(self, name))
        check.require_shape("frequencies", self.frequencies, (None,))
        check.require_shape("phases", self.phases, self.frequencies.shape)
        check.require_shape("samples", self.samples, (None, None))
        if not 0.0 <= self.seconds < np.inf:
            raise InvalidMotionError(f"a window of {self.seconds:g} s, expected a number of 0 or more")
        if not 1 <= self.count <= MOST:
            raise InvalidMotionError(f"a library has {self.count} primitives, expected 1 to {MOST}")
        if len(self.samples) and (self.samples.shape[1] < _LEAST_SAMPLES or not self.seconds > 0.0):
            raise InvalidMotionError(
                f"learned primitives have {self.samples.shape[1]} samples over {self.seconds:g} s, expected "
                f"at least {_LEAST_SAMPLES} over more than 0 s"
            )

    @property
    def count(self) -> int:
        """N."""
        return len(self.frequencies) + len(self.samples)

    @property
    def names(self) -> tuple[str, ...]:
        """What each primitive is, for people."""
        waves = [_wave(*pair) for pair in zip(self.frequencies, self.phases, strict=True)]
        return (*waves, *(f"learned {index + 1}" for index in range(len(self.samples))))

    def values(self, times: np.ndarray) -> np.ndarray:
        """Return R (N, T) at times (T,) [s] of a window."""
        return self._at(times, 0)

    def slopes(self, times: np.ndarray) -> np.ndarray:
        """Return dR/dt (N, T) [1/s] at times (T,) [s] of a window."""
        return self._at(times, 1)

    def _at(self, times: np.ndarray, order: int) -> np.ndarray:
        turns = np.outer(self.frequencies, times) + self.phases[:, None]
        waves = np.cos(turns) if order == 0 else -self.frequencies[:, None] * np.sin(turns)
        if not len(self.samples):
            return waves
        grid = np.linspace(0.0, self.seconds, self.samples.shape[1])
        # SciPy is not kept waiting for by those who play no learned primitives.
        from scipy.interpolate import CubicSpline

        learned = CubicSpline(grid, self.samples, axis=1)(times, order)
        return np.concatenate([waves, learned])

    def arrays(self) -> dict[str, np.ndarray]:
        """Return it as a file holds it."""
        return {
            "library": np.array(self.library),
            "frequencies": self.frequencies,
            "phases": self.phases,
            "samples": self.samples,
            "seconds": np.array(float(self.seconds)),
            "provenance": np.array(self.provenance.to_json()),
        }

    @classmethod
    def from_arrays(cls, data: dict[str, np.ndarray]) -> Primitives:
        """Return the library that a file holds."""
        return cls(
            str(data["library"]),
            data["frequencies"],
            data["phases"],
            data["samples"],
            number(data["seconds"]),
            Provenance.from_json(str(data["provenance"])),
        )

    def save(self, path: str | Path) -> None:
        """Save to one ``.npz`` file."""
        save_noun(path, _KIND, self.arrays())

    @staticmethod
    def is_saved_in(path: str | Path) -> bool:
        """Return whether a file is an archive of a library."""
        return archive_holds(path, ARRAYS, _KIND)

    @classmethod
    def load(cls, path: str | Path) -> Primitives:
        """Load what :meth:`save` wrote."""
        data = load_noun(path, _KIND, ARRAYS)
        with naming_file(path):
            return cls.from_arrays(data)


def cosines() -> Primitives:
    """Return the thesis's five cosines (Table 1)."""
    return _waves("cosines", THESIS_FREQUENCIES, np.zeros(len(THESIS_FREQUENCIES)))


def sinusoids() -> Primitives:
    """Return an offset, and a cosine and a sine of each of ``SINUSOID_FREQUENCIES``."""
    count = len(SINUSOID_FREQUENCIES)
    phases = np.concatenate([[0.0], np.zeros(count), np.full(count, -0.5 * np.pi)])
    return _waves("sinusoids", (0.0, *SINUSOID_FREQUENCIES, *SINUSOID_FREQUENCIES), phases)


LIBRARIES = {"cosines": cosines, "sinusoids": sinusoids}
"""Name → library that is built in."""


def _waves(name: str, frequencies: tuple[float, ...], phases: np.ndarray) -> Primitives:
    return Primitives(name, np.array(frequencies), phases, np.zeros((0, 0)))


def _wave(frequency: float, phase: float) -> str:
    if frequency == 0.0 and phase == 0.0:
        return "offset"
    if np.isclose(phase, -0.5 * np.pi):
        return f"sin({frequency:g}t)"
    return f"cos({frequency:g}t)" if phase == 0.0 else f"cos({frequency:g}t{phase:+.3g})"

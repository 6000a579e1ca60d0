"""What came of one recording on one robot in simulation: small enough to keep for ever."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.evaluate.body_vectors import BODY_VECTORS
from understudy.evaluate.touch import TouchCount
from understudy.motion.archive import naming_file
from understudy.motion.noun_archive import load_noun, save_noun

_KIND = "study_sensed"

SET, PHYSICS = "joints set", "full physics"
MODES = (SET, PHYSICS)
"""The thesis's way, in which physics only finds contacts, and what it left to the future."""


@dataclass(frozen=True, eq=False)
class Felt:
    """Touches of a robot by itself in one mode.

    Attributes:
        parts: (N, 2) names of the parts.
        start, duration: (N,) when, and how long [s].
        force: (N,) largest normal force [N].
        share: Of all frames in which any goes on.
    """

    parts: np.ndarray
    start: np.ndarray
    duration: np.ndarray
    force: np.ndarray
    share: float


@dataclass(frozen=True, eq=False)
class Performed:
    """How servos performed it in full physics.

    Attributes:
        squares, moments: Sum of squared errors of joints [rad²], and of how many; over all of them, and where
            range and motor allow: (2,) each.
        depth: Deepest contact [m].
        saturated: Frames in which a motor gave all that it has.
        energy: Work of all motors [J].
        force: Largest sum of normal forces [N].
        weight: Of the robot [N].
        speeds: (2,) largest speed [m/s] of a wrist and of an ankle.
        ending: Why it ended early, empty where it did not.
    """

    squares: np.ndarray
    moments: np.ndarray
    depth: float
    saturated: int
    energy: float
    force: float
    weight: float
    speeds: np.ndarray
    ending: str


@dataclass(frozen=True, eq=False)
class Sensed:
    """A recording on a robot.

    Attributes:
        base: What the robot was on.
        fps: Frames a second [1/s].
        wanted, reached: (8, T) float32 errors [rad] of body vectors before and after physics; T may be
            smaller after it, where the simulation was stopped.
        felt: One of ``MODES`` → touches.
        performed: What servos did.
        touches: Frames in which the robot's parts touch with joints set, against the infant's.
    """

    base: str
    fps: float
    wanted: np.ndarray
    reached: np.ndarray
    felt: dict[str, Felt]
    performed: Performed
    touches: TouchCount

    def save(self, path: Path) -> None:
        """Save to one file, whole or not at all."""
        save_noun(path, _KIND, _arrays(self))

    @classmethod
    def load(cls, path: Path) -> Sensed:
        """Load what :meth:`save` wrote."""
        arrays = load_noun(path, _KIND, _NAMES)
        with naming_file(path):
            return cls(
                base=str(arrays["base"]),
                fps=float(arrays["fps"]),
                wanted=arrays["wanted"].reshape(len(BODY_VECTORS), -1),
                reached=arrays["reached"].reshape(len(BODY_VECTORS), -1),
                felt={mode: _felt(arrays, index) for index, mode in enumerate(MODES)},
                performed=_performed(arrays),
                touches=TouchCount(*(int(count) for count in arrays["touches"])),
            )


_FELT = ("parts", "start", "duration", "force", "share")
_NAMES = (
    *("base", "fps", "wanted", "reached", "touches"),
    *(f"performed_{name}" for name in Performed.__dataclass_fields__),
    *(f"{name}_{index}" for index in range(len(MODES)) for name in _FELT),
)


def _arrays(sensed: Sensed) -> dict[str, np.ndarray]:
    counts = sensed.touches
    found = {
        "base": np.array(sensed.base),
        "fps": np.array(sensed.fps),
        "wanted": sensed.wanted,
        "reached": sensed.reached,
        "touches": np.array([counts.right, counts.made, counts.found, counts.wanted]),
    }
    found |= {f"performed_{name}": np.array(value) for name, value in vars(sensed.performed).items()}
    for index, mode in enumerate(MODES):
        found |= {f"{name}_{index}": np.array(getattr(sensed.felt[mode], name)) for name in _FELT}
    return found


def _felt(arrays: dict[str, np.ndarray], index: int) -> Felt:
    parts, start, duration, force, share = (arrays[f"{name}_{index}"] for name in _FELT)
    return Felt(parts.reshape(-1, 2), start, duration, force, float(share))


def _performed(arrays: dict[str, np.ndarray]) -> Performed:
    return Performed(
        squares=arrays["performed_squares"],
        moments=arrays["performed_moments"],
        depth=float(arrays["performed_depth"]),
        saturated=int(arrays["performed_saturated"]),
        energy=float(arrays["performed_energy"]),
        force=float(arrays["performed_force"]),
        weight=float(arrays["performed_weight"]),
        speeds=arrays["performed_speeds"],
        ending=str(arrays["performed_ending"]),
    )

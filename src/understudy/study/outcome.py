"""What came of one stretch of one recording on one robot by one method: small enough to keep for ever."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.evaluate.body_vectors import BODY_VECTORS, vector_errors
from understudy.motion import HumanMotion
from understudy.motion.archive import naming_file
from understudy.motion.noun_archive import load_noun, save_noun
from understudy.robots import Robot
from understudy.study.judged_body import judged_body, judged_robot
from understudy.study.methods import HELD, LIFTED, LIMITS, METHODS

_KIND = "study_outcome"


@dataclass(frozen=True, eq=False)
class Outcome:
    """Errors and cropped frames.

    Attributes:
        errors: One of ``LIMITS`` → (8, T) float32 [rad] in the order of ``BODY_VECTORS``, NaN where
            a vector could not be judged.
        joints: J names.
        cropped: (J,) frames in which limits cropped each joint; none for a method that does not crop.
    """

    errors: Mapping[str, np.ndarray]
    joints: tuple[str, ...]
    cropped: np.ndarray | None

    @property
    def frame_count(self) -> int:
        """T."""
        return next(iter(self.errors.values())).shape[1]

    def save(self, path: Path) -> None:
        """Save to one file, whole or not at all."""
        arrays = {f"errors_{limits}": errors for limits, errors in self.errors.items()}
        if self.cropped is not None:
            arrays["cropped"] = self.cropped
        save_noun(path, _KIND, arrays | {"joints": np.array(self.joints)})

    @classmethod
    def load(cls, path: Path) -> Outcome:
        """Load what :meth:`save` wrote."""
        arrays = load_noun(path, _KIND, ("joints", *(f"errors_{limits}" for limits in LIMITS)), ("cropped",))
        with naming_file(path):
            errors = {limits: arrays[f"errors_{limits}"].reshape(len(BODY_VECTORS), -1) for limits in LIMITS}
            return cls(errors, tuple(str(name) for name in arrays["joints"]), arrays.get("cropped"))


def perform_and_judge(human: HumanMotion, robot: Robot, method: str) -> Outcome:
    """Make a robot perform a motion, with limits lifted and held, and judge both (Fiala 5.1)."""
    performed = METHODS[method].perform(human, robot)
    reference = judged_body(human)
    lifted, held = (performed.motions[limits].q for limits in LIMITS)
    errors = {LIFTED: _errors(reference, robot, lifted)}
    # Limits that cropped nothing leave nothing to be judged again.
    errors[HELD] = errors[LIFTED] if np.array_equal(lifted, held) else _errors(reference, robot, held)
    return Outcome(errors, robot.joints, performed.cropped)


def _errors(reference: HumanMotion, robot: Robot, q: np.ndarray) -> np.ndarray:
    """Return (8, T) float32 [rad], NaN where a vector could not be judged."""
    found = vector_errors(reference, judged_robot(robot, q, reference.fps))
    unknown = np.full(len(q), np.nan)
    return np.stack([found.get(name, unknown) for name in BODY_VECTORS]).astype(np.float32)

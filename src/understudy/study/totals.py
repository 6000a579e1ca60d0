"""All outcomes of a study put together, as the thesis's tables are: over all frames of all recordings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.evaluate.body_vectors import BODY_VECTORS, VectorError, summarise
from understudy.study.methods import LIMITS
from understudy.study.outcome import Outcome

OutcomeFiles = Mapping[tuple[str, str], Sequence[tuple[str, Path]]]
"""Robot and method → recordings and files of their outcomes."""


@dataclass(frozen=True, eq=False)
class Total:
    """One robot by one method over all recordings.

    Attributes:
        errors: One of ``LIMITS`` → body vector → its error [rad].
        medians: Recording → one of ``LIMITS`` → median [rad] over all body vectors and frames.
        cropped: Joint → share of frames that limits cropped, None for a method that does not crop.
        frames: Frames that were judged.
    """

    errors: Mapping[str, Mapping[str, VectorError]]
    medians: Mapping[str, Mapping[str, float]]
    cropped: Mapping[str, float] | None
    frames: int


def total(files: Sequence[tuple[str, Path]]) -> Total:
    """Return the total of some outcomes.

    Raises:
        InvalidMotionError: Where one of the files has been damaged.
    """
    outcomes = [(name, _load(path)) for name, path in files]
    frames = sum(outcome.frame_count for _, outcome in outcomes)
    errors = {
        limits: {
            vector: summarise([outcome.errors[limits][row].astype(np.float64) for _, outcome in outcomes])
            for row, vector in enumerate(BODY_VECTORS)
        }
        for limits in LIMITS
    }
    medians = {
        name: {
            limits: summarise([o.errors[limits].astype(np.float64) for n, o in outcomes if n == name]).median
            for limits in LIMITS
        }
        for name, _ in outcomes
    }
    return Total(errors, medians, _cropped(outcomes, frames), frames)


def _load(path: Path) -> Outcome:
    try:
        return Outcome.load(path)
    except InvalidMotionError as error:
        raise InvalidMotionError(f"{error}; delete this file and run the study again") from error


def _cropped(outcomes: Sequence[tuple[str, Outcome]], frames: int) -> dict[str, float] | None:
    known = [outcome.cropped for _, outcome in outcomes if outcome.cropped is not None]
    if len(known) < len(outcomes):
        return None
    counts = np.sum(np.stack(known), axis=0)
    return {joint: float(count) / frames for joint, count in zip(outcomes[0][1].joints, counts, strict=True)}

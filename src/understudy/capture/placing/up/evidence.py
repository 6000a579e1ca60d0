"""A piece of evidence for which of a file's six axes points up, in natural logarithms of probabilities.

Probabilities are priors about captures at large, none was fitted to a file. Their logarithms add up, so that
three weak signs outweigh one strong claim. ``benchmarks/which_way_up.py`` measures what comes of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.capture.placing.posture import AXES


@dataclass(frozen=True)
class Evidence:
    """What one source says.

    Attributes:
        words: The source, to complete "z is up, as ...".
        scores: Axis → log probability of what was seen if that axis is up, up to a common constant.
        said: The axis that a file itself names, so that it has to be told where another one is up.
        is_assumed: Whether it is an assumption of ours, so that people should be told how to state another
            one.
    """

    words: str
    scores: Mapping[str, float]
    said: str | None = None
    is_assumed: bool = False

    def dissent(self, axis: str) -> float:
        """Return by how much the source says another axis than a given one."""
        return max(self.scores.values()) - self.scores[axis]

    def odds(self, axis: str, other: str) -> float:
        """Return the log odds of one axis over another."""
        return self.scores[axis] - self.scores[other]


def claim(words: str, axis: str, reliability: float, is_said: bool = False) -> Evidence:
    """Return what a source says that names one axis and is right with a probability.

    Args:
        words: The source.
        axis: The axis.
        reliability: The probability.
        is_said: Whether it is the file's own word.
    """
    wrong = np.log((1.0 - reliability) / (len(AXES) - 1))
    scores = {name: float(np.log(reliability) if name == axis else wrong) for name in AXES}
    return Evidence(words, scores, axis if is_said else None)

"""Which of a file's axes points up: what the user states, else what all evidence together says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from understudy.capture.placing.posture import AXES
from understudy.capture.placing.up.evidence import Evidence

CLEAR = float(np.log(50.0))
"""Log odds from which on nothing is said of a doubt."""

DISSENT = 4.0
"""Log odds by which one source may say another axis; postures alone say less of somebody who lies."""

EXPLAINED = -9.0
"""Log probability of what is seen, for the best axis, below which none explains it well."""


@dataclass(frozen=True)
class Decision:
    """Which axis is up, and why.

    Attributes:
        evidence: What every source says.
    """

    evidence: tuple[Evidence, ...]

    @cached_property
    def totals(self) -> dict[str, float]:
        """Axis → sum of its scores."""
        return {name: sum(each.scores[name] for each in self.evidence) for name in AXES}

    @cached_property
    def ranked(self) -> list[str]:
        """Axes, the most probable first."""
        return sorted(AXES, key=lambda name: -self.totals[name])

    @property
    def up(self) -> str:
        """The most probable axis."""
        return self.ranked[0]

    @property
    def odds(self) -> float:
        """Log odds over the next one."""
        return self.totals[self.ranked[0]] - self.totals[self.ranked[1]]

    @property
    def is_clear(self) -> bool:
        """Whether the odds leave no doubt, and no source by itself says another axis for sure."""
        return self.odds >= CLEAR and max(each.dissent(self.up) for each in self.evidence) < DISSENT

    @property
    def is_explained(self) -> bool:
        """Whether what is seen is usual if that axis is up."""
        return self.totals[self.up] >= EXPLAINED

    @property
    def chance(self) -> float:
        """Probability of that axis if it is one of the two that are most probable."""
        return float(1.0 / (1.0 + np.exp(-self.odds)))

    @property
    def strongest(self) -> Evidence:
        """What says most for that axis over the next one."""
        return max(self.evidence, key=lambda each: each.odds(self.up, self.ranked[1]))

    @property
    def reason(self) -> str:
        """The words of that."""
        return self.strongest.words

    def reason_of(self, axis: str) -> str:
        """Return the words of what says most for another axis."""
        return max(self.evidence, key=lambda each: each.odds(axis, self.up)).words

    @property
    def contradiction(self) -> tuple[str, str] | None:
        """An axis that the file names and that is not up, with who says so, or None where none is named."""
        for each in self.evidence:
            if each.said not in (None, self.up):
                return each.said, each.words
        return None

"""What the study found: errors of every take, by move and participant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from understudy.study.therapy.tasks import Outcome


@dataclass(frozen=True, eq=False)
class Findings:
    """All that is reported.

    Attributes:
        outcomes: One a take, in the order of participants and moves.
        robot: The robot's name.
        joints: Names of its joints that are played.
        failures: Sentences about what went wrong.
        is_made_up: Whether participants are made up.
    """

    outcomes: Sequence[Outcome]
    robot: str
    joints: tuple[str, ...]
    failures: Sequence[str]
    is_made_up: bool

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """Names of moves."""
        return tuple(dict.fromkeys(outcome.move for outcome in self.outcomes))

    @cached_property
    def participants(self) -> tuple[str, ...]:
        """Names of participants."""
        return tuple(dict.fromkeys(outcome.participant for outcome in self.outcomes))

    def of(self, move: str, participant: str | None = None) -> list[Outcome]:
        """Return the takes of a move, all or those of a participant."""
        return [
            outcome
            for outcome in self.outcomes
            if outcome.move == move and participant in (None, outcome.participant)
        ]

    @cached_property
    def settled(self) -> np.ndarray:
        """(F,) [deg] mean size of the error over joints, of all frames after each take's first second."""
        return np.degrees(np.concatenate([outcome.settled for outcome in self.outcomes]))

    @cached_property
    def mean_error(self) -> float:
        """The bar's figure [deg]: the mean of that."""
        return float(self.settled.mean())

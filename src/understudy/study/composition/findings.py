"""What the study found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from understudy.study.composition.performance import ArmMotion
from understudy.study.composition.sinusoids import Mimicry


@dataclass(frozen=True, eq=False)
class Findings:
    """All that is reported.

    Attributes:
        sines: The two sines of Table 2.
        arms: The arm motion.
        is_made_up: Whether the person is made up.
        failures: Sentences about what went wrong.
    """

    sines: Sequence[Mimicry]
    arms: ArmMotion
    is_made_up: bool
    failures: Sequence[str] = ()

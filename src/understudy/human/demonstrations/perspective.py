"""Whose left is left: whether somebody who repeats a move acts as a mirror, or takes the other's perspective.

Of the people who repeated a robot's moves some mirrored it, others did as it did (Quiroga et al. 2022, V).
"""

from __future__ import annotations

from dataclasses import dataclass

from understudy.human.demonstrations.likeness import likeness
from understudy.motion import HumanMotion

CLEARLY = 0.8
"""Share of the other distance that one has to be under, since some moves look the same either way."""


@dataclass(frozen=True)
class Perspective:
    """How a move was repeated.

    Attributes:
        own: Mean angle [rad] of limbs from the shown move as it is.
        mirrored: The same of the mirror image.
    """

    own: float
    mirrored: float

    @property
    def is_mirror(self) -> bool:
        """Whether the person acted as a mirror; a move that is the same either way counts as not."""
        return self.mirrored < CLEARLY * self.own

    @property
    def is_clear(self) -> bool:
        """Whether the two differ enough to say."""
        return self.is_mirror or self.own < CLEARLY * self.mirrored


def perspective_of(human: HumanMotion, shown: HumanMotion) -> Perspective:
    """Return from which perspective somebody repeats a move that was shown.

    Args:
        human: Who repeats.
        shown: The move as it was shown, by a person or by a robot (``robots.source.human_from_motion``).
    """
    return Perspective(likeness(human, shown).angle, likeness(human.mirror(), shown).angle)


def as_shown(human: HumanMotion, shown: HumanMotion) -> tuple[HumanMotion, Perspective]:
    """Return a repeated move with the sides of the one that was shown, and what was found."""
    found = perspective_of(human, shown)
    return (human.mirror() if found.is_mirror else human), found

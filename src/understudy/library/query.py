"""What is looked for: conditions that all have to hold, and from where on the answer is wanted."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from understudy.batch.keep import Condition, read_keep
from understudy.errors import OptionError
from understudy.library.describing import KINDS
from understudy.library.entries import Motion
from understudy.library.refusals import LibraryError
from understudy.library.texts import category_path
from understudy.library.viewer import require_choice

PAGE = 50
LARGEST_PAGE = 500
COUNTED = 1000
"""Motions on a page, at most, and up to how many are counted: more are "1000 and more"."""

_LAST_NUMBER = 2**31 - 1


@dataclass(frozen=True)
class Query:
    """What is looked for; what is left empty holds for every motion.

    Attributes:
        text: Words, each of which has to begin a word of the motion's texts.
        categories: Subtrees of motion descriptions, in all of which it has to be.
        project: A project's name.
        subject: A subject's code.
        object: An object's name.
        tag: A tag.
        robot: A robot that performs it in one of its files.
        kind: What its first file is.
        shortest: Length [s] that it has at least.
        longest: Length [s] that it has at most.
        figures: A rule such as ``p99<15,sliding<5`` that one performance by ``robot``, or by any, keeps to.
        before: Number below which motions are wanted, for the next page.
        limit: How many.
    """

    text: str = ""
    categories: tuple[str, ...] = ()
    project: str = ""
    subject: str = ""
    object: str = ""
    tag: str = ""
    robot: str = ""
    kind: str = ""
    shortest: float | None = None
    longest: float | None = None
    figures: str = ""
    before: int | None = None
    limit: int = PAGE

    def __post_init__(self) -> None:
        """Check what may be wrong in it."""
        object.__setattr__(self, "categories", tuple(category_path(path) for path in self.categories))
        if self.kind:
            require_choice("kind", self.kind, KINDS)
        for name in ("shortest", "longest"):
            value = getattr(self, name)
            if value is not None and not (math.isfinite(value) and value >= 0.0):
                raise LibraryError(f"{name} is {value:g}, expected a length in seconds")
        if not 1 <= self.limit <= LARGEST_PAGE:
            raise LibraryError(f"limit is {self.limit}, expected 1 to {LARGEST_PAGE}")
        if self.before is not None and not 1 <= self.before <= _LAST_NUMBER:
            raise LibraryError(f"before is {self.before}, expected the number of a motion")
        self.conditions()

    def conditions(self) -> tuple[Condition, ...]:
        """Return the conditions on figures.

        Raises:
            LibraryError: The rule is none.
        """
        try:
            return read_keep(self.figures).conditions
        except OptionError as error:
            raise LibraryError(re.sub(r"^--keep", "figures", str(error))) from error


@dataclass(frozen=True)
class Found:
    """An answer.

    Attributes:
        motions: Without their files, the newest first.
        count: How many there are in all, at most ``COUNTED``.
        next: What to ask as ``before`` for the next ones, None where these are the last.
    """

    motions: tuple[Motion, ...]
    count: int
    next: int | None = None


@dataclass(frozen=True)
class Neighbour:
    """A motion that is like another.

    Attributes:
        motion: The motion.
        distance: 0 for the same.
        mirrored: Whether it is like the other's mirror image.
    """

    motion: Motion
    distance: float
    mirrored: bool

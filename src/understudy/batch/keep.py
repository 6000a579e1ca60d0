"""Which motions are kept: a rule such as ``performable,p99<15,sliding<5`` over the figures of each."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from understudy.errors import OptionError, unknown_name

_CONDITION = re.compile(r"\s*([a-z0-9_]+)\s*(<=|>=|<|>)\s*([-+]?[0-9.]+(?:e[-+]?[0-9]+)?)\s*")
_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


WORDS = {"performable": "demand<=100"}
"""Conditions by a word."""


@dataclass(frozen=True)
class Condition:
    """What one figure has to be: its name, a comparison and a limit."""

    name: str
    comparison: str
    limit: float

    def passes(self, figures: Mapping[str, float]) -> bool:
        """Return whether it is so; a figure that does not apply, as sliding of a fixed base, passes."""
        value = figures.get(self.name)
        return value is None or _COMPARISONS[self.comparison](value, self.limit)


@dataclass(frozen=True)
class Keep:
    """Conditions that all have to hold; without any, everything is kept."""

    conditions: tuple[Condition, ...] = ()

    def passes(self, figures: Mapping[str, float]) -> bool:
        """Return whether figures keep to all conditions."""
        return all(condition.passes(figures) for condition in self.conditions)


def read_keep(text: str) -> Keep:
    """Read a rule such as ``p99<15,sliding<5``.

    Raises:
        OptionError: Saying what is not valid in it, and what would be.
    """
    from understudy.batch.figures import CLIP_FIGURES, FIGURES

    conditions = []
    for part in text.split(",") if text.strip() else ():
        part = WORDS.get(part.strip(), part)
        found = _CONDITION.fullmatch(part)
        if found is None:
            raise OptionError(
                f"--keep: found '{part.strip()}', expected conditions such as performable,p99<15"
            )
        name, comparison, number = found.groups()
        if name not in FIGURES and name not in CLIP_FIGURES:
            raise OptionError(f"--keep: {unknown_name('figure', name, (*FIGURES, *CLIP_FIGURES))}")
        conditions.append(Condition(name, comparison, _limit(number, part)))
    return Keep(tuple(conditions))


def _limit(number: str, part: str) -> float:
    try:
        limit = float(number)
    except ValueError:
        limit = math.nan
    if not math.isfinite(limit):
        raise OptionError(f"--keep: found '{part.strip()}', expected a number after the comparison")
    return limit

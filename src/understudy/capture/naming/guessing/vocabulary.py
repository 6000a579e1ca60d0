"""The words on labels and what they mean, as ``vocabulary.toml`` lists them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from understudy.capture.naming.tables import Table

Formula = frozenset[str]
"""Ideas that name a place together."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """What labels may say.

    Attributes:
        sides: Words for left and right.
        words: Word → the ideas that it may express.
        places: Place of the body → ideas that name it, the most telling first.
        elsewhere: The same of places that no landmark needs.
        at: Place → (3,) where it is on a standing person: forward, outward, up in shares of the stature.
    """

    sides: tuple[tuple[str, str], ...]
    words: dict[str, tuple[str, ...]]
    places: dict[str, tuple[Formula, ...]]
    elsewhere: dict[str, tuple[Formula, ...]]
    at: dict[str, np.ndarray]


@lru_cache(maxsize=1)
def load_vocabulary() -> Vocabulary:
    """Return the vocabulary."""
    data: dict[str, Any] = dict(Table.beside(__file__, "a vocabulary").data)
    words: dict[str, tuple[str, ...]] = {}
    for idea, text in data["words"].items():
        for word in text.split():
            words[word] = (*words.get(word, ()), idea)
    sides = (pair.split() for pair in data["sides"])
    return Vocabulary(
        sides=tuple((left, right) for left, right in sides),
        words=words,
        places=_formulas(data["places"]),
        elsewhere=_formulas(data["elsewhere"]),
        at={place: np.array(at) for place, at in data["at"].items()},
    )


def _formulas(table: dict[str, list[str]]) -> dict[str, tuple[Formula, ...]]:
    return {
        place: tuple(frozenset(formula.split()) for formula in formulas) for place, formulas in table.items()
    }

"""How well the words of a label name each place of the body."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, product

from understudy.capture.naming.guessing.vocabulary import Formula, Vocabulary
from understudy.capture.naming.marker_sets.marker_set import MarkerSet
from understudy.capture.naming.names import plain

ELSEWHERE = ""
"""Stands for all places that no landmark needs."""

_CUT_OFF, _SPLIT, _SPLIT_LETTER, _MISSPELT = 0.9, 0.95, 0.8, 0.8
"""How much a word tells whose ending is cut off, that is one of several in a row, that is a single letter in
such a row, and that is not spelt as usual."""

_LEAST_LIKENESS = 0.82
_LESS = 0.06
"""By how much each further way to name a place tells less."""

_QUALIFIED, _IGNORED = 0.88, 0.5
"""How much two ideas tell at least, and what is left where an idea on the label is not among them."""

_LESS_THAN_KNOWN = 0.3
"""What words tell against a name that a known set uses."""

_LONGEST = 40
_MOST_READINGS = 64
"""Longer labels are not read, and no more ways to read one are tried: labels come from strangers."""


_Reading = tuple[tuple[str, float], ...]
"""A way to read a part of a label: ideas, each with how many letters tell it."""


class Spelling:
    """Scores of labels without sides, from 0 to 1, by words and by the names that known sets use."""

    def __init__(self, vocabulary: Vocabulary, sets: Iterable[MarkerSet]) -> None:
        """Collect the names of known sets; one that sets use for several places tells each less."""
        self.vocabulary = vocabulary
        self.known: dict[str, dict[str, float]] = {}
        for marker_set in sets:
            for place, points in marker_set.anatomy.items():
                base = place.removesuffix("_l")
                if not place.endswith("_r") and len(points) == 1:
                    for name in points[0]:
                        uses = self.known.setdefault(_without_side(name, base != place), {})
                        uses[base] = uses.get(base, 0.0) + 1.0

    def scores(self, words: Sequence[str]) -> dict[str, float]:
        """Return place → how well words name it, for every place that they name at all."""
        text = "".join(words)
        if not 0 < len(text) <= _LONGEST:
            return {}
        readings = self._readings(tuple(words))
        tables = [*self.vocabulary.places.items()]
        tables += [(ELSEWHERE, formulas) for formulas in self.vocabulary.elsewhere.values()]
        found: dict[str, float] = {}
        for place, formulas in tables:
            score = max(_score(reading, formulas, len(text)) for reading in readings)
            found[place] = max(score, found.get(place, 0.0))
        uses = self.known.get(text, {})
        if uses:
            found = {place: _LESS_THAN_KNOWN * score for place, score in found.items()}
        for place, count in uses.items():
            found[place] = max(found.get(place, 0.0), count / sum(uses.values()))
        return {place: score for place, score in found.items() if score > 0.0}

    def _readings(self, words: tuple[str, ...]) -> list[_Reading]:
        choices = product(*(list(self._of_word(word)) for word in self._merged(words)))
        return [tuple(chain.from_iterable(parts)) for parts in islice(choices, _MOST_READINGS)]

    def _merged(self, words: tuple[str, ...]) -> list[str]:
        """Join words that stand apart on the label where they are one word here, as ``sternal notch``."""
        merged: list[str] = []
        for word in words:
            while merged and merged[-1] + word in self.vocabulary.words:
                word = merged.pop() + word
            merged.append(word)
        return merged

    def _of_word(self, word: str) -> Iterator[_Reading]:
        known = self.vocabulary.words
        if word in known:
            yield from self._ideas(word, len(word))
            return
        yield from self._in_a_row(word)
        if len(word) >= 3:
            for other in known:
                if len(other) >= 5 and other.startswith(word):
                    yield from self._ideas(other, _CUT_OFF * len(word))
        if len(word) >= 5:
            near = [other for other in known if other[0] == word[0]]
            for other in difflib.get_close_matches(word, near, n=2, cutoff=_LEAST_LIKENESS):
                yield from self._ideas(other, _MISSPELT * len(word))
        yield ()

    def _in_a_row(self, word: str) -> Iterator[_Reading]:
        known = self.vocabulary.words
        for cut in range(1, len(word)):
            parts = word[:cut], word[cut:]
            if all(part in known for part in parts) and max(map(len, parts)) > 1:
                weights = [(_SPLIT if len(part) > 1 else _SPLIT_LETTER) * len(part) for part in parts]
                for ideas in product(*(known[part] for part in parts)):
                    yield tuple(zip(ideas, weights, strict=True))

    def _ideas(self, word: str, letters: float) -> Iterator[_Reading]:
        """Yield each idea that a known word may express, told by so many letters."""
        return (((idea, float(letters)),) for idea in self.vocabulary.words[word])


def _score(reading: _Reading, formulas: Sequence[Formula], letters: int) -> float:
    told = dict(reading)
    scores = [
        _telling(rank, formula) * (_IGNORED if told.keys() - formula else 1.0) * share / letters
        for rank, formula in enumerate(formulas)
        if formula <= told.keys() and (share := sum(told[idea] for idea in formula))
    ]
    return max(scores, default=0.0)


def _telling(rank: int, formula: Formula) -> float:
    """Return how much a formula tells: one that qualifies a part of the body tells much at any rank."""
    return max(1.0 - _LESS * rank, _QUALIFIED if len(formula) > 1 else 0.0)


def _without_side(name: str, is_sided: bool) -> str:
    """Return a plain name of the left side without its side."""
    words = plain(name)
    for side in ("left", "l") if is_sided else ():
        for part in (words.removeprefix(side), words.removesuffix(side), words.replace(side, "", 1)):
            if part != words:
                return part
    return words

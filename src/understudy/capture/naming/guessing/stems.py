"""Labels without their sides: which are left and right of the same place, and which are in the middle."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from understudy.capture.naming.guessing.vocabulary import Vocabulary

MOST_LABELS = 300
"""Labels beyond so many are not guessed at, since all are held against each other."""

_COMMON = 0.6
"""A word on a larger share of the labels tells nothing; sides are each on half of them at most."""

_TOKEN = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@dataclass(frozen=True)
class Stem:
    """A label without its side.

    Attributes:
        words: What is left of the label, in small letters, parted where its writing parts it.
        labels: Side → label: ``{"l": …, "r": …}`` of a pair, ``{"": …}`` where the label has no counterpart.
    """

    words: tuple[str, ...]
    labels: dict[str, str]

    @property
    def text(self) -> str:
        """All words in one."""
        return "".join(self.words)


def find_stems(vocabulary: Vocabulary, labels: Sequence[str]) -> list[Stem]:
    """Return the stems of labels; a file writes sides in one way, so the way of most pairs goes first."""
    written = _without_common({label: label_words(label) for label in labels[:MOST_LABELS]})
    by_words = {"".join(words): label for label, words in reversed(written.items())}
    found = [
        (way, left, by_words[right], stem)
        for left, words in written.items()
        for way, right, stem in _counterparts(vocabulary, words)
        if right in by_words and by_words[right] != left
    ]
    usual = Counter(way for way, *_ in found)
    stems: list[Stem] = []
    taken: set[str] = set()
    for way, left, right, stem in sorted(found, key=lambda each: -usual[each[0]]):
        if usual[way] > 1 and not {left, right} & taken:
            stems.append(Stem(stem, {"l": left, "r": right}))
            taken |= {left, right}
    return stems + [Stem(words, {"": label}) for label, words in written.items() if label not in taken]


def label_words(label: str) -> tuple[str, ...]:
    """Return the words of a label in small letters without accents: ``LKneeOut`` is l, knee, out."""
    bare = unicodedata.normalize("NFKD", re.split("[:|]", label)[-1]).replace("ß", "ss")
    letters = "".join(letter for letter in bare if not unicodedata.combining(letter))
    # Capitals before a capitalised word are a word of their own: L of LKnee.
    return tuple(token.lower() for token in _TOKEN.findall(letters))


def _without_common(written: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Leave out words that most labels have, as ``study`` of ``r_knee_study``, since they tell nothing."""
    counts = Counter(word for words in written.values() for word in set(words))
    common = {word for word, count in counts.items() if count > max(_COMMON * len(written), 2)}
    return {label: tuple(word for word in words if word not in common) for label, words in written.items()}


def _counterparts(
    vocabulary: Vocabulary, words: tuple[str, ...]
) -> Iterator[tuple[tuple[str, str], str, tuple[str, ...]]]:
    """Yield how a label may say that it is left: the way, its counterpart on the right, and the rest."""
    for left, right in vocabulary.sides:
        for place, word in enumerate(words):
            ways = [("word", "", right)] if word == left else []
            if word != left and word.startswith(left):
                rest = word.removeprefix(left)
                ways.append(("front", rest, right + rest))
            if word != left and word.endswith(left):
                rest = word.removesuffix(left)
                ways.append(("end", rest, rest + right))
            before, after = words[:place], words[place + 1 :]
            for way, rest, other in ways:
                kept = (rest,) if rest else ()
                yield (left, way), "".join((*before, other, *after)), (*before, *kept, *after)

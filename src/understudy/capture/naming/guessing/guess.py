"""A marker set guessed from labels that no set knows, and from where their markers are.

Each label without its side is held against each place of the body. Words give the prior (``spelling``), the
distance from where a standing person has the place gives the likelihood (``alignment``); places are dealt out
so that no two labels get the same one. A label's confidence follows from how much less likely the best other
way to deal them is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import linear_sum_assignment

from understudy.capture.naming.guessing.alignment import Alignment, align
from understudy.capture.naming.guessing.spelling import ELSEWHERE, Spelling
from understudy.capture.naming.guessing.stems import Stem, find_stems
from understudy.capture.naming.guessing.vocabulary import Vocabulary, load_vocabulary
from understudy.capture.naming.marker_sets.marker_set import SIDED, MarkerSet

LEAST_CONFIDENCE = 0.7
"""A marker that is told with less confidence is not used by itself; see benchmarks/marker_guessing.py."""

UNNAMED = 0.01
NOWHERE = 0.15
"""How well a label without any known word names a place, and how well it says that it is elsewhere."""

_ANCHOR_SCORE = 0.6
_ARMS = ("elbow", "wrist", "hand")
_SPREAD, _ARM_SPREAD = 0.06, 0.15
"""Standard deviation of a place, in shares of the stature; arms are held in any way."""

_FEET = ("foot_top", "ball_inner", "ball_outer", "toe_tip")
_FOOT_SPREAD = 0.03
"""Markers of a foot keep their distance from its heel, which is told more closely than where they are."""

_TWINS = {"wrist_thumb": "wrist_little", "hand_thumb": "hand_little"}
_TWINS |= {second: first for first, second in _TWINS.items()}
"""Places of which only the mean counts: which is which is left open where both are marked."""

_FAR = 4.0
"""Markers further than so many standard deviations are all as far."""

_ELSEWHERE_SPREADS = 1.5
"""A marker that is elsewhere is as likely as one so many standard deviations from its place."""

_UNPLACED = 0.75
"""What confidence is worth where the points do not tell."""

_NEVER = -100.0
"""Logarithm of how likely it is that a marker in the middle is on a side."""

_MOST_FRAMES = 400
_EXCHANGED = 0.02
"""By so much of the stature a left marker has to be right of its counterpart to be taken as exchanged."""

_SIGNS = {"l": 1.0, "r": -1.0, "": 0.0}


@dataclass(frozen=True)
class Guess:
    """What a label means.

    Attributes:
        label: The label in the file.
        place: Place of ``SIDED`` with its side or of ``MIDDLE``, empty where it is none of them.
        confidence: How likely that is, from 0 to 1.
        reason: Why, in a few words.
    """

    label: str
    place: str
    confidence: float
    reason: str


def guess_labels(
    labels: Sequence[str], points: np.ndarray | None, sets: Iterable[MarkerSet]
) -> tuple[Guess, ...]:
    """Guess what labels mean.

    Args:
        labels: K labels.
        points: (T, K, 3) in any unit and axes, NaN where a marker was not seen, or None to go by words alone.
        sets: Known sets, whose names count beside the words of the vocabulary.

    Returns:
        What each label means, in the order of the labels; those beyond ``MOST_LABELS`` are left out.
    """
    vocabulary = load_vocabulary()
    spelling = Spelling(vocabulary, sets)
    stems = find_stems(vocabulary, labels)
    column = {label: k for k, label in reversed(list(enumerate(labels)))}
    evidence = _Evidence(vocabulary, stems, [spelling.scores(stem.words) for stem in stems], column)
    chosen = evidence.deal()
    for _ in range(2):
        bodies = (
            None
            if points is None
            else align(points[:: max(1, len(points) // _MOST_FRAMES)], evidence.anchors(chosen))
        )
        evidence = replace(evidence, bodies=bodies)
        if bodies is None:
            break
        chosen = evidence.deal()
    guesses = {
        guess.label: guess for row in range(len(stems)) for guess in evidence.guesses(row, *chosen[row])
    }
    return tuple(guesses[label] for label in dict.fromkeys(labels) if label in guesses)


@dataclass(frozen=True, eq=False)
class _Evidence:
    """What places are dealt out by.

    Attributes:
        vocabulary: Words and places.
        stems: Labels without their sides.
        scores: For every stem place → how well its words name it.
        column: Label → where it stands among the points.
        bodies: A standing person laid over the markers, or None where points do not tell.
    """

    vocabulary: Vocabulary
    stems: Sequence[Stem]
    scores: Sequence[Mapping[str, float]]
    column: Mapping[str, int]
    bodies: Alignment | None = None

    def deal(self) -> list[tuple[str, float]]:
        """Return the place of each stem, or ``ELSEWHERE``, with the confidence."""
        places, worth = list(self.vocabulary.places), self._worth()
        chosen, total = _assigned(worth)
        dealt: list[tuple[str, float]] = []
        for row, best in enumerate(chosen):
            if best >= len(places):
                dealt.append((ELSEWHERE, _odds(worth[row, best] - worth[row, : len(places)].max())))
                continue
            without = worth.copy()
            without[row, best] = _NEVER
            twin = _TWINS.get(places[best])
            if twin is not None and places.index(twin) in chosen:
                without[row, places.index(twin)] = _NEVER
            # How much likelier all of this is than the best that deals this stem another place.
            dealt.append((places[best], _odds(total - _assigned(without)[1])))
        return dealt

    def anchors(self, chosen: Sequence[tuple[str, float]]) -> dict[int, np.ndarray]:
        """Return column → place on the standing person of the markers whose words tell them well."""
        return {
            self.column[label]: self.vocabulary.at[place] * (1.0, _SIGNS[side], 1.0)
            for stem, scores, (place, _) in zip(self.stems, self.scores, chosen, strict=True)
            if place != ELSEWHERE and not place.startswith(_ARMS) and scores.get(place, 0.0) >= _ANCHOR_SCORE
            for side, label in stem.labels.items()
        }

    def guesses(self, row: int, place: str, confidence: float) -> Iterator[Guess]:
        """Yield what the labels of a stem mean that a place was dealt to."""
        stem, scores = self.stems[row], self.scores[row]
        reason = f"words {scores.get(place, 0.0):.2f}"
        labels = stem.labels
        if place == ELSEWHERE:
            is_named = scores.get(ELSEWHERE)
            reason = "its words name a place that no landmark needs" if is_named else "no place fits it"
        elif self.bodies is None:
            confidence *= _UNPLACED
            reason += ", points do not tell"
        else:
            if len(labels) == 2 and self.bodies.is_mirrored:
                confidence *= 0.5
                reason += ", left and right contradict front and back"
            elif self._by_geometry(stem) != labels:
                labels = self._by_geometry(stem)
                confidence *= 0.5
                reason += ", side by where it is, against its label"
            far = self._distance(self.bodies, place, stem)
            reason += f", {far:.1f} deviations from where it is expected"
        for side, label in labels.items():
            yield Guess(label, f"{place}_{side}" if place and side else place, confidence, reason)

    def _worth(self) -> np.ndarray:
        """Return (S, P + S) logarithms of how likely each stem is at each place, or elsewhere."""
        places = list(self.vocabulary.places)
        worth = np.full((len(self.stems), len(places) + len(self.stems)), _NEVER)
        for row, (stem, scores) in enumerate(zip(self.stems, self.scores, strict=True)):
            for place, base in enumerate(places):
                if (base in SIDED) == (len(stem.labels) == 2):
                    prior = np.log(max(scores.get(base, 0.0), UNNAMED))
                    worth[row, place] = prior - 0.5 * self._deviation(base, stem)
            spread = 0.0 if self.bodies is None else _ELSEWHERE_SPREADS
            elsewhere = np.log(max(scores.get(ELSEWHERE, 0.0), NOWHERE))
            worth[row, len(places) + row] = elsewhere - 0.5 * spread**2
        return worth

    def _deviation(self, base: str, stem: Stem) -> float:
        """Return the square of how far off a place a stem's markers are, 0 where that is not known."""
        if self.bodies is None:
            return 0.0
        return self._distance(self.bodies, base, stem) ** 2 + self._off_foot(self.bodies, base, stem) ** 2

    def _distance(self, bodies: Alignment, base: str, stem: Stem) -> float:
        """Return how far a stem's markers are from a place, in standard deviations."""
        spread = _ARM_SPREAD if base.startswith(_ARMS) else _SPREAD
        at = self.vocabulary.at[base]
        offsets = [
            bodies.points[self.column[label]] - at * (1.0, _SIGNS[side], 1.0)
            for side, label in self._by_geometry(stem).items()
        ]
        known = [float(np.linalg.norm(offset)) / spread for offset in offsets if np.isfinite(offset).all()]
        return min(float(np.mean(known)), _FAR) if known else _ELSEWHERE_SPREADS

    def _off_foot(self, bodies: Alignment, base: str, stem: Stem) -> float:
        """Return by how many standard deviations a marker's distance from the heel is off, 0 if not known."""
        told = zip(self.stems, self.scores, strict=True)
        heel = next((each for each, scores in told if scores.get("heel", 0.0) >= _ANCHOR_SCORE), None)
        if heel is None or base not in _FEET or len(heel.labels) != 2 or heel is stem:
            return 0.0
        expected = float(np.linalg.norm(self.vocabulary.at[base] - self.vocabulary.at["heel"]))
        pairs = [(self.column[stem.labels[side]], self.column[heel.labels[side]]) for side in stem.labels]
        known = [apart for pair in pairs if np.isfinite(apart := bodies.apart(*pair))]
        return min(abs(float(np.mean(known)) - expected) / _FOOT_SPREAD, _FAR) if known else 0.0

    def _by_geometry(self, stem: Stem) -> dict[str, str]:
        """Return side → label of a stem, exchanged where its markers clearly are."""
        if self.bodies is None or len(stem.labels) == 1:
            return stem.labels
        left, right = (self.bodies.points[self.column[stem.labels[side]], 1] for side in "lr")
        return {"l": stem.labels["r"], "r": stem.labels["l"]} if left < right - _EXCHANGED else stem.labels


def _odds(margin: float) -> float:
    """Return the probability of what is better than all else by a margin of logarithms."""
    return float(1.0 / (1.0 + np.exp(-np.clip(margin, _NEVER, -_NEVER))))


def _assigned(worth: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the column of every row that together are worth most, and how much that is."""
    rows, columns = linear_sum_assignment(worth, maximize=True)
    return columns, float(worth[rows, columns].sum())

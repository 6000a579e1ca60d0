"""A marker set guessed from labels that no set knows, and from where their markers are.

Each label without its side is held against each place of the body. Words give the prior (``spelling``), the
distance from where a standing person has the place gives the likelihood (``alignment``); places are dealt out
so that no two labels get the same one. A label's confidence follows from how much less likely the best other
way to deal them is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from understudy.capture.naming.guessing.alignment import Alignment, align
from understudy.capture.naming.guessing.spelling import ELSEWHERE, Spelling
from understudy.capture.naming.guessing.stems import Stem, find_stems
from understudy.capture.naming.guessing.vocabulary import Vocabulary, load_vocabulary
from understudy.capture.naming.marker_sets.anatomy import SIDED
from understudy.capture.naming.marker_sets.marker_set import MarkerSet

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


@dataclass(frozen=True)
class Guess:
    """What a label means.

    Attributes:
        label: The label in the file.
        place: Place of ``anatomy`` with its side, empty where it is none of them.
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
    names = [spelling.scores(stem.words) for stem in stems]
    column = {label: k for k, label in reversed(list(enumerate(labels)))}
    points = None if points is None else points[:: max(1, len(points) // _MOST_FRAMES)]
    bodies: Alignment | None = None
    chosen = _deal(vocabulary, stems, names, column, None)
    for _ in range(2):
        anchors = _anchors(vocabulary, stems, names, chosen, column)
        bodies = None if points is None else align(points, anchors)
        if bodies is None:
            break
        chosen = _deal(vocabulary, stems, names, column, bodies)
    guesses = {
        guess.label: guess
        for stem, scores, (place, confidence) in zip(stems, names, chosen, strict=True)
        for guess in _told(stem, scores, place, confidence, column, bodies)
    }
    return tuple(guesses[label] for label in dict.fromkeys(labels) if label in guesses)


def _deal(
    vocabulary: Vocabulary,
    stems: Sequence[Stem],
    names: Sequence[Mapping[str, float]],
    column: Mapping[str, int],
    bodies: Alignment | None,
) -> list[tuple[str, float]]:
    """Return the place of each stem, or ``ELSEWHERE``, with the confidence."""
    places = list(vocabulary.places)
    told = zip(stems, names, strict=True)
    heel = next((stem for stem, scores in told if scores.get("heel", 0.0) >= _ANCHOR_SCORE), None)
    worth = np.full((len(stems), len(places) + len(stems)), -np.inf)
    for row, (stem, scores) in enumerate(zip(stems, names, strict=True)):
        is_pair = len(stem.labels) == 2
        for place, base in enumerate(places):
            if (base in SIDED) == is_pair:
                far = _distance(vocabulary, base, stem, column, bodies)
                off_foot = _off_foot(vocabulary, base, stem, heel, column, bodies)
                worth[row, place] = np.log(max(scores.get(base, 0.0), UNNAMED)) - 0.5 * (far**2 + off_foot**2)
        elsewhere = max(scores.get(ELSEWHERE, 0.0), NOWHERE)
        spread = _ELSEWHERE_SPREADS if bodies is not None else 0.0
        worth[row, len(places) + row] = np.log(elsewhere) - 0.5 * spread**2
    worth = np.where(np.isfinite(worth), worth, _NEVER)
    chosen, total = _assigned(worth)
    dealt: list[tuple[str, float]] = []
    for row, column_chosen in enumerate(chosen):
        if column_chosen >= len(places):
            dealt.append((ELSEWHERE, _odds(worth[row, column_chosen] - worth[row, : len(places)].max())))
            continue
        place = places[column_chosen]
        without = worth.copy()
        without[row, column_chosen] = _NEVER
        twin = _TWINS.get(place)
        if twin is not None and places.index(twin) in chosen:
            without[row, places.index(twin)] = _NEVER
        # How much likelier all of this is than the best that deals this stem another place.
        dealt.append((place, _odds(total - _assigned(without)[1])))
    return dealt


def _odds(margin: float) -> float:
    """Return the probability of what is better than all else by a margin of logarithms."""
    return float(1.0 / (1.0 + np.exp(-np.clip(margin, _NEVER, -_NEVER))))


def _assigned(worth: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the column of every row that together are worth most, and how much that is."""
    rows, columns = linear_sum_assignment(worth, maximize=True)
    return columns, float(worth[rows, columns].sum())


def _distance(
    vocabulary: Vocabulary, base: str, stem: Stem, column: Mapping[str, int], bodies: Alignment | None
) -> float:
    """Return how far a stem's markers are from a place, in standard deviations, 0 where that is not known."""
    if bodies is None:
        return 0.0
    spread = _ARM_SPREAD if base.startswith(_ARMS) else _SPREAD
    places = _by_geometry(stem, column, bodies)
    offsets = [bodies.points[k] - vocabulary.at[base] * (1.0, sign, 1.0) for sign, k in places]
    known = [float(np.linalg.norm(offset)) / spread for offset in offsets if np.isfinite(offset).all()]
    return min(float(np.mean(known)), _FAR) if known else _ELSEWHERE_SPREADS


def _off_foot(
    vocabulary: Vocabulary,
    base: str,
    stem: Stem,
    heel: Stem | None,
    column: Mapping[str, int],
    bodies: Alignment | None,
) -> float:
    """Return by how much a marker's distance from the heel is off, in standard deviations, 0 if not known."""
    if bodies is None or heel is None or base not in _FEET or len(heel.labels) != 2 or heel is stem:
        return 0.0
    expected = float(np.linalg.norm(vocabulary.at[base] - vocabulary.at["heel"]))
    pairs = [(column[stem.labels[side]], column[heel.labels[side]]) for side in stem.labels]
    known = [apart for pair in pairs if (apart := bodies.apart(*pair)) is not None]
    return min(abs(float(np.mean(known)) - expected) / _FOOT_SPREAD, _FAR) if known else 0.0


def _by_geometry(stem: Stem, column: Mapping[str, int], bodies: Alignment) -> list[tuple[float, int]]:
    """Return the sign of the side and the column of a stem's markers, by where these are."""
    if len(stem.labels) == 1:
        return [(0.0, column[label]) for label in stem.labels.values()]
    left, right = column[stem.labels["l"]], column[stem.labels["r"]]
    if _are_exchanged(bodies, left, right):
        left, right = right, left
    return [(1.0, left), (-1.0, right)]


def _are_exchanged(bodies: Alignment, left: int, right: int) -> bool:
    return bool(bodies.points[left, 1] < bodies.points[right, 1] - _EXCHANGED)


def _anchors(
    vocabulary: Vocabulary,
    stems: Sequence[Stem],
    names: Sequence[Mapping[str, float]],
    chosen: Sequence[tuple[str, float]],
    column: Mapping[str, int],
) -> dict[int, np.ndarray]:
    """Return column → place on the standing person of the markers whose words tell them well."""
    signs = {"l": 1.0, "r": -1.0, "": 0.0}
    return {
        column[label]: vocabulary.at[place] * (1.0, signs[side], 1.0)
        for stem, scores, (place, _) in zip(stems, names, chosen, strict=True)
        if place != ELSEWHERE and not place.startswith(_ARMS) and scores.get(place, 0.0) >= _ANCHOR_SCORE
        for side, label in stem.labels.items()
    }


def _told(
    stem: Stem,
    scores: Mapping[str, float],
    place: str,
    confidence: float,
    column: Mapping[str, int],
    bodies: Alignment | None,
) -> list[Guess]:
    if place == ELSEWHERE:
        about = (
            "its words name a place that no landmark needs" if scores.get(ELSEWHERE) else "no place fits it"
        )
        return [Guess(label, "", confidence, about) for label in stem.labels.values()]
    reason = f"words {scores.get(place, 0.0):.2f}"
    labels = dict(stem.labels)
    if bodies is None:
        confidence *= _UNPLACED
        reason += ", points do not tell"
    elif len(labels) == 2:
        if bodies.is_mirrored:
            confidence *= 0.5
            reason += ", left and right contradict front and back"
        elif _are_exchanged(bodies, column[labels["l"]], column[labels["r"]]):
            labels = {"l": labels["r"], "r": labels["l"]}
            confidence *= 0.5
            reason += ", side by where it is, against its label"
    if bodies is not None:
        far = _distance(load_vocabulary(), place, stem, column, bodies)
        reason += f", {far:.1f} deviations from where it is expected"
    return [
        Guess(label, f"{place}_{side}" if side else place, confidence, reason)
        for side, label in labels.items()
    ]

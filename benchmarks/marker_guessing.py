"""How many markers are told right where no set knows their labels.

    python benchmarks/marker_guessing.py [--verbose]

Labels of many laboratories (marker_labels.toml) are put on synthetic performers who walk, squat and wave; the
axes are turned at random. The set that knows a laboratory is hidden, as are all sets of the laboratories that
the match was not tuned on. Prints a table in Markdown of places that are right, wrong and left open at the
confidence from which on they are used, and exits with 1 where over 2 % of the used ones on held-out
laboratories are wrong.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.capture.naming.guessing.guess import LEAST_CONFIDENCE, Guess, guess_labels
from understudy.capture.naming.marker_sets.catalogue import built_in_sets
from understudy.capture.naming.marker_sets.marker_set import PLACES, MarkerSet
from understudy.capture.naming.tables import Table, on_side
from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion, make
from understudy.synth.body.points import positions_of
from understudy.synth.body.skin import skin_markers

MOTIONS = ("walk", "squat", "wave")
HELD_OUT = "held out"
MOST_WRONG = 0.02
EVERY = 6
"""So many frames are skipped; the match looks at forty."""

_SIDE_WORDS = {
    "{li}": ("LI", "RE"),
    "{links}": ("links", "rechts"),
    "{sx}": ("sx", "dx"),
    "{G}": ("G", "D"),
    "{gauche}": ("gauche", "droite"),
}


@dataclass(frozen=True)
class Laboratory:
    """Labels, and where each sits.

    Attributes:
        name: What it is called here.
        known: The built-in set that knows it, or empty.
        role: Whether the match was tuned on it.
        places: Label → place on the skin of a performer.
    """

    name: str
    known: str
    role: str
    places: dict[str, str]

    def markers(self, motion: SyntheticMotion) -> np.ndarray:
        """Return (T, K, 3) [m] of its labels on a performer."""
        return positions_of(motion, list(self.places.values()), skin_markers(motion.body))


@dataclass(frozen=True)
class Count:
    """How many places are right, wrong and open."""

    right: int
    wrong: int
    open: int


def laboratories() -> list[Laboratory]:
    """Return all laboratories."""
    parts = Table.read(Path(__file__).with_name("marker_labels.toml"), "labels of laboratories")
    found: list[Laboratory] = []
    for name, table in parts.parts("set").items():
        labels = table.data["labels"]
        assert isinstance(labels, dict)
        places = {each: at for label, place in labels.items() for each, at in _both_sides(label, place)}
        found.append(Laboratory(name, table.text("known"), table.text("role"), places))
    return found


def hidden_from(laboratory: Laboratory, every: list[Laboratory]) -> list[MarkerSet]:
    """Return the sets that may be known where a laboratory is guessed at."""
    hidden = {laboratory.known}
    if laboratory.role == HELD_OUT:
        hidden |= {each.known for each in every if each.role == HELD_OUT} - {
            each.known for each in every if each.role != HELD_OUT
        }
    return [marker_set for marker_set in built_in_sets() if marker_set.name not in hidden]


def judge(laboratory: Laboratory, guesses: tuple[Guess, ...]) -> Count:
    """Count the places of a laboratory that are right, wrong and open."""
    used = {
        guess.label: guess.place for guess in guesses if guess.place and guess.confidence >= LEAST_CONFIDENCE
    }
    truth = {label: place for label, place in laboratory.places.items() if place in PLACES}
    right = sum(_alike(used.get(label)) == _alike(place) for label, place in truth.items())
    return Count(right, len(used) - right, len(set(truth) - set(used)))


def _alike(place: str | None) -> str:
    """Return a place, one name for the two of a wrist or hand, of which only the mean counts."""
    return "" if place is None else place.replace("_little", "_thumb")


def guess(
    laboratory: Laboratory, every: list[Laboratory], motion: SyntheticMotion, seed: int
) -> tuple[Guess, ...]:
    """Guess the places of a laboratory on a performer, in axes that are turned at random."""
    random = np.random.default_rng(seed)
    turn = rot.normalise(random.normal(size=4))
    points = 1e3 * rot.rotate(turn, laboratory.markers(motion)[::EVERY])
    return guess_labels(list(laboratory.places), points, hidden_from(laboratory, every))


def _both_sides(label: str, place: str) -> list[tuple[str, str]]:
    if "{" not in label:
        return [(label, place)]
    found: list[tuple[str, str]] = []
    for index, side in enumerate("lr"):
        text = on_side(label, side)
        for placeholder, words in _SIDE_WORDS.items():
            text = text.replace(placeholder, words[index])
        found.append((text, f"{place}_{side}"))
    return found


def main() -> int:
    """Guess at every laboratory and print the table."""
    parser = argparse.ArgumentParser(description="Unknown labels of markers, told by words and places.")
    parser.add_argument("--verbose", action="store_true", help="also list what is wrong or open")
    parser.add_argument("--only", choices=("tuning", HELD_OUT), help="laboratories of one role alone")
    options = parser.parse_args()
    every = laboratories()
    motions = [make(name) for name in MOTIONS]
    totals = {"tuning": Count(0, 0, 0), HELD_OUT: Count(0, 0, 0)}
    lines = ["| laboratory | role | right | wrong | open |", "| --- | --- | --- | --- | --- |"]
    for laboratory in every:
        if options.only not in (None, laboratory.role):
            continue
        counts = []
        for seed, motion in enumerate(motions):
            guesses = guess(laboratory, every, motion, seed)
            counts.append(judge(laboratory, guesses))
            if options.verbose:
                for each in guesses:
                    place = laboratory.places[each.label]
                    if each.place != (place if place in PLACES else "") or each.confidence < LEAST_CONFIDENCE:
                        sys.stderr.write(
                            f"{laboratory.name} {motion.name} {each.label}: {place}, "
                            f"guessed {each.place or '-'} {each.confidence:.2f} ({each.reason})\n"
                        )
        count = _sum(counts)
        totals[laboratory.role] = _sum([totals[laboratory.role], count])
        lines.append(
            f"| {laboratory.name} | {laboratory.role} | {count.right} | {count.wrong} | {count.open} |"
        )
    for role, count in totals.items():
        lines.append(f"| **all** | {role} | {count.right} | {count.wrong} | {count.open} |")
    sys.stdout.write("\n".join(lines) + "\n")
    held_out = totals[HELD_OUT]
    return int(held_out.wrong > MOST_WRONG * max(held_out.right + held_out.wrong, 1))


def _sum(counts: list[Count]) -> Count:
    return Count(*(sum(getattr(count, field) for count in counts) for field in ("right", "wrong", "open")))


if __name__ == "__main__":
    raise SystemExit(main())

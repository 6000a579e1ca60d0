"""A guess as a marker set: to use where it is confident, and as TOML for a person to check and edit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from understudy.capture.formats import read_capture
from understudy.capture.naming.guessing.guess import LEAST_CONFIDENCE, Guess, guess_labels
from understudy.capture.naming.marker_sets.catalogue import UnknownLabelsError, built_in_sets
from understudy.capture.naming.marker_sets.marker_set import PLACES, MarkerSet
from understudy.capture.naming.names import UNLABELLED, by_subject
from understudy.capture.sidecar import Sidecar
from understudy.capture.text.quoting import shown

GUESSED = "guessed labels"
"""What a set is called that was not known by its labels."""


def guessed_set(guesses: Sequence[Guess]) -> MarkerSet:
    """Return the marker set of all guesses that are confident enough."""
    anatomy = {guess.place: ((guess.label,),) for guess in guesses if _is_used(guess)}
    return MarkerSet(GUESSED, anatomy, {}, {}, {})


def about_guess(guesses: Sequence[Guess], file_name: str) -> Iterator[str]:
    """Yield the sentence that says how labels were told, if any were."""
    used = [guess for guess in guesses if _is_used(guess)]
    if used:
        weakest = min(used, key=lambda guess: guess.confidence)
        mean = sum(guess.confidence for guess in used) / len(used)
        yield (
            f"No known marker set has these labels; {len(used)} of {len(guesses)} markers were told by the "
            f"words on their labels and by where they are, with a confidence of {mean:.2f} on the mean and "
            f"{weakest.confidence:.2f} at least ({shown(weakest.label)} as {weakest.place}): check them with "
            f"'understudy inspect {file_name} --draft-marker-set'."
        )


def draft_for(path: Path, stated: Sidecar) -> str:
    """Return a marker set in TOML for a capture, to check and edit, whether its labels are known or not.

    Raises:
        CaptureError: Where the capture cannot be read for another reason than its labels.
    """
    try:
        capture = read_capture(path, stated)
    except UnknownLabelsError as error:
        capture = error.raw
    labels = list(enumerate(capture.names))
    column = {label: k for k, label in reversed(labels) if not label.startswith(UNLABELLED)}
    # The person with the most markers is drafted; others bear the same labels after their own name.
    own = max(by_subject(list(column)).values(), key=len, default=[])
    points = capture.points[:, [column[label] for label in own]]
    return draft_toml(guess_labels(own, points, built_in_sets()), path.name)


def draft_toml(guesses: Sequence[Guess], file_name: str) -> str:
    """Return a marker set in TOML, with the confidence and the reason behind every line.

    Markers that are told with too little confidence, and those that no place fits, are comments.
    """
    lines = [
        f"# Drafted from {shown(file_name)} by labels and points; docs/marker-sets.md explains the places.",
        f"# Behind each line: confidence and reason; below {LEAST_CONFIDENCE:g} a line is a comment.",
        'name = "drafted"',
        "",
        "[anatomy]",
    ]
    for guess in sorted((each for each in guesses if each.place), key=lambda each: PLACES.index(each.place)):
        text = f"{guess.place} = {_quoted(guess.label)}  # {guess.confidence:.2f}: {guess.reason}"
        lines.append(text if _is_used(guess) else f"# {text}")
    others = [guess for guess in guesses if not guess.place]
    if others:
        lines += ["", "# Markers at none of the places:"]
        lines += [f"#   {shown(guess.label)}: {guess.reason}" for guess in others]
    return "\n".join(lines) + "\n"


def _is_used(guess: Guess) -> bool:
    return bool(guess.place) and guess.confidence >= LEAST_CONFIDENCE and "{" not in guess.label


def _quoted(label: str) -> str:
    """Return a label as a TOML string, without the person's name before a colon."""
    return json.dumps(label.rpartition(":")[2]).replace("\x7f", "\\u007f")

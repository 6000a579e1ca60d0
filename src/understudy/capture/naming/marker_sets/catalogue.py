"""The marker sets that are known by name, and which of them a capture uses."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

from understudy.capture.naming.marker_sets.marker_set import MarkerSet, load_marker_set
from understudy.capture.naming.names import Spoken, by_subject, plain, spoken_labels
from understudy.capture.placing.posture import LIMBS
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError, unknown_name
from understudy.motion.landmarks import SIDES

CUSTOM_SUFFIX = ".markers.toml"
"""The marker set of ``take.c3d`` may be stated in ``take.markers.toml`` beside it."""

MOST_USUAL = "plug_in_gait"
"""The set that is taken where several know the same markers, as they do where only legs are marked."""

_JOINT_PLACES: dict[str, tuple[str, ...]] = {
    "hip": ("hip", "pelvis_front"),
    "knee": ("knee", "knee_outer", "knee_inner"),
    "ankle": ("ankle", "ankle_outer", "ankle_inner"),
    "shoulder": ("shoulder", "shoulder_top", "shoulder_front"),
    "elbow": ("elbow", "elbow_outer", "elbow_inner"),
    "wrist": ("wrist", "wrist_thumb", "wrist_little"),
}
"""Joint → entries of a set of which one has to be marked for it to be shown."""


@dataclass(frozen=True)
class Match:
    """A person among the points of a capture.

    Attributes:
        marker_set: Which marker is where.
        subject: The person's name before the colon of the labels, empty where there is none.
        spoken: Plain name → label, of the person's markers.
        others: Names of further persons.
        notes: How labels were told that no set knows.
    """

    marker_set: MarkerSet
    subject: str
    spoken: Spoken
    others: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @cached_property
    def joints(self) -> set[str]:
        """The joints of limbs that the markers may show."""
        marked = {entry for entry, _ in self.marker_set.marked(self.spoken)}
        return {
            f"{joint}_{side}"
            for joint, places in _JOINT_PLACES.items()
            for side in SIDES
            if any(f"{place}_{side}" in marked for place in places)
        }


class UnknownLabelsError(CaptureError):
    """A capture of markers whose labels are not understood; keeps it, as a draft of a set needs it."""

    def __init__(self, raw: RawCapture, problem: str) -> None:
        """Say what was found and what would be valid."""
        super().__init__(raw.source.path, problem)
        self.raw = raw


@lru_cache(maxsize=1)
def built_in_sets() -> tuple[MarkerSet, ...]:
    """Return every marker set that comes with the package, the most usual first, the others by file name."""
    paths = sorted(
        Path(__file__).parent.glob("*.toml"), key=lambda path: (path.stem != MOST_USUAL, path.name)
    )
    return tuple(map(load_marker_set, paths))


def find_person(labels: Sequence[str], sets: Sequence[MarkerSet]) -> Match | None:
    """Return the first person, with the set that knows most of the markers, None where no set shows limbs."""

    def persons() -> Iterator[Match]:
        for subject, own in by_subject(labels).items():
            spoken = spoken_labels(own)
            yield Match(max(sets, key=lambda each: len(each.labels_in(spoken))), subject, spoken)

    return _first_of(persons())


@lru_cache(maxsize=8)
def find_known_person(labels: tuple[str, ...]) -> Match | None:
    """Return the same by the sets that come with the package; files of one laboratory have equal labels."""
    return find_person(labels, built_in_sets())


def guess_person(raw: RawCapture) -> Match | None:
    """Return the first person whose labels are told by their words and by where the markers are."""
    # Guessing takes a while to import, and few captures need it.
    from understudy.capture.naming.guessing.draft import about_guess, guessed_set
    from understudy.capture.naming.guessing.guess import guess_labels

    column = {label: k for k, label in enumerate(raw.names)}

    def persons() -> Iterator[Match]:
        for subject, own in by_subject(raw.names).items():
            guesses = guess_labels(own, raw.points[:, [column[label] for label in own]], built_in_sets())
            notes = tuple(about_guess(guesses, raw.source.path.name))
            yield Match(guessed_set(guesses), subject, spoken_labels(own), notes=notes)

    return _first_of(persons())


def _first_of(persons: Iterable[Match]) -> Match | None:
    """Return the first match that shows limbs, with the names of the others that do."""
    seen = [each for each in persons if shows_limbs(each.joints)]
    return replace(seen[0], others=tuple(other.subject for other in seen[1:])) if seen else None


def shows_limbs(joints: Iterable[str]) -> bool:
    """Tell whether two neighbouring joints of both legs or of both arms are among ``knee_l`` and others."""
    found = set(joints)
    pairs = (pair for limb in LIMBS for pair in pairwise(limb))
    return any({f"{joint}_{side}" for joint in pair for side in SIDES} <= found for pair in pairs)


def custom_set_path(capture: Path) -> Path:
    """Return where the marker set of a capture would be stated."""
    return capture.with_name(capture.stem + CUSTOM_SUFFIX)


def stated_set(source: Source) -> MarkerSet | None:
    """Return the marker set that is stated for a capture, by name or file or beside it, else None.

    Raises:
        CaptureError: Where it is neither a known set nor a file that says one.
    """
    stated = source.sidecar.marker_set
    if stated is None:
        beside = custom_set_path(source.path)
        return load_marker_set(beside) if os.path.exists(beside) else None
    if stated.suffix:
        return load_marker_set(stated)
    by_name = {plain(marker_set.name): marker_set for marker_set in built_in_sets()}
    found = by_name.get(plain(stated.name))
    if found is None:
        valid = [marker_set.name for marker_set in by_name.values()]
        unknown = unknown_name("marker set", shown(stated.name)[1:-1], valid)
        raise CaptureError(
            source.path,
            f"is to be read with an {unknown}, or a file that ends in .toml, as docs/marker-sets.md says",
        )
    return found

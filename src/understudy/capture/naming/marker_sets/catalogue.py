"""The marker sets that are known by name, and which of them a capture uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np

from understudy.capture.naming.marker_sets.marker_set import MarkerSet, load_marker_set
from understudy.capture.naming.marker_sets.names import by_subject, spoken_names
from understudy.capture.naming.names import Spoken, plain
from understudy.capture.naming.tables import resolve
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown, shown_list
from understudy.errors import CaptureError, unknown_name
from understudy.motion.landmarks import SIDES

CUSTOM_SUFFIX = ".markers.toml"
"""The marker set of ``take.c3d`` may be stated in ``take.markers.toml`` beside it."""

MOST_USUAL = "plug_in_gait"
"""The set that is taken where several know the same markers, as they do where only legs are marked."""

_JOINT_PLACES: dict[str, tuple[str, ...]] = {
    "hip": ("pelvis_front",),
    "knee": ("knee_outer", "knee_inner"),
    "ankle": ("ankle_outer", "ankle_inner"),
    "shoulder": ("shoulder_top", "shoulder_front"),
    "elbow": ("elbow_outer", "elbow_inner"),
    "wrist": ("wrist", "wrist_thumb", "wrist_little"),
}
"""Joint → places of which one has to be marked for it to be shown."""

_LIMBS = (("hip", "knee", "ankle"), ("shoulder", "elbow", "wrist"))


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


class UnknownLabelsError(CaptureError):
    """A capture of markers whose labels are not understood."""

    def __init__(self, path: Path, problem: str, labels: Sequence[str], points: np.ndarray | None) -> None:
        """Keep what a draft of a marker set needs.

        Args:
            path: The capture.
            problem: What was found and what would be valid.
            labels: K labels.
            points: (T, K, 3) in the file's unit and axes, or None where they were not read yet.
        """
        super().__init__(path, problem)
        self.labels = tuple(labels)
        self.points = points


@lru_cache(maxsize=1)
def built_in_sets() -> tuple[MarkerSet, ...]:
    """Return every marker set that comes with the package, the most usual first, the others by file name."""
    paths = Path(__file__).parent.glob("*.toml")
    return tuple(
        load_marker_set(path) for path in sorted(paths, key=lambda path: (path.stem != MOST_USUAL, path.name))
    )


def match_marker_set(
    path: Path,
    labels: Sequence[str],
    custom: MarkerSet | None = None,
    read_points: Callable[[], np.ndarray] | None = None,
) -> Match:
    """Find the person and the marker set that knows most of the person's markers.

    Labels that no set knows are guessed at, by their words and by where their markers are.

    Args:
        path: The capture, for messages.
        labels: All K labels.
        custom: The one set to use, or None to choose among those of the package.
        read_points: Returns (T, K, 3) in any unit and axes, NaN where a marker was not seen; without it
            labels are not guessed at.

    Raises:
        UnknownLabelsError: Where neither two joints of both legs nor of both arms are told.
    """
    sets = built_in_sets() if custom is None else (custom,)
    persons: list[Match] = []
    for subject, own in by_subject(labels).items():
        spoken = spoken_names(own)
        counts = {marker_set.name: len(_known(marker_set, spoken)) for marker_set in sets}
        best = max(sets, key=lambda marker_set, counts=counts: counts[marker_set.name])
        if shows_limbs(_shown_joints(best, spoken)):
            persons.append(Match(best, subject, spoken))
    points = None if persons or read_points is None else read_points()
    if custom is None and points is not None:
        persons = _guessed(path, labels, points)
    if not persons:
        raise UnknownLabelsError(path, _unknown(path, labels, sets, custom is not None), labels, points)
    first = persons[0]
    return replace(first, others=tuple(person.subject for person in persons[1:]))


def shows_limbs(joints: Iterable[str]) -> bool:
    """Tell whether two neighbouring joints of both legs or of both arms are among ``knee_l`` and others."""
    found = set(joints)
    pairs = (pair for limb in _LIMBS for pair in pairwise(limb))
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
        return load_marker_set(beside) if beside.is_file() else None
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


def _known(marker_set: MarkerSet, spoken: Spoken) -> set[str]:
    """Return the labels that a set knows."""
    return {label for labels in _resolved(marker_set, spoken) for label in labels}


def _resolved(marker_set: MarkerSet, spoken: Spoken) -> Iterator[tuple[str, ...]]:
    tables = (marker_set.anatomy, marker_set.landmarks, marker_set.model_outputs)
    places = [place for table in tables for place in table.values()]
    places += [offset.start for offset in marker_set.offsets.values()]
    for place in places:
        labels = resolve(place, spoken)
        if labels is not None:
            yield labels


def _shown_joints(marker_set: MarkerSet, spoken: Spoken) -> set[str]:
    """Return the joints of limbs that markers show."""
    direct = {**marker_set.landmarks, **marker_set.model_outputs}
    direct |= {name: offset.start for name, offset in marker_set.offsets.items()}

    def is_there(joint: str, side: str) -> bool:
        found = [marker_set.anatomy.get(f"{place}_{side}") for place in _JOINT_PLACES[joint]]
        found.append(direct.get(f"{joint}_{side}"))
        return any(resolve(each, spoken) is not None for each in found if each is not None)

    return {f"{joint}_{side}" for joint in _JOINT_PLACES for side in SIDES if is_there(joint, side)}


def _guessed(path: Path, labels: Sequence[str], points: np.ndarray) -> list[Match]:
    """Return the persons whose labels are told by their words and by where the markers are."""
    # Guessing takes a while to import, and few captures need it.
    from understudy.capture.naming.guessing.draft import about_guess, guessed_set
    from understudy.capture.naming.guessing.guess import guess_labels

    column = {label: k for k, label in enumerate(labels)}
    persons: list[Match] = []
    for subject, own in by_subject(labels).items():
        guesses = guess_labels(own, points[:, [column[label] for label in own]], built_in_sets())
        marker_set, spoken = guessed_set(guesses), spoken_names(own)
        if shows_limbs(_shown_joints(marker_set, spoken)):
            persons.append(Match(marker_set, subject, spoken, notes=(about_guess(guesses, path.name),)))
    return persons


def _unknown(path: Path, labels: Sequence[str], sets: Sequence[MarkerSet], is_custom: bool) -> str:
    names = ", ".join(marker_set.name for marker_set in sets)
    known = f"its marker set {names}" if is_custom else f"any known marker set ({names})"
    beside = custom_set_path(path).name
    return (
        f"its labels are not those of the legs or arms of {known}; state which marker is where in "
        f"'{beside}' beside it, as docs/marker-sets.md says, or have that drafted by 'understudy inspect "
        f"{path.name} --draft-marker-set {beside}'; found the labels {shown_list(labels)}"
    )

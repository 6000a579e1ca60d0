"""The marker sets that are known by name, and which of them a capture uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

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

_LIMB_PLACES = (
    (("pelvis_front", "knee_outer", "ankle_outer"), ("hip", "knee", "ankle")),
    (("shoulder_top", "elbow_outer"), ("shoulder", "elbow")),
)
"""Places or landmarks of which a person's markers cover one row on both sides at least: legs or arms."""


@dataclass(frozen=True)
class Match:
    """A person among the points of a capture.

    Attributes:
        marker_set: Which marker is where.
        subject: The person's name before the colon of the labels, empty where there is none.
        spoken: Plain name → label, of the person's markers.
        others: Names of further persons.
    """

    marker_set: MarkerSet
    subject: str
    spoken: Spoken
    others: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def built_in_sets() -> tuple[MarkerSet, ...]:
    """Return every marker set that comes with the package, the most usual first, the others by file name."""
    paths = Path(__file__).parent.glob("*.toml")
    return tuple(
        load_marker_set(path) for path in sorted(paths, key=lambda path: (path.stem != MOST_USUAL, path.name))
    )


def match_marker_set(path: Path, labels: Sequence[str], custom: MarkerSet | None = None) -> Match:
    """Find the person and the marker set that knows most of the person's markers.

    Args:
        path: The capture, for messages.
        labels: All labels.
        custom: The one set to use, or None to choose among those of the package.

    Raises:
        CaptureError: Where no set knows the markers of both legs or both arms.
    """
    sets = built_in_sets() if custom is None else (custom,)
    persons: list[Match] = []
    for subject, own in by_subject(labels).items():
        spoken = spoken_names(own)
        counts = {marker_set.name: len(_known(marker_set, spoken)) for marker_set in sets}
        best = max(sets, key=lambda marker_set, counts=counts: counts[marker_set.name])
        if _shows_limbs(best, spoken):
            persons.append(Match(best, subject, spoken))
    if not persons:
        raise CaptureError(path, _unknown(path, labels, sets, custom is not None))
    first = persons[0]
    return Match(
        first.marker_set, first.subject, first.spoken, tuple(person.subject for person in persons[1:])
    )


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


def _shows_limbs(marker_set: MarkerSet, spoken: Spoken) -> bool:
    """Tell whether markers of both legs or of both arms are there."""
    direct = {**marker_set.landmarks, **marker_set.model_outputs}
    direct |= {name: offset.start for name, offset in marker_set.offsets.items()}

    def is_there(place: str, landmark: str) -> bool:
        found = [marker_set.anatomy.get(place), direct.get(landmark)]
        return any(resolve(each, spoken) is not None for each in found if each is not None)

    return any(
        all(
            is_there(f"{place}_{side}", f"{landmark}_{side}")
            for place, landmark in zip(places, landmarks, strict=True)
            for side in SIDES
        )
        for places, landmarks in _LIMB_PLACES
    )


def _unknown(path: Path, labels: Sequence[str], sets: Sequence[MarkerSet], is_custom: bool) -> str:
    names = ", ".join(marker_set.name for marker_set in sets)
    known = f"its marker set {names}" if is_custom else f"any known marker set ({names})"
    return (
        f"its labels are not those of the legs or arms of {known}; state which marker is where in "
        f"'{custom_set_path(path).name}' beside it, as docs/marker-sets.md says; "
        f"found the labels {shown_list(labels)}"
    )

"""A marker set: which marker sits where on the body, as a small TOML says; see docs/marker-sets.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from understudy.capture.naming.names import Spoken
from understudy.capture.naming.tables import Place, Table, resolve_all
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError, unknown_name
from understudy.motion.landmarks import SIDES

_ANATOMY: dict[str, Any] = dict(Table.read(Path(__file__).parents[1] / "anatomy.toml", "places").data)
SIDED: dict[str, str] = _ANATOMY["sided"]
MIDDLE: dict[str, str] = _ANATOMY["middle"]
"""Places where markers are put on both sides and in the middle of a body → what they are."""

PLACES: tuple[str, ...] = (*(f"{place}_{side}" for place in SIDED for side in SIDES), *MIDDLE)
"""All of them, with their sides."""

_TABLES = ("anatomy", "landmarks", "model_outputs", "offsets")
_LONGEST = 10.0
"""No place on a body is further [m] from a marker, nor more times as far as another marker is."""


@dataclass(frozen=True)
class Offset:
    """A landmark beside markers: their mean, moved along the line from one place to another.

    Attributes:
        start: From where it is moved.
        along: The two places that give the direction.
        metres: How far [m], or None.
        share: How far, as a share of the distance between the two places, or None.
    """

    start: Place
    along: tuple[Place, Place]
    metres: float | None
    share: float | None


@dataclass(frozen=True)
class MarkerSet:
    """Which marker sits where.

    Attributes:
        name: What people call the set.
        anatomy: Place of ``SIDED`` (with ``_l`` or ``_r``) or ``MIDDLE`` → the markers there.
        landmarks: Canonical landmark → the markers whose mean it is.
        model_outputs: Canonical landmark → the joint centre that the recording program computed.
        offsets: Canonical landmark → how it lies beside markers.
    """

    name: str
    anatomy: Mapping[str, Place]
    landmarks: Mapping[str, Place]
    model_outputs: Mapping[str, Place]
    offsets: Mapping[str, Offset]

    def marked(self, spoken: Spoken) -> list[tuple[str, tuple[str, ...]]]:
        """Return every entry of the set whose markers are among a person's labels, with these labels."""
        starts = {name: offset.start for name, offset in self.offsets.items()}
        tables = (self.anatomy, self.landmarks, self.model_outputs, starts)
        return [entry for table in tables for entry in resolve_all(table, spoken).items()]

    def labels_in(self, spoken: Spoken) -> set[str]:
        """Return the labels that the set knows."""
        return {label for _, labels in self.marked(spoken) for label in labels}


def load_marker_set(path: Path) -> MarkerSet:
    """Read a marker set.

    Raises:
        CaptureError: One sentence with the file, the entry, and what would be valid.
    """
    table = Table.read(path, "a marker set")
    for key in table.data:
        if key != "name" and key not in _TABLES:
            raise CaptureError(path, unknown_name("entry", shown(key)[1:-1], ("name", *_TABLES)))
    return MarkerSet(
        name=table.text("name") or path.name.partition(".")[0],
        anatomy=table.places("anatomy", PLACES),
        landmarks=table.places("landmarks"),
        model_outputs=table.places("model_outputs"),
        offsets={key: _offset(table, key, value) for key, value in table.entries("offsets").items()},
    )


def _offset(table: Table, key: str, value: object) -> Offset:
    stated = dict(value) if isinstance(value, dict) else {}
    along = stated.pop("along", None)
    lengths = {
        name: float(length)
        for name in ("metres", "share")
        if isinstance(length := stated.get(name), (int, float)) and abs(length) <= _LONGEST
    }
    if (
        not isinstance(along, list)
        or len(along) != 2
        or len(lengths) != 1
        or set(stated) != {"from", *lengths}
    ):
        raise CaptureError(
            table.path,
            f'has an offset \'{key}\' that cannot be read, expected {{ from = "A", along = ["A", "B"], '
            "metres = 0.05 } or share = 0.5 in place of metres",
        )
    start, first, second = (table.place(key, place) for place in (stated["from"], *along))
    return Offset(start, (first, second), lengths.get("metres"), lengths.get("share"))

"""A marker set: which marker sits where on the body, as a small TOML says; see docs/marker-sets.md."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from understudy.capture.naming.marker_sets.anatomy import MIDDLE, SIDED
from understudy.capture.naming.marker_sets.names import Spoken, plain
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError, unknown_name
from understudy.motion.landmarks import LANDMARKS, SIDES

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MAX_BYTES = 1 << 18
"""A longer file is no marker set."""

ALTERNATIVE = "|"
"""Stands between names of which a marker bears one."""

_SIDE_WORDS = {"l": {"{S}": "L", "{Side}": "Left"}, "r": {"{S}": "R", "{Side}": "Right"}}
_TABLES = ("anatomy", "landmarks", "model_outputs", "offsets")
_LONGEST = 10.0
"""No place on a body is further [m] from a marker, nor more times as far as another marker is."""

_PAIRED_LANDMARKS = frozenset(name[:-2] for name in LANDMARKS if name.endswith("_l"))

Place = tuple[tuple[str, ...], ...]
"""A mean of markers, each given by the plain names that it may bear, the best first."""


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


def resolve(place: Place, spoken: Spoken) -> tuple[str, ...] | None:
    """Return the labels whose mean a place is, None where the file lacks one of its markers."""
    labels = [next((spoken[name] for name in names if name in spoken), None) for names in place]
    return None if None in labels else tuple(label for label in labels if label is not None)


def load_marker_set(path: Path) -> MarkerSet:
    """Read a marker set.

    Raises:
        CaptureError: One sentence with the file, the entry, and what would be valid.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise CaptureError(path, f"holds over {MAX_BYTES} bytes, expected a marker set")
        data = tomllib.loads(content.decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CaptureError(path, f"cannot be read as a marker set in TOML ({error})") from error
    return _Parser(path, data).parse()


class _Parser:
    """Turns tables of a TOML file into a marker set, with an error for every entry that has no meaning."""

    def __init__(self, path: Path, data: Mapping[str, object]) -> None:
        self.path = path
        self.data = data

    def parse(self) -> MarkerSet:
        for key in self.data:
            if key != "name" and key not in _TABLES:
                raise CaptureError(self.path, unknown_name("entry", shown(key)[1:-1], ("name", *_TABLES)))
        name = self.data.get("name", self.path.name.partition(".")[0])
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise CaptureError(self.path, f"has the name {shown(str(name))}, expected a text of one line")
        markers = self._table("anatomy", frozenset(SIDED), frozenset(MIDDLE))
        middle = frozenset(LANDMARKS) - {f"{name}_{side}" for name in _PAIRED_LANDMARKS for side in SIDES}
        landmarks, outputs, offsets = (
            self._table(table, _PAIRED_LANDMARKS, middle)
            for table in ("landmarks", "model_outputs", "offsets")
        )
        return MarkerSet(
            name=name,
            anatomy={key: self._place(key, *entry) for key, entry in markers.items()},
            landmarks={key: self._place(key, *entry) for key, entry in landmarks.items()},
            model_outputs={key: self._place(key, *entry) for key, entry in outputs.items()},
            offsets={key: self._offset(key, *entry) for key, entry in offsets.items()},
        )

    def _table(
        self, name: str, sided: frozenset[str], middle: frozenset[str]
    ) -> dict[str, tuple[object, str]]:
        """Return key with its side → what it says and the side, of a table with the keys of both sides."""
        table = self.data.get(name, {})
        if not isinstance(table, dict):
            raise CaptureError(self.path, f"has an entry '{name}' that is no table, expected [{name}]")
        entries: dict[str, tuple[object, str]] = {}
        for key, value in table.items():
            base, _, side = key.rpartition("_")
            if key in sided:
                entries |= {f"{key}_{each}": (value, each) for each in SIDES}
            elif base in sided and side in SIDES:
                entries[key] = (value, side)
            elif key in middle:
                entries[key] = (value, "")
            else:
                unknown = unknown_name(f"key of [{name}]", shown(key)[1:-1], sided | middle)
                raise CaptureError(self.path, unknown)
        return entries

    def _place(self, key: str, value: object, side: str) -> Place:
        markers = value if isinstance(value, list) else [value]
        if not markers:
            raise self._no_marker(key, value)
        return tuple(self._marker(key, marker, side) for marker in markers)

    def _marker(self, key: str, marker: object, side: str) -> tuple[str, ...]:
        if not isinstance(marker, str):
            raise self._no_marker(key, marker)
        for placeholder, word in _SIDE_WORDS.get(side, {}).items():
            marker = marker.replace(placeholder, word)
        names = tuple(plain(name) for name in marker.split(ALTERNATIVE))
        if not all(names) or any("{" in name for name in names):
            raise self._no_marker(key, marker)
        return names

    def _offset(self, key: str, value: object, side: str) -> Offset:
        valid = isinstance(value, dict) and {"from", "along"} <= set(value) and len(value) == 3
        along = value["along"] if valid and isinstance(value, dict) else None
        if not (valid and isinstance(value, dict) and isinstance(along, list) and len(along) == 2):
            raise self._no_offset(key)
        start, end = (self._place(key, place, side) for place in along)
        lengths = {name: value.get(name) for name in ("metres", "share")}
        stated = {
            name: float(length)
            for name, length in lengths.items()
            if isinstance(length, (int, float)) and abs(length) <= _LONGEST
        }
        if len(stated) != 1:
            raise self._no_offset(key)
        return Offset(
            self._place(key, value["from"], side), (start, end), stated.get("metres"), stated.get("share")
        )

    def _no_marker(self, key: str, value: object) -> CaptureError:
        return CaptureError(
            self.path,
            f"says {shown(str(value))} at '{key}', expected a marker's name such as \"LKNE\", several with "
            f"'{ALTERNATIVE}' between them of which it bears one, or a list whose mean is meant; {{S}} "
            "stands for L and R at places on both sides",
        )

    def _no_offset(self, key: str) -> CaptureError:
        return CaptureError(
            self.path,
            f'has an offset \'{key}\' that cannot be read, expected {{ from = "A", along = ["A", "B"], '
            "metres = 0.05 } or share = 0.5 in place of metres",
        )

"""Tables that say what points are called, as TOML: the one form of skeletons, keypoints, sensors and markers.

An entry says which points lie at a place of the body:

    knee = "{Side}Leg"                     # for both sides; {Side} is Left or Right, {S} is L or R
    wrist_l = "LWrist | lwr"               # one side alone; a point that bears one of several names
    mid_hip = ["LHip", "RHip"]             # the mean of several points

Tables may come from strangers, so each entry that has no meaning is an error that names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from understudy.capture.naming.names import Spoken, plain
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError, unknown_name
from understudy.motion.landmarks import LANDMARKS, SIDES
from understudy.opening import read_toml

ALTERNATIVE = "|"
"""Stands between names of which a point bears one."""

_Key = TypeVar("_Key")
Place = tuple[tuple[str, ...], ...]
"""A mean of points, each given by the names that it may bear, the best first."""

_SIDED = tuple(f"_{side}" for side in SIDES)
_SIDE_WORDS = {
    "l": {"{S}": "L", "{s}": "l", "{Side}": "Left", "{side}": "left"},
    "r": {"{S}": "R", "{s}": "r", "{Side}": "Right", "{side}": "right"},
}


def on_side(text: str, side: str) -> str:
    """Return a text with its placeholders replaced for ``"l"`` or ``"r"``; the middle has none."""
    for placeholder, word in _SIDE_WORDS.get(side, {}).items():
        text = text.replace(placeholder, word)
    return text


def resolve(place: Place, spoken: Spoken, spelt: Callable[[str], str] = plain) -> tuple[str, ...] | None:
    """Return the file's names of the points whose mean a place is, None where the file lacks one of them.

    Args:
        place: The place.
        spoken: Spelling → name, of all points of a file.
        spelt: How names are spelt in ``spoken``.
    """
    found: dict[str, None] = {}
    for names in place:
        name = next((spoken[word] for word in map(spelt, names) if word in spoken), None)
        if name is None:
            return None
        found[name] = None
    return tuple(found)


def resolve_all(
    places: Mapping[_Key, Place], spoken: Spoken, spelt: Callable[[str], str] = plain
) -> dict[_Key, tuple[str, ...]]:
    """Return the same of every place of which the file lacks nothing."""
    found = {key: resolve(place, spoken, spelt) for key, place in places.items()}
    return {key: names for key, names in found.items() if names is not None}


@dataclass(frozen=True)
class Table:
    """A TOML file, or a part of one, with an error for every entry that has no meaning.

    Attributes:
        path: The file, for messages.
        data: What it says.
    """

    path: Path
    data: Mapping[str, object]

    @classmethod
    def read(cls, path: Path, what: str) -> Table:
        """Read a file.

        Args:
            path: The file.
            what: What it should hold, such as ``"a marker set"``.

        Raises:
            CaptureError: Where it is too long or no TOML.
        """
        try:
            return cls(path, read_toml(path))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise CaptureError(path, f"cannot be read as {what} in TOML ({reason})") from error

    @classmethod
    def beside(cls, module: str, what: str) -> Table:
        """Read the table that comes with a module, in a file of the same name."""
        return cls.read(Path(module).with_suffix(".toml"), what)

    def parts(self, name: str) -> dict[str, Table]:
        """Return name → table of every ``[[name]]``, in order.

        One that is ``like`` another has that one's landmarks as well, but for those that it says itself.
        """
        listed = self.data.get(name)
        tables = {part["name"]: part for part in listed} if isinstance(listed, list) else {}
        for part in tables.values():
            like = part.get("like")
            if like is not None and like not in tables:
                raise CaptureError(
                    self.path, unknown_name("table to be like", shown(str(like))[1:-1], tables)
                )
            base = {} if like is None else tables[like]
            part["landmarks"] = {**base.get("landmarks", {}), **part.get("landmarks", {})}
        return {title: Table(self.path, part) for title, part in tables.items()}

    def text(self, key: str) -> str:
        """Return a text of one line, empty where there is none."""
        value = self.data.get(key)
        if value is None:
            return ""
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise CaptureError(
                self.path, f"has the {key} {shown(str(value))}, expected a text of one line at '{key}'"
            )
        return value.strip()

    def number(self, key: str) -> float | None:
        """Return a number, None where there is none."""
        value = self.data.get(key)
        if value is None or isinstance(value, (int, float)):
            return None if value is None else float(value)
        raise CaptureError(self.path, f"has {key} = {shown(str(value))}, expected a number")

    def words(self, key: str) -> tuple[str, ...]:
        """Return words between blanks and line ends, those with placeholders for both sides in turn."""
        words = str(self.data.get(key, "")).split()
        return tuple(each for word in words for each in dict.fromkeys(on_side(word, side) for side in SIDES))

    def parents(self, key: str) -> dict[str, str]:
        """Return point → parent, of chains such as ``Spine>Neck>Shoulder{Side}``."""
        parents: dict[str, str] = {}
        for chain in self.words(key):
            points = chain.split(">")
            parents |= dict(zip(points[1:], points[:-1], strict=True))
        return parents

    def places(self, name: str, keys: Iterable[str] = LANDMARKS) -> dict[str, Place]:
        """Return key with its side → place, of the table ``[name]``, whose keys with sides are given."""
        entries = self.entries(name, keys)
        return {key: self.place(key, value) for key, value in entries.items()}

    def landmarks(self, points: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """Return landmark → points of a set, without those that a set which it is like has beyond its own."""
        own = {point: point for point in points}
        return resolve_all(self.places("landmarks"), own, str)

    def entries(self, name: str, keys: Iterable[str] = LANDMARKS) -> dict[str, object]:
        """Return key with its side → what the table ``[name]`` says at it, or at the key for both sides."""
        table = self.data.get(name, {})
        if not isinstance(table, dict):
            raise CaptureError(self.path, f"has an entry '{name}' that is no table, expected [{name}]")
        valid = set(keys)
        entries: dict[str, object] = {}
        for key, value in table.items():
            meant = {key, *(f"{key}_{side}" for side in SIDES)} & valid
            if not meant:
                bases = {each[:-2] if each.endswith(_SIDED) else each for each in valid}
                raise CaptureError(self.path, unknown_name(f"key of [{name}]", shown(key)[1:-1], bases))
            entries |= dict.fromkeys(sorted(meant), value)
        return entries

    def place(self, key: str, value: object) -> Place:
        """Return the place that an entry says, whose key has its side."""
        points = value if isinstance(value, list) else [value]
        if not points:
            raise self._no_point(key, value)
        return tuple(self._point(key, point) for point in points)

    def _point(self, key: str, point: object) -> tuple[str, ...]:
        if not isinstance(point, str):
            raise self._no_point(key, point)
        side = key[-1] if key.endswith(_SIDED) else ""
        names = tuple(name.strip() for name in on_side(point, side).split(ALTERNATIVE))
        if not all(map(plain, names)) or any("{" in name for name in names):
            raise self._no_point(key, point)
        return names

    def _no_point(self, key: str, value: object) -> CaptureError:
        return CaptureError(
            self.path,
            f"says {shown(str(value))} at '{key}', expected a marker's name such as \"LKNE\", several with "
            f"'{ALTERNATIVE}' between them of which it bears one, or a list whose mean is meant; {{S}} "
            "stands for L and R at places on both sides",
        )

"""ASF files: bones with directions, lengths, axes and degrees of freedom, and how they hang together.

A keyword begins with a colon and its section goes on to the next one. Commas and parentheses are blanks,
``#`` begins a comment. Directions, axes and the root's place are given in one set of fixed axes, those of the
standing skeleton; an order of axes says about which of these is turned first, second and third.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.capture.bvh.hierarchy import MAX_JOINTS, MAX_MAGNITUDE
from understudy.capture.skeletons.skeleton import ROOT
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown, shown_list
from understudy.errors import CaptureError
from understudy.plain_text import plain_lines, plain_number, plain_words
from understudy.spatial import rotations as rot

MAX_ASF_BYTES = 16 << 20
"""A skeleton of two thousand bones takes a tenth of this."""

INCH = 0.0254
TURNS, MOVES = ("rx", "ry", "rz"), ("tx", "ty", "tz")
ROOT_NAME = "root"

_BLANKS = str.maketrans("(),\t\v\f", "      ")
_IN_UNITS = ("mass", "length", "angle")
_OF_ROOT = ("order", "axis", "position", "orientation")
_OF_BONES = (
    *("id", "name", "direction", "length", "axis", "dof", "limits"),
    *("bodymass", "cofmass", "bodycenter", "inertia", "minmax"),
)
_Words = list[tuple[str, int]]
"""Words, each with its line."""


@dataclass(frozen=True, eq=False)
class Bone:
    """A bone, or the root, which has no length.

    Attributes:
        name: As the file spells it.
        parent: Index of the bone on whose end it begins, ``ROOT`` of the root itself.
        vector: (3,) from its beginning to its end [file's unit], in fixed axes.
        axis: (4,) quaternion wxyz from the bone's own axes to the fixed ones.
        freedoms: What the numbers of a frame move, names of ``TURNS`` and ``MOVES`` in their order.
    """

    name: str
    parent: int
    vector: np.ndarray
    axis: np.ndarray
    freedoms: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class AsfSkeleton:
    """What a skeleton file says.

    Attributes:
        path: The file.
        bones: The root and then all bones, each behind the one from which it hangs.
        place: (3,) what is added to the root's place [file's unit].
        degrees: Whether angles are in degrees.
        unit: Metres per unit of length, None where the file leaves it open.
    """

    path: Path
    bones: tuple[Bone, ...]
    place: np.ndarray
    degrees: bool
    unit: float | None


def parse_asf(source: Source) -> AsfSkeleton:
    """Parse a skeleton file.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    if len(source.content) > MAX_ASF_BYTES:
        raise CaptureError(source.path, f"is larger than {MAX_ASF_BYTES} bytes, expected a skeleton's")
    return _Parser(source.path, source.content.decode("utf-8-sig", errors="backslashreplace")).skeleton()


def words_of(line: str) -> list[str]:
    """Return the words of a line up to its comment."""
    if "#" in line or "," in line or "(" in line or ")" in line:
        line = line.partition("#")[0].translate(_BLANKS)
    return plain_words(line)


class _Parser:
    """Takes a file's sections apart."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.sections: dict[str, _Words] = {}
        self.line_of: dict[str, int] = {}
        self.last_line = 1
        self._split(text)

    def _split(self, text: str) -> None:
        section: _Words | None = None
        for line, content in enumerate(plain_lines(text), start=1):
            words = words_of(content)
            if not words:
                continue
            self.last_line = line
            if words[0].startswith(":"):
                keyword = words[0].lower()
                if keyword in self.sections:
                    raise self.error(f"has a second section {shown(keyword)}", line)
                section = self.sections[keyword] = []
                self.line_of[keyword] = line
                words = words[1:]
            if section is None:
                raise self.error(f"found {shown(words[0])}, expected a keyword such as :units", line)
            section.extend((word, line) for word in words)

    def skeleton(self) -> AsfSkeleton:
        """Return what all sections say."""
        degrees, unit = self._units()
        root = self._values(self.section(":root"), _OF_ROOT)
        turn = self._turn(root, "orientation", root.get("axis", [("xyz", self.line_of[":root"])]), degrees)
        order = self._freedoms(root.get("order", []), ":root")
        bones = self._bones(degrees, turn)
        parents = self._hierarchy(bones)
        ordered = list(_below(parents))
        lost = [name for name in bones if name not in ordered]
        if lost:
            line = self.line_of[":hierarchy"]
            raise self.error(f"leaves bones that hang from nothing: {shown_list(lost)}", line)
        places = {name: place for place, name in enumerate((ROOT_NAME, *ordered))}
        # The root's pre-set orientation turns the whole standing skeleton, from which frames turn it on.
        found = [Bone(ROOT_NAME, ROOT, np.zeros(3), rot.IDENTITY, order)]
        for name in ordered:
            said, vector, axis, freedoms = bones[name]
            found.append(Bone(said, places[parents[name]], vector, axis, freedoms))
        place = self._vector(root["position"], 3) if "position" in root else np.zeros(3)
        return AsfSkeleton(self.path, tuple(found), place, degrees, unit)

    def section(self, keyword: str) -> _Words:
        """Return the words of a section that has to be there."""
        if keyword not in self.sections:
            raise self.error(f"has no section {keyword}, expected one of a skeleton file", self.last_line)
        return self.sections[keyword]

    def error(self, problem: str, line: int) -> CaptureError:
        """Return an error about a line."""
        return CaptureError(self.path, problem, line)

    def _units(self) -> tuple[bool, float | None]:
        """Return whether angles are in degrees, and metres per unit, where the file says so."""
        said = self._values(self.sections.get(":units", []), _IN_UNITS)
        degrees, unit = True, None
        if "angle" in said:
            word, line = self._words(said["angle"], 1)[0]
            if word.lower() not in ("deg", "degrees", "rad", "radians"):
                raise self.error(f"has angles in {shown(word)}, expected deg or rad", line)
            degrees = word.lower().startswith("deg")
        if "length" in said:
            factor, line = self._vector(said["length"], 1)[0], said["length"][0][1]
            if not 1e-6 <= factor <= 1e6:
                raise self.error(f"has a factor of lengths of {factor:g}, expected 1e-6 to 1e6", line)
            # A length divided by the factor is in inches; a factor of one is written where nobody cared.
            unit = None if factor == 1.0 else INCH / factor
        return degrees, unit

    def _bones(
        self, degrees: bool, turn: np.ndarray
    ) -> dict[str, tuple[str, np.ndarray, np.ndarray, tuple[str, ...]]]:
        """Return small name → name, vector, axis and degrees of freedom, all turned with the root."""
        found: dict[str, tuple[str, np.ndarray, np.ndarray, tuple[str, ...]]] = {}
        for block in _blocks(self, ":bonedata"):
            line = block[0][1]
            said = self._values(block[1:], _OF_BONES)
            name = self._words(said["name"], 1)[0][0] if "name" in said else ""
            if not name or name.lower() in found or name.lower() == ROOT_NAME:
                raise self.error(f"has a bone of the name {shown(name)}, expected a new one", line)
            if len(found) == MAX_JOINTS:
                raise self.error(f"has more than {MAX_JOINTS} bones", line)
            missing = [key for key in ("direction", "length") if key not in said]
            if missing:
                raise self.error(f"has no {missing[0]} of the bone {shown(name)}", line)
            direction, length = self._vector(said["direction"], 3), self._vector(said["length"], 1)[0]
            if length != 0.0 and not direction.any():
                raise self.error(f"has a direction of no length of the bone {shown(name)}", line)
            axis = self._turn(said, "axis", None, degrees)
            found[name.lower()] = (
                name,
                rot.rotate(turn, length * rot.normalise(direction)),
                rot.multiply(turn, axis),
                self._freedoms(said.get("dof", []), name),
            )
        return found

    def _hierarchy(self, bones: Mapping[str, object]) -> dict[str, str]:
        """Return bone → the bone from which it hangs, in small letters."""
        parents: dict[str, str] = {}
        rows: dict[int, list[str]] = {}
        blocks = list(_blocks(self, ":hierarchy"))
        for word, line in (pair for block in blocks for pair in block[1:]):
            rows.setdefault(line, []).append(word)
        for line, names in rows.items():
            parent, *children = (name.lower() for name in names)
            for name in (parent, *children):
                if name not in bones and name != ROOT_NAME:
                    raise self.error(f"hangs {shown(name)}, which is no bone of the file", line)
            for child in children:
                if child in parents or child == ROOT_NAME:
                    raise self.error(f"hangs {shown(child)} a second time, expected a tree", line)
                parents[child] = parent
        return parents

    def _values(self, words: _Words, keys: tuple[str, ...]) -> dict[str, _Words]:
        """Return key → the words behind it."""
        found: dict[str, _Words] = {}
        key = ""
        for word, line in words:
            small = word.lower()
            if small in keys and not (key == "name" and not found[key]):
                if small in found:
                    raise self.error(f"says {shown(small)} twice", line)
                key = small
                # The key's own line is where an empty list of words is at fault.
                found[key] = []
            elif not key:
                raise self.error(f"found {shown(word)}, expected one of {', '.join(keys)}", line)
            else:
                found[key].append((word, line))
        return found

    def _turn(self, said: Mapping[str, _Words], key: str, order: _Words | None, degrees: bool) -> np.ndarray:
        """Return the quaternion (4,) of angles about x, y and z, whose order stands behind them or apart."""
        if key not in said:
            return rot.IDENTITY
        words = said[key]
        named = words[3:] if order is None else order
        if len(named) != 1 or sorted(named[0][0].lower()) != ["x", "y", "z"]:
            line = (named or words or [("", self.last_line)])[0][1]
            raise self.error(
                f"has no order of axes in {key}, expected three angles and one such as XYZ", line
            )
        angles = self._vector(words[:3], 3)
        angles = np.deg2rad(angles) if degrees else angles
        turn = rot.IDENTITY
        for axis in map("xyz".index, named[0][0].lower()):
            turn = rot.multiply(rot.from_axis_angle(np.eye(3)[axis], angles[axis]), turn)
        return turn

    def _freedoms(self, words: _Words, owner: str) -> tuple[str, ...]:
        names = tuple(word.lower() for word, _ in words)
        for place, (name, (_, line)) in enumerate(zip(names, words, strict=True)):
            if name not in TURNS + MOVES or name in names[:place]:
                valid = ", ".join(TURNS + MOVES)
                raise self.error(f"moves {owner} along {shown(name)}, expected each of {valid} once", line)
        return names

    def _vector(self, words: _Words, width: int) -> np.ndarray:
        numbers = []
        for word, line in self._words(words, width):
            value = plain_number(word, MAX_MAGNITUDE)
            if value is None:
                raise self.error(f"found {shown(word)}, expected a number", line)
            numbers.append(value)
        return np.array(numbers)

    def _words(self, words: _Words, width: int) -> _Words:
        if len(words) != width:
            line = words[0][1] if words else self.last_line
            raise self.error(f"has {len(words)} words in the place of {width}", line)
        return words


def _blocks(parser: _Parser, keyword: str) -> Iterator[_Words]:
    """Yield the words from each ``begin`` up to its ``end``, the former among them."""
    block: _Words = []
    for word, line in parser.section(keyword):
        small = word.lower()
        if not block:
            if small != "begin":
                raise parser.error(f"found {shown(word)} in {keyword}, expected begin", line)
            block = [(word, line)]
        elif small == "end":
            yield block
            block = []
        elif small == "begin":
            raise parser.error(f"begins anew before the end of what began on line {block[0][1]}", line)
        else:
            block.append((word, line))
    if block:
        raise parser.error(f"ends in {keyword} before the end of what began there", block[0][1])
    if not any(word.lower() == "end" for word, _ in parser.section(keyword)):
        raise parser.error(f"has nothing in {keyword}, expected begin … end", parser.line_of[keyword])


def _below(parents: Mapping[str, str]) -> Iterator[str]:
    """Yield the bones that hang from the root, each behind its own parent."""
    children: dict[str, list[str]] = {}
    for child, parent in parents.items():
        children.setdefault(parent, []).append(child)
    level = children.get(ROOT_NAME, [])
    while level:
        yield from level
        level = [child for name in level for child in children.get(name, ())]

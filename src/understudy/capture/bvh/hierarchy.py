"""The HIERARCHY part of a BVH file: any tree of joints with any channels.

A joint's ``CHANNELS`` say which numbers of a frame move it, in which order. The parser keeps its own
stack, so that no depth of nesting in a hostile file can exhaust Python's.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError
from understudy.plain_text import plain_count, plain_number, plain_words

MAX_JOINTS = 2000
"""No more joints, and no more End Sites, are read."""

MAX_DEPTH = 200
MAX_MAGNITUDE = 1e9
"""No length or angle of a person comes near this; larger numbers would overflow further on."""

CHANNELS: tuple[str, ...] = tuple(f"{axis}{kind}" for kind in ("position", "rotation") for axis in "XYZ")
"""What a channel may move."""

_STATEMENTS = ("ROOT", "JOINT", "END", "OFFSET", "CHANNELS", "}")
_CHANNEL_OF_LOWER = {channel.lower(): channel for channel in CHANNELS}


@dataclass(frozen=True)
class BvhHierarchy:
    """What the HIERARCHY part says.

    Attributes:
        skeleton: The joints, in the file's unit and axes.
        channels: For each joint its channels, names of ``CHANNELS`` in the file's order.
    """

    skeleton: Skeleton
    channels: tuple[tuple[str, ...], ...]

    @property
    def column_count(self) -> int:
        """Numbers in a frame."""
        return sum(len(channels) for channels in self.channels)


def parse_hierarchy(path: Path, text: str) -> BvhHierarchy:
    """Parse everything before the word MOTION.

    Args:
        path: The file, for messages.
        text: The part from HIERARCHY on, with lines ended by newlines.

    Returns:
        Joints and channels.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    nodes = _Parser(path, text).parse()
    joints = [node for node in nodes if not node.is_end]
    places = {id(joint): place for place, joint in enumerate(joints)}
    ends: dict[str, list[list[float]]] = defaultdict(list)
    for node in nodes:
        if node.is_end and node.parent is not None:
            ends[node.parent.name].append(node.offset)
    skeleton = Skeleton(
        names=tuple(joint.name for joint in joints),
        parents=tuple(ROOT if joint.parent is None else places[id(joint.parent)] for joint in joints),
        offsets=np.array([joint.offset for joint in joints]),
        end_offsets={name: np.array(offsets) for name, offsets in ends.items()},
    )
    return BvhHierarchy(skeleton, tuple(joint.channels or () for joint in joints))


@dataclass
class _Node:
    """A joint, or an End Site, which has no name; what was not stated yet is empty or None."""

    name: str
    parent: _Node | None
    offset: list[float] = field(default_factory=list)
    channels: tuple[str, ...] | None = None

    @property
    def is_end(self) -> bool:
        return not self.name

    def __str__(self) -> str:
        return f"the End Site of {self.parent}" if self.is_end else f"joint {shown(self.name)}"


class _Parser:
    """Reads words one after the other; every word knows its line."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.words = _words(text)
        self.position = 0
        self.line = self.words[-1][1] if self.words else 1
        self.nodes: list[_Node] = []
        self.counts = {True: 0, False: 0}
        self.line_of: dict[str, int] = {}
        self.stack: list[_Node] = []

    def parse(self) -> list[_Node]:
        """Return all nodes, parents before their children."""
        if self._next("HIERARCHY").upper() != "HIERARCHY":
            raise self._error(f"found {shown(self.words[0][0])}, expected HIERARCHY")
        while self.position < len(self.words):
            word = self._next("a statement")
            is_closed = bool(self.nodes) and not self.stack
            if word.upper() not in _STATEMENTS or (is_closed and word.upper() != "ROOT"):
                valid = "MOTION" if is_closed else ", ".join(_STATEMENTS)
                raise self._error(f"found {shown(word)}, expected {valid}")
            self._state(word.upper(), self.stack[-1] if self.stack else None)
        if not self.nodes:
            raise self._error("has no ROOT, expected a tree of joints")
        if self.stack:
            raise self._error(f"ends inside {self.stack[-1]}, expected its closing brace and then MOTION")
        return self.nodes

    def _state(self, statement: str, node: _Node | None) -> None:
        """Take one statement about the innermost node that is open."""
        if statement == "ROOT":
            if self.nodes:
                raise self._error("has a second ROOT, expected one person in a file")
            self._open_joint(statement, None)
        elif statement == "JOINT":
            if node is None or node.is_end:
                raise self._error("has a JOINT here, expected it inside a ROOT or another JOINT")
            self._open_joint(statement, node)
        elif statement == "END":
            if node is None or node.is_end:
                raise self._error("has an End Site here, expected it inside a joint")
            self._title()
            self._open(_Node("", node))
        elif node is None:
            raise self._error(f"has {statement} outside of any joint, expected ROOT")
        elif statement == "OFFSET":
            offset = [self._number() for _ in range(3)]
            if node.offset:
                raise self._error(f"has a second OFFSET in {node}")
            node.offset = offset
        elif statement == "CHANNELS":
            node.channels = self._channels(node)
        else:
            if not node.offset:
                raise self._error(f"closes {node} without an OFFSET")
            self.stack.pop()

    def _open_joint(self, keyword: str, parent: _Node | None) -> None:
        line = self.line
        name = self._title()
        if not name:
            raise self._error(f"has a {keyword} without a name", line)
        if name in self.line_of:
            problem = f"names a joint {shown(name)} as on line {self.line_of[name]}, expected unique names"
            raise self._error(problem, line)
        if len(self.stack) == MAX_DEPTH:
            raise self._error(f"has more than {MAX_JOINTS} joints or {MAX_DEPTH} levels", line)
        self.line_of[name] = line
        self._open(_Node(name, parent))

    def _open(self, node: _Node) -> None:
        if self.counts[node.is_end] == MAX_JOINTS:
            many = "End Sites" if node.is_end else f"joints or {MAX_DEPTH} levels"
            raise self._error(f"has more than {MAX_JOINTS} {many}")
        self.counts[node.is_end] += 1
        self.nodes.append(node)
        self.stack.append(node)

    def _title(self) -> str:
        """Return the words up to the opening brace; joint names may hold blanks."""
        line, title = self.line, []
        while (word := self._next("{")) != "{":
            if self.line != line or word == "}":
                raise self._error(f"found {shown(word)}, expected {{")
            title.append(word)
        return " ".join(title)

    def _channels(self, node: _Node) -> tuple[str, ...]:
        line = self.line
        if node.is_end or node.channels is not None:
            raise self._error(f"has CHANNELS in {node}, expected them once in a joint")
        word = self._next("a number of channels")
        count = plain_count(word)
        if count is None or count > len(CHANNELS):
            raise self._error(f"has CHANNELS {shown(word)}, expected 0 to {len(CHANNELS)}", line)
        channels: list[str] = []
        for _ in range(count):
            name = self._next("a channel")
            if name.lower() not in _CHANNEL_OF_LOWER:
                raise self._error(
                    f"declares {word} CHANNELS but found {shown(name)} among them, "
                    f"expected names of {', '.join(CHANNELS)}",
                    line,
                )
            channels.append(_CHANNEL_OF_LOWER[name.lower()])
        if len(set(channels)) < len(channels):
            raise self._error(f"has CHANNELS of {node} twice: {' '.join(channels)}", line)
        return tuple(channels)

    def _number(self) -> float:
        line = self.line
        word = self._next("a number after OFFSET")
        value = plain_number(word, MAX_MAGNITUDE)
        if value is None:
            raise self._error(f"has OFFSET with {shown(word)}, expected three numbers", line)
        return value

    def _next(self, wanted: str) -> str:
        if self.position == len(self.words):
            line = self.words[-1][1] if self.words else 1
            raise self._error(f"ends in its HIERARCHY part, expected {wanted}", line)
        word, self.line = self.words[self.position]
        self.position += 1
        return word

    def _error(self, problem: str, line: int | None = None) -> CaptureError:
        return CaptureError(self.path, problem, self.line if line is None else line)


def _words(text: str) -> list[tuple[str, int]]:
    """Return every word with its line, counted from 1; a brace is a word of its own."""
    words: list[tuple[str, int]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        spaced = line.replace("{", " { ").replace("}", " } ")
        words.extend((word, number) for word in plain_words(spaced))
    return words

"""The HIERARCHY part of a BVH file: any tree of joints with any channels.

A joint's ``CHANNELS`` say which numbers of a frame move it, in which order. The parser keeps its own
stack, so that no depth of nesting in a hostile file can exhaust Python's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
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

_CHANNEL_OF_LOWER = {channel.lower(): channel for channel in CHANNELS}
_END_SITE = -2


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
    return _Parser(path, text).parse()


class _Parser:
    """Reads words one after the other; every word knows its line."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.words = _words(text)
        self.position = 0
        self.names: list[str] = []
        self.parents: list[int] = []
        self.offsets: list[list[float] | None] = []
        self.channels: list[tuple[str, ...] | None] = []
        self.ends: dict[int, list[list[float]]] = defaultdict(list)
        self.line_of: dict[str, int] = {}
        self.stack: list[int] = []
        self.end_has_offset = False
        self.end_count = 0
        self.statements: dict[str, Callable[[int], None]] = {
            "ROOT": self._root,
            "JOINT": self._joint,
            "END": self._end_site,
            "OFFSET": self._offset,
            "CHANNELS": self._channels,
            "}": self._close,
        }

    def parse(self) -> BvhHierarchy:
        word, line = self._next("HIERARCHY")
        if word.upper() != "HIERARCHY":
            raise self._error(f"found {shown(word)}, expected HIERARCHY", line)
        while self.position < len(self.words):
            word, line = self._next("a statement")
            statement = self.statements.get(word.upper())
            tree_is_closed = bool(self.names) and not self.stack
            if statement is None or (tree_is_closed and statement != self._root):
                valid = "MOTION" if tree_is_closed else ", ".join(self.statements)
                raise self._error(f"found {shown(word)}, expected {valid}", line)
            statement(line)
        if not self.names:
            raise self._error("has no ROOT, expected a tree of joints", self._last_line())
        if self.stack:
            raise self._error(
                f"ends inside {self._place()}, expected its closing brace and then MOTION", self._last_line()
            )
        return self._result()

    def _result(self) -> BvhHierarchy:
        skeleton = Skeleton(
            names=tuple(self.names),
            parents=tuple(self.parents),
            offsets=np.array(self.offsets),
            end_offsets={self.names[joint]: np.array(offsets) for joint, offsets in self.ends.items()},
        )
        return BvhHierarchy(skeleton, tuple(channels or () for channels in self.channels))

    def _root(self, line: int) -> None:
        if self.names:
            raise self._error("has a second ROOT, expected one person in a file", line)
        self._open_joint("ROOT", ROOT, line)

    def _joint(self, line: int) -> None:
        if not self.stack or self.stack[-1] == _END_SITE:
            raise self._error("has a JOINT here, expected it inside a ROOT or another JOINT", line)
        self._open_joint("JOINT", self.stack[-1], line)

    def _open_joint(self, keyword: str, parent: int, line: int) -> None:
        name = self._title(line)
        if not name:
            raise self._error(f"has a {keyword} without a name", line)
        if name in self.line_of:
            raise self._error(
                f"names a joint {shown(name)} as on line {self.line_of[name]}, expected unique names", line
            )
        if len(self.names) == MAX_JOINTS or len(self.stack) == MAX_DEPTH:
            raise self._error(f"has more than {MAX_JOINTS} joints or {MAX_DEPTH} levels", line)
        self.line_of[name] = line
        self.stack.append(len(self.names))
        self.names.append(name)
        self.parents.append(parent)
        self.offsets.append(None)
        self.channels.append(None)

    def _end_site(self, line: int) -> None:
        if not self.stack or self.stack[-1] == _END_SITE:
            raise self._error("has an End Site here, expected it inside a joint", line)
        if self.end_count == MAX_JOINTS:
            raise self._error(f"has more than {MAX_JOINTS} End Sites", line)
        self._title(line)
        self.stack.append(_END_SITE)
        self.end_has_offset = False

    def _title(self, line: int) -> str:
        """Return the words up to the opening brace; joint names may hold blanks."""
        title: list[str] = []
        while True:
            word, word_line = self._next("{")
            if word == "{":
                return " ".join(title)
            if word_line != line or word == "}":
                raise self._error(f"found {shown(word)}, expected {{", word_line)
            title.append(word)

    def _offset(self, line: int) -> None:
        values = [self._number("OFFSET", line) for _ in range(3)]
        node = self._open_node("OFFSET", line)
        if node == _END_SITE and not self.end_has_offset:
            self.end_has_offset = True
            self.end_count += 1
            self.ends[self.stack[-2]].append(values)
        elif node != _END_SITE and self.offsets[node] is None:
            self.offsets[node] = values
        else:
            raise self._error(f"has a second OFFSET in {self._place()}", line)

    def _channels(self, line: int) -> None:
        node = self._open_node("CHANNELS", line)
        if node == _END_SITE or self.channels[node] is not None:
            raise self._error(f"has CHANNELS in {self._place()}, expected them once in a joint", line)
        word, _ = self._next("a number of channels")
        count = plain_count(word)
        if count is None or count > len(CHANNELS):
            raise self._error(f"has CHANNELS {shown(word)}, expected 0 to {len(CHANNELS)}", line)
        channels = tuple(self._channel(word, line) for _ in range(count))
        if len(set(channels)) < len(channels):
            raise self._error(f"has CHANNELS of {self._place()} twice: {' '.join(channels)}", line)
        self.channels[node] = channels

    def _channel(self, count: str, line: int) -> str:
        word, _ = self._next("a channel")
        channel = _CHANNEL_OF_LOWER.get(word.lower())
        if channel is None:
            raise self._error(
                f"declares {count} CHANNELS but found {shown(word)} among them, "
                f"expected names of {', '.join(CHANNELS)}",
                line,
            )
        return channel

    def _close(self, line: int) -> None:
        node = self._open_node("}", line)
        lacks_offset = not self.end_has_offset if node == _END_SITE else self.offsets[node] is None
        if lacks_offset:
            raise self._error(f"closes {self._place()} without an OFFSET", line)
        self.stack.pop()

    def _open_node(self, keyword: str, line: int) -> int:
        if not self.stack:
            raise self._error(f"has {keyword} outside of any joint, expected ROOT", line)
        return self.stack[-1]

    def _number(self, what: str, line: int) -> float:
        word, _ = self._next(f"a number after {what}")
        value = plain_number(word, MAX_MAGNITUDE)
        if value is None:
            raise self._error(f"has {what} with {shown(word)}, expected three numbers", line)
        return value

    def _next(self, wanted: str) -> tuple[str, int]:
        if self.position == len(self.words):
            raise self._error(f"ends in its HIERARCHY part, expected {wanted}", self._last_line())
        self.position += 1
        return self.words[self.position - 1]

    def _place(self) -> str:
        if self.stack[-1] == _END_SITE:
            return f"the End Site of joint {shown(self.names[self.stack[-2]])}"
        return f"joint {shown(self.names[self.stack[-1]])}"

    def _last_line(self) -> int:
        return self.words[-1][1] if self.words else 1

    def _error(self, problem: str, line: int) -> CaptureError:
        return CaptureError(self.path, problem, line)


def _words(text: str) -> list[tuple[str, int]]:
    """Return every word with its line, counted from 1; a brace is a word of its own."""
    words: list[tuple[str, int]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        spaced = line.replace("{", " { ").replace("}", " } ")
        words.extend((word, number) for word in plain_words(spaced))
    return words

"""Lines of a text file, one after the other, each with its number."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

from understudy.errors import CaptureError

MAX_LINE_BYTES = 4 << 20
"""No line that is looked at by itself comes near this; a longer one is not searched for its end."""

_SNIFFED_BYTES = 1 << 22
_SPARE_LINES = 100
_LONGEST_SNIFFED = 1 << 16
_LINE = re.compile(rb"[^\r\n]*")
_FILLED = re.compile(rb"[^\r\n]+")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def line_at(content: bytes, start: int) -> bytes:
    """Return the line that begins at a place, without its end."""
    match = _LINE.match(content, start)
    assert match is not None, "the pattern of a line matches anything"
    return match.group()


def first_lines(content: bytes, count: int) -> list[bytes]:
    """Return the first lines that are not blank, as far as they lie near the beginning of a file.

    A line that is longer than any frame of a person is cut.
    """
    beginning = content[:_SNIFFED_BYTES].removeprefix(_BYTE_ORDER_MARK)
    # However many blank lines a file begins with, looking at it takes no time.
    lines = (match.group() for match in islice(_FILLED.finditer(beginning), _SPARE_LINES + count))
    return list(islice((line[:_LONGEST_SNIFFED] for line in lines if line.strip()), count))


class TextLines:
    """Walks through a file from its first line, or from another one, and knows where it is.

    Attributes:
        position: Where in the content the next line begins.
        line: The number of the next line, counted from 1.
    """

    def __init__(self, path: Path, content: bytes, position: int = 0, line: int = 1) -> None:
        """Begin at the first line, behind a byte order mark, or at a line further on."""
        self._path = path
        self._content = content
        has_mark = position == 0 and content.startswith(_BYTE_ORDER_MARK)
        self.position = len(_BYTE_ORDER_MARK) if has_mark else position
        self.line = line

    @property
    def is_at_end(self) -> bool:
        """Whether there is no further line."""
        return self.position >= len(self._content)

    def peek(self) -> str:
        """Return the next line without its end, and stay before it; empty at the file's end."""
        return self._text(self._end())

    def next(self, wanted: str) -> str:
        """Return the next line without its end.

        Args:
            wanted: What is expected there, for the message where the file has ended.
        """
        if self.is_at_end:
            raise self.error(f"ends here, expected {wanted}")
        end = self._end()
        text = self._text(end)
        skipped = 2 if self._content[end : end + 2] == b"\r\n" else 1
        self.position = min(end + skipped, len(self._content))
        self.line += 1
        return text

    def skip_blank(self) -> None:
        """Go on to the next line that holds more than blanks, tabs and separators."""
        while not self.is_at_end and not self.peek().strip(" \t,;"):
            self.next("a line")

    def error(self, problem: str, lines_back: int = 0) -> CaptureError:
        """Return an error about the next line, or one as many lines before it."""
        return CaptureError(self._path, problem, max(self.line - lines_back, 1))

    def _end(self) -> int:
        match = _LINE.match(self._content, self.position, self.position + MAX_LINE_BYTES + 1)
        assert match is not None, "the pattern of a line matches anything"
        if match.end() - self.position > MAX_LINE_BYTES:
            raise self.error(f"has a line of more than {MAX_LINE_BYTES} bytes, expected shorter ones")
        return match.end()

    def _text(self, end: int) -> str:
        # Names that are not UTF-8 stay distinct this way, and their bytes can be recognised.
        return self._content[self.position : end].decode("utf-8", errors="backslashreplace")

"""What a file format is to the readers: a name, a way to tell it, and a way to read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from understudy.capture.raw import RawCapture
from understudy.capture.source import Source


@dataclass(frozen=True)
class Format:
    """A readable format.

    Attributes:
        name: What people call it.
        mark: How its content is told, to complete "a file that is ...".
        matches: Whether bytes are of this format; looks at content only, never at a file's name.
        read: The reader, from bytes to what they say.
        of_folder: Whether it may also be a folder with one file a frame.
    """

    name: str
    mark: str
    matches: Callable[[bytes], bool]
    read: Callable[[Source], RawCapture]
    of_folder: bool = False

    def fits(self, source: Source) -> bool:
        """Tell whether a file, or a folder by its first frame, is of this format."""
        return (self.of_folder or not source.frames) and self.matches(source.content)

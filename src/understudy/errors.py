"""The one family of errors that users see, each a single sentence that says what would be valid."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path

from understudy.quoting import printable, shortened

_STROKES = str.maketrans("_ ", "--")
"""Strokes that stand for each other in names."""

_LISTED = 200
"""Valid names that a message lists; a stranger's model may have thousands of joints."""


class UnderstudyError(Exception):
    """Base of every error that is the input's fault; the command line prints it and exits with 2."""

    def __str__(self) -> str:
        """Return the sentence, in which names of strangers' files and joints steer no terminal."""
        return printable(super().__str__())


class UnderstudyWarning(UserWarning):
    """What to know before trusting a result, where Understudy is used from Python."""


class CaptureError(UnderstudyError):
    """A capture file that cannot be read."""

    def __init__(self, path: str | Path, problem: str, line: int | None = None) -> None:
        """Compose the sentence.

        Args:
            path: The file.
            problem: What was found and what would be valid.
            line: The line of a text file where it was found, counted from 1.
        """
        place = f"{path}, line {line}" if line is not None else f"{path}"
        super().__init__(f"{place}: {problem}")
        self.path = Path(path)
        self.line = line


class InvalidMotionError(UnderstudyError):
    """Arrays that do not make up a valid recording, human motion, robot motion or rollout."""


class RobotError(UnderstudyError):
    """A robot that is unknown, not installed, or whose model or card cannot be used."""


class MethodError(UnderstudyError):
    """A method of retargeting that is unknown, or a plug-in that cannot be used as one."""


class OptionError(UnderstudyError):
    """An option of a method that is unknown, or whose value is not valid."""


class OutputError(UnderstudyError):
    """A place to which the result cannot be written."""


class RenderError(UnderstudyError):
    """Pictures were asked for where none can be drawn."""


def unknown_name(kind: str, name: str, valid: Iterable[str]) -> str:
    """Return one sentence that says ``name`` is unknown, the nearest valid one, and all valid ones."""
    names = sorted(shortened(each) for each in valid)
    found = shortened(name)
    plain = {_plainly(each): each for each in reversed(names)}
    near = difflib.get_close_matches(_plainly(found), plain, n=1)
    hint = f" (did you mean '{plain[near[0]]}'?)" if near else ""
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"unknown {kind} '{found}'{hint}; valid: {', '.join(names[:_LISTED])}{more}"


def _plainly(name: str) -> str:
    """Return a name as it is compared with others, whichever letters and strokes it is written with."""
    return name.casefold().translate(_STROKES)

"""What went wrong in a study: as a sentence from another process, and on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from understudy.batch.team import Lost
from understudy.errors import OutputError, UnderstudyError


@dataclass(frozen=True)
class Failure:
    """What went wrong with a recording, in a sentence; fatal where nothing else would go well either."""

    message: str
    is_fatal: bool

    @classmethod
    def of(cls, error: UnderstudyError, about: str = "") -> Failure:
        """Return an error as a failure, told about something where that is not in it."""
        return cls(f"{about}: {error}" if about else str(error), isinstance(error, OutputError))


def failure_in(result: Any, name: str) -> Failure | None:
    """Return the failure that a task's result is, None where it is none.

    Args:
        result: What a process gave back, or that it was lost.
        name: What the task was about.

    Raises:
        OutputError: Where nothing else would go well either.
    """
    if isinstance(result, Lost):
        return Failure(f"{name}: {result.sentence}", is_fatal=False)
    if not isinstance(result, Failure):
        return None
    if result.is_fatal:
        raise OutputError(result.message)
    return result


def failures_html(failures: Sequence[str]) -> str:
    """Return a list of what was left out, nothing where nothing was."""
    if not failures:
        return ""
    items = "".join(f"<li>{escape(failure)}</li>" for failure in failures)
    return f"<p><b>Left out, since it could not be used:</b></p><ul>{items}</ul>"

"""Pieces of work that end their process, or badly; quick to import for processes that begin anew."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from understudy.errors import OutputError


def end_the_first_time(mark: Path) -> str:
    """End this process, unless somebody has done so before and left the mark."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def end_at_zero(task: int) -> int:
    """End this process if the task is 0."""
    if task == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def cannot_write(task: int) -> None:
    """Fail as one whose disk is full."""
    raise OutputError(f"cannot write {task}")


def stumble(task: int) -> int:
    """Fail by a fault of our own."""
    return 1 // task

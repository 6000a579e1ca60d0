"""Which program keeps its recordings in a folder that somebody gives."""

from __future__ import annotations

from pathlib import Path

from understudy.capture.sessions.freemocap import find_freemocap
from understudy.capture.sessions.opencap import find_opencap
from understudy.capture.sessions.session import Session
from understudy.capture.sessions.tracked import find_tracked

_FINDERS = (find_opencap, find_freemocap, find_tracked)


def find_session(folder: Path) -> Session | None:
    """Return what a folder of a known program holds, None of any other folder.

    Raises:
        CaptureError: Where it is such a folder and no one capture of it can be read.
    """
    return next(filter(None, (finder(folder) for finder in _FINDERS)), None)

"""Made-up infants written as capture files, each once."""

from __future__ import annotations

from pathlib import Path

from understudy.export.captures.keypoint_stream import body_25_stream, mini_rgbd_stream
from understudy.study import thesis
from understudy.study.infants import BODY_25, Infant, captured_points


def infant_path(folder: Path, infant: Infant) -> Path:
    """Return where the file of an infant is, or will be."""
    return folder / f"{infant.name}{'.jsonl' if infant.points == BODY_25 else '.txt'}"


def write_infant(folder: Path, infant: Infant) -> Path:
    """Write the file of an infant, unless it is there, and return it.

    Its name tells everything that it was made from, and it is never there half written, so a file that
    is there is right.

    Raises:
        OutputError: Where it cannot be written.
    """
    path = infant_path(folder, infant)
    if not path.exists():
        stream = body_25_stream if infant.points == BODY_25 else mini_rgbd_stream
        with stream(path, thesis.FPS) as append:
            for points in captured_points(infant):
                append(points)
    return path

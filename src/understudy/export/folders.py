"""Places of exports: a file, or a new folder."""

from __future__ import annotations

from pathlib import Path

from understudy.export.format import ExportFormat
from understudy.motion.output import require_new_folder, require_writable


def require_place(path: str | Path, chosen: ExportFormat) -> None:
    """Fail early, before long work, when a format could not be written to a place.

    Raises:
        OutputError: Where a file cannot be written, or a folder holds files already.
    """
    if chosen.suffixes:
        require_writable(path)
        return
    require_new_folder(path)

"""Places of exports: a file, or a folder that is written whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path

from understudy.errors import OutputError
from understudy.export.format import ExportFormat
from understudy.motion.archive import require_writable


def require_place(path: str | Path, chosen: ExportFormat) -> None:
    """Fail early, before long work, when a format could not be written to a place.

    Raises:
        OutputError: Where a file cannot be written, or a folder holds files already.
    """
    if chosen.suffixes:
        require_writable(path)
        return
    folder = Path(path)
    try:
        is_taken = folder.exists() and (not folder.is_dir() or next(folder.iterdir(), None) is not None)
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror or error}") from error
    if is_taken:
        raise OutputError(f"cannot write {folder}: it is there already, expected a new or empty folder")
    require_writable(folder.parent / f".{folder.name}.part")


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder: beside its place first, then moved there.

    Args:
        path: A new or empty folder.
        files: Name, with folders before it → content.

    Raises:
        OutputError: Where it cannot be written; nothing is left of it then.
    """
    temporary = path.parent / f".{path.name[:40]}.{secrets.token_hex(8)}.part"
    try:
        for name, content in files.items():
            file = temporary / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        if path.is_dir():
            path.rmdir()
        os.replace(temporary, path)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)

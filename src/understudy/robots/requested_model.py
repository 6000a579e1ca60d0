"""A requested model: taken from those that were kept, compiled here, or in a process of its own.

A stranger's file is compiled in a child first, once. What has come out of there well, this process may
compile again by itself for other requests while the files are unchanged: turned, locked, with servos.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.robots.files_read import FilesRead
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.model_cache import keep, load_kept
from understudy.robots.model_request import ModelRequest

if TYPE_CHECKING:
    from understudy.robots.compiling_here import Change

_WORTH_KEEPING = 0.01
"""Time [s] to make a model from which on it is kept; loading one that was kept takes a few milliseconds."""

_proven: dict[Path, FilesRead] = {}
"""Model files that this process has had compiled, and what they were made of then."""


def read_requested(request: ModelRequest, is_ours: bool = False) -> LoadedModel:
    """Return the model that was asked for.

    Args:
        request: The file, and what is wanted of it.
        is_ours: Whether it is of the catalogue, and is compiled here.

    Raises:
        RobotError: The model cannot be used; one sentence says where and why.
    """
    kept = load_kept(request)
    if kept is not None:
        loaded, files = kept
    elif is_ours or _is_proven(request.path):
        # A model that was kept needs nothing that reads model files.
        from understudy.robots.compiling_here import compile_watched

        start = time.perf_counter()
        loaded, files = compile_watched(request)
        if files is not None and time.perf_counter() - start >= _WORTH_KEEPING:
            keep(request, loaded, files)
    else:
        from understudy.robots.compiling import compile_in_child

        loaded, files = compile_in_child(request)
        if files is not None:
            keep(request, loaded, files)
    if files is not None:
        _proven[request.path] = files
    return loaded


def read_changed(request: ModelRequest, change: Change, is_ours: bool = False) -> LoadedModel:
    """Return the model that was asked for after a change of its specification; it is compiled each time.

    Args:
        request: The file, and what is wanted of it.
        change: Called with the specification before it is compiled, after the card's own changes.
        is_ours: Whether it is of the catalogue.
    """
    from understudy.robots.compiling_here import compile_request

    if not is_ours and not _is_proven(request.path):
        read_requested(request)
    return compile_request(request, change)


def _is_proven(path: Path) -> bool:
    files = _proven.get(path)
    return files is not None and files.are_unchanged()

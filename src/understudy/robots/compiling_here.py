"""A requested model compiled in this process, with what a card adds to it."""

from __future__ import annotations

from dataclasses import replace

import mujoco

from understudy.errors import RobotError
from understudy.robots.additions import add_exclusions, add_eyes
from understudy.robots.files_read import FilesRead
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.model_compiler import Change, compile_model
from understudy.robots.model_request import ModelRequest
from understudy.robots.models.file_finder import FileFinder
from understudy.robots.surface import surface
from understudy.robots.watched_finder import OnSizes, WatchedFinder


def compile_request(
    request: ModelRequest, change: Change | None = None, finder: FileFinder | None = None
) -> LoadedModel:
    """Compile what was asked for.

    Args:
        request: The file, and what is wanted of it.
        change: Called with the specification before it is compiled, after the card's own changes.
        finder: Finds the files that the model names, in place of one of its own.

    Raises:
        RobotError: The model cannot be used; one sentence says where and why.
    """

    def add(spec: mujoco.MjSpec) -> None:
        if request.name:
            add_eyes(spec, request)
            add_exclusions(spec, request)
        if change is not None:
            change(spec)

    try:
        return compile_model(
            request.path,
            request.base,
            package_folders=request.package_folders,
            forward=request.forward,
            up=request.up,
            lock=request.lock,
            home=request.home,
            change=add,
            finder=finder,
        )
    except RobotError as error:
        raise RobotError(f"robot '{request.name}': {error}" if request.name else str(error)) from error


def compile_watched(
    request: ModelRequest, on_sizes: OnSizes | None = None
) -> tuple[LoadedModel, FilesRead | None]:
    """Compile what was asked for and find its surface; return it with the files that it was made of.

    These are None where they were changed meanwhile.

    Args:
        request: The file, and what is wanted of it.
        on_sizes: Told the sizes [bytes] of the files that are about to be read.
    """
    finder = WatchedFinder(request.path, request.package_folders, on_sizes)
    loaded = compile_request(request, finder=finder)
    return replace(loaded, surface=tuple(surface(loaded.model))), finder.files_read()

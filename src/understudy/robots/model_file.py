"""The model that a card names: found, taken from those that were kept, or compiled."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import mujoco

from understudy.errors import RobotError
from understudy.robots.card import Card
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.model_cache import keep, load_kept
from understudy.robots.surface import surface

if TYPE_CHECKING:
    from understudy.robots.models.file_finder import FileFinder

Change = Callable[[mujoco.MjSpec], None]

_WORTH_KEEPING = 0.01
"""Time [s] to make a model from which on it is kept; loading one that was kept takes a few milliseconds."""


def read_model(card: Card, change: Change | None = None) -> LoadedModel:
    """Return a card's model with the base that it states, its joints locked, its eyes added.

    Args:
        card: The card.
        change: Called with the specification before it is compiled, after the card's own changes; such a
            model is compiled each time.

    Raises:
        RobotError: The model cannot be found or used; one sentence says where and why.
    """
    path = find_model_file(card)
    if change is not None:
        return _compile(card, path, change)
    return load_kept(card, path) or _compile_and_keep(card, path)


def load_model(card: Card) -> mujoco.MjModel:
    """Return a card's compiled model; see ``read_model``."""
    return read_model(card).model


def find_model_file(card: Card) -> Path:
    """Return the path of the card's model, beside the card or inside an installed pip package."""
    if not card.package:
        path = (card.folder / card.model_file).resolve()
        if not path.is_file():
            raise RobotError(f"robot '{card.name}': model file {path} does not exist")
        return path
    try:
        package = metadata.distribution(card.package)
    except metadata.PackageNotFoundError as error:
        raise RobotError(
            f"robot '{card.name}' needs the package '{card.package}', which is not installed: "
            f"pip install {card.package}"
        ) from error
    # The list of a package's files is read as text, since Python's own takes ten times as long.
    lines = (package.read_text("RECORD") or "").splitlines()
    for name in (line.split(",", 1)[0] for line in lines):
        if f"/{name}".endswith(f"/{card.model_file}"):
            return Path(str(package.locate_file(name))).resolve()
    raise RobotError(f"robot '{card.name}': package '{card.package}' holds no file {card.model_file}")


def _compile_and_keep(card: Card, path: Path) -> LoadedModel:
    """Compile a card's model and find its surface, and keep both for later runs."""
    # A model that was kept needs nothing that reads model files.
    from understudy.robots.watched_finder import WatchedFinder

    start = time.perf_counter()
    finder = WatchedFinder(path, _package_folders(card, path))
    loaded = _compile(card, path, finder=finder)
    loaded = replace(loaded, surface=tuple(surface(loaded.model)))
    if time.perf_counter() - start >= _WORTH_KEEPING:
        files = finder.files_read()
        if files is not None:
            keep(card, path, loaded, files)
    return loaded


def _compile(
    card: Card, path: Path, change: Change | None = None, finder: FileFinder | None = None
) -> LoadedModel:
    """Compile a card's model with what the card adds to it."""
    from understudy.robots.additions import add_exclusions, add_eyes
    from understudy.robots.model_compiler import compile_model

    def add(spec: mujoco.MjSpec) -> None:
        add_eyes(spec, card)
        add_exclusions(spec, card)
        if change is not None:
            change(spec)

    try:
        return compile_model(
            path,
            card.base,
            package_folders=_package_folders(card, path),
            forward=card.forward,
            up=card.up,
            lock=card.lock,
            home=card.home,
            change=add,
            finder=finder,
        )
    except RobotError as error:
        raise RobotError(f"robot '{card.name}': {error}") from error


def _package_folders(card: Card, path: Path) -> list[Path]:
    """Return the first folder of a package in the path of its model, which its meshes lie in."""
    return [path.parents[len(Path(card.model_file).parts) - 2]] if card.package else []

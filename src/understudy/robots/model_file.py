"""The model that a card names: found, taken from those that were kept, or compiled."""

from __future__ import annotations

import os
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import mujoco

from understudy.errors import RobotError
from understudy.quoting import quoted
from understudy.robots.card import Card
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.model_request import ModelRequest
from understudy.robots.requested_model import read_changed, read_requested
from understudy.robots.trusted_folders import trusted_folders

if TYPE_CHECKING:
    from understudy.robots.compiling_here import Change

_CATALOGUE = Path(__file__).resolve().parent


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
    request = ModelRequest.of_card(card, path, _package_folders(card, path))
    if change is not None:
        return read_changed(request, change, _is_ours(card))
    return read_requested(request, _is_ours(card))


def load_model(card: Card) -> mujoco.MjModel:
    """Return a card's compiled model; see ``read_model``."""
    return read_model(card).model


def find_model_file(card: Card) -> Path:
    """Return the path of the card's model, beside the card or inside an installed pip package."""
    if not card.package:
        try:
            path = (card.folder / card.model_file).resolve()
        except (OSError, ValueError, RuntimeError) as error:
            problem = f"{quoted(card.model_file)} is no path of a model ({error})"
            raise RobotError(f"robot '{card.name}': {problem}") from error
        if not os.path.isfile(path):
            raise RobotError(f"robot '{card.name}': model file {path} does not exist")
        return path
    try:
        package = metadata.distribution(card.package)
    except (metadata.PackageNotFoundError, ValueError) as error:
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


def read_model_file(path: Path, base: str | None = None, is_ours: bool = False) -> LoadedModel:
    """Return the model of a bare file, to which nothing is added.

    Args:
        path: A URDF or MJCF.
        base: ``"free"`` or ``"fixed"``; None keeps a free joint that is there, and gives one to a robot that
            stands on legs.
        is_ours: Whether it is compiled here, since this process has written it.

    Raises:
        RobotError: The model cannot be used; one sentence says where and why.
    """
    request = ModelRequest(path.resolve(), base=base, package_folders=trusted_folders())
    return read_requested(request, is_ours)


def _package_folders(card: Card, path: Path) -> tuple[Path, ...]:
    """Return the first folder of a package in the path of its model, which its meshes lie in."""
    own = (path.parents[len(Path(card.model_file).parts) - 2],) if card.package else ()
    return (*own, *trusted_folders())


def _is_ours(card: Card) -> bool:
    """Return whether a card is one of the catalogue, whose models nobody need fear."""
    return card.folder.resolve().is_relative_to(_CATALOGUE)

"""Every robot that Understudy knows by name, and robots given by the path of a card or of a bare model."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from understudy.errors import RobotError, UnderstudyError, unknown_name
from understudy.plugins import installed, load
from understudy.quoting import quoted
from understudy.robots.card import Card
from understudy.robots.card_reader import load_card
from understudy.robots.model_file import find_model_file
from understudy.robots.robot import Robot

_BUILT_IN = Path(__file__).parent
GROUP = "understudy.robots"
"""Group of the entry points by which packages add robots, each the path of a card."""

_KEPT = 32
"""How many robots are kept: more than are catalogued, since much that is computed of each is kept with it."""

_MODEL_ENDINGS = (".urdf", ".xml", ".mjcf", ".xacro", ".sdf")
"""The last two are no models that can be read, which is said when they are opened."""


def robot_names() -> tuple[str, ...]:
    """Return the names of all catalogued robots; those from pip packages may not be installed."""
    return tuple(sorted({*_built_in_names(), *installed(GROUP)}))


def _built_in_names() -> set[str]:
    return {path.parent.name for path in _BUILT_IN.glob("*/card.toml")}


def is_model_file(name: str) -> bool:
    """Return whether a robot is given by the path of a bare model, which has no card and is onboarded."""
    return name.lower().endswith(_MODEL_ENDINGS)


def is_grown(name: str) -> bool:
    """Return whether a robot is given by a catalogued one's name and an age, such as ``mimo@6months``."""
    return name.partition("@")[0] in robot_names() and "@" in name


def find_card(name: str) -> Card:
    """Return the card of a catalogued robot, the card at a path, or the one onboarding finds for a model.

    ``mimo@6months`` is a catalogued robot grown to the size of that age, see ``robots.grown``.
    Names of the package ``robot_descriptions`` are known where it is installed; it downloads what is asked.
    """
    if name.endswith(".toml"):
        return load_card(name)
    if name in _built_in_names():
        return load_card(_BUILT_IN / name / "card.toml")
    if name in installed(GROUP):
        return load_card(load(installed(GROUP)[name], "robot", Path, RobotError))
    if is_grown(name):
        from understudy.robots.grown import age_of, grown_card

        base, age = age_of(name)
        return grown_card(load_robot(base), name, age)
    # Most robots have a card, so what finds one out is imported only when it is needed.
    if is_model_file(name):
        from understudy.robots.onboarding.onboard import onboard

        return onboard(name).card
    from understudy.robots.descriptions import PREFIX, find_described_model, is_described

    if name.startswith(PREFIX) or is_described(name):
        from understudy.robots.onboarding.onboard import onboard

        return onboard(find_described_model(name)).card
    if os.path.exists(name):
        what = "a folder" if os.path.isdir(name) else "no card or model by its name"
        expected = f"expected a card.toml or a file that ends in {', '.join(_MODEL_ENDINGS[:3])}"
        raise RobotError(f"robot {quoted(name)} is {what}, {expected}")
    raise RobotError(
        unknown_name("robot", name, robot_names())
        + f", the path of a card.toml or a model, or {PREFIX}NAME of the package robot_descriptions"
    )


def load_robot(name: str) -> Robot:
    """Load a robot by catalogue name or by the path of its card; the result is shared and read-only.

    What is given by a path is loaded again where the file, or the model that a card names, has changed.
    """
    return _loaded(name, _state(name))


@lru_cache(maxsize=_KEPT)
def _loaded(name: str, state: tuple[tuple[int, int], ...]) -> Robot:
    """Load a robot whose files are in a certain state."""
    return Robot.from_card(find_card(name))


def _state(name: str) -> tuple[tuple[int, int], ...]:
    """Return when the files of a robot that is given by a path were written, and their sizes."""
    if name.endswith(".toml"):
        # What is wrong with a card is said when it is loaded.
        with suppress(UnderstudyError):
            return _written(Path(name), find_model_file(load_card(name)))
    return _written(Path(name)) if is_model_file(name) else ()


def _written(*files: Path) -> tuple[tuple[int, int], ...]:
    found = []
    for file in files:
        with suppress(OSError, ValueError):
            status = file.stat()
            found.append((status.st_mtime_ns, status.st_size))
    return tuple(found)

"""Every robot that Understudy knows by name, and robots given by the path of a card."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from understudy.errors import RobotError, unknown_name
from understudy.robots.card import Card, load_card
from understudy.robots.robot import Robot

_BUILT_IN = Path(__file__).parent


def robot_names() -> tuple[str, ...]:
    """Return the names of all catalogued robots; those from pip packages may not be installed."""
    return tuple(sorted(path.parent.name for path in _BUILT_IN.glob("*/card.toml")))


def find_card(name: str) -> Card:
    """Return the card of a catalogued robot, or the card at a path that ends in ``.toml``."""
    if name.endswith(".toml"):
        return load_card(name)
    path = _BUILT_IN / name / "card.toml"
    if name not in robot_names():
        raise RobotError(unknown_name("robot", name, robot_names()) + ", or the path of a card.toml")
    return load_card(path)


@lru_cache(maxsize=8)
def load_robot(name: str) -> Robot:
    """Load a robot by catalogue name or by the path of its card; the result is shared and read-only."""
    return Robot.from_card(find_card(name))

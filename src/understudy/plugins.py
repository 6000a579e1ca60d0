"""What other people's packages add, through Python's entry points: formats, methods, robots and more.

A package that is installed beside this one names what it adds in its ``pyproject.toml``:

    [project.entry-points."understudy.formats"]
    my-format = "my_package.reader:MY_FORMAT"

Nothing of a package is imported before it is asked for by name, or, for formats of captures, before a file is
met that no built-in reader knows. What is built in takes precedence over a plug-in of the same name.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar

from understudy.errors import UnderstudyError

T = TypeVar("T")

GROUPS = {
    "understudy.formats": "a capture format: a `Format`",
    "understudy.methods": "a method of retargeting: a `Method`",
    "understudy.robots": "a robot: the path of its card.toml",
    "understudy.metrics": "metrics: a function from a person's motion, a robot's and the robot to `Metric`s",
    "understudy.senses": "a sense of simulated robots: a `Sense`",
    "understudy.exports": "a format of exports: an `ExportFormat`",
}
"""Group of entry points → what is behind each."""


class PluginError(UnderstudyError):
    """A plug-in that cannot be used."""


def installed(group: str) -> dict[str, EntryPoint]:
    """Return the plug-ins of a group by name; none of them is imported."""
    return _installed(group, tuple(sys.path))


@cache
def _installed(group: str, _: tuple[str, ...]) -> dict[str, EntryPoint]:
    # Reading what is installed takes long, and changes only with where Python looks.
    return {point.name: point for point in entry_points(group=group)}


def load(point: EntryPoint, kind: str, expected: type[T], raising: type[UnderstudyError] = PluginError) -> T:
    """Import a plug-in.

    Args:
        point: The plug-in.
        kind: What it is, for messages.
        expected: What it has to be.
        raising: Error to raise.

    Raises:
        UnderstudyError: ``raising``, in one sentence: it cannot be imported, or is something else.
    """
    try:
        found: Any = point.load()
    except UnderstudyError as error:
        raise raising(f"{kind} '{point.name}' of {point.value}: {error}") from error
    except Exception as error:
        # A message over several lines would not be one sentence.
        problem = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise raising(f"{kind} '{point.name}' of {point.value} cannot be loaded ({problem})") from error
    if not isinstance(found, expected):
        is_a = f"is a {type(found).__name__}, expected a {expected.__name__}"
        raise raising(f"{kind} '{point.name}': {point.value} {is_a}")
    return found


def load_all(group: str, kind: str, expected: type[T]) -> Iterator[T]:
    """Import every plug-in of a group, in the order of their names."""
    for _, point in sorted(installed(group).items()):
        yield load(point, kind, expected)

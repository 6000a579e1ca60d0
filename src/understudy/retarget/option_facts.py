"""One option of a method, and what its author states about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

LARGEST = 1e6
"""A number over this is a slip of the pen; as a weight it would drown everything else."""

METADATA = "option"
"""Where a field of a dataclass keeps what is stated about it."""


class Kind(Enum):
    """What an option may hold, in the words of a message."""

    NUMBER = "a number"
    NUMBER_OR_NONE = "none or a number"
    WHOLE_NUMBER = "a whole number"
    SWITCH = "true or false"
    TEXT = "a text"
    TABLE = "a table of numbers"
    LIST = "a list"


@dataclass(frozen=True)
class Facts:
    """What the author of an option states about it; :func:`option` says what each means."""

    unit: str = ""
    what: str = ""
    least: float = -LARGEST
    over: float | None = None
    most: float = LARGEST
    names: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Option:
    """An option of a method.

    Attributes:
        name: Its name, for one number of a table ``table.name``.
        kind: What it may hold.
        default: What it holds where nobody sets it.
        facts: What its author states about it.
        item: Of a list, the class of what it holds: ``from_text`` makes one of a text, ``str`` a text of one,
            and ``EXAMPLE`` is such a text.
    """

    name: str
    kind: Kind
    default: Any
    facts: Facts
    item: Any = None

    @property
    def entries(self) -> tuple[str, ...]:
        """Valid names of a table's numbers, none for what is no table."""
        return self.facts.names or tuple(self.default) if self.kind is Kind.TABLE else ()

    def entry(self, name: str) -> Option:
        """Return one number of a table as an option of its own; one that the default lacks counts as 0."""
        return Option(f"{self.name}.{name}", Kind.NUMBER, self.default.get(name, 0.0), self.facts)


def option(
    default: Any,
    unit: str,
    what: str,
    *,
    least: float = -LARGEST,
    over: float | None = None,
    most: float = LARGEST,
    names: Sequence[str] = (),
    choices: Sequence[str] = (),
) -> Any:
    """Return a field for a dataclass of options.

    Args:
        default: A number, a text, True or False, None, a mapping from names to numbers, or a tuple of items.
        unit: Its unit, ``"1/m"``; empty for none.
        what: What it is, in a phrase.
        least: The smallest valid number.
        over: Takes the place of ``least`` where that number itself is not valid any more.
        most: The largest valid number.
        names: Valid names of a table's numbers, where there are more than the default holds.
        choices: Valid texts; any where there are none.
    """
    metadata = {METADATA: Facts(unit, what, least, over, most, tuple(names), tuple(choices))}
    if isinstance(default, Mapping):
        return field(default_factory=lambda: dict(default), metadata=metadata)
    return field(default=default, metadata=metadata)

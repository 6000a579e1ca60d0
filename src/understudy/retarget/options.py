"""Options of methods: frozen dataclasses whose fields say what they are, checked whenever one is made.

    @dataclass(frozen=True)
    class StretchOptions(MethodOptions):
        gain: float = option(1.0, "", "how far the arms are stretched", least=0.0)

The command line shows and takes such fields, Python passes the dataclass, and the same sentence says what is
wrong with a value in both. Nothing here or in what it imports is slow, since help has to appear at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, asdict, dataclass, field, fields
from enum import Enum
from functools import lru_cache
from numbers import Integral, Real
from typing import Any, get_args, get_origin, get_type_hints

from understudy.errors import MethodError, OptionError, unknown_name

LARGEST = 1e6
"""A number over this is a slip of the pen; as a weight it would drown everything else."""

METADATA = "option"
"""Where a field of a dataclass keeps what is stated about it."""

NONE = "none"
SEPARATOR = ";"
"""Stands between the items of a list on the command line."""

_SWITCHES = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_SHOWN_CHARACTERS = 40
_TYPES = "float, int, bool, str, float | None, Mapping[str, float], tuple[Item, ...]"


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


@dataclass(frozen=True)
class MethodOptions:
    """Base of the options of every method: each value is checked, and whole numbers become floats.

    A table that is given changes the numbers that it names; the others keep their defaults.

    Raises:
        OptionError: Naming the option, what was found, and what would be valid.
    """

    def __post_init__(self) -> None:
        """Check every option."""
        for option in options_of(type(self)):
            try:
                value = checked(option, getattr(self, option.name))
                if option.kind is Kind.TABLE:
                    value = {**option.default, **value}
            except OptionError as error:
                raise OptionError(f"{type(self).__name__}: {error}") from None
            object.__setattr__(self, option.name, value)

    def as_dictionary(self) -> dict[str, Any]:
        """Return name → value, for histories: what ``asdict`` does, which copies every number by itself."""
        found: dict[str, Any] = {}
        for option in options_of(type(self)):
            value: Any = getattr(self, option.name)
            if option.kind is Kind.LIST:
                value = tuple(asdict(item) for item in value)
            elif option.kind is Kind.TABLE:
                value = dict(value)
            found[option.name] = value
        return found


@lru_cache(maxsize=64)
def options_of(kind: type[MethodOptions]) -> tuple[Option, ...]:
    """Return the options that a dataclass has, in its order.

    Raises:
        MethodError: Where it is no frozen dataclass of options, or a field of it cannot be an option.
    """
    parameters = vars(kind).get("__dataclass_params__")
    if not issubclass(kind, MethodOptions) or parameters is None or not parameters.frozen:
        raise MethodError(f"'{kind.__name__}' is no frozen dataclass that derives from MethodOptions")
    try:
        hints = get_type_hints(kind)
    except (NameError, TypeError) as error:
        raise MethodError(f"'{kind.__name__}': its types cannot be told ({error})") from error
    return tuple(_option(kind, each, hints[each.name]) for each in fields(kind))


def _option(owner: type, stated: Field[Any], hint: Any) -> Option:
    default = stated.default if stated.default_factory is MISSING else stated.default_factory()
    kind = _kind(hint)
    if kind is None or default is MISSING:
        raise MethodError(f"'{owner.__name__}': {stated.name} needs a default and one of the types {_TYPES}")
    item = get_args(hint)[0] if kind is Kind.LIST else None
    return Option(stated.name, kind, default, stated.metadata.get(METADATA, Facts()), item)


def _kind(hint: Any) -> Kind | None:
    if get_origin(hint) in (Mapping, dict):
        return Kind.TABLE if get_args(hint) == (str, float) else None
    if get_origin(hint) is tuple:
        item, *rest = get_args(hint)
        return Kind.LIST if rest == [...] and hasattr(item, "from_text") else None
    if hint == (float | None):
        return Kind.NUMBER_OR_NONE
    kinds = {float: Kind.NUMBER, int: Kind.WHOLE_NUMBER, bool: Kind.SWITCH, str: Kind.TEXT}
    return kinds.get(hint) if isinstance(hint, type) else None


def checked(option: Option, value: Any) -> Any:
    """Return a value as its option keeps it: numbers as floats, a table as a dictionary of its own.

    Raises:
        OptionError: Naming the option, what was found, and what would be valid.
    """
    if option.kind is Kind.TABLE and isinstance(value, Mapping):
        return {name: checked_entry(option, name, entry) for name, entry in value.items()}
    if option.kind is Kind.LIST and isinstance(value, (list, tuple)):
        return tuple(_checked_item(option, entry) for entry in value)
    if not _is_valid(option, value):
        raise OptionError(f"{option.name} is {shown(value)}, expected {expected(option)}")
    if option.kind is Kind.WHOLE_NUMBER:
        return int(value)
    if type(value) is float:
        return value
    return float(value) if isinstance(value, Real) and not isinstance(value, bool) else value


def checked_entry(table: Option, name: object, value: Any) -> float:
    """Return one number of a table, its name checked as well."""
    if not isinstance(name, str) or name not in table.entries:
        raise OptionError(unknown_name(f"name in '{table.name}'", plain(str(name)), table.entries))
    return checked(table.entry(name), value)


def _checked_item(listed: Option, entry: Any) -> Any:
    """Return one item of a list, also where it is given as a text."""
    if isinstance(entry, str):
        try:
            return listed.item.from_text(entry)
        except OptionError as error:
            raise OptionError(f"{listed.name}: {error}") from None
    if not isinstance(entry, listed.item):
        wanted = f"a {listed.item.__name__} or a text such as '{listed.item.EXAMPLE}'"
        raise OptionError(f"{listed.name} holds {shown(entry)}, expected {wanted}")
    return entry


def _is_valid(option: Option, value: Any) -> bool:
    if option.kind is Kind.SWITCH:
        return isinstance(value, bool)
    if option.kind is Kind.TEXT:
        return isinstance(value, str) and (not option.facts.choices or value in option.facts.choices)
    if option.kind is Kind.NUMBER_OR_NONE and value is None:
        return True
    numbers = Integral if option.kind is Kind.WHOLE_NUMBER else Real
    # Most are floats, and to ask for any kind of number takes ten times as long.
    is_number = (type(value) is float and numbers is Real) or (
        isinstance(value, numbers) and not isinstance(value, bool)
    )
    return is_number and option.kind not in (Kind.TABLE, Kind.LIST) and _is_in_range(option.facts, value)


def _is_in_range(facts: Facts, value: Any) -> bool:
    """Return whether a number is valid; NaN is neither over nor under anything, and so is not."""
    return bool((facts.least <= value if facts.over is None else facts.over < value) and value <= facts.most)


def from_text(option: Option, text: str) -> object:
    """Return what a word of the command line stands for; the word itself where it stands for nothing."""
    word = text.strip().lower()
    if option.kind is Kind.SWITCH:
        return _SWITCHES.get(word, text)
    if option.kind is Kind.LIST:
        return [] if word == NONE else [item for item in text.split(SEPARATOR) if item.strip()]
    if option.kind is Kind.NUMBER_OR_NONE and word == NONE:
        return None
    try:
        if option.kind is Kind.WHOLE_NUMBER:
            return int(text)
        return text if option.kind is Kind.TEXT else float(text)
    except ValueError:
        return text


def as_text(value: object) -> str:
    """Return a value as the command line takes it."""
    if isinstance(value, tuple):
        return f"{SEPARATOR} ".join(str(item) for item in value) or NONE
    if value is None or isinstance(value, bool):
        return NONE if value is None else str(value).lower()
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def expected(option: Option) -> str:
    """Return which values are valid, in words."""
    facts, words = option.facts, option.kind.value
    if option.kind is Kind.TEXT and facts.choices:
        return f"one of {', '.join(facts.choices)}"
    if option.kind is Kind.LIST:
        return f"{words}, of such as '{option.item.EXAMPLE}'"
    if option.kind in (Kind.SWITCH, Kind.TEXT):
        return words
    low = (
        f"from {as_text(facts.least)} to" if facts.over is None else f"over {as_text(facts.over)} and at most"
    )
    return f"{words} {low} {as_text(facts.most)}" + (f" [{facts.unit}]" if facts.unit else "")


def shown(value: object) -> str:
    """Return a stranger's value for a message: in quotes, or what it is where it is no single value."""
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "a list"
    try:
        return f"'{plain(as_text(value))}'"
    except ValueError:
        # Python refuses to write out a whole number of thousands of digits.
        return "a number of thousands of digits"


def plain(text: str) -> str:
    """Return a stranger's text for a message: short, without characters that would steer a terminal."""
    clipped = text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"
    return clipped if clipped.isprintable() else ascii(clipped)[1:-1]

"""Options of methods: frozen dataclasses whose fields say what they are, checked whenever one is made.

    @dataclass(frozen=True)
    class StretchOptions(MethodOptions):
        gain: float = option(1.0, "", "how far the arms are stretched", least=0.0)

The command line shows and takes such fields, Python passes the dataclass, and the same sentence says what is
wrong with a value in both. Nothing here or in what it imports is slow, since help has to appear at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, asdict, dataclass, field, fields, replace
from enum import Enum
from functools import lru_cache
from numbers import Integral, Real
from typing import Any, get_args, get_origin, get_type_hints

from understudy.errors import MethodError, OptionError, unknown_name
from understudy.quoting import quoted

LARGEST = 1e6
"""A number over this is a slip of the pen; as a weight it would drown everything else."""

NONE = "none"
SEPARATOR = ";"
"""Stands between the items of a list on the command line."""

_METADATA = "option"
SWITCHES = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""Words for what is on or off."""

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


_PLAIN_KINDS = {float: Kind.NUMBER, int: Kind.WHOLE_NUMBER, bool: Kind.SWITCH, str: Kind.TEXT}
_TYPE_OF = {Kind.SWITCH: bool, Kind.TEXT: str, Kind.WHOLE_NUMBER: Integral}
"""Types of values where they are no real numbers, tables or lists."""


@dataclass(frozen=True)
class Option:
    """An option of a method; :func:`option` says what its author states.

    Attributes:
        name: Its name, for one number of a table ``table.name``.
        kind: What it may hold.
        item: Of a list, the class of what it holds: ``from_text`` makes one of a text, ``str`` a text of one,
            and ``EXAMPLE`` is such a text.
        formerly: Former name → what its values mean now.
    """

    default: Any
    unit: str = ""
    what: str = ""
    least: float = -LARGEST
    over: float | None = None
    most: float = LARGEST
    names: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    name: str = ""
    kind: Kind = Kind.NUMBER
    item: Any = None
    formerly: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict, hash=False)

    @property
    def entries(self) -> tuple[str, ...]:
        """Valid names of a table's numbers, none for what is no table."""
        return self.names or tuple(self.default) if self.kind is Kind.TABLE else ()

    def entry(self, name: str) -> Option:
        """Return one number of a table as an option of its own; one that the default lacks counts as 0."""
        default = self.default.get(name, 0.0)
        return replace(self, name=f"{self.name}.{name}", kind=Kind.NUMBER, default=default)


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
    formerly: Mapping[str, Mapping[Any, Any]] | None = None,
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
        formerly: Former names of it, taken for one version more → what their values mean now.
    """
    facts = Option(
        default, unit, what, least, over, most, tuple(names), tuple(choices), formerly=formerly or {}
    )
    metadata = {_METADATA: facts}
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
            except OptionError as error:
                raise OptionError(f"{type(self).__name__}: {error}") from None
            if option.kind is Kind.TABLE:
                value = {**option.default, **value}
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
    facts = stated.metadata.get(_METADATA, Option(default))
    return replace(facts, name=stated.name, kind=kind, default=default, item=item)


def _kind(hint: Any) -> Kind | None:
    if get_origin(hint) in (Mapping, dict):
        return Kind.TABLE if get_args(hint) == (str, float) else None
    if get_origin(hint) is tuple:
        item, *rest = get_args(hint)
        return Kind.LIST if rest == [...] and hasattr(item, "from_text") else None
    if hint == (float | None):
        return Kind.NUMBER_OR_NONE
    return _PLAIN_KINDS.get(hint) if isinstance(hint, type) else None


def checked(option: Option, value: Any) -> Any:
    """Return a value as its option keeps it: numbers as floats, a table as a dictionary of its own.

    Raises:
        OptionError: Naming the option, what was found, and what would be valid.
    """
    if option.kind is Kind.TABLE and isinstance(value, Mapping):
        return {name: checked_entry(option, name, entry) for name, entry in value.items()}
    if option.kind is Kind.LIST and isinstance(value, (list, tuple)):
        return tuple(_checked_item(option, entry) for entry in value)
    if option.kind is Kind.NUMBER_OR_NONE and value is None:
        return None
    if not _is_valid(option, value):
        raise OptionError(f"{option.name} is {shown(value)}, expected {expected(option)}")
    if option.kind in (Kind.SWITCH, Kind.TEXT):
        return value
    return int(value) if option.kind is Kind.WHOLE_NUMBER else float(value)


def checked_entry(table: Option, name: object, value: Any) -> float:
    """Return one number of a table, its name checked as well."""
    if not isinstance(name, str) or name not in table.entries:
        raise OptionError(unknown_name(f"name in '{table.name}'", str(name), table.entries))
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
    """Return whether a value is one; NaN is neither over nor under anything, and so is no number."""
    is_of_type = isinstance(value, _TYPE_OF.get(option.kind, Real))
    # Python counts True and False among the whole numbers.
    if option.kind in (Kind.TABLE, Kind.LIST) or isinstance(value, bool) != (option.kind is Kind.SWITCH):
        return False
    if option.kind in (Kind.SWITCH, Kind.TEXT):
        return is_of_type and (not option.choices or value in option.choices)
    above = is_of_type and (option.least <= value if option.over is None else option.over < value)
    return bool(above and value <= option.most)


def from_text(option: Option, text: str) -> object:
    """Return what a word of the command line stands for; the word itself where it stands for nothing."""
    word = text.strip().lower()
    if option.kind is Kind.SWITCH:
        return SWITCHES.get(word, text)
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
    words = option.kind.value
    if option.choices:
        return f"one of {', '.join(option.choices)}"
    if option.kind is Kind.LIST:
        return f"{words}, of such as '{option.item.EXAMPLE}'"
    if option.kind in (Kind.SWITCH, Kind.TEXT):
        return words
    most, over = as_text(option.most), option.over
    bounds = f"from {as_text(option.least)} to" if over is None else f"over {as_text(over)} and at most"
    return f"{words} {bounds} {most}" + (f" [{option.unit}]" if option.unit else "")


def shown(value: object) -> str:
    """Return a stranger's value for a message: in quotes, or what it is where it is no single value."""
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "a list"
    try:
        return quoted(as_text(value))
    except ValueError:
        # Python refuses to write out a whole number of thousands of digits.
        return "a number of thousands of digits"

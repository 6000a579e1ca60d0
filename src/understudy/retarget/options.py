"""Options of methods: frozen dataclasses whose fields say what they are, checked whenever one is made.

    @dataclass(frozen=True)
    class StretchOptions(MethodOptions):
        gain: float = option(1.0, "", "how far the arms are stretched", least=0.0)

The command line shows and takes such fields, Python passes the dataclass, and the same sentence says what is
wrong with a value in both. Nothing here or in what it imports is slow, since help has to appear at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, asdict, dataclass, fields
from functools import lru_cache
from typing import Any, get_args, get_origin, get_type_hints

from understudy.errors import MethodError, OptionError
from understudy.retarget.option_facts import METADATA, Facts, Kind, Option
from understudy.retarget.option_values import checked

_TYPES = "float, int, bool, str, float | None, Mapping[str, float], tuple[Item, ...]"


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
    return tuple(_option(kind, field, hints[field.name]) for field in fields(kind))


def _option(owner: type, field: Field[Any], hint: Any) -> Option:
    default = field.default if field.default_factory is MISSING else field.default_factory()
    kind = _kind(hint)
    if kind is None or default is MISSING:
        raise MethodError(f"'{owner.__name__}': {field.name} needs a default and one of the types {_TYPES}")
    item = get_args(hint)[0] if kind is Kind.LIST else None
    return Option(field.name, kind, default, field.metadata.get(METADATA, Facts()), item)


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

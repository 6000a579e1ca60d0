"""What a format of an export is: its name, what it takes, its conventions, and where its writer is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

from understudy.errors import OptionError, unknown_name

_YES_NO = {"yes": True, "true": True, "no": False, "false": False}


class Takes(Enum):
    """What a format is written from, in the words of a message."""

    ROBOT = "a robot's motion"
    BODY = "the motion of a fitted human"
    PERSON = "a person's motion"


@dataclass(frozen=True)
class Option:
    """An option of a format.

    Attributes:
        name: Its name.
        default: A text, or True or False.
        what: What it is, in a phrase.
        choices: Valid texts, where it is one.
    """

    name: str
    default: str | bool
    what: str
    choices: tuple[str, ...] = ()

    def read(self, value: object) -> str | bool:
        """Return a value as given, or the one that a text on the command line stands for.

        Raises:
            OptionError: Where it is not valid.
        """
        if isinstance(self.default, bool):
            value = _YES_NO.get(value.lower(), value) if isinstance(value, str) else value
            if isinstance(value, bool):
                return value
            raise OptionError(f"option '{self.name}' is '{value}', expected yes or no")
        if value not in self.choices:
            raise OptionError(unknown_name(f"value of option '{self.name}'", str(value), self.choices))
        return str(value)


@dataclass(frozen=True)
class ExportFormat:
    """A format that motions are exported to.

    Attributes:
        name: What it is called on the command line.
        summary: Who reads it.
        suffixes: How the names of such files end, the usual one first; empty for a folder.
        takes: What it is written from.
        module: The file of this folder that writes it, by a function ``write(path, clip, **options)``; it is
            given a :class:`~understudy.export.clip.Clip`, or for ``Takes.PERSON`` the motion itself.
        joints: In which order joints stand.
        quaternions: In which order quaternions stand.
        units: Of lengths and angles.
        rate: Where the file says its frame rate.
        frames: In which axes poses are.
        options: Its options.
        extra: The extra of the package that it needs.
        package: The package that ``module`` is in; a plug-in's own.
    """

    name: str
    summary: str
    suffixes: tuple[str, ...]
    takes: tuple[Takes, ...]
    module: str
    joints: str
    quaternions: str
    units: str
    rate: str
    frames: str
    options: tuple[Option, ...] = ()
    extra: str = ""
    package: str = "understudy.export"

    def chosen(self, given: Mapping[str, object]) -> dict[str, Any]:
        """Return all options with their values, the defaults where none is given.

        Raises:
            OptionError: For an unknown option, or a value that is not valid.
        """
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                detail = unknown_name("option", name, known) if known else f"it has no option '{name}'"
                raise OptionError(f"format '{self.name}': {detail}")
        return {name: option.read(given.get(name, option.default)) for name, option in known.items()}

    def write(self, path: Path, what: object, options: Mapping[str, Any]) -> None:
        """Write a file, whole or not at all."""
        import_module(f"{self.package}.{self.module}").write(path, what, **options)

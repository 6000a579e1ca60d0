"""Every format that motions are exported to, as ``formats.toml`` lists them.

What writes one is imported when it writes. To add a format, write its file with a function
``write(path, clip, **options)`` and list it there.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from understudy.errors import OutputError, unknown_name
from understudy.export.format import ExportFormat, Option, Takes
from understudy.plugins import installed, load

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

GROUP = "understudy.exports"
"""Group of the entry points by which packages add formats."""

_TUPLES = ("suffixes", "choices")


def _read(name: str, entry: dict[str, Any]) -> ExportFormat:
    """Return a format as the table states it."""
    options = tuple(Option(option, **_frozen(facts)) for option, facts in entry.pop("options", {}).items())
    takes = tuple(Takes[kind.upper()] for kind in entry.pop("takes"))
    return ExportFormat(name=name, takes=takes, options=options, **_frozen(entry))


def _frozen(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if name in _TUPLES else value for name, value in entry.items()}


FORMATS: dict[str, ExportFormat] = {
    name: _read(name, entry)
    for name, entry in tomllib.loads(
        Path(__file__).with_name("formats.toml").read_text(encoding="utf-8")
    ).items()
}
"""Every format by name."""


def formats(takes: Takes | None = None) -> tuple[ExportFormat, ...]:
    """Return all formats, or those that are written from one kind of motion."""
    added = (find_format(name) for name in sorted(installed(GROUP)) if name not in FORMATS)
    return tuple(each for each in (*FORMATS.values(), *added) if takes is None or takes in each.takes)


def find_format(name: str) -> ExportFormat:
    """Return the format of a name.

    Raises:
        OutputError: For an unknown name.
    """
    if name in FORMATS:
        return FORMATS[name]
    if name in installed(GROUP):
        return load(installed(GROUP)[name], "export", ExportFormat, OutputError)
    raise OutputError(unknown_name("format", name, (*FORMATS, *installed(GROUP))))


def format_of(path: str | Path, kinds: tuple[Takes, ...]) -> ExportFormat:
    """Return the format that the ending of a file's name stands for.

    Args:
        path: The file.
        kinds: What would be written; of several formats with the same ending the first one listed is meant.

    Raises:
        OutputError: Where the ending is no format's.
    """
    ending = Path(path).suffix.lower()
    fitting = [each for each in FORMATS.values() if set(kinds) & set(each.takes)]
    for each in fitting:
        # An archive of arrays may be anybody's, so that its ending says nothing.
        if ending in each.suffixes and ending != ".npz":
            return each
    endings = sorted({suffix for each in fitting for suffix in each.suffixes})
    raise OutputError(
        f"cannot write {path}: its ending '{ending}' is no format's; valid are {', '.join(endings)}, or name "
        f"the format with --to: {', '.join(each.name for each in fitting)}"
    )


def require_suffix(path: str | Path, chosen: ExportFormat) -> None:
    """Refuse a file whose name does not end as those of a format do."""
    ending = Path(path).suffix.lower()
    if chosen.suffixes and ending not in chosen.suffixes:
        raise OutputError(
            f"cannot write {path} as {chosen.name}: its name ends in '{ending}', expected "
            f"{' or '.join(chosen.suffixes)}"
        )

"""Words of a stranger's file, made fit to stand in a message."""

from __future__ import annotations

from collections.abc import Sequence

_SHOWN_CHARACTERS = 40
_SHOWN_NAMES = 40


def shown(word: str) -> str:
    """Return a word in quotes, short, and without characters that would steer a terminal."""
    clipped = word if len(word) <= _SHOWN_CHARACTERS else word[:_SHOWN_CHARACTERS] + "…"
    return f"'{clipped}'" if clipped.isprintable() else ascii(clipped)


def shown_list(names: Sequence[str]) -> str:
    """Return the first names of a list, separated by commas."""
    more = ", …" if len(names) > _SHOWN_NAMES else ""
    return ", ".join(shown(name)[1:-1] for name in names[:_SHOWN_NAMES]) + more

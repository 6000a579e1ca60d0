"""Text of strangers made fit to be shown: on one line, not too long, and nothing that steers a terminal."""

from __future__ import annotations

SHOWN = 80
"""Characters of a stranger's text that a message shows."""

_BLANKS = " \t\v\f\r\n"


def printable(text: str) -> str:
    """Return a text on one line, its control codes spelt out, so that no terminal obeys them."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def shortened(text: str) -> str:
    """Return the beginning of a stranger's text, control codes spelt out."""
    whole = text.strip(_BLANKS)
    return printable(whole[:SHOWN]) + ("…" if len(whole) > SHOWN else "")


def quoted(text: str) -> str:
    """Return the beginning of a stranger's text in quotes, control codes spelt out."""
    return f"'{shortened(text)}'"


def shown_value(value: object) -> str:
    """Return the beginning of a stranger's value as Python would write it, a text in quotes."""
    try:
        return shortened(repr(value))
    except (ValueError, RecursionError):
        # A number of thousands of digits, or lists within lists.
        return f"a {type(value).__name__} too long to show"

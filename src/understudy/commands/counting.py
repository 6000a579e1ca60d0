"""Whole numbers as they are typed on the command line."""

from __future__ import annotations

import argparse

from understudy.quoting import shortened

_MOST = 100_000
_DIGITS = 6


def count(text: str) -> int:
    """Return how many there are to be, one at least.

    Raises:
        argparse.ArgumentTypeError: Where a text is no such number.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS and 1 <= int(text) <= _MOST):
        found = shortened(text)
        raise argparse.ArgumentTypeError(f"found '{found}', expected a whole number from 1 to {_MOST}")
    return int(text)

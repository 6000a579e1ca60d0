"""White space and digits that Python knows and formats do not, wherever a file has a number.

``str.strip``, ``str.split`` and ``str.splitlines`` take control characters and no-break spaces for white
space; ``int`` and ``float`` take other ones, and digits of every script. Where these disagree a reader falls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from understudy.errors import CaptureError
from understudy.motion import Recording

Read = Callable[[bytes], Recording | CaptureError]

BLANKS = {
    "file separator": b"\x1c",
    "unit separator": b"\x1f",
    "vertical tab": b"\v",
    "nothing": b"\0",
    "next line": "\x85".encode(),
    "next line in Latin-1": b"\x85",
    "no-break space": "\xa0".encode(),
    "no-break space in Latin-1": b"\xa0",
    "line separator": "\u2028".encode(),
    "byte order mark": "\ufeff".encode(),
}
"""What is white space to some of Python's functions, or looks like it."""

ENDLESS = b"0" * 5000
"""More digits than Python makes a whole number of."""

NUMBER = re.compile(rb"(?<![\w.+-])[-+]?[0-9]+(?:\.[0-9]+)?(?![\w.])")
FIRST, SPREAD = 3, 2
"""How many numbers are changed at the beginning, where heads state counts, and over the rest of a file."""

EXACT = 1e-6
"""Points [m] are printed in that many digits."""

Change = Callable[[bytes], bytes]


def beside(blank: bytes) -> tuple[Change, Change]:
    return lambda number: number + blank, lambda number: blank + number


def in_digits(zero: str) -> Change:
    """Return what writes a number in the digits of another script."""
    table = {ord("0") + digit: ord(zero) + digit for digit in range(10)}
    return lambda number: number.decode().translate(table).encode()


CHANGES: dict[str, Change] = {
    **{f"{name} behind": beside(blank)[0] for name, blank in BLANKS.items()},
    **{f"{name} before": beside(BLANKS[name])[1] for name in ("file separator", "no-break space")},
    "Arabic digits": in_digits("٠"),
    "full-width digits": in_digits("\uff10"),
    "power": lambda number: number + "²".encode(),
    "underscores": lambda number: re.sub(rb"([0-9])", rb"1_\1", number, count=1),
    "endless zeros": lambda number: re.sub(rb"([0-9])", ENDLESS + rb"\1", number, count=1),
    "endless exponent": lambda number: number + b"e" + ENDLESS,
}


def chosen_numbers(content: bytes) -> Iterator[re.Match[bytes]]:
    """Yield the numbers of a text that are changed."""
    found = list(NUMBER.finditer(content))
    yield from found[:FIRST]
    yield from found[FIRST :: len(found) // SPREAD]
    yield from found[-1:]


@pytest.fixture(scope="session")
def original(text_sample: bytes, read_or_refuse: Read) -> Recording:
    """Return a sample as it is read unchanged."""
    found = read_or_refuse(text_sample)
    assert isinstance(found, Recording)
    return found


def test_strange_numbers_are_refused_or_read_as_what_they_are(
    text_sample: bytes, original: Recording, read_or_refuse: Read
) -> None:
    for name, change in CHANGES.items():
        for number in chosen_numbers(text_sample):
            start, end = number.span()
            found = read_or_refuse(text_sample[:start] + change(number[0]) + text_sample[end:])
            if isinstance(found, Recording):
                where = f"{name} at {number}"
                np.testing.assert_allclose(found.points, original.points, atol=EXACT, err_msg=where)


@pytest.mark.parametrize("size", [b"1e300", b"-1e160", b"1e-320", b"1e18"])
def test_numbers_of_any_size_are_refused_or_read_without_a_warning(
    size: bytes, text_sample: bytes, read_or_refuse: Read
) -> None:
    for number in chosen_numbers(text_sample):
        start, end = number.span()
        assert read_or_refuse(text_sample[:start] + size + text_sample[end:])

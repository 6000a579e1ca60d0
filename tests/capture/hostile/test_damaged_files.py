"""Files damaged in many ways at once end in a recording or in one sentence."""

from __future__ import annotations

import io
import math
import random
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping

import pytest

from understudy.errors import CaptureError
from understudy.motion import Recording

Damage = Callable[[bytearray, random.Random], None]

MOST_DAMAGES = 4
MOST_BYTES = 8
LONGEST_SLICE = 400
LONGEST_RUN = 100_000
"""Bytes of a run of one character, over which a search that goes back and forth would take forever."""

INSIDE, SPLICED = 0.8, 0.1
"""How often archives are damaged inside, and how often a part of a file of another format is put into one."""

PACKED = b"\x78"
"""How what zlib has packed begins."""

NUMBER = re.compile(rb"[-+]?[0-9]+(?:\.[0-9]+)?")

BLANKS = [blank.encode() for blank in " \t\n\r\v\f\0\x1c\x1d\x1e\x1f\x7f\x85\xa0\u2028\u2029\u3000\ufeff"]
NUMBERS = [b"nan", b"-inf", b"Infinity", b"1e999", b"-1e300", b"1e-320", b"-0", b"0", b"-1", b"1e9"]
NUMBERS += [b"1_0", b"0x10", b"1,5", b"1.#IND", b"9" * 400, b"0" * 5000, b"1e" + b"0" * 5000, b"65536"]
NUMBERS += [digits.encode() for digits in ("²", "٣", "１", "½", "−1")]
WORDS = [
    b"",
    b'"',
    b"'",
    b"null",
    b"true",
    b"[]",
    b"{}",
    b"[",
    b"{",
    b"}",
    b"]",
    b"#",
    b"<",
    b"&",
    b"%",
    b"\\",
]
WORDS += [
    b"\x85",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\x1b[2J",
    b"PK\x03\x04",
    b"\\u0000",
    b"--",
    b"=",
    b";",
    b",",
]
FLOATS = [math.nan, math.inf, -math.inf, 0.0, -0.0, 1.0, -1.0, 6e4, 1e-8]
INTEGERS = [0, 1, -1, 2, 127, 255, 256, 32767, -32768]
TOKENS = BLANKS + NUMBERS + WORDS
"""What formats mean differently, or nothing by."""


def change_bytes(content: bytearray, generator: random.Random) -> None:
    for _ in range(generator.randint(1, MOST_BYTES)):
        content[generator.randrange(len(content))] = generator.randrange(256)


def insert_token(content: bytearray, generator: random.Random) -> None:
    place = generator.randrange(len(content) + 1)
    content[place:place] = generator.choice(TOKENS)


def replace_number(content: bytearray, generator: random.Random) -> None:
    """Put something else in the place of a number, or beside it."""
    number = NUMBER.search(content, generator.randrange(len(content)))
    if number is not None:
        start, end = generator.choice([number.span(), (number.start(),) * 2, (number.end(),) * 2])
        content[start:end] = generator.choice(TOKENS)


def replace_binary(content: bytearray, generator: random.Random) -> None:
    """Put a number as computers hold it in the place of another."""
    packed = struct.pack(generator.choice(["<d", "<f", ">f", "<e"]), generator.choice(FLOATS))
    if generator.random() < 0.3:
        packed = struct.pack(generator.choice(["<h", "<i", "<q"]), generator.choice(INTEGERS))
    place = generator.randrange(len(content)) // len(packed) * len(packed)
    content[place : place + len(packed)] = packed


def remove_slice(content: bytearray, generator: random.Random) -> None:
    start, end = some_slice(content, generator)
    del content[start:end]


def repeat_slice(content: bytearray, generator: random.Random) -> None:
    start, end = some_slice(content, generator)
    place = generator.randrange(len(content) + 1)
    content[place:place] = content[start:end] * generator.choice([1, 1, 2, 20])


def move_line(content: bytearray, generator: random.Random) -> None:
    lines = content.split(b"\n")
    lines.insert(generator.randrange(len(lines)), lines.pop(generator.randrange(len(lines))))
    content[:] = b"\n".join(lines)


def cut_off(content: bytearray, generator: random.Random) -> None:
    del content[generator.randrange(len(content)) :]


def insert_run(content: bytearray, generator: random.Random) -> None:
    place = generator.randrange(len(content) + 1)
    content[place:place] = generator.choice(b" \t\n_0[{.<'\"-a").to_bytes(1, "big") * generator.randint(
        1, LONGEST_RUN
    )


def exchange_everywhere(content: bytearray, generator: random.Random) -> None:
    """Replace one character by a token wherever it stands, such as every comma or the end of every line."""
    old = generator.choice([b"\n", b"\r", b",", b"\t", b" ", b".", b'"', b"-", b"_", b"0", b":"])
    content[:] = content.replace(old, generator.choice(BLANKS + [b",", b";", b".", b"", b"\r\n"]))


DAMAGES: list[Damage] = [
    change_bytes,
    change_bytes,
    replace_binary,
    insert_token,
    replace_number,
    replace_number,
    replace_number,
    remove_slice,
    repeat_slice,
    move_line,
    cut_off,
    insert_run,
    exchange_everywhere,
]
"""Ways of damage; those that find most stand more than once."""


def damaged(content: bytes, generator: random.Random) -> bytes:
    """Return a file with some damages; an archive's mostly inside, where no checksum gives them away."""
    if content.startswith(PACKED) and generator.random() < INSIDE:
        return zlib.compress(damaged(zlib.decompress(content), generator))
    is_archive = content.startswith(b"PK") and generator.random() < INSIDE
    members = unpacked(content) if is_archive else {"": content}
    name = generator.choice(sorted(members))
    inner = bytearray(members[name])
    for _ in range(generator.randint(1, MOST_DAMAGES)):
        if inner:
            generator.choice(DAMAGES)(inner, generator)
    return packed(members | {name: bytes(inner)}) if is_archive else bytes(inner)


def unpacked(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(members: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue()


def some_slice(content: bytes | bytearray, generator: random.Random) -> tuple[int, int]:
    start = generator.randrange(len(content))
    return start, min(start + generator.randint(1, LONGEST_SLICE), len(content))


@pytest.mark.fuzz
def test_damaged_in_several_ways(
    sample: tuple[str, bytes],
    all_samples: Mapping[str, bytes],
    trials: Iterator[int],
    read_or_refuse: Callable[[bytes], Recording | CaptureError],
) -> None:
    for trial in trials:
        generator = random.Random(trial)
        content = damaged(sample[1], generator)
        if generator.random() < SPLICED:
            other = all_samples[generator.choice(sorted(all_samples))]
            place = generator.randrange(len(content) + 1)
            content = content[:place] + other[slice(*some_slice(other, generator))] + content[place:]
        assert isinstance(read_or_refuse(content), Recording | CaptureError)

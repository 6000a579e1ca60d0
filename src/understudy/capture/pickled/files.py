"""Files that are pickles or have one inside, told by how they begin: joblib's, NumPy's and PyTorch's too."""

from __future__ import annotations

import io
import re
import zlib
from pathlib import Path

from understudy.capture.npz.arrays import FREE_BYTES, MAX_ARRAY_BYTES, MAX_RATIO, ZIP
from understudy.capture.pickled.calls import machine_of, no_persistent
from understudy.capture.pickled.machine import Budget
from understudy.capture.pickled.torch_files import MAGIC, PICKLE, read_archive, read_legacy
from understudy.capture.pickled.values import BrokenPickleError, HeldArray
from understudy.motion.array_members import MAGIC as NUMPY
from understudy.motion.array_members import BrokenArrayError, open_archive

_PICKLE = re.compile(rb"\x80[\x02-\x05]|\(dp?\d*\n|ccopy_reg\n")
_PACKED = re.compile(rb"\x78[\x01\x5e\x9c\xda]|\x1f\x8b\x08")
_OF_OBJECTS = re.compile(rb"\{\s*'descr':\s*'[<>|=]?O\d{0,2}',[^{}]{0,200}\}\s*")
_ANY_HEADER = 32
"""Tells zlib that its own header or that of gzip comes first."""

_SNIFFED = 16
_LONGEST_HEADER = 1000


def holds_pickle(content: bytes) -> bool:
    """Tell whether a file is a pickle, or one of the kinds around one."""
    if _PICKLE.match(content) is not None or _object_header(content) is not None:
        return True
    if _PACKED.match(content) is not None:
        return _PICKLE.match(_unpacked_beginning(content)) is not None
    return content.startswith(ZIP) and _is_of_torch(content)


def read_pickled(path: Path, content: bytes) -> object:
    """Return what a file holds: texts, numbers, lists, dictionaries, and arrays as ``values`` has them.

    Raises:
        BrokenPickleError: It is broken, or asks for what is never done.
        CaptureError: The archive around it is broken.
    """
    if content.startswith(ZIP):
        return read_archive(path, content)
    if content.startswith(MAGIC):
        return read_legacy(content, Budget.of_file(len(content)))
    start = _object_header(content)
    if _PACKED.match(content) is not None:
        content = _unpacked(content)
    stream = io.BytesIO(content)
    stream.seek(start or 0)
    found = machine_of(content, stream, Budget.of_file(len(content)), no_persistent).run()
    is_one = isinstance(found, HeldArray) and len(found.items) == 1
    return found.items[0] if is_one and isinstance(found, HeldArray) else found


def _object_header(content: bytes) -> int | None:
    """Return where the pickle of an ``.npy`` of objects begins, None of other files."""
    if not content.startswith(NUMPY) or len(content) < 12:
        return None
    begin = 10 if content[6] == 1 else 12
    length = int.from_bytes(content[8:begin], "little")
    whole = length <= _LONGEST_HEADER and _OF_OBJECTS.fullmatch(content[begin : begin + length])
    return begin + length if whole else None


def _is_of_torch(content: bytes) -> bool:
    try:
        names = open_archive(io.BytesIO(content)).namelist()
    except BrokenArrayError:
        return False
    return any(name == PICKLE or name.endswith(f"/{PICKLE}") for name in names)


def _unpacked_beginning(content: bytes) -> bytes:
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | _ANY_HEADER).decompress(content[:4096], _SNIFFED)
    except zlib.error:
        return b""


def _unpacked(content: bytes) -> bytes:
    """Return what a packed file holds, unless it is larger than any capture that packs so well."""
    most = min(MAX_ARRAY_BYTES, max(FREE_BYTES, MAX_RATIO * len(content)))
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | _ANY_HEADER)
    try:
        unpacked = unpacker.decompress(content, most)
    except zlib.error as error:
        raise BrokenPickleError(f"is a packed pickle that is broken ({error})") from error
    if unpacker.unconsumed_tail:
        raise BrokenPickleError(f"would unpack to more than {most} bytes")
    if not unpacker.eof:
        raise BrokenPickleError("is a packed pickle that is cut off")
    return unpacked

"""Files that ``torch.save`` writes: an archive with a pickle and the bytes of its storages, or an older kind.

That is five pickles in a row, a number that tells the kind, a version, facts about the machine, what was
saved, and the keys of its storages; then for each key follow how many numbers it has, and these.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

from understudy.capture.npz.arrays import NpzArrays
from understudy.capture.pickled.calls import machine_of, no_persistent, storage_kind
from understudy.capture.pickled.machine import Budget
from understudy.capture.pickled.values import BrokenPickleError, Storage

PICKLE = "data.pkl"
"""What PyTorch calls the pickle in its archives."""

MAGIC = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."
"""How a file of the older kind begins."""

_MOST_STORAGES = 1_000_000
_SIZES = {"float64": 8, "int64": 8, "float32": 4, "int32": 4, "": 1, "int8": 1, "uint8": 1, "bool": 1}
_COUNT_BYTES = 8


def read_archive(path: Path, content: bytes) -> object:
    """Return what an archive holds, whose storages are unpacked when they are asked for.

    Raises:
        BrokenPickleError: Its pickle is broken, or asks for what is never done.
        CaptureError: The archive is broken.
    """
    members = NpzArrays(path, content)
    pickle = next((name for name in members.names if name == PICKLE or name.endswith(f"/{PICKLE}")), None)
    if pickle is None:
        raise BrokenPickleError(f"holds no {PICKLE}, as PyTorch's archives do")
    folder = pickle.removesuffix(PICKLE)
    order = f"{folder}byteorder"
    is_big = order in members and members.member(order).strip() == b"big"

    def storage(key: object) -> Storage:
        kind, number = _storage_key(key)
        member = f"{folder}data/{number}"
        if member not in members:
            raise BrokenPickleError(f"lacks the storage '{number:.40}' of a tensor")
        return Storage(kind, lambda: members.member(member), is_big)

    program = members.member(pickle)
    return machine_of(program, io.BytesIO(program), Budget.of_file(len(content)), storage).run()


def read_legacy(content: bytes, budget: Budget) -> object:
    """Return what a file of the older kind holds.

    Raises:
        BrokenPickleError: It is broken, or asks for what is never done.
    """
    stream = io.BytesIO(content)
    places: dict[str, memoryview] = {}
    storages: dict[str, Storage] = {}

    def program(persistent: Callable[[object], object] = no_persistent) -> object:
        return machine_of(content, stream, budget, persistent).run()

    def fetched(number: str) -> memoryview:
        if number not in places:
            raise BrokenPickleError(f"lacks the storage '{number:.40}' of a tensor")
        return places[number]

    def storage(key: object) -> Storage:
        kind, number = _storage_key(key)
        return storages.setdefault(number, Storage(kind, lambda: fetched(number)))

    for _ in range(3):
        program()
    saved, keys = program(storage), program()
    if not isinstance(keys, list) or len(keys) > _MOST_STORAGES:
        raise BrokenPickleError("lists no storages")
    for key in keys:
        count = int.from_bytes(stream.read(_COUNT_BYTES), "little")
        kept = storages.get(key) if isinstance(key, str) else None
        if kept is None:
            raise BrokenPickleError("lists a storage that no tensor has")
        begin, size = stream.tell(), count * _number_bytes(kept.kind)
        if size > len(content) - begin:
            raise BrokenPickleError(f"is cut off: a storage of {size} bytes has {len(content) - begin}")
        places[key] = memoryview(content)[begin : begin + size]
        stream.seek(size, io.SEEK_CUR)
    return saved


def _number_bytes(kind: str) -> int:
    return _SIZES.get(kind, 2)


def _storage_key(key: object) -> tuple[str, str]:
    """Return the type of a storage's numbers, and its name."""
    if isinstance(key, tuple) and len(key) >= 5 and key[0] == "storage":
        kind = storage_kind(key[1])
        if kind is not None and isinstance(key[2], str):
            return kind, key[2]
    raise BrokenPickleError("refers to something outside of itself that is no storage of numbers")

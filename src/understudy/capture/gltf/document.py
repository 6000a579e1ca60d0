"""The JSON of a glTF file and its buffers, with every access checked, as a stranger wrote them."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from understudy.capture.gltf.buffers import read_buffer
from understudy.capture.source import Source
from understudy.capture.text.json_frames import load_json
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError

MAGIC = b"glTF"
MAX_ENTRIES = 200_000
"""No list of a scene is longer."""

_JSON_CHUNK, _BINARY_CHUNK = 0x4E4F534A, 0x004E4942
_LARGEST = 1e9


@dataclass(frozen=True)
class Entry:
    """An object of the JSON, which knows where it stands.

    Attributes:
        path: The file.
        place: Where it is, such as ``nodes[3]``.
        data: What it holds.
    """

    path: Path
    place: str
    data: Mapping[str, Any]

    def error(self, problem: str) -> CaptureError:
        """Return an error about this object."""
        return CaptureError(self.path, f"{self.place or 'the scene'} {problem}")

    def entry(self, key: str) -> Entry | None:
        """Return the object under a key, None where there is none."""
        value = self.data.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.error(f"has {key} that is no object")
        return Entry(self.path, f"{self.place}.{key}".lstrip("."), value)

    def entries(self, key: str) -> list[Entry]:
        """Return the objects in the list under a key, none where there is none."""
        return [
            Entry(self.path, f"{self.place}.{key}[{place}]".lstrip("."), each)
            for place, each in enumerate(self._list(key))
            if self._is_object(key, place, each)
        ]

    def index(self, key: str, count: int) -> int | None:
        """Return the number under a key that counts among so many things, None where there is none."""
        value = self.data.get(key)
        return None if value is None else self._counted(key, value, count)

    def indices(self, key: str, count: int) -> list[int]:
        """Return the numbers in the list under a key, each of which counts among so many things."""
        return [self._counted(key, value, count) for value in self._list(key)]

    def whole(self, key: str, default: int | None = None) -> int:
        """Return the whole number from 0 on under a key."""
        value = self.data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.error(f"has {shown(str(value))} for {key}, expected a whole number from 0 on")
        return value

    def numbers(self, key: str, width: int) -> list[float] | None:
        """Return so many numbers under a key, None where there are none."""
        if self.data.get(key) is None:
            return None
        values = self._list(key)
        if len(values) != width or not all(map(_is_number, values)):
            raise self.error(f"has {shown(str(values))} for {key}, expected {width} numbers")
        return [float(value) for value in values]

    def text(self, key: str) -> str:
        """Return the text under a key, empty where there is none."""
        value = self.data.get(key, "")
        if not isinstance(value, str):
            raise self.error(f"has {shown(str(value))} for {key}, expected a text")
        return value

    def _counted(self, key: str, value: object, count: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < count:
            raise self.error(f"refers to {key} {shown(str(value))}, of which there are {count}")
        return value

    def _list(self, key: str) -> list[Any]:
        value = self.data.get(key)
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > MAX_ENTRIES:
            raise self.error(f"has {key} that are no list of at most {MAX_ENTRIES} entries")
        return value

    def _is_object(self, key: str, place: int, value: object) -> bool:
        if not isinstance(value, dict):
            raise self.error(f"has {key}[{place}] that is no object")
        return True


def _is_number(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return abs(value) <= _LARGEST


@dataclass(frozen=True, eq=False)
class GltfDocument:
    """A scene.

    Attributes:
        root: All of its JSON.
        binary: The buffer that a GLB carries, None in a bare JSON.
        kept: Buffers that were read, by their number.
        lists: Lists of the scene that were looked at, by their key.
    """

    root: Entry
    binary: bytes | None = None
    kept: dict[int, bytes] = field(default_factory=dict)
    lists: dict[str, list[Entry]] = field(default_factory=dict)

    def entries(self, key: str) -> list[Entry]:
        """Return the scene's objects of a kind."""
        if key not in self.lists:
            self.lists[key] = self.root.entries(key)
        return self.lists[key]

    def buffer(self, number: int) -> bytes:
        """Return the bytes of a buffer, read when first asked for."""
        if number not in self.kept:
            entry = self.entries("buffers")[number]
            self.kept[number] = read_buffer(
                entry.path, entry.place, entry.text("uri"), entry.whole("byteLength"), self.binary
            )
        return self.kept[number]


def read_document(source: Source) -> GltfDocument:
    """Return the scene of a file, whose buffers are read when they are asked for.

    Raises:
        CaptureError: Where it is cut off, of another version, or no JSON.
    """
    content, binary = source.content, None
    if content.startswith(MAGIC):
        content, binary = _chunks(source.path, content)
    data = load_json(source.path, content)
    if not isinstance(data, dict):
        raise CaptureError(source.path, "holds JSON that is no object, expected a scene")
    root = Entry(source.path, "", data)
    asset = root.entry("asset")
    version = "" if asset is None else asset.text("version")
    if not version.startswith("2."):
        raise CaptureError(source.path, f"is glTF of version {shown(version)}, expected 2.0")
    return GltfDocument(root, binary)


def _chunks(path: Path, content: bytes) -> tuple[bytes, bytes | None]:
    """Return the JSON and the buffer of a GLB."""
    if len(content) < 20:
        raise CaptureError(path, f"begins as a GLB and is cut off after {len(content)} bytes")
    version, length = struct.unpack_from("<II", content, 4)
    if version != 2:
        raise CaptureError(path, f"is a GLB of version {version}, expected 2")
    if length > len(content):
        raise CaptureError(path, f"is a GLB of {length} bytes that is cut off after {len(content)}")
    found: dict[int, bytes] = {}
    place = 12
    while place + 8 <= length:
        size, kind = struct.unpack_from("<II", content, place)
        place += 8
        if place + size > length:
            raise CaptureError(path, f"is a GLB with a chunk of {size} bytes where {length - place} are left")
        found.setdefault(kind, content[place : place + size])
        place += size
    if _JSON_CHUNK not in found:
        raise CaptureError(path, "is a GLB without JSON, expected a scene in it")
    return found[_JSON_CHUNK], found.get(_BINARY_CHUNK)

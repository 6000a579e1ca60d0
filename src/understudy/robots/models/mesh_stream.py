"""Mesh files counted and read in pieces, however large they are: STL of both kinds, and OBJ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np

from understudy.errors import RobotError
from understudy.opening import open_file
from understudy.plain_text import plain_array
from understudy.robots.models.coarse_mesh import PIECE

STL_HEADER, STL_FACE, MSH_HEADER = 84, 50, 16
_BLOCK = 8 << 20
_OVERLAP = 512
"""Of blocks in which patterns are counted: no pattern is longer."""

_COUNTED = {
    ".stl": re.compile(rb"\bendfacet\b", re.IGNORECASE),
    ".obj": re.compile(rb"^f[ \t]", re.MULTILINE),
    ".dae": re.compile(
        rb"<(?:\w+:)?(?:triangles|polylist|polygons)\b[^>]{0,400}?\bcount=[\"'](\d{1,9})[\"']"
    ),
}
_CORNER = re.compile(rb"\bvertex\s+(\S+\s+\S+\s+\S+)", re.IGNORECASE)
_POINT = re.compile(rb"^v[ \t]+(\S+[ \t]+\S+[ \t]+\S+)", re.MULTILINE)
_FACE = re.compile(rb"^f[ \t]+([^\r\n]+)", re.MULTILINE)
_SLASHES = re.compile(rb"/[^ \t]*")


def count_faces(path: Path) -> int:
    """Return about how many triangles a file holds, by its own count or by counting; 0 where none is told."""
    try:
        status = path.stat()
        return _counted(path, status.st_size, status.st_mtime_ns)
    except OSError:
        return 0


@lru_cache(maxsize=1024)
def _counted(path: Path, size: int, _changed: int) -> int:
    """Return the count of a file of a size [bytes], which a robot may use at many scales."""
    suffix = path.suffix.lower()
    with open_file(path) as file:
        head = file.read(STL_HEADER)
    if suffix == ".msh":
        return int.from_bytes(head[12:MSH_HEADER], "little")
    if suffix == ".stl" and size == STL_HEADER + STL_FACE * _binary_faces(head):
        return _binary_faces(head)
    return _count(path, _COUNTED[suffix]) if suffix in _COUNTED else 0


def is_binary_stl(path: Path) -> bool:
    """Return whether an STL file is as long as its own count of triangles says."""
    with open_file(path) as file:
        head = file.read(STL_HEADER)
    return path.stat().st_size == STL_HEADER + STL_FACE * _binary_faces(head)


def _binary_faces(head: bytes) -> int:
    return int.from_bytes(head[STL_HEADER - 4 : STL_HEADER], "little")


def _count(path: Path, pattern: re.Pattern[bytes]) -> int:
    found = 0
    for block, own in _blocks(path):
        for match in pattern.finditer(block):
            # What ends in the overlap is counted with the block before.
            if match.end() > own:
                found += int(match.group(1)) if match.groups() else 1
    return found


def _blocks(path: Path) -> Iterator[tuple[bytes, int]]:
    """Yield a file's content, each block after the end of the one before, with how long that end is."""
    before = b""
    with open_file(path) as file:
        while block := file.read(_BLOCK):
            yield before + block, len(before)
            before = (before + block)[-_OVERLAP:]


def stl_corners(path: Path) -> Iterator[np.ndarray]:
    """Yield the corners (F, 3, 3) of a binary STL file's triangles, some at a time."""
    with open_file(path) as file:
        file.read(STL_HEADER)
        while content := file.read(STL_FACE * PIECE):
            faces = len(content) // STL_FACE
            records = np.frombuffer(content, np.uint8, STL_FACE * faces).reshape(faces, STL_FACE)
            yield records[:, 12:48].copy().view("<f4").reshape(-1, 3, 3)


def read_text_stl(path: Path) -> np.ndarray:
    """Return the corners (F, 3, 3) of the triangles of an STL file that is text.

    Raises:
        RobotError: It is no such file.
    """
    found = [np.zeros((0, 3, 3), dtype=np.float32)]
    for text in _whole_parts(path, b"endfacet"):
        numbers = plain_array(b" ".join(_CORNER.findall(text)))
        if numbers is None or len(numbers) % 9:
            raise RobotError(f"{path}: not an STL mesh, neither binary nor text")
        found.append(numbers.reshape(-1, 3, 3).astype(np.float32))
    return np.concatenate(found)


def read_obj(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return the vertices (N, 3) [m] and triangles (F, 3) of an OBJ file, polygons as fans.

    Raises:
        RobotError: It is no such file, or counts vertices from its end.
    """
    points, faces = [np.zeros((0, 3), dtype=np.float32)], [np.zeros((0, 3), dtype=np.int32)]
    for text in _whole_parts(path, b"\n"):
        points.append(_vertices(path, text))
        faces.append(_faces(path, _FACE.findall(text)))
    vertices, triangles = np.concatenate(points), np.concatenate(faces)
    if len(triangles) and not 1 <= triangles.min() <= triangles.max() <= len(vertices):
        raise RobotError(f"{path}: a face names a vertex that is not there, or counts from the file's end")
    return vertices, triangles - 1


def _vertices(path: Path, text: bytes) -> np.ndarray:
    numbers = plain_array(b" ".join(_POINT.findall(text)))
    if numbers is None or len(numbers) % 3:
        raise RobotError(f"{path}: holds no vertices that can be read")
    return numbers.reshape(-1, 3).astype(np.float32)


def _faces(path: Path, lines: list[bytes]) -> np.ndarray:
    """Return triangles (F, 3) of polygons, each a line of its corners' numbers."""
    bare = _SLASHES.sub(b"", b" \n ".join(lines))
    numbers = plain_array(bare)
    if numbers is None:
        raise RobotError(f"{path}: holds a face that cannot be read")
    indices = numbers.astype(np.int32)
    if len(indices) == 3 * len(lines):
        return indices.reshape(-1, 3)
    sizes = np.array([len(line.split()) for line in bare.split(b"\n")], dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)])[:-1]
    fans = [np.zeros((0, 3), dtype=np.int32)]
    for size in np.unique(sizes[sizes >= 3]):
        own = starts[sizes == size][:, None]
        steps = np.arange(1, size - 1)
        corners = np.broadcast_arrays(indices[own], indices[own + steps], indices[own + steps + 1])
        fans.append(np.stack(corners, axis=-1).reshape(-1, 3))
    return np.concatenate(fans)


def _whole_parts(path: Path, end: bytes) -> Iterator[bytes]:
    """Yield a text in blocks that end where a word or a line does."""
    rest = b""
    with open_file(path) as file:
        while block := file.read(_BLOCK):
            text = rest + block
            cut = text.rfind(end)
            cut = 0 if cut < 0 else cut + len(end)
            if cut == 0 and len(text) > 2 * _BLOCK:
                raise RobotError(f"{path}: not a mesh that can be read")
            rest = text[cut:]
            if cut:
                yield text[:cut]
    if rest:
        yield rest

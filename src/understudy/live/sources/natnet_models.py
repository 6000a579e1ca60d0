"""Descriptions of what NatNet streams: the names of markers, the bones of skeletons, the server's version."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from understudy.live.packets import PacketError, PacketReader, decoded
from understudy.live.sources.natnet_packets import Version

MARKER_SET, RIGID_BODY, SKELETON, PLATE, DEVICE, CAMERA, ASSET = range(7)


@dataclass(frozen=True, eq=False)
class BoneModel:
    """A rigid body or bone: name, identifiers, offset (3,) [m] from its parent, turn (4,) xyzw, markers."""

    name: str
    identifier: int
    parent: int
    offset: np.ndarray
    turn: np.ndarray
    markers: tuple[tuple[str, int, np.ndarray], ...] = ()


@dataclass(frozen=True)
class SkeletonModel:
    """A skeleton: its name, its identifier and its bones."""

    name: str
    identifier: int
    bones: tuple[BoneModel, ...]


@dataclass(frozen=True)
class Models:
    """What a server describes.

    Attributes:
        marker_sets: Name → names of its markers.
        bodies: Rigid bodies.
        skeletons: Identifier → skeleton.
        others: How many plates, devices, cameras and assets there are.
    """

    marker_sets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    bodies: tuple[BoneModel, ...] = ()
    skeletons: dict[int, SkeletonModel] = field(default_factory=dict)
    others: int = 0


def read_models(reader: PacketReader, version: Version) -> Models:
    """Return what a server describes.

    Before version 4.1 a description does not say how long it is, so that what follows one of an unknown kind
    is not read.

    Raises:
        PacketError: Where it is malformed.
    """
    sets: dict[str, tuple[str, ...]] = {}
    bodies: list[BoneModel] = []
    skeletons: dict[int, SkeletonModel] = {}
    others = 0
    for _ in range(reader.count("i", 5)):
        kind = reader.number("i")
        size = reader.number("i") if version >= (4, 1) else None
        start = reader.place
        if kind == MARKER_SET:
            name = reader.text()
            sets[name] = tuple(reader.text() for _ in range(reader.count("i")))
        elif kind == RIGID_BODY:
            bodies.append(_bone(reader, version))
        elif kind == SKELETON:
            name, identifier = reader.text(), reader.number("i")
            bones = tuple(_bone(reader, version) for _ in range(reader.count("i", 21)))
            skeletons[identifier] = SkeletonModel(name, identifier, bones)
        elif kind in (PLATE, DEVICE, CAMERA) and size is None:
            others += 1
            _skip(reader, kind)
        elif size is None:
            break
        else:
            others += 1
        if size is not None:
            if size < reader.place - start:
                raise PacketError(f"has a description of {size} bytes, shorter than it is")
            reader.bytes(size - (reader.place - start))
    return Models(sets, tuple(bodies), skeletons, others)


def _bone(reader: PacketReader, version: Version) -> BoneModel:
    name = reader.text() if version >= (2, 0) else ""
    identifier, parent = reader.take("ii")
    offset = reader.floats(3)
    turn = reader.floats(4) if version >= (4, 2) else np.array([0.0, 0.0, 0.0, 1.0])
    markers: list[tuple[str, int, np.ndarray]] = []
    if version >= (3, 0):
        count = reader.count("i", 16)
        places, labels = reader.rows(count, 3), reader.take(f"{count}i")
        for row in range(count):
            marker = reader.text() if version >= (4, 0) else ""
            markers.append((marker, labels[row], places[row]))
    return BoneModel(name, identifier, parent, offset, turn, tuple(markers))


def _skip(reader: PacketReader, kind: int) -> None:
    """Read over a description that tells nothing of people."""
    if kind == CAMERA:
        reader.text()
        reader.floats(7)
        return
    reader.number("i")
    reader.text()
    if kind == PLATE:
        reader.floats(2 + 3 + 144 + 12)
    else:
        reader.text()
    reader.take("ii")
    for _ in range(reader.count("i")):
        reader.text()


@dataclass(frozen=True)
class ServerInfo:
    """A server's name, its version and that of what it streams."""

    name: str
    version: tuple[int, int, int, int]
    stream: tuple[int, int, int, int]


def read_server(reader: PacketReader) -> ServerInfo:
    """Return what a server says of itself.

    Raises:
        PacketError: Where it is malformed.
    """
    name = decoded(reader.bytes(256).partition(b"\0")[0])
    version, stream = reader.take("4B"), reader.take("4B")
    return ServerInfo(name, version, stream)

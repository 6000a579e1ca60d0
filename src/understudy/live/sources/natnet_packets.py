"""Frames of OptiTrack's NatNet, versions 2.0 to 4.x, as its direct depacketization lays them out.

Numbers are little-endian. A packet is its type, its size, and what its type says; from version 4.1 on, each
part of a frame also says how many bytes it takes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from understudy.live.packets import PacketError, PacketReader

CONNECT, SERVER_INFO, REQUEST, RESPONSE, REQUEST_MODELS, MODELS = 0, 1, 2, 3, 4, 5
REQUEST_FRAME, FRAME, TEXT, DISCONNECT, KEEP_ALIVE, UNKNOWN_REQUEST = 6, 7, 8, 9, 10, 100
"""Types of packets."""

Version = tuple[int, int]


@dataclass(frozen=True, eq=False)
class NatNetBody:
    """A rigid body, or a bone of a skeleton.

    Attributes:
        identifier: Of a bone, the skeleton's in the upper and the bone's own in the lower 16 bits.
        position: (3,) [m].
        quaternion: (4,) xyzw.
        markers: (M, 3) [m] before version 3.
        marker_ids, marker_sizes: (M,) from version 2 to 3.
        error: Mean error of its markers [m].
        is_tracked: Whether it is seen in this frame; always before 2.6.
    """

    identifier: int
    position: np.ndarray
    quaternion: np.ndarray
    markers: np.ndarray
    marker_ids: np.ndarray
    marker_sizes: np.ndarray
    error: float
    is_tracked: bool


@dataclass(frozen=True, eq=False)
class NatNetMarker:
    """A labelled marker, or one of an asset.

    Attributes:
        model, identifier: The asset's number and its own.
        position: (3,) [m].
        size: [m].
        flags: 1: occluded, 2: seen by cameras, 4: filled in by the model; 0 before 2.6.
        residual: [m]; 0 before 3.0.
    """

    model: int
    identifier: int
    position: np.ndarray
    size: float
    flags: int
    residual: float


@dataclass(frozen=True, eq=False)
class NatNetAsset:
    """An asset of Motive 3.1: bodies and markers."""

    identifier: int
    bodies: tuple[NatNetBody, ...]
    markers: tuple[NatNetMarker, ...]


@dataclass(frozen=True, eq=False)
class NatNetFrame:
    """One frame.

    Attributes:
        number: Of the frame.
        marker_sets: Name → (M, 3) [m] in the order of its description.
        others: (N, 3) [m] markers of nobody.
        bodies: Rigid bodies.
        skeletons: Identifier → its bones.
        assets: Assets of version 4.1 and later.
        markers: Labelled markers.
        plates, devices: Identifier → channels of numbers.
        timecode, timecode_sub: SMPTE time code.
        time: Since the software's start [s].
        stamps: Ticks at mid-exposure, when the data came, and when it was sent; 0 before 3.0.
        precision: Seconds and fractions of a precision clock; 0 before 4.1.
        is_recording, models_changed: Flags of the frame.
    """

    number: int
    marker_sets: dict[str, np.ndarray] = field(default_factory=dict)
    others: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))
    bodies: tuple[NatNetBody, ...] = ()
    skeletons: dict[int, tuple[NatNetBody, ...]] = field(default_factory=dict)
    assets: tuple[NatNetAsset, ...] = ()
    markers: tuple[NatNetMarker, ...] = ()
    plates: dict[int, tuple[np.ndarray, ...]] = field(default_factory=dict)
    devices: dict[int, tuple[np.ndarray, ...]] = field(default_factory=dict)
    timecode: int = 0
    timecode_sub: int = 0
    time: float = 0.0
    stamps: tuple[int, int, int] = (0, 0, 0)
    precision: tuple[int, int] = (0, 0)
    is_recording: bool = False
    models_changed: bool = False


def packet_of(data: bytes) -> tuple[int, PacketReader]:
    """Return a packet's type, and a reader at what it holds.

    Raises:
        PacketError: Where it is shorter than it says.
    """
    reader = PacketReader(data, "<")
    kind, size = reader.take("HH")
    if size > reader.left:
        raise PacketError(f"states {size} bytes, holds {reader.left}")
    return kind, reader


def read_frame(reader: PacketReader, version: Version) -> NatNetFrame:
    """Return a frame of a version.

    Raises:
        PacketError: Where it is malformed.
    """
    number = reader.number("i")
    sets = {}
    for _ in _part(reader, version):
        name = reader.text()
        sets[name] = reader.rows(reader.count("i", 12), 3)
    others = reader.rows(len(_part(reader, version, 12)), 3)
    bodies = tuple(_body(reader, version) for _ in _part(reader, version, 32))
    skeletons = {}
    if version >= (2, 1):
        for _ in _part(reader, version, 8):
            identifier = reader.number("i")
            skeletons[identifier] = tuple(_body(reader, version) for _ in range(reader.count("i", 32)))
    assets = tuple(_asset(reader) for _ in _part(reader, version, 12)) if version >= (4, 1) else ()
    markers: tuple[NatNetMarker, ...] = ()
    if version >= (2, 3):
        markers = tuple(_marker(reader, version) for _ in _part(reader, version, 20))
    plates = _channels(reader, version) if version >= (2, 9) else {}
    devices = _channels(reader, version) if version >= (2, 11) else {}
    timecode, timecode_sub = reader.take("II")
    time = float(reader.take("d" if version >= (2, 7) else "f")[0])
    if not np.isfinite(time):
        raise PacketError("has a time that is not finite")
    stamps = reader.take("QQQ") if version >= (3, 0) else (0, 0, 0)
    precision = reader.take("II") if _has_precision(reader, version) else (0, 0)
    flags = reader.number("h")
    return NatNetFrame(
        number=number,
        marker_sets=sets,
        others=others,
        bodies=bodies,
        skeletons=skeletons,
        assets=assets,
        markers=markers,
        plates=plates,
        devices=devices,
        timecode=timecode,
        timecode_sub=timecode_sub,
        time=time,
        stamps=stamps,
        precision=precision,
        is_recording=bool(flags & 1),
        models_changed=bool(flags & 2),
    )


def _has_precision(reader: PacketReader, version: Version) -> bool:
    """Return whether a precision clock follows; senders of version 4.0 differ, and what is left tells."""
    return version >= (4, 1) or (version == (4, 0) and reader.left >= 10)


def _part(reader: PacketReader, version: Version, size: int = 5) -> range:
    """Return how many things a part of a frame holds; later versions say how many bytes that takes."""
    count = reader.number("i")
    if version >= (4, 1):
        taken = reader.number("i")
        if not 0 <= taken <= reader.left:
            raise PacketError(f"has a part of {taken} bytes, holds {reader.left}")
    if not 0 <= count <= 10_000 or count * size > reader.left:
        raise PacketError(f"counts {count} things, more than it holds")
    return range(count)


def _body(reader: PacketReader, version: Version) -> NatNetBody:
    identifier = reader.number("i")
    position, quaternion = reader.floats(3), reader.floats(4)
    markers, ids, sizes = np.zeros((0, 3)), np.zeros(0, dtype=np.int64), np.zeros(0)
    if version < (3, 0):
        count = reader.count("i", 12)
        markers = reader.rows(count, 3)
        if version >= (2, 0):
            ids, sizes = np.array(reader.take(f"{count}i"), dtype=np.int64), reader.floats(count)
    error = float(reader.floats(1)[0]) if version >= (2, 0) else 0.0
    is_tracked = bool(reader.number("h") & 1) if version >= (2, 6) else True
    return NatNetBody(identifier, position, quaternion, markers, ids, sizes, error, is_tracked)


def _asset(reader: PacketReader) -> NatNetAsset:
    identifier = reader.number("i")
    bodies = []
    for _ in range(reader.count("i", 38)):
        own = reader.number("i")
        position, quaternion, error = reader.floats(3), reader.floats(4), reader.floats(1)
        none = np.zeros(0)
        tracked = bool(reader.number("h") & 1)
        bodies.append(
            NatNetBody(
                own,
                position,
                quaternion,
                none.reshape(0, 3),
                none.astype(np.int64),
                none,
                float(error[0]),
                tracked,
            )
        )
    markers = []
    for _ in range(reader.count("i", 26)):
        own = reader.number("i")
        position, size = reader.floats(3), float(reader.floats(1)[0])
        flags, residual = reader.number("h"), float(reader.floats(1)[0])
        markers.append(NatNetMarker(identifier, own, position, size, flags, residual))
    return NatNetAsset(identifier, tuple(bodies), tuple(markers))


def _marker(reader: PacketReader, version: Version) -> NatNetMarker:
    whole = reader.number("I")
    position, size = reader.floats(3), float(reader.floats(1)[0])
    flags = reader.number("h") if version >= (2, 6) else 0
    residual = float(reader.floats(1)[0]) if version >= (3, 0) else 0.0
    return NatNetMarker(whole >> 16, whole & 0xFFFF, position, size, flags, residual)


def _channels(reader: PacketReader, version: Version) -> dict[int, tuple[np.ndarray, ...]]:
    """Return the numbers of plates or devices, by identifier."""
    found = {}
    for _ in _part(reader, version, 8):
        identifier = reader.number("i")
        channels = reader.count("i", 4)
        found[identifier] = tuple(reader.floats(reader.count("i", 4)) for _ in range(channels))
    return found

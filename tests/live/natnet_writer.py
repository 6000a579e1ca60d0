"""NatNet packets written from its depacketization, version by version, for tests of the reader."""

from __future__ import annotations

import struct

import numpy as np

from understudy.live.sources.natnet_models import BoneModel, Models
from understudy.live.sources.natnet_packets import MODELS, SERVER_INFO, NatNetBody, NatNetFrame, NatNetMarker

Version = tuple[int, int]


def packet(kind: int, payload: bytes) -> bytes:
    return struct.pack("<HH", kind, len(payload)) + payload


def server_info(stream: tuple[int, int, int, int]) -> bytes:
    return packet(SERVER_INFO, b"Motive".ljust(256, b"\0") + bytes((3, 1, 0, 0)) + bytes(stream))


def frame_payload(frame: NatNetFrame, version: Version) -> bytes:
    out = struct.pack("<i", frame.number)
    sets = b"".join(
        _text(name) + struct.pack("<i", len(places)) + _floats(places)
        for name, places in frame.marker_sets.items()
    )
    out += _part(len(frame.marker_sets), sets, version)
    out += _part(len(frame.others), _floats(frame.others), version)
    out += _part(len(frame.bodies), b"".join(_body(each, version) for each in frame.bodies), version)
    if version >= (2, 1):
        skeletons = b"".join(
            struct.pack("<ii", number, len(bones)) + b"".join(_body(each, version) for each in bones)
            for number, bones in frame.skeletons.items()
        )
        out += _part(len(frame.skeletons), skeletons, version)
    if version >= (4, 1):
        assets = b"".join(
            struct.pack("<ii", asset.identifier, len(asset.bodies))
            + b"".join(_asset_body(each) for each in asset.bodies)
            + struct.pack("<i", len(asset.markers))
            + b"".join(_asset_marker(each) for each in asset.markers)
            for asset in frame.assets
        )
        out += _part(len(frame.assets), assets, version)
    if version >= (2, 3):
        out += _part(len(frame.markers), b"".join(_marker(each, version) for each in frame.markers), version)
    for since, channels in (((2, 9), frame.plates), ((2, 11), frame.devices)):
        if version >= since:
            out += _part(len(channels), _channels(channels), version)
    out += struct.pack("<II", frame.timecode, frame.timecode_sub)
    out += struct.pack("<d" if version >= (2, 7) else "<f", frame.time)
    if version >= (3, 0):
        out += struct.pack("<QQQ", *frame.stamps)
    if version >= (4, 1):
        out += struct.pack("<II", *frame.precision)
    out += struct.pack("<h", frame.is_recording | frame.models_changed << 1)
    return out + struct.pack("<i", 0)


def models_packet(models: Models, version: Version) -> bytes:
    parts = []
    for name, markers in models.marker_sets.items():
        parts.append((0, _text(name) + struct.pack("<i", len(markers)) + b"".join(map(_text, markers))))
    for bone in models.bodies:
        parts.append((1, _bone(bone, version)))
    for skeleton in models.skeletons.values():
        body = _text(skeleton.name) + struct.pack("<ii", skeleton.identifier, len(skeleton.bones))
        parts.append((2, body + b"".join(_bone(bone, version) for bone in skeleton.bones)))
    parts.append((5, _text("camera 1") + _floats(np.zeros(7))))
    out = struct.pack("<i", len(parts))
    for kind, body in parts:
        out += struct.pack("<i", kind) + (struct.pack("<i", len(body)) if version >= (4, 1) else b"") + body
    return packet(MODELS, out)


def _part(count: int, body: bytes, version: Version) -> bytes:
    size = struct.pack("<i", len(body)) if version >= (4, 1) else b""
    return struct.pack("<i", count) + size + body


def _body(body: NatNetBody, version: Version) -> bytes:
    out = struct.pack("<i", body.identifier) + _floats(body.position) + _floats(body.quaternion)
    if version < (3, 0):
        out += struct.pack("<i", len(body.markers)) + _floats(body.markers)
        out += np.asarray(body.marker_ids, dtype="<i4").tobytes() + _floats(body.marker_sizes)
    out += struct.pack("<f", body.error)
    return out + (struct.pack("<h", body.is_tracked) if version >= (2, 6) else b"")


def _asset_body(body: NatNetBody) -> bytes:
    place = struct.pack("<i", body.identifier) + _floats(body.position) + _floats(body.quaternion)
    return place + struct.pack("<fh", body.error, body.is_tracked)


def _asset_marker(marker: NatNetMarker) -> bytes:
    place = struct.pack("<i", marker.identifier) + _floats(marker.position) + struct.pack("<f", marker.size)
    return place + struct.pack("<h", marker.flags) + struct.pack("<f", marker.residual)


def _marker(marker: NatNetMarker, version: Version) -> bytes:
    out = struct.pack("<I", marker.model << 16 | marker.identifier)
    out += _floats(marker.position) + struct.pack("<f", marker.size)
    out += struct.pack("<h", marker.flags) if version >= (2, 6) else b""
    return out + (struct.pack("<f", marker.residual) if version >= (3, 0) else b"")


def _channels(channels: dict[int, tuple[np.ndarray, ...]]) -> bytes:
    out = b""
    for number, rows in channels.items():
        out += struct.pack("<ii", number, len(rows))
        out += b"".join(struct.pack("<i", len(row)) + _floats(row) for row in rows)
    return out


def _bone(bone: BoneModel, version: Version) -> bytes:
    out = _text(bone.name) + struct.pack("<ii", bone.identifier, bone.parent) + _floats(bone.offset)
    out += _floats(bone.turn) if version >= (4, 2) else b""
    if version >= (3, 0):
        out += struct.pack("<i", len(bone.markers))
        out += b"".join(_floats(place) for _, _, place in bone.markers)
        out += b"".join(struct.pack("<i", label) for _, label, _ in bone.markers)
        if version >= (4, 0):
            out += b"".join(_text(name) for name, _, _ in bone.markers)
    return out


def _floats(values: np.ndarray) -> bytes:
    return np.asarray(values, dtype="<f4").tobytes()


def _text(text: str) -> bytes:
    return text.encode() + b"\0"

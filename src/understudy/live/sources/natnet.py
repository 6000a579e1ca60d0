"""OptiTrack Motive over NatNet: skeletons, or labelled markers where there are none.

Motive is asked for its version and for the names of bones and markers, and streams to whoever asked
(unicast), or to a group (multicast). Bones have to be streamed in global coordinates, Motive's default.
"""

from __future__ import annotations

import socket
import struct
import time

import numpy as np

from understudy.errors import CaptureError
from understudy.live.packets import PacketError
from understudy.live.sighting import Sighting, StreamFacts
from understudy.live.source import LOOPBACK, DatagramSource
from understudy.live.sources import natnet_packets as natnet
from understudy.live.sources.natnet_models import Models, SkeletonModel, read_models, read_server
from understudy.spatial import rotations as rot

COMMAND_PORT, DATA_PORT, GROUP = 1510, 1511, "239.255.42.99"

ASKED_AGAIN = 1.0
"""Time [s] after which a server that has not described its models is asked again, or is told of us."""

EVERYTHING = "all"
"""A marker set that repeats the markers of all others."""


class NatNetSource(DatagramSource):
    """People of a NatNet server.

    Args:
        server: The server's address.
        host: The address of this machine on which to listen; loopback serves a server on it.
        group: A multicast group to join, on the port for data; else the server streams to us alone.
        version: Of the stream, until the server says it.
        port: The server's port for commands.
    """

    def __init__(
        self,
        server: str = LOOPBACK,
        host: str = LOOPBACK,
        group: str | None = None,
        version: natnet.Version = (3, 0),
        port: int = COMMAND_PORT,
    ) -> None:
        """Be closed."""
        super().__init__(DATA_PORT if group else 0, host)
        self.facts = StreamFacts(format="NatNet", unit=1.0, usual_up="y")
        self._server, self._group, self._command_port = server, group, port
        self.version, self.models = version, Models()
        self._skeletons: dict[int, tuple[tuple[str, ...], np.ndarray]] = {}
        self._set_names: dict[str, tuple[str, ...]] = {}
        self._asked = -np.inf

    def start(self) -> None:
        """Listen, and ask the server who it is and what it streams."""
        super().start()
        assert self._socket is not None
        try:
            if self._group:
                member = socket.inet_aton(self._group) + socket.inet_aton(self.host)
                self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
            self._address = socket.gethostbyname(self._server)
            self._ask()
        except (OSError, ValueError) as error:
            self.close()
            raise CaptureError(f"natnet {self._server}", f"cannot be reached ({error})") from error

    def accepts(self, sender: tuple[str, int]) -> bool:
        """Return whether a packet is the server's."""
        return sender[0] == self._address

    def read(self, timeout: float) -> list[Sighting]:
        """Return what has come since, oldest first; wait for it up to ``timeout`` [s]."""
        found = super().read(timeout)
        if time.monotonic() - self._asked > ASKED_AGAIN:
            self._ask()
        return found

    def _ask(self) -> None:
        """Ask for what is not known yet, and stay known to the server."""
        assert self._socket is not None
        self._asked = time.monotonic()
        wanted = [natnet.KEEP_ALIVE]
        if not self.models.skeletons and not self.models.marker_sets:
            wanted = [natnet.CONNECT, natnet.REQUEST_MODELS]
        for kind in wanted:
            try:
                self._socket.sendto(request(kind), (self._address, self._command_port))
            except OSError:
                # A server that is not there yet may come; the next second asks again.
                return

    def parse(self, data: bytes, now: float) -> list[Sighting]:
        """Return the people of a packet."""
        kind, reader = natnet.packet_of(data)
        if kind == natnet.SERVER_INFO:
            self.version = read_server(reader).stream[:2]
        elif kind == natnet.MODELS:
            self.models = read_models(reader, self.version)
            self._note_models()
        elif kind == natnet.FRAME:
            return self._people(natnet.read_frame(reader, self.version))
        else:
            self.counts.other += 1
        return []

    def _note_models(self) -> None:
        self._skeletons = {
            number: (tuple(bone.name for bone in model.bones), _numbers(model))
            for number, model in self.models.skeletons.items()
        }
        parents = {}
        for model in self.models.skeletons.values():
            named = {bone.identifier: bone.name for bone in model.bones}
            parents |= {bone.name: named[bone.parent] for bone in model.bones if bone.parent in named}
        self.facts = StreamFacts(format="NatNet", unit=1.0, usual_up="y", parents=parents)
        self._set_names = {
            name: tuple(dict.fromkeys(markers)) for name, markers in self.models.marker_sets.items()
        }

    def _people(self, frame: natnet.NatNetFrame) -> list[Sighting]:
        if frame.models_changed:
            self._asked = -np.inf
            self.models = Models()
        found = [
            self._skeleton(frame.time, number, bones)
            for number, bones in frame.skeletons.items()
            if number in self._skeletons
        ]
        if found or frame.skeletons:
            return found
        return [
            Sighting(frame.time, names, np.where(np.abs(places) > 0.0, places, np.nan), None, name)
            for name, places in frame.marker_sets.items()
            if name != EVERYTHING and len(names := self._set_names.get(name, ())) == len(places) > 0
        ]

    def _skeleton(self, time: float, number: int, bones: tuple[natnet.NatNetBody, ...]) -> Sighting:
        names, identifiers = self._skeletons[number]
        points, turns = np.full((len(names), 3), np.nan), np.tile(rot.IDENTITY, (len(names), 1))
        rows = {int(own): row for row, own in enumerate(identifiers)}
        for bone in bones:
            row = rows.get(bone.identifier & 0xFFFF)
            length = float(np.linalg.norm(bone.quaternion))
            if row is None or not bone.is_tracked or not np.isfinite(bone.position).all():
                continue
            if not abs(length - 1.0) < 0.1:
                raise PacketError("holds quaternions that are not of unit length")
            points[row], turns[row] = bone.position, bone.quaternion[[3, 0, 1, 2]] / length
        return Sighting(time, names, points, turns, self.models.skeletons[number].name)


def _numbers(model: SkeletonModel) -> np.ndarray:
    return np.array([bone.identifier & 0xFFFF for bone in model.bones], dtype=np.int64)


def request(kind: int) -> bytes:
    """Return a packet that asks a server for something."""
    # Who connects says its name and the versions that it would like, 0 for any.
    payload = b"Ping".ljust(270, b"\0") if kind == natnet.CONNECT else b""
    return struct.pack("<HH", kind, len(payload)) + payload

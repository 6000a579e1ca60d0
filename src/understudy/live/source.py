"""What every source is: something that is opened, read for what has come since, and closed."""

from __future__ import annotations

import select
import socket
import time
from dataclasses import dataclass
from typing import Protocol

from understudy.errors import CaptureError
from understudy.live.packets import LARGEST_PACKET, PacketError
from understudy.live.sighting import Sighting, StreamFacts

LOOPBACK = "127.0.0.1"
"""Where listeners listen unless told otherwise."""

AT_ONCE = 1000
"""Packets that are taken in a row before somebody looks at what they hold."""


WAITING_BYTES = 1 << 21
"""Bytes of packets that may wait for us."""


@dataclass
class PacketCounts:
    """Packets that came, and those among them that were malformed or of no use."""

    received: int = 0
    malformed: int = 0
    other: int = 0


class StampChoice:
    """Stamps frames by the sender's clock where that runs, else as they come.

    The first frame tells nothing yet and gets no stamp, since two clocks do not mix.
    """

    def __init__(self) -> None:
        """Know nothing."""
        self._first: float | None = None
        self._is_timed: bool | None = None

    def stamp(self, sent: float | None, now: float) -> float | None:
        """Return the stamp [s] of a frame, None for the first one.

        Args:
            sent: When it was sent [s] by the sender's clock, None where it does not say.
            now: When it came [s].
        """
        if self._is_timed is None:
            if self._first is None:
                self._first = -1.0 if sent is None else sent
                return None
            self._is_timed = sent is not None and sent > self._first
        return sent if self._is_timed and sent is not None else now


class LiveSource(Protocol):
    """A stream of sightings.

    Attributes:
        facts: What is known of it; final once it has started.
        counts: What became of its packets.
        is_over: Whether nothing more will come.
    """

    facts: StreamFacts
    counts: PacketCounts
    is_over: bool

    def start(self) -> None:
        """Begin to listen or play.

        Raises:
            CaptureError: Where that is not possible.
        """
        ...

    def read(self, timeout: float) -> list[Sighting]:
        """Return what has come since, oldest first; wait for it up to ``timeout`` [s]."""
        ...

    def close(self) -> None:
        """Stop."""
        ...


class DatagramSource:
    """A source of UDP packets; what one holds is for its heirs to say.

    Args:
        port: Where to listen.
        host: On which address.
    """

    facts: StreamFacts

    def __init__(self, port: int, host: str = LOOPBACK) -> None:
        """Be closed."""
        self.host, self.port = host, port
        self.counts, self.is_over = PacketCounts(), False
        self._socket: socket.socket | None = None

    def start(self) -> None:
        """Listen."""
        sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            sock.bind((self.host, self.port))
        except (OSError, OverflowError) as error:
            sock.close()
            place = f"{self.host}:{self.port}"
            raise CaptureError(
                f"udp {place}", f"cannot be listened on ({error}), expected a free port"
            ) from error
        # As much as the system allows: what comes while we are held up waits here.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, WAITING_BYTES)
        sock.setblocking(False)
        self.port = sock.getsockname()[1]
        self._socket = sock

    def read(self, timeout: float) -> list[Sighting]:
        """Return what has come since, oldest first; wait for it up to ``timeout`` [s]."""
        assert self._socket is not None
        select.select([self._socket], [], [], max(0.0, timeout))
        found: list[Sighting] = []
        for _ in range(AT_ONCE):
            try:
                data, sender = self._socket.recvfrom(LARGEST_PACKET)
            except (BlockingIOError, ConnectionError):
                break
            if self.accepts(sender):
                found += self.take(data, time.monotonic())
        return found

    def accepts(self, sender: tuple[str, int]) -> bool:
        """Return whether packets of a sender are looked at."""
        return True

    def take(self, data: bytes, now: float) -> list[Sighting]:
        """Return what a packet shows that came at a time [s]; malformed ones are counted."""
        self.counts.received += 1
        try:
            return self.parse(data, now)
        except PacketError:
            self.counts.malformed += 1
            return []

    def parse(self, data: bytes, now: float) -> list[Sighting]:
        """Return what a packet shows.

        Args:
            data: The packet.
            now: When it came [s], by this machine's clock.

        Raises:
            PacketError: Where it is malformed.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Stop listening."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

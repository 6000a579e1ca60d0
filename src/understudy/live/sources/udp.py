"""JSON points in UDP packets, one frame each."""

from __future__ import annotations

from understudy.live.sighting import Sighting
from understudy.live.source import LOOPBACK, DatagramSource
from understudy.live.sources.json_points import FACTS, JsonPoints

PORT = 9870


class UdpSource(DatagramSource):
    """JSON points in UDP packets."""

    facts = FACTS

    def __init__(self, port: int = PORT, host: str = LOOPBACK) -> None:
        """Be closed."""
        super().__init__(port, host)
        self._points = JsonPoints()

    def parse(self, data: bytes, now: float) -> list[Sighting]:
        """Return the people of a packet."""
        return self._points.parse(data, now)

"""Sources and sinks as they are named on the command line.

walk.bvh   udp:9870   ws:9871   ws://host:port/…   vmc:39539   mvn:9763   natnet:HOST[/GROUP]
camera:0   camera:rtsp://…   video:FILE
sim   udp:HOST:PORT   ws:9872   FILE.mcap   nao:HOST[:PORT]   browser[:PORT]   none
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from understudy.capture.sidecar import Sidecar
from understudy.errors import OptionError
from understudy.live.sink import Sink
from understudy.live.source import LOOPBACK, LiveSource

SOURCES = {
    "FILE": "a capture in any format, played at its own speed",
    "udp[:PORT]": "JSON points in UDP packets",
    "ws[:PORT]": "JSON points over WebSocket, from whoever connects",
    "ws://HOST:PORT": "the same from a server",
    "vmc[:PORT]": "an avatar's bones by the Virtual Motion Capture protocol",
    "mvn[:PORT]": "Xsens MVN's network streamer",
    "natnet[:SERVER[/GROUP]]": "OptiTrack Motive",
    "camera[:N]": "the person before a camera, by a tracker; also its device or an address (rtsp://…)",
    "video:FILE": "the same in a film, played in real time",
}
SINKS = {
    "none": "nothing; for trying a source",
    "browser[:PORT]": "the robot in the browser",
    "sim": "a simulated robot",
    "ws[:PORT]": "JSON over WebSocket, to whoever connects",
    "udp:HOST:PORT": "JSON in UDP packets",
    "FILE.mcap": "ROS 2 messages in a file",
    "nao:HOST[:PORT]": "a NAO robot",
}
LARGEST_PORT = 65535


def live_source(
    name: str,
    host: str = LOOPBACK,
    speed: float = 1.0,
    loop: bool = False,
    stated: Sidecar | None = None,
    hands: bool = False,
) -> LiveSource:
    """Return the source of a name, not opened yet.

    Args:
        name: As in ``SOURCES``.
        host: The address on which listeners listen.
        speed: Of a capture that is played.
        loop: Whether it begins anew at its end.
        stated: What the user knows of it.
        hands: Whether hands are looked for before a camera.

    Raises:
        OptionError: For a name that is none.
    """
    kind, colon, rest = name.partition(":")
    if name.startswith(("ws://", "wss://")):
        from understudy.live.sources.websocket import WebSocketSource

        return WebSocketSource(address=name)
    if kind == "udp":
        from understudy.live.sources.udp import PORT, UdpSource

        return UdpSource(_port(name, rest, PORT), host)
    if kind == "ws":
        from understudy.live.sources.websocket import PORT, WebSocketSource

        return WebSocketSource(_port(name, rest, PORT), host)
    if kind == "vmc":
        from understudy.live.sources.vmc import PORT, VmcSource

        return VmcSource(_port(name, rest, PORT), host)
    if kind == "mvn":
        from understudy.live.sources.mvn import PORT, MvnSource

        return MvnSource(_port(name, rest, PORT), host)
    if kind == "natnet":
        from understudy.live.sources.natnet import NatNetSource

        server, _, group = rest.partition("/")
        return NatNetSource(server or LOOPBACK, host, group or None)
    if kind in ("camera", "video") and (colon or kind == "camera"):
        from understudy.live.sources.camera import CameraSource

        return CameraSource(rest or "0", kind == "video", loop, hands)
    from understudy.live.sources.recording import RecordingSource

    if not Path(name).exists():
        raise OptionError(f"there is no source '{name}'; valid: {', '.join(SOURCES)}")
    return RecordingSource(name, speed, loop, stated)


def live_sink(name: str, host: str = LOOPBACK, say: Callable[[str], None] | None = None) -> Sink | None:
    """Return the sink of a name, not opened yet; None for ``none``.

    Args:
        name: As in ``SINKS``.
        host: The address on which servers listen.
        say: Told an address to open.

    Raises:
        OptionError: For a name that is none.
    """
    kind, _, rest = name.partition(":")
    if name == "none":
        return None
    if name.lower().endswith(".mcap"):
        from understudy.live.sinks.mcap import McapSink

        return McapSink(name)
    if kind == "sim" and not rest:
        from understudy.live.sinks.simulation import SimulationSink

        return SimulationSink()
    if kind == "ws":
        from understudy.live.sinks.websocket import PORT, WebSocketSink

        return WebSocketSink(_port(name, rest, PORT), host)
    if kind == "udp" and ":" in rest:
        from understudy.live.sinks.udp import UdpSink

        place, _, port = rest.rpartition(":")
        return UdpSink(place, _number(name, port, LARGEST_PORT))
    if kind == "browser":
        from understudy.live.sinks.browser import BrowserSink

        return BrowserSink(_port(name, rest, 0), host, say)
    if kind == "nao" and rest:
        from understudy.live.sinks.nao import PORT, NaoSink

        place, _, port = rest.partition(":")
        return NaoSink(place, _port(name, port, PORT))
    raise OptionError(f"there is no sink '{name}'; valid: {', '.join(SINKS)}")


def _port(name: str, text: str, usual: int) -> int:
    return _number(name, text, LARGEST_PORT) if text else usual


def _number(name: str, text: str, most: int) -> int:
    if not text.isdecimal() or int(text) > most:
        raise OptionError(f"'{name}' has '{text}' for a number, expected 0 to {most}")
    return int(text)

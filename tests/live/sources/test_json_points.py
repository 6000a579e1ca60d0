"""JSON points, over UDP and WebSocket."""

from __future__ import annotations

import json
import socket
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.errors import CaptureError
from understudy.live.packets import PacketError
from understudy.live.sighting import Sighting
from understudy.live.source import LOOPBACK
from understudy.live.sources.json_points import JsonPoints
from understudy.live.sources.udp import UdpSource
from understudy.live.sources.websocket import WebSocketSource

PACKET = {"time": 1.5, "person": "anna", "points": {"nose": [1, 2, 3], "left_hip": None}}


def test_points_person_and_time_are_read() -> None:
    (seen,) = JsonPoints().parse(json.dumps(PACKET), 9.0)
    assert (seen.time, seen.person, seen.names) == (1.5, "anna", ("nose", "left_hip"))
    np.testing.assert_array_equal(seen.points, [[1, 2, 3], [np.nan] * 3])


def test_what_is_left_out_is_filled_in() -> None:
    (seen,) = JsonPoints().parse(json.dumps({"points": {"nose": [1, None, 3]}}), 9.0)
    assert (seen.time, seen.person) == (9.0, "")
    assert np.isnan(seen.points).all()


def test_people_come_together_and_rotations_with_them() -> None:
    two = {
        "time": 2,
        "people": [{"person": 1, "points": {"a": [0, 0, 0]}, "rotations": {"a": [0, 2e-9, 0, 1]}}] * 2,
    }
    seen = JsonPoints().parse(json.dumps(two), 0.0)
    assert [each.person for each in seen] == ["1", "1"]
    assert seen[0].rotations is not None
    np.testing.assert_allclose(seen[0].rotations, [[0, 0, 0, 1]], atol=1e-8)


def test_names_stay_the_same_tuple() -> None:
    points = JsonPoints()
    first, second = (points.parse(json.dumps(PACKET), 0.0)[0] for _ in range(2))
    assert first.names is second.names


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "[1]",
        "{",
        '{"points": {}}',
        '{"points": [1]}',
        '{"points": {"a": [1, 2]}}',
        '{"points": {"a": ["x", 2, 3]}}',
        '{"points": {"a": [true, 2, 3]}}',
        '{"time": "now", "points": {"a": [1, 2, 3]}}',
        '{"time": 1e300, "points": {"a": [1, 2, 3]}}',
        '{"person": [], "points": {"a": [1, 2, 3]}}',
        '{"people": 3}',
        '{"points": {"a": [1, 2, 3]}, "rotations": {"a": [9, 9, 9, 9]}}',
        '{"points": {"a": [1, 2, ' + "9" * 400 + "]}}",
        "[" * 100_000,
    ],
)
def test_what_is_malformed_is_refused(broken: str) -> None:
    with pytest.raises(PacketError):
        JsonPoints().parse(broken, 0.0)


@settings(max_examples=150)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_noise_is_refused_or_read(noise: bytes) -> None:
    source = UdpSource(0)
    assert isinstance(source.take(noise, 0.0), list)


def wait_for(read: UdpSource | WebSocketSource) -> list[Sighting]:
    """Return what comes within a minute."""
    end, found = time.monotonic() + 60.0, []
    while not found and time.monotonic() < end:
        found = read.read(0.2)
    return found


def test_udp_packets_arrive_on_loopback_and_malformed_ones_are_counted() -> None:
    source = UdpSource(0)
    assert source.host == LOOPBACK
    source.start()
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"nonsense", (LOOPBACK, source.port))
            sender.sendto(json.dumps(PACKET).encode(), (LOOPBACK, source.port))
        (seen,) = wait_for(source)
        assert seen.person == "anna"
        assert (source.counts.received, source.counts.malformed) == (2, 1)
    finally:
        source.close()


def test_a_taken_port_is_said_in_a_sentence() -> None:
    first = UdpSource(0)
    first.start()
    try:
        with pytest.raises(CaptureError, match="expected a free port"):
            UdpSource(first.port).start()
    finally:
        first.close()


def test_websocket_packets_arrive_from_who_connects() -> None:
    client = pytest.importorskip("websockets.sync.client")
    source = WebSocketSource(0)
    source.start()
    try:
        with client.connect(f"ws://{LOOPBACK}:{source.port}") as connection:
            connection.send("nonsense")
            connection.send(json.dumps(PACKET))
            (seen,) = wait_for(source)
        assert seen.person == "anna"
        assert source.counts.malformed == 1
    finally:
        source.close()

"""The server, asked over HTTP and spoken to by garbled messages."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.view.web.browser import PATIENCE, until
from understudy.errors import OutputError
from understudy.view.web.host import Host

viser = pytest.importorskip("viser")

LIMIT = 10_000


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    started = Host("a <title>", most_upload=LIMIT)
    yield started
    started.close()


def ask(host: Host, path: str = "/", **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE / 1000.0)
    connection.request("GET", path, headers=headers)
    return connection.getresponse()


def test_the_page_comes_whole_and_may_load_nothing_from_elsewhere(host: Host) -> None:
    answer = ask(host)
    page = gzip.decompress(answer.read()).decode()
    assert answer.status == 200
    assert "<title>a &lt;title&gt;</title>" in page and "acceptFiles" in page
    policy = answer.getheader("Content-Security-Policy") or ""
    assert "default-src 'none'" in policy and "http://localhost:*" in policy
    assert "https:" not in policy


@pytest.mark.parametrize("path", ["/etc/passwd", "/../../etc/passwd", "/%2e%2e/secret", "/card.toml"])
def test_there_is_no_other_file(host: Host, path: str) -> None:
    assert ask(host, path).status == 404


def test_strangers_are_refused_with_a_sentence(host: Host) -> None:
    answer = ask(host, Host="evil.example")
    assert answer.status == 403
    assert b"own machine" in answer.read()
    assert ask(host, Origin="http://evil.example").status == 403


def test_the_words_of_an_address_are_told(host: Host) -> None:
    told: list[dict[str, str]] = []
    host.on_address(told.append)
    ask(host, "/?t=1.25")
    assert told == [{"t": "1.25"}]
    assert host.address_with(t="2") == f"http://127.0.0.1:{host.port}/?t=2"


def test_a_taken_port_is_named(host: Host) -> None:
    with pytest.raises(OutputError, match=f"{host.port}: the port is taken"):
        Host("another", port=host.port)


@pytest.mark.parametrize("place", ["256.1.1.1", "192.0.2.1", "no such place", "x" * 300])
def test_an_address_of_another_machine_is_refused_at_once(place: str) -> None:
    with pytest.raises(OutputError, match="is no address of this machine, give 127.0.0.1 or 0.0.0.0"):
        Host("elsewhere", place)


def test_beyond_this_machine_the_address_holds_a_token() -> None:
    open_to_all = Host("for all", "0.0.0.0")
    try:
        assert open_to_all.token is not None and open_to_all.token in open_to_all.address
        assert ask(open_to_all).status == 403
        answer = ask(open_to_all, f"/?token={open_to_all.token}")
        cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        assert answer.status == 200
        assert ask(open_to_all, Cookie=cookie).status == 200
    finally:
        open_to_all.close()


def test_garbled_messages_are_dropped_and_the_server_goes_on(host: Host) -> None:
    asyncio.run(_garble(host, rounds=40))
    assert ask(host).status == 200
    assert until(lambda: host.guard.refused > 0)


async def _garble(host: Host, rounds: int) -> None:
    """Send damaged and dishonest messages, each on a new connection where the last was closed."""
    import msgspec
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed
    from websockets.typing import Subprotocol

    chance = random.Random(7)
    kinds = sorted(kind.__name__ for kind in viser._messages.Message.get_subclasses())
    address, spoken = f"ws://127.0.0.1:{host.port}", [Subprotocol(f"viser-v{viser.__version__}")]
    for _ in range(rounds):
        async with connect(address, subprotocols=spoken, max_size=None) as socket:
            try:
                for message in _messages(chance, kinds):
                    await socket.send(
                        message if isinstance(message, bytes) else msgspec.msgpack.encode(message)
                    )
                # It answers this after it has received them all.
                await (await socket.ping())
            except ConnectionClosed:
                continue


def _messages(chance: random.Random, kinds: list[str]) -> Iterator[Any]:
    yield {"type": "FileTransferStartUpload", "source_component_uuid": "x", "transfer_uuid": "t"} | {
        "filename": "f",
        "mime_type": "m",
        "part_count": 1,
        "size_bytes": LIMIT + 1,
    }
    yield {"type": "ShareUrlRequest"}
    yield {"type": "GuiUpdateMessage", "uuid": "x", "updates": {"removed": True}}
    values = (None, -1, 2**40, float("nan"), "x" * 100, b"\x00\xff", [[]], {"value": {}})
    yield {"type": chance.choice(kinds)} | {
        chance.choice(("uuid", "name", "updates", "position", "owner")): chance.choice(values)
        for _ in range(3)
    }
    yield chance.randbytes(chance.randrange(1, 200))

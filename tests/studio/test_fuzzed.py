"""Whoever holds the address may send anything to the studio's controls: it stays up and goes on working."""

from __future__ import annotations

import asyncio
import random
import urllib.request
from pathlib import Path
from typing import Any

import pytest

import understudy
from tests.view.web.browser import until
from understudy.studio.app import Studio
from understudy.studio.shelf import MOST_BYTES

viser = pytest.importorskip("viser")

WALK = Path(understudy.__file__).parent / "data" / "walk.bvh"
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 2**60, -1e300, float("nan"), float("inf"), "", "x" * 5000, "../../etc/passwd"),
    *("__import__('os')", b"\x00\xff", [], [1, 2], [[None]], {"value": 1}),
)
ROUNDS = 120


def test_nothing_that_controls_are_told_ends_the_studio(tmp_path: Path) -> None:
    with Studio(tmp_path) as studio:
        gui = studio.scene.server.gui
        controls = [
            uuid for uuid in gui._gui_input_handle_from_uuid if uuid != studio._capture._drop._impl.uuid
        ]
        assert len(controls) > 20
        asyncio.run(_send(studio, controls))
        assert until(lambda: studio.scene.host.guard.refused >= ROUNDS // 10)
        assert studio.session.settle(60.0)
        assert urllib.request.urlopen(studio.address, timeout=30).status == 200
        assert sorted(path.name for path in tmp_path.iterdir()) == []

        studio.session.choose_robot("A", "nao")
        studio.session.choose_method("A", "track")
        studio.drop("walk.bvh", WALK.read_bytes())
        assert studio.session.settle(300.0)
        assert studio.session.state.take is not None, studio.session.state.problem


async def _send(studio: Studio, controls: list[str]) -> None:
    import msgspec
    from websockets.asyncio.client import connect
    from websockets.typing import Subprotocol

    chance = random.Random(17)
    spoken = [Subprotocol(f"viser-v{viser.__version__}")]
    address = f"ws://127.0.0.1:{studio.scene.host.port}"
    async with connect(address, subprotocols=spoken, max_size=None) as socket:
        for _ in range(ROUNDS):
            value = chance.choice(VALUES)
            message = {
                "type": "GuiUpdateMessage",
                "uuid": chance.choice(controls),
                "updates": {"value": value},
            }
            await socket.send(msgspec.msgpack.encode(message))
        start = {"type": "FileTransferStartUpload", "mime_type": "", "part_count": 1, "filename": "big.c3d"}
        start |= {"source_component_uuid": studio._capture._drop._impl.uuid, "transfer_uuid": "t"}
        await socket.send(msgspec.msgpack.encode(start | {"size_bytes": MOST_BYTES + 1}))
        part = {"type": "FileTransferPart", "transfer_uuid": "t", "part_index": 0, "content": b"x"}
        part |= {"source_component_uuid": start["source_component_uuid"]}
        await socket.send(msgspec.msgpack.encode(part))
        refused = studio.scene.host.guard.refused
        end = asyncio.get_running_loop().time() + 60.0
        while studio.scene.host.guard.refused == refused and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.05)

"""What a browser may say."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest

from understudy.view.web.guard import LONGEST_TEXT, MOST_TRANSFERS, Guard

LIMIT = 1000
CLIENT = 3


@dataclass
class GuiUpdateMessage:
    updates: Any


@dataclass
class FileTransferStartUpload:
    size_bytes: Any = 10
    part_count: Any = 1
    filename: Any = "walk.bvh"
    transfer_uuid: Any = "one"


@dataclass
class FileTransferPart:
    content: Any = b"0123456789"
    transfer_uuid: Any = "one"


@dataclass
class ShareUrlRequest:
    pass


@pytest.mark.parametrize("value", [1, 2.5, True, "text", None, [1.0, 2.0], "x" * LONGEST_TEXT])
def test_controls_may_be_set(value: object) -> None:
    assert Guard().allows(CLIENT, GuiUpdateMessage({"value": value}))


@pytest.mark.parametrize(
    "updates",
    [
        {"update_cb": []},
        {"value": 1, "removed": True},
        {"value": float("nan")},
        {"value": float("inf")},
        {"value": "x" * (LONGEST_TEXT + 1)},
        {"value": {"a": 1}},
        {"value": [[b"bytes"]]},
        {},
        None,
    ],
)
def test_nothing_else_of_a_control_may(updates: object) -> None:
    assert not Guard().allows(CLIENT, GuiUpdateMessage(updates))


def test_a_file_within_the_limit_comes_through() -> None:
    guard = Guard(LIMIT)
    assert guard.allows(CLIENT, FileTransferStartUpload())
    assert guard.allows(CLIENT, FileTransferPart())
    assert not guard.allows(CLIENT, FileTransferPart()), "the file was complete"


@pytest.mark.parametrize(
    "start",
    [
        FileTransferStartUpload(size_bytes=LIMIT + 1),
        FileTransferStartUpload(size_bytes=-1),
        FileTransferStartUpload(size_bytes=1e3),
        FileTransferStartUpload(part_count=10**9),
        FileTransferStartUpload(filename="x" * 10_000),
        FileTransferStartUpload(transfer_uuid=7),
    ],
)
def test_a_file_that_is_too_large_or_lies_about_itself_is_refused(start: FileTransferStartUpload) -> None:
    assert not Guard(LIMIT).allows(CLIENT, start)


def test_more_than_was_announced_is_refused_and_the_file_given_up() -> None:
    guard = Guard(LIMIT)
    assert guard.allows(CLIENT, FileTransferStartUpload(part_count=5))
    assert not guard.allows(CLIENT, FileTransferPart(content=b"x" * 11))
    assert not guard.allows(CLIENT, FileTransferPart())


def test_no_upload_where_none_is_offered_and_few_at_a_time_elsewhere() -> None:
    assert not Guard().allows(CLIENT, FileTransferStartUpload())
    guard = Guard(LIMIT)
    for number in range(MOST_TRANSFERS):
        assert guard.allows(CLIENT, FileTransferStartUpload(transfer_uuid=str(number)))
    assert not guard.allows(CLIENT, FileTransferStartUpload(transfer_uuid="one more"))
    guard.forget(CLIENT)
    assert guard.allows(CLIENT, FileTransferStartUpload(transfer_uuid="one more"))


def test_handlers_that_fail_are_counted_and_tunnels_never_opened() -> None:
    handled: list[object] = []

    def fail(client: int, message: object) -> None:
        raise ValueError("a stranger's message")

    async def handle(client: int, message: object) -> None:
        handled.append(message)

    handlers: dict[type, list[Any]] = {
        GuiUpdateMessage: [fail, handle],
        ShareUrlRequest: [handle],
    }
    guard = Guard()
    guard.protect(handlers)
    assert handlers[ShareUrlRequest] == []
    for handler in handlers[GuiUpdateMessage]:
        asyncio.run(handler(CLIENT, GuiUpdateMessage({"value": 1})))
    assert len(handled) == 1 and guard.refused == 1

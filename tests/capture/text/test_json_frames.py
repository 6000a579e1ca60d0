"""Frames are found in JSON of every layout, each with what to call it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from understudy.capture.source import Source
from understudy.capture.text import json_frames as module
from understudy.capture.text.json_frames import JsonFrame, json_frames, load_json, value_of
from understudy.errors import CaptureError

FILE = Path("take.json")


def is_frame(value: Any) -> bool:
    return isinstance(value, dict) and "body" in value


FRAMES = [{"body": k} for k in range(12)]


def frames_of(document: Any, more_keys: tuple[str, ...] = ()) -> list[JsonFrame]:
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    return json_frames(Source(FILE, content), is_frame, more_keys)[0]


@pytest.mark.parametrize(
    "document",
    [
        FRAMES,
        {"Frames": FRAMES, "fps": 30},
        {"recording": FRAMES},
        {str(k): frame for k, frame in reversed(list(enumerate(FRAMES)))},
        {"data": {f"frame_{k}": frame for k, frame in enumerate(FRAMES)}},
        "\r\n".join(map(json.dumps, FRAMES)).encode(),
        b"\xef\xbb\xbf" + json.dumps(FRAMES).encode(),
    ],
)
def test_frames_of_every_layout(document: Any) -> None:
    assert [frame.content for frame in frames_of(document)] == FRAMES


def test_frames_by_time_keep_it() -> None:
    frames = frames_of({"16:01:47.033": FRAMES[0], "16:01:47.066": FRAMES[1]})
    assert [frame.key for frame in frames] == ["16:01:47.033", "16:01:47.066"]


@pytest.mark.parametrize("document", [FRAMES[0], {"other": 1}, 5])
def test_document_of_one_frame(document: Any) -> None:
    assert [frame.content for frame in frames_of(document)] == [document]


def test_a_key_that_says_what_points_are_is_kept() -> None:
    frames = frames_of({"points": [[1, 2], [3, 4]]}, ("points",))
    assert [frame.content for frame in frames] == [{"points": [1, 2]}, {"points": [3, 4]}]


def test_a_folder_has_one_document_a_frame() -> None:
    files = tuple(Source(Path(f"{k}.json"), json.dumps(frame).encode()) for k, frame in enumerate(FRAMES))
    frames, document = json_frames(Source(Path("folder"), b"", files), is_frame)
    assert document is None
    assert frames[2] == JsonFrame("2.json", FRAMES[2])


def test_numbers_of_persons_are_told_apart_and_endless_ones_do_not_hang() -> None:
    first, second = 72057594037931101, 72057594037931102
    assert load_json(FILE, f"[{first}, {second}]".encode()) == [first, second]
    assert load_json(FILE, b"9" * 100_000) == float("inf")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[1, 2", "line 1: is no JSON: .* at column"),
        (b'{"a": 1}\n{"a": }', "line 2: is no JSON"),
        (b"[\xff]", "is no UTF-8 text at byte 1, expected JSON"),
        (b"[" * 100_000, "nested too deep"),
    ],
)
def test_broken_json_is_one_sentence(content: bytes, message: str) -> None:
    with pytest.raises(CaptureError, match=message) as caught:
        frames_of(content)
    assert len(str(caught.value).splitlines()) == 1


def test_a_huge_document_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_JSON_BYTES", 3)
    with pytest.raises(CaptureError, match="holds 4 bytes of JSON, at most 3 are read"):
        load_json(FILE, b"1234")


def test_the_best_key_counts() -> None:
    assert value_of({"Body Id": 1, "ID": 2}, ("id", "bodyid")) == 2
    assert value_of({"a": 1}, ("id",)) is None

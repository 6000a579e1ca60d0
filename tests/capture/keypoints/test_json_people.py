"""Frames are found in documents of every layout, in their order and with their times."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture.keypoints.json_people import parse_keypoint_json
from understudy.capture.keypoints.take import Take
from understudy.capture.source import Source
from understudy.capture.text import json_frames
from understudy.errors import CaptureError

COUNT = 12


def person(number: int) -> list[list[float]]:
    """Return a person of whom every coordinate is the frame's number."""
    return [[float(number)] * 3] * 6


def parse(document: Any) -> Take:
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    return parse_keypoint_json(Source(Path("take.json"), content))


FRAMES = [person(k) for k in range(COUNT)]
OPENPOSE = [{"version": 1.3, "people": [{"pose_keypoints_3d": sum(frame, [])}]} for frame in FRAMES]


@pytest.mark.parametrize(
    "document",
    [
        FRAMES,
        OPENPOSE,
        {"frames": OPENPOSE},
        {"landmarks": FRAMES},
        {"pose_world_landmarks": FRAMES},
        {str(k): frame for k, frame in enumerate(FRAMES)},
        {f"frame_{k}": frame for k, frame in reversed(list(enumerate(FRAMES)))},
        {"positions": {f"{k + 1}.0": {str(i): p for i, p in enumerate(f)} for k, f in enumerate(FRAMES)}},
        {"fps": 25, "data": [{"frame": k, "landmarks": frame} for k, frame in enumerate(FRAMES)]},
        "\n".join(json.dumps(frame) for frame in OPENPOSE).encode(),
        "\ufeff".encode() + json.dumps(FRAMES).encode(),
    ],
)
def test_frames_of_every_layout(document: Any) -> None:
    take = parse(document)
    assert [frame[0].values[0, 0] for frame in take.frames] == list(range(COUNT))
    assert len(take.places) == COUNT


@pytest.mark.parametrize("document", [OPENPOSE[3], FRAMES[3], {"landmarks": FRAMES[3]}])
def test_document_of_one_frame(document: Any) -> None:
    take = parse(document)
    assert [frame[0].values[0, 0] for frame in take.frames] == [3.0]


def test_folder_has_one_document_a_frame() -> None:
    frames = [Source(Path(f"take/{k}.json"), json.dumps(frame).encode()) for k, frame in enumerate(OPENPOSE)]
    take = parse_keypoint_json(Source(Path("take"), b"", tuple(frames)))
    assert [frame[0].values[0, 0] for frame in take.frames] == list(range(COUNT))
    assert take.places[2] == "2.json"


def test_fault_in_a_folder_names_the_file() -> None:
    frames = (Source(Path("take/7.json"), b'{"people": [\n'),)
    with pytest.raises(CaptureError, match="7.json, line 2: is no JSON: Expecting value"):
        parse_keypoint_json(Source(Path("take"), b"", frames))


@pytest.mark.parametrize(
    ("key", "times"),
    [
        ("timestamp_ms", [0.0, 40.0, 80.0]),
        ("timestamp", [0.0, 40.0, 80.0]),
        ("time", [1.0, 1.04, 1.08]),
        ("Seconds", [0.0, 0.04, 0.08]),
    ],
)
def test_times_are_in_seconds(key: str, times: list[float]) -> None:
    take = parse([{key: time, "landmarks": FRAMES[0]} for time in times])
    assert take.times is not None
    np.testing.assert_allclose(np.diff(take.times), 0.04, atol=1e-12)


@pytest.mark.parametrize("times", [[0.0, 0.0, 1.0], [2.0, 1.0, 0.0], [0.0, None, 1.0]])
def test_times_that_do_not_increase_are_no_times(times: list[Any]) -> None:
    assert parse([{"time": time, "landmarks": FRAMES[0]} for time in times]).times is None


def test_rate_and_size_are_stated_at_the_top_or_beside() -> None:
    assert parse({"fps": 25, "frames": OPENPOSE}).stated == {"fps": 25.0}
    video = {"frame_rate": 50, "image_width": 640, "imageHeight": 480, "codec": "h264"}
    assert parse({"video": video, "frames": OPENPOSE}).stated == {
        "fps": 50.0,
        "width": 640.0,
        "height": 480.0,
    }


@pytest.mark.parametrize("value", [0, -3, "25", None, True])
def test_senseless_rates_are_not_stated(value: Any) -> None:
    assert parse({"fps": value, "frames": OPENPOSE}).stated == {}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[[[1, 2", "line 1: is no JSON"),
        (b'{"people":\n\n [}', "line 3: is no JSON: Expecting value at column 3"),
        (b'{"people": []}\n{"people": [}\n', "line 2: is no JSON"),
        (b"[\xff]", "is no UTF-8 text at byte 1"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"people": ' + b"9" * 100_000 + b"}", "holds the value 'inf'"),
    ],
)
def test_broken_json_is_one_sentence(content: bytes, message: str) -> None:
    with pytest.raises(CaptureError, match=message) as caught:
        parse(content)
    assert len(str(caught.value).splitlines()) == 1


def test_huge_document_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_frames, "MAX_JSON_BYTES", 10)
    with pytest.raises(CaptureError, match="at most 10 are read"):
        parse(FRAMES)

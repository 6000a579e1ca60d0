"""Frames that are alike are read by a short way, with the same numbers and the same complaints."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.capture.both_ways import require_same
from understudy.capture.keypoints import json_take
from understudy.capture.keypoints.json_take import parse_keypoint_json
from understudy.capture.keypoints.take import Take
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.kernels.compilation import Kernel

FRAMES, POINTS = 20, 6
DAMAGES = 300
BITS = (
    b"",
    b",",
    b"[",
    b"]",
    b"{",
    b"}",
    b'"',
    b"0",
    b"-",
    b"-0",
    b"-0.0",
    b"1e400",
    b"+",
    b".",
    b"e",
    b"\\",
)
MORE_BITS = (
    b" ",
    b"\t",
    b"\x0b",
    b"\x00",
    b"\xff",
    b"null",
    b"true",
    b"NaN",
    b"Infinity",
    b"1E5",
    b"[],",
    b"12",
)


def numbers(*shape: int) -> list[Any]:
    return np.random.default_rng(1).normal(size=shape).round(6).tolist()


def landmarks(frame: int) -> dict[str, Any]:
    points = [dict(zip("xyz", point, strict=True), visibility=1) for point in numbers(POINTS, 3)]
    return {"frame": frame, "timestamp": 0.1 * frame, "time": frame % 2, "pose_world_landmarks": points}


DOCUMENTS: dict[str, Any] = {
    "frames": {"fps": 30, "frames": [landmarks(frame) for frame in range(FRAMES)], "width": 640},
    "bare": numbers(FRAMES, POINTS, 4),
    "people": [{"people": [{"pose_keypoints_3d": each}] * 2} for each in numbers(FRAMES, 4 * POINTS)],
    "named": {"data": [{f"p{k}": each for k, each in enumerate(f)} for f in numbers(FRAMES, POINTS, 3)]},
    "gaps": [{"pose": frame % 2, "keypoints": [[1, None, 2.5]] * POINTS} for frame in range(FRAMES)],
    "one person": numbers(FRAMES, 3),
    "by number": {str(frame): numbers(POINTS, 3) for frame in range(FRAMES)},
}


def source_of(content: bytes, as_folder: bool = False) -> Source:
    if not as_folder:
        return Source(Path("take.json"), content)
    frames = tuple(Source(Path(f"{index}.json"), line) for index, line in enumerate(content.split(b"\n")))
    return Source(Path("take"), content + b"\n", frames)


def outcome(source: Source) -> Any:
    try:
        take = parse_keypoint_json(source)
    except CaptureError as error:
        return str(error)
    times = None if take.times is None else take.times.tobytes()
    people = [[(each.names, each.kind, each.values.tobytes()) for each in some] for some in take.frames]
    return people, list(take.places), times, dict(take.stated)


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_are_read_as_with_care(
    name: str, indent: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_same(outcome, source_of(json.dumps(DOCUMENTS[name], indent=indent).encode()), monkeypatch)


@pytest.mark.parametrize("name", ["frames", "bare", "people", "named"])
def test_alike_frames_go_the_short_way(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kernel, "is_worth_it", lambda _kernel, _frames: True)
    whole: list[int] = []
    plain: Callable[[Source], Any] = json_take.parse_frames
    monkeypatch.setattr(
        json_take, "parse_frames", lambda source: whole.append(len(source.content)) or plain(source)
    )
    content = json.dumps(DOCUMENTS[name]).encode()
    take: Take = parse_keypoint_json(source_of(content))
    assert len(take.frames) == FRAMES
    assert max(whole) < 0.7 * len(content)


@pytest.mark.parametrize("as_folder", [False, True])
@pytest.mark.parametrize("name", ["frames", "bare", "people", "gaps"])
def test_damaged_texts_are_judged_as_with_care(
    name: str, as_folder: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    generator = np.random.default_rng(len(name) + as_folder)
    document = DOCUMENTS[name]
    frames = document["frames"] if isinstance(document, dict) else document
    lines = b"\n".join(json.dumps(frame).encode() for frame in frames)
    content = lines if as_folder else json.dumps(document).encode()
    bits, sentences = BITS + MORE_BITS, set()
    for _ in range(DAMAGES):
        start = int(generator.integers(len(content)))
        stop = start + int(generator.integers(3))
        damaged = content[:start] + bits[int(generator.integers(len(bits)))] + content[stop:]
        found = require_same(outcome, source_of(damaged, as_folder), monkeypatch)
        sentences.add(found if isinstance(found, str) else "")
    assert len(sentences) > 5

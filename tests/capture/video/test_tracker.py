"""What passes between us and a tracker, which may be broken in any way."""

from __future__ import annotations

import json
import pickle
import struct
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.video import tracker
from understudy.capture.video.sight import MOST_POINTS, BrokenAnswerError, TrackerFacts, sights_from_message
from understudy.capture.video.tracker import Tracker, TrackerError, TrackerProgram

PICTURE = np.zeros((4, 6, 3), dtype=np.uint8)

HELLO = {"protocol": 1, "tracker": "made", "version": "2", "points": ["a", "b"]}

START = """
import json, struct, sys, time
def take():
    head = sys.stdin.buffer.read(5)
    return sys.stdin.buffer.read(struct.unpack("<I", head[1:])[0])
def send(kind, content):
    sys.stdout.buffer.write(kind + struct.pack("<I", len(content)) + content)
    sys.stdout.buffer.flush()
asked = json.loads(take())
"""


def program(tmp_path: Path, body: str, hello: object = HELLO) -> TrackerProgram:
    """Return a tracker that says hello and then does something."""
    script = tmp_path / "worker.py"
    script.write_text(f"{START}\nsend(b'H', {json.dumps(hello).encode()!r})\n{body}\n")
    return TrackerProgram("made", (sys.executable, "-I", str(script)), {"hands": True})


def person(*values: float) -> bytes:
    return struct.pack("<II12f", 1, 7, *values)


SEEN = person(1, 2, 3, 4, 5, 0.5, *([float("nan")] * 5), 0.9)


def test_a_picture_goes_there_and_people_come_back(tmp_path: Path) -> None:
    body = f"""
content = take()
width, height, micros = struct.unpack_from("<IIq", content)
assert (width, height, micros, len(content)) == (6, 4, 1500000, 16 + 72), content
assert content[16:] == bytes(range(72)) and asked == {{"hands": True}}
send(b"P", {SEEN!r})
send(b"P", struct.pack("<I", 0))
take()
"""
    pixels = np.arange(72, dtype=np.uint8).reshape(4, 6, 3)
    with Tracker(program(tmp_path, body)) as made:
        assert (made.facts.name, made.facts.version, made.facts.points) == ("made", "2", ("a", "b"))
        (sight,) = made.track(pixels, 1.5)
        assert sight.number == 7
        np.testing.assert_array_equal(sight.values, [[1, 2, 3, 4, 5, 0.5], [np.nan] * 6])
        assert made.result() == ()


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("sys.exit(3)", r"ended by itself \(exit code 3\)"),
        ("take(); send(b'E', b'no\\x1b[2J luck')", "says: no"),
        ("take(); send(b'X', b'')", r"sends 0 bytes of kind b'X', which it may not"),
        (
            "take(); sys.stdout.buffer.write(b'P' + b'\\xff' * 4); sys.stdout.buffer.flush(); take()",
            "4294967295 bytes",
        ),
        ("take(); send(b'P', struct.pack('<I', 2) + bytes(56))", "for 2 people of 2 points"),
        ("take(); send(b'P', b'abc')", "does not say how many people"),
        ("take(); send(b'P', struct.pack('<I', 1 << 30))", "for 1073741824 people"),
        (
            "take(); sys.stdout.buffer.write(b'P\\x10'); sys.stdout.buffer.flush(); sys.exit()",
            "ended by itself",
        ),
    ],
)
def test_a_broken_answer_is_one_sentence(tmp_path: Path, body: str, words: str) -> None:
    with Tracker(program(tmp_path, body)) as made, pytest.raises(TrackerError, match=words) as caught:
        made.track(PICTURE, 0.0)
    assert "\n" not in str(caught.value) and "\x1b" not in str(caught.value)


def test_a_tracker_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracker, "PATIENCE", 0.2)
    before = threading.active_count()
    with (
        Tracker(program(tmp_path, "time.sleep(600)")) as made,
        pytest.raises(TrackerError, match=r"for 0\.2 s"),
    ):
        # More than its pipe holds, so that even handing it over waits.
        made.track(np.zeros((2000, 2000, 3), dtype=np.uint8), 0.0)
    while threading.active_count() > before:
        time.sleep(0.01)


def test_a_tracker_may_rest_for_longer_than_it_may_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tracker, "PATIENCE", 0.2)
    body = "for _ in range(2):\n    take()\n    send(b'P', struct.pack('<I', 0))\ntake()"
    with Tracker(program(tmp_path, body)) as made:
        assert made.track(PICTURE, 0.0) == ()
        time.sleep(0.5)
        assert made.track(PICTURE, 1.0) == ()


def test_a_tracker_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(TrackerError, match="cannot be started"):
        Tracker(TrackerProgram("gone", (str(tmp_path / "gone"),), {}))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"protocol": 2}, "speaks protocol 2, expected 1"),
        ({"points": []}, "names 0 points"),
        ({"points": ["a", "a"]}, "of different names"),
        ({"points": [f"p{number}" for number in range(MOST_POINTS + 1)]}, "names 513 points"),
        ({"points": ["a", "\x1b[2J"]}, "has a name that is none"),
        ({"points": 3}, "does not say what it is"),
        ({"version": ""}, "has a name that is none"),
        ({"landmarks": {"tail": ["a"]}}, "names landmarks that are none"),
        ({"landmarks": {"nose": ["c"]}}, "or of points that it has not"),
        ({"unit": float("nan")}, "states a unit or an axis"),
        ({"unit": True}, "states a unit or an axis"),
        ({"up": "w"}, "states a unit or an axis"),
    ],
)
def test_what_a_tracker_says_of_itself_is_checked(change: dict, words: str) -> None:
    with pytest.raises(BrokenAnswerError, match=words):
        TrackerFacts.from_message(json.dumps(HELLO | change).encode())


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b"[" * 100_000, pickle.dumps(HELLO)])
def test_what_is_no_description_is_none(content: bytes) -> None:
    with pytest.raises(BrokenAnswerError):
        TrackerFacts.from_message(content)


def test_numbers_that_are_no_places_are_not_seen() -> None:
    (far,) = sights_from_message(person(1e30, 2, 3, 4, 5, 0.5, 1, 2, 3, 4, 5, 7.0), 2)
    assert np.isnan(far.values[0]).all()
    assert far.values[1, 5] == 1.0

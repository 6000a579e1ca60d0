"""Files of touches: what is written is read, and every broken file is named with its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from understudy.errors import CaptureError
from understudy.motion.touch_file import read_touches, write_touches
from understudy.motion.touches import Touch, Touches

HEAD = "part_a,part_b,start_s,end_s\n"
TOUCHES = Touches((Touch("head", "hand_l", 1.25, 2.5), Touch("foot_l", "foot_r", 0.0, 0.75)))


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_touches(tmp_path / "touches.csv", TOUCHES)
    assert read_touches(tmp_path / "touches.csv") == TOUCHES


def test_json_and_columns_in_another_order_are_read(tmp_path: Path) -> None:
    rows = [
        {"part_a": t.part_a, "part_b": t.part_b, "start_s": t.start, "end_s": t.end} for t in TOUCHES.items
    ]
    (tmp_path / "touches.json").write_text(json.dumps(rows))
    assert read_touches(tmp_path / "touches.json") == TOUCHES
    text = "end_s, start_s, part_b, part_a\r\n2.5,1.25,head,hand_l\r\n\r\n0.75,0,foot_l,foot_r\r\n"
    (tmp_path / "other.csv").write_text(text)
    assert read_touches(tmp_path / "other.csv") == TOUCHES


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"\xff\xfe", "no text in UTF-8"),
        (b"part_a,part_b,start_s\n", "line 1: has no field end_s"),
        (b"part_a,part_b,start_s,end_s,end_s\n", "twice"),
        (b"part_a,part_b,start_s,end_s,force\n", "unknown field 'force'"),
        (HEAD.encode() + b"head,hand_l,1\n", "line 2: has 3 cells, expected 4"),
        (HEAD.encode() + b"\nhead,hand_l,one,2\n", "line 3: start_s is 'one', expected a number of seconds"),
        (HEAD.encode() + b"head,hand_l,nan,2\n", "start_s is 'nan'"),
        (HEAD.encode() + b"head,hand_l,3,2\n", "line 2: the touch of head and hand_l ends at 2 s"),
        (HEAD.encode() + b"head,elbow,1,2\n", "unknown part 'elbow'"),
        (b"[1, 2]", "no list of objects"),
        (b'[{"part_a": "head"}]', "has no field part_b"),
        (b'[{"part_a":"head","part_b":"hand_l","start_s":true,"end_s":1}]', "start_s is 'True'"),
        (b"[" * 100_000, "cannot be read as JSON"),
    ],
)
def test_a_broken_file_is_named_with_its_place(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "touches.csv"
    path.write_bytes(content)
    with pytest.raises(CaptureError, match="touches.csv") as error:
        read_touches(path)
    assert says in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match="cannot be read"):
        read_touches(tmp_path / "none.csv")

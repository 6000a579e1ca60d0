"""Tables of MediaPipe's landmarks, wide and long."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.capture.mediapipe.reader import looks_like_mediapipe
from understudy.capture.mediapipe.table import parse_mediapipe_csv
from understudy.capture.source import Source
from understudy.errors import CaptureError

FRAMES = 3
VALUES = np.random.default_rng(4).uniform(0.1, 0.9, (FRAMES, BLAZEPOSE_33.size, 4)).round(4)
AXES = ("x", "y", "z", "v")


def wide(titles: list[str], before: list[str] | None = None, separator: str = ",") -> bytes:
    """Return a table with the four values of all points on a line, and words or numbers before them."""
    rows = [[*(before or []), *frame.reshape(-1).astype(str)] for frame in VALUES]
    return "\n".join(separator.join(row) for row in [titles, *rows]).encode()


def long(titles: list[str], points: list[str]) -> bytes:
    """Return a table with a line for each point: time [ms], frame, point, x, y, z, visibility."""
    lines = [",".join(titles)]
    for k, frame in enumerate(VALUES):
        lines += [
            f"{40 * k},{k},{name},{','.join(map(str, v))}" for name, v in zip(points, frame, strict=True)
        ]
    return "\n".join(lines).encode()


COUNTED = [f"{axis}{k}" for k in range(33) for axis in AXES]
FROM_ONE = ["class", *(f"{axis}{k}" for k in range(1, 34) for axis in AXES)]
NUMBER_FIRST = ["frame", *(f"landmark_{k}_{axis}" for k in range(33) for axis in AXES)]
NAMED = ["t", *(f"{n.lower()}_{a}" for n in BLAZEPOSE_33.names for a in ("x", "y", "z", "visibility"))]
LONG = ["timestamp_ms", "frame", "landmark_name", "x", "y", "z", "visibility"]
NUMBERS = [str(k) for k in range(33)]

TABLES = {
    "counted": wide(COUNTED),
    "counted from one, with a class": wide(FROM_ONE, ["squat"]),
    "with a class that is a number to Python": wide(FROM_ONE, ["2024_05"]),
    "number first": wide(NUMBER_FIRST, ["7"]),
    "named": wide(NAMED, ["1.5"]),
    "semicolons": wide(COUNTED, separator=";"),
    "in quotes, with a mark": b"\xef\xbb\xbf" + wide([f'"{title}"' for title in COUNTED]),
    "long, by name": long(LONG, [name.upper() for name in BLAZEPOSE_33.names]),
    "long, by number": long(["time", "frame_id", "landmark_id", *LONG[3:]], NUMBERS),
}


@pytest.mark.parametrize("table", TABLES)
def test_tables_say_the_same(table: str) -> None:
    assert looks_like_mediapipe(TABLES[table])
    take = parse_mediapipe_csv(Source(Path("take.csv"), TABLES[table]))
    np.testing.assert_array_equal([frame[0].values for frame in take.frames], VALUES)


@pytest.mark.parametrize("table", ["long, by name", "long, by number"])
def test_times_of_long_tables(table: str) -> None:
    take = parse_mediapipe_csv(Source(Path("take.csv"), TABLES[table]))
    assert take.times is not None
    np.testing.assert_allclose(take.times, [0.0, 0.04, 0.08])


def test_face_and_hands_behind_the_body_are_left_out() -> None:
    titles = [f"{axis}{k}" for k in range(1, 101) for axis in AXES]
    row = ",".join(["0.5"] * len(titles))
    content = "\n".join([",".join(titles), row]).encode()
    assert looks_like_mediapipe(content)
    (frame,) = parse_mediapipe_csv(Source(Path("take.csv"), content)).frames
    assert frame[0].values.shape == (33, 4)


def test_lines_of_a_long_table_may_come_in_any_order() -> None:
    head, *rows = TABLES["long, by name"].split(b"\n")
    shuffled = b"\n".join([head, *reversed(rows)])
    take = parse_mediapipe_csv(Source(Path("take.csv"), shuffled))
    np.testing.assert_array_equal([frame[0].values for frame in take.frames], VALUES)


def test_a_table_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "take.csv").write_bytes(TABLES["named"])
    assert read_capture(tmp_path / "take.csv").dialect.startswith("MediaPipe")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"x0,y0,z0\n1,2,3\n",
        b"frame,x,y,z\n1,2,3,4\n",
        b"time,hip_l_x,hip_l_y,hip_l_z\n1,2,3,4\n",
        b",".join(f"{axis}{k}".encode() for k in range(32) for axis in "xyz") + b"\n1\n",
    ],
)
def test_other_tables_are_not_claimed(content: bytes) -> None:
    assert not looks_like_mediapipe(content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (",".join(COUNTED).encode() + b"\n", "line 2: ends behind its titles"),
        (TABLES["counted"] + b"\n1,2\n", "line 5: has 2 cells, expected 132"),
        (TABLES["counted"].replace(b"0.", b"o.", 1), "expected a finite number"),
        (long(LONG, ["tail", *BLAZEPOSE_33.names[1:]]), "line 2: names the landmark 'tail', expected one of"),
        (
            long([*LONG[:2], "landmark_id", *LONG[3:]], [*NUMBERS[:32], "99"]),
            "line 34: names the landmark '99'",
        ),
        (long(["a", "b", *LONG[2:]], NUMBERS), "line 1: has no column for the frame"),
    ],
)
def test_faults_are_one_sentence(content: bytes, message: str) -> None:
    with pytest.raises(CaptureError, match=message) as caught:
        parse_mediapipe_csv(Source(Path("take.csv"), content))
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("table", TABLES)
def test_truncated_anywhere_it_is_one_sentence_or_shorter(table: str) -> None:
    for percent in range(0, 100, 4):
        content = TABLES[table][: len(TABLES[table]) * percent // 100]
        if looks_like_mediapipe(content):
            try:
                parse_mediapipe_csv(Source(Path("take.csv"), content))
            except CaptureError as error:
                assert len(str(error).splitlines()) == 1

"""Files of touches that somebody annotated: CSV or JSON with parts and times, and nothing else needed.

    part_a,part_b,start_s,end_s
    hand_l,head,1.20,2.45

JSON is a list of objects with the same fields.
"""

from __future__ import annotations

from pathlib import Path

from understudy.errors import CaptureError, InvalidMotionError
from understudy.motion.archive import write_bytes
from understudy.motion.stated_rows import Row, read_rows, seconds
from understudy.motion.touches import Touch, Touches

FIELDS = ("part_a", "part_b", "start_s", "end_s")


def read_touches(path: str | Path) -> Touches:
    """Read touches that somebody annotated.

    Args:
        path: A CSV whose first line names its columns, or a JSON list of objects.

    Raises:
        CaptureError: Naming the file, the line or touch, what was found, and what would be valid.
    """
    path = Path(path)
    rows = read_rows(path, "touch", "touches", FIELDS)
    return Touches(tuple(_touch(path, row) for row in rows))


def write_touches(path: str | Path, touches: Touches) -> None:
    """Write touches as CSV, which :func:`read_touches` reads; places are left out.

    Raises:
        OutputError: Where the file cannot be written.
    """
    lines = [f"{t.part_a},{t.part_b},{t.start:.4f},{t.end:.4f}\n" for t in touches.items]
    write_bytes(path, "".join([",".join(FIELDS) + "\n", *lines]).encode())


def _touch(path: Path, row: Row) -> Touch:
    place, stated = row
    start, end = (seconds(path, row, name) for name in FIELDS[2:])
    try:
        return Touch(str(stated["part_a"]), str(stated["part_b"]), start, end)
    except InvalidMotionError as error:
        raise CaptureError(path, str(error), place) from None

"""BVH files: a skeleton, and the turns of its joints in every frame."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.capture.bvh.hierarchy import MAX_MAGNITUDE, BvhHierarchy, parse_hierarchy
from understudy.capture.bvh.kinematics import poses_of_channels, rest_pose
from understudy.capture.format import Format
from understudy.capture.placing.table_points import require_points
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown
from understudy.capture.text.text_lines import TextLines
from understudy.capture.text.text_table import BLANKS, Layout, parse_rows
from understudy.errors import CaptureError
from understudy.plain_text import plain_count, plain_number, trimmed

_FRAMES = re.compile(r"frames\s*:?\s*(\S*)\s*", re.IGNORECASE | re.ASCII)
_FRAME_TIME = re.compile(r"frame\s*time\s*:?\s*(\S*)\s*", re.IGNORECASE | re.ASCII)

_SAME_RATE = 5e-4
"""A printed frame time this close (relative) to a whole number of frames a second may mean that number."""

_LONGEST_DECLARATION = 200
"""Characters of a line that declares something; in a longer one the words could be sought without end."""

MAX_HIERARCHY_BYTES = 16 << 20
"""Where the word MOTION has not come by then, it is not looked for any further."""

_SNIFFED_BYTES = 4096
_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s*HIERARCHY\s", re.IGNORECASE)
_MOTION = re.compile(rb"(?<=[\r\n}])[ \t]*MOTION\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class BvhMotion:
    """What the MOTION part says.

    Attributes:
        values: (T, C) the numbers, in the file's unit and degrees.
        fps: Frames a second [1/s].
        frame_time: Time between frames [s] as the file prints it.
    """

    values: np.ndarray
    fps: float
    frame_time: str


def parse_motion(path: Path, content: bytes, start: int, first_line: int, column_count: int) -> BvhMotion:
    """Parse everything after the word MOTION.

    Args:
        path: The file, for messages.
        content: The whole file.
        start: Where in ``content`` the part begins, behind the word MOTION.
        first_line: The line on which it begins, counted from 1.
        column_count: How many numbers a frame has.

    Returns:
        Numbers and frame rate.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    lines = TextLines(path, content, start, first_line)
    declared = _frame_count(lines)
    declared_line = lines.line - 1
    frame_time = _frame_time(lines)
    if column_count == 0:
        raise CaptureError(path, "no joint has CHANNELS, so nothing in it moves")
    layout = Layout(
        column_count,
        BLANKS,
        may_be_missing=False,
        limit=MAX_MAGNITUDE,
        count_source=", one for each channel",
    )
    values = parse_rows(path, content, lines.position, lines.line, layout).values
    if len(values) != declared:
        raise CaptureError(
            path, f"declares {declared} frames but holds {len(values)} lines of numbers", declared_line
        )
    return BvhMotion(values, frame_rate(frame_time), frame_time)


def frame_rate(frame_time: str) -> float:
    """Return frames a second [1/s] of a printed frame time [s].

    A printed time is rounded: ``.0083333`` means 120 frames a second, not 120.0005. A whole number of
    frames a second is taken where its time differs by less than one unit of the last printed digit.
    """
    seconds = float(frame_time)
    fps = 1.0 / seconds
    mantissa, _, exponent = frame_time.lower().partition("e")
    last_digit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    whole = max(round(fps), 1)
    is_rounded = abs(1.0 / whole - seconds) < last_digit and abs(fps - whole) <= _SAME_RATE * whole
    return float(whole) if is_rounded else fps


def _frame_count(lines: TextLines) -> int:
    """Return the declared number of frames."""
    word = _declaration(lines, _FRAMES, "'Frames: ' and a whole number")
    count = plain_count(word)
    if count is None:
        raise lines.error(f"declares {shown(word)} frames, expected a whole number", 1)
    if count == 0:
        raise lines.error("declares 0 frames, expected at least one", 1)
    return count


def _frame_time(lines: TextLines) -> str:
    """Return the printed frame time."""
    word = _declaration(lines, _FRAME_TIME, "'Frame Time: ' and a number of seconds")
    seconds = plain_number(word)
    if seconds is None or not 1e-5 <= seconds <= 1e5:
        raise lines.error(f"has a frame time of {shown(word)}, expected seconds between 1e-5 and 1e5", 1)
    return word


def _declaration(lines: TextLines, pattern: re.Pattern[str], wanted: str) -> str:
    lines.skip_blank()
    if lines.is_at_end:
        raise lines.error(f"ends in its MOTION part, expected {wanted}")
    text = trimmed(lines.next(wanted))
    found = pattern.fullmatch(text) if len(text) <= _LONGEST_DECLARATION else None
    if found is None:
        raise lines.error(f"found {shown(text)}, expected {wanted}", 1)
    return found[1]


def unix_lines(content: bytes) -> bytes:
    """Return text whose lines end in a newline only, whichever system wrote it."""
    return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in content else content


def looks_like_bvh(content: bytes) -> bool:
    """Tell whether a file begins as BVH does."""
    return _BEGINNING.match(content[:_SNIFFED_BYTES]) is not None


def read_bvh(source: Source) -> RawCapture:
    """Read a BVH file: joints and tips of its skeleton in all frames, in its own unit and axes."""
    hierarchy, motion = parse_bvh(source)
    require_points(source, len(motion.values), len(hierarchy.skeleton.point_names))
    about_rate = f"{motion.fps:.6g} frames a second, from a frame time of {motion.frame_time} s."
    fps, poses = motion.fps, poses_of_channels(hierarchy, motion.values)
    # The numbers of a long file take a third as much memory as the poses, and are not needed any more.
    del motion
    return RawCapture(
        source=source,
        format=BVH.name,
        names=hierarchy.skeleton.point_names,
        points=poses.points,
        rotations=poses.rotations,
        parents=hierarchy.skeleton.point_parents,
        joint_count=hierarchy.skeleton.joint_count,
        rest=rest_pose(hierarchy.skeleton),
        fps=fps,
        notes=(about_rate,),
    )


def parse_bvh(source: Source) -> tuple[BvhHierarchy, BvhMotion]:
    """Parse both parts of a BVH file, as they are."""
    content = source.content
    motion = _MOTION.search(content, 0, MAX_HIERARCHY_BYTES)
    end = min(len(content), MAX_HIERARCHY_BYTES) if motion is None else motion.start()
    text = unix_lines(content[:end])
    # Joint names that are not UTF-8 stay distinct this way, and their bytes can be recognised.
    hierarchy = parse_hierarchy(source.path, text.decode("utf-8-sig", errors="backslashreplace"))
    line = text.count(b"\n") + 1
    if motion is None:
        raise CaptureError(source.path, "ends without a MOTION part, expected one after its HIERARCHY", line)
    return hierarchy, parse_motion(source.path, content, motion.end(), line, hierarchy.column_count)


BVH = Format("BVH", "a text that begins with the word HIERARCHY", looks_like_bvh, read_bvh)

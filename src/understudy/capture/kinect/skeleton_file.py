"""The ``.skeleton`` files of the NTU RGB+D data sets: persons of a Kinect v2, line after line.

The number of frames; for each frame the number of persons; for each person a line of ten numbers that
begins with its number, a line with the number of joints, and a line for each joint: ``x y z``, its places in
two images (four numbers), its quaternion ``w x y z`` and its state.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from understudy.capture.kinect.body import Found, SensorBody, body_in_frames
from understudy.capture.kinect.joints import Sensor
from understudy.capture.kinect.words import STATES
from understudy.capture.source import Source
from understudy.capture.text.cells import cell_number
from understudy.capture.text.quoting import shown
from understudy.capture.text.text_lines import TextLines, first_lines
from understudy.plain_text import plain_words

_PERSON_CELLS = 10
_JOINT_CELLS = 12
_BEHIND_IMAGES = 7
_MAX_PERSONS = 20
_SNIFFED_LINES = 300


def find_skeleton_file(content: bytes, sensors: Sequence[Sensor]) -> Found | None:
    """Return the sensor whose joints a ``.skeleton`` file holds, if it is one."""
    # Most texts are told by their first line to be something else.
    if [len(line.split()) for line in first_lines(content, 1)] != [1]:
        return None
    cells = [line.split() for line in first_lines(content, _SNIFFED_LINES)]
    person = next((index for index, row in enumerate(cells) if index > 0 and row != [b"0"]), len(cells))
    if [len(row) for row in cells[person : person + 4]] != [1, _PERSON_CELLS, 1, _JOINT_CELLS]:
        return None
    joint_count = cells[person + 2][0]
    sensor = next((each for each in sensors if joint_count == b"%d" % len(each.joints)), None)
    return None if sensor is None else Found(sensor, partial(_read, sensor=sensor))


def _read(source: Source, sensor: Sensor) -> SensorBody:
    """Read every person of every frame."""
    lines = TextLines(source.path, source.content)
    seen: list[tuple[int, str, list[list[float]]]] = []
    joint_count = len(sensor.joints)
    frame_count = _count(lines, "the number of frames", len(source.content))
    for frame in range(frame_count):
        for _ in range(_count(lines, f"the number of persons in frame {frame}", _MAX_PERSONS)):
            person = _words(lines, _PERSON_CELLS, "a person")[0]
            found = _count(lines, "the number of joints", joint_count)
            if found != joint_count:
                raise lines.error(f"has {found} joints, expected {joint_count}", 1)
            joints = [_numbers(lines, _JOINT_CELLS, "a joint") for _ in sensor.joints]
            seen.append((frame, person, [joint[:3] + joint[_BEHIND_IMAGES:] for joint in joints]))
    body = body_in_frames(sensor.joints, frame_count, seen)
    # In a frame without the person no joint was tracked.
    body.confidence[:] = np.nan_to_num(body.confidence)
    return body


def _count(lines: TextLines, wanted: str, largest: int) -> int:
    """Return the whole number on the next line."""
    number = _numbers(lines, 1, wanted)[0]
    if not (0 <= number <= largest and number.is_integer()):
        raise lines.error(f"has {number:g} for {wanted}, expected a whole number up to {largest}", 1)
    return int(number)


def _numbers(lines: TextLines, count: int, wanted: str) -> list[float]:
    """Return the numbers on the next line."""
    found: list[float] = []
    for word in _words(lines, count, wanted):
        number = cell_number(word.encode(), np.inf, STATES)
        if number is None:
            raise lines.error(f"has {shown(word)}, expected a number of {wanted}", 1)
        found.append(number)
    return found


def _words(lines: TextLines, count: int, wanted: str) -> list[str]:
    """Return the words on the next line that is not blank."""
    lines.skip_blank()
    words = plain_words(lines.next(wanted))
    if len(words) != count:
        raise lines.error(f"has {len(words)} numbers, expected {count} of {wanted}", 1)
    return words

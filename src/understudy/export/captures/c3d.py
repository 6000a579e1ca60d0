"""Recordings written as C3D, for laboratories' programs and for reading them again."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from understudy.capture.c3d.data import SATURATED
from understudy.capture.c3d.header import BLOCK, MAGIC, PARAMETER_RECORDS
from understudy.capture.c3d.numbers import INTEL
from understudy.capture.c3d.own import (
    DIALECT,
    EXACT_RATE,
    LANDMARK_LABELS,
    LANDMARK_NAMES,
    OWN_GROUP,
    SEPARATOR,
)
from understudy.capture.c3d.parameters import FLOAT, INTEGER, TEXT
from understudy.errors import InvalidMotionError
from understudy.export.captures.c3d_plates import UNITS, WrittenPlate, analog_words, plate_parameters
from understudy.motion import Recording
from understudy.motion.archive import write_bytes

MILLIMETRES = 1000.0
FLOAT_SCALE = -1.0
"""A negative scale says that points are stored as floats."""

MAX_TEXT_BYTES = 255
MAX_TEXTS = 255
MAX_RECORD_BYTES = 32_000
MAX_BLOCKS = 255

Groups = dict[str, dict[str, bytes]]
"""Group → parameter → its type, dimensions and values, as they stand in the file."""


def write_c3d(
    path: str | Path,
    recording: Recording,
    *,
    with_landmarks: bool = True,
    plates: Sequence[WrittenPlate] = (),
) -> None:
    """Write a recording's points in millimetres, z up; gaps are points with a residual of -1.

    Rotations, reference pose and contacts have no place in the format and are left out. Landmarks are kept
    in a group of their own, so that the file can be read again whatever its points are called.

    Args:
        path: The file; written whole or not at all.
        recording: What to write.
        with_landmarks: Whether to say which points are landmarks. Where not, the file is as a laboratory
            would write it, and its reader tells them by the labels of its markers.
        plates: Force plates and what they measured in the recording's frames.

    Raises:
        InvalidMotionError: Where names do not fit into the format.
        OutputError: Where the file cannot be written.
    """
    frame_count, point_count = recording.points.shape[:2]
    if point_count > SATURATED:
        raise InvalidMotionError(f"{point_count} points do not fit into a C3D file, at most {SATURATED} do")
    for name in recording.names:
        _check_text(name)
    # Where the data begin is known once the parameters are laid out, which always take as many bytes.
    blocks = -(-len(_section(_groups(recording, 0, with_landmarks, plates))) // BLOCK)
    if blocks > MAX_BLOCKS:
        raise InvalidMotionError(f"names take {blocks} blocks of a C3D file, at most {MAX_BLOCKS} fit")
    data_block = 2 + blocks
    parameters = bytearray(_section(_groups(recording, data_block, with_landmarks, plates)))
    parameters[2] = blocks
    data = np.zeros((frame_count, point_count, 4), dtype="<f4")
    data[..., 3] = -1.0
    valid = recording.valid_mask
    data[valid, :3] = MILLIMETRES * recording.points[valid]
    data[valid, 3] = 0.0
    analog = analog_words(plates, frame_count)
    samples = analog.shape[1]
    flat = data.reshape(frame_count, -1), analog.reshape(frame_count, -1).astype("<f4")
    words = np.concatenate(flat, axis=1).tobytes()
    header = _header(recording, data_block, samples * analog.shape[2], samples)
    content = [header, bytes(parameters).ljust(blocks * BLOCK, b"\0"), words]
    content.append(bytes(-len(words) % BLOCK))
    write_bytes(path, b"".join(content))


def _header(recording: Recording, data_block: int, analog_count: int, samples: int) -> bytes:
    last = min(recording.frame_count, SATURATED)
    words = struct.pack("<BB5H", 2, MAGIC, len(recording.names), analog_count, 1, last, 0)
    words += struct.pack("<fHHf", FLOAT_SCALE, data_block, samples, recording.fps)
    return words.ljust(BLOCK, b"\0")


def _groups(
    recording: Recording, data_block: int, with_landmarks: bool, plates: Sequence[WrittenPlate]
) -> Groups:
    frames = recording.frame_count
    groups: Groups = {
        "POINT": {
            "USED": _integers([len(recording.names)]),
            "FRAMES": _integers([min(frames, SATURATED)]),
            "DATA_START": _integers([data_block]),
            "SCALE": _float(FLOAT_SCALE),
            "RATE": _float(recording.fps),
            "UNITS": _texts(["mm"]),
            "X_SCREEN": _texts(["+X"]),
            "Y_SCREEN": _texts(["+Z"]),
            **_numbered("LABELS", recording.names),
        },
        "ANALOG": {"USED": _integers([0]), "RATE": _float(0.0), "GEN_SCALE": _float(1.0)},
        "TRIAL": {
            "ACTUAL_START_FIELD": _integers([1, 0]),
            "ACTUAL_END_FIELD": _integers([frames % 65536, frames // 65536]),
            "CAMERA_RATE": _float(recording.fps),
        },
    }
    if plates:
        groups |= _plate_groups(recording, plates)
    if with_landmarks:
        groups[OWN_GROUP] = _own_group(recording)
    subject = _subject(recording)
    return groups | {"SUBJECTS": subject} if subject else groups


def _plate_groups(recording: Recording, plates: Sequence[WrittenPlate]) -> Groups:
    units = [unit for plate in plates for unit in UNITS[plate.kind]]
    samples = plates[0].channels.shape[1]
    platform = {name: _floats(values) for name, values in plate_parameters(plates).items()}
    return {
        "ANALOG": {
            "USED": _integers([len(units)]),
            "RATE": _float(samples * recording.fps),
            "GEN_SCALE": _float(1.0),
            "SCALE": _floats(np.ones(len(units))),
            "OFFSET": _integers([0] * len(units)),
            "UNITS": _texts(units),
            "LABELS": _texts([f"CH{number}" for number in range(1, len(units) + 1)]),
        },
        "FORCE_PLATFORM": {"USED": _integers([len(plates)]), **platform},
    }


def _own_group(recording: Recording) -> dict[str, bytes]:
    landmarks = recording.landmark_points
    return {
        DIALECT: _texts([recording.dialect]),
        EXACT_RATE: _texts([repr(float(recording.fps))]),
        **_numbered(LANDMARK_NAMES, list(landmarks)),
        **_numbered(LANDMARK_LABELS, [SEPARATOR.join(points) for points in landmarks.values()]),
    }


def _subject(recording: Recording) -> dict[str, bytes]:
    subject = recording.subject
    numbers = {"HEIGHT": subject.height, "MASS": subject.mass, "AGE": subject.age}
    stated = {name: _float(value) for name, value in numbers.items() if value is not None}
    return stated | ({"SEX": _texts([subject.sex])} if subject.sex else {})


def _section(groups: Groups) -> bytes:
    """Return the parameter section; each record says how far the next one is, the last one nothing."""
    parts = [bytes((1, MAGIC, 0, INTEL.code))]
    assert len(parts[0]) == PARAMETER_RECORDS
    for number, (group, parameters) in enumerate(groups.items(), start=1):
        parts.append(_record(group, -number, b"\0"))
        parts += [_record(name, number, value + b"\0") for name, value in parameters.items()]
    return b"".join([*parts, bytes(2)])


def _record(name: str, owner: int, content: bytes) -> bytes:
    text = name.encode()
    return struct.pack("<bb", len(text), owner) + text + struct.pack("<H", len(content) + 2) + content


def _numbered(name: str, texts: Sequence[str]) -> dict[str, bytes]:
    """Return texts as parameters NAME, NAME2, NAME3 of at most 255 texts each."""
    longest = max((len(text.encode()) for text in texts), default=0)
    size = max(1, min(MAX_TEXTS, MAX_RECORD_BYTES // max(longest, 1)))
    chunks = [texts[start : start + size] for start in range(0, len(texts), size)] or [()]
    return {f"{name}{number if number > 1 else ''}": _texts(chunk) for number, chunk in enumerate(chunks, 1)}


def _texts(texts: Sequence[str]) -> bytes:
    data = [text.encode() for text in texts]
    length = max((len(each) for each in data), default=0)
    return struct.pack("<bBBB", TEXT, 2, length, len(data)) + b"".join(each.ljust(length) for each in data)


def _integers(values: Sequence[int]) -> bytes:
    return struct.pack(f"<bBB{len(values)}H", INTEGER, 1, len(values), *values)


def _float(value: float) -> bytes:
    return struct.pack("<bBf", FLOAT, 0, value)


def _floats(values: np.ndarray) -> bytes:
    """Return an array as the format has it: the last axis runs fastest and comes first."""
    sizes = values.shape[::-1]
    head = struct.pack(f"<bB{len(sizes)}B", FLOAT, len(sizes), *sizes)
    return head + np.ascontiguousarray(values, dtype="<f4").tobytes()


def _check_text(name: str) -> None:
    if name != name.strip(" \0") or not name or SEPARATOR in name or len(name.encode()) > MAX_TEXT_BYTES:
        raise InvalidMotionError(
            f"point name {name!r} cannot be written to C3D, expected 1 to {MAX_TEXT_BYTES} bytes without "
            f"blanks around them and without '{SEPARATOR}'"
        )

"""A tracker in a process of its own with an environment of its own: pictures in, people out.

Messages go both ways on pipes: a letter for the kind, four bytes (little-endian) for the length, the content.

    to the tracker      O   JSON: hands, people, model, hand_model            (once, first)
                        F   width, height (u32), time [µs] (i64), then red, green and blue of every pixel
    from the tracker    H   JSON: protocol, tracker, version, points, landmarks, unit, up     (once, first)
                        P   how many people (u32); each a number (u32) and 6 float32 for every point
                        E   a sentence, and the end

Nothing is unpickled, nothing is longer than it may be, and a tracker that is silent for too long is ended.
"""

from __future__ import annotations

import json
import os
import struct
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from io import RawIOBase
from pathlib import Path
from typing import Any

import numpy as np

from understudy.capture.video.ffmpeg import widen_pipe
from understudy.capture.video.sight import (
    MOST_PEOPLE,
    MOST_POINTS,
    VALUES,
    BrokenAnswerError,
    Sight,
    TrackerFacts,
    sights_from_message,
)
from understudy.capture.video.watchdog import Watchdog
from understudy.errors import UnderstudyError

LONGEST_ANSWER = 4 + MOST_PEOPLE * (4 + 4 * VALUES * MOST_POINTS)
"""Bytes."""

LOADING, PATIENCE = 120.0, 30.0
"""Time [s] in which a tracker has to begin, and to answer a picture."""

_HEAD = struct.Struct("<cI")
_FRAME = struct.Struct("<IIq")


class TrackerError(UnderstudyError):
    """A tracker that is not installed, does not start, or breaks off."""


@dataclass(frozen=True)
class TrackerProgram:
    """How a tracker is started.

    Attributes:
        name: What users call it.
        command: Program and arguments.
        options: What it is told first.
    """

    name: str
    command: tuple[str, ...]
    options: Mapping[str, Any]


class Tracker:
    """A tracker that runs.

    Attributes:
        facts: What it says of itself.
    """

    facts: TrackerFacts

    def __init__(self, program: TrackerProgram) -> None:
        """Start it, and wait until it is ready.

        Raises:
            TrackerError: Where it does not start.
        """
        self._name = program.name
        try:
            self._process = subprocess.Popen(
                program.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                cwd=Path(program.command[0]).parent,
                env=_environment(),
            )
        except OSError as error:
            problem = f"cannot be started ({error.strerror}): `understudy camera setup` installs it anew"
            raise TrackerError(f"tracker '{self._name}': {problem}") from error
        into, out = self._process.stdin, self._process.stdout
        assert isinstance(into, RawIOBase)
        assert isinstance(out, RawIOBase)
        self._into, self._out = into, out
        widen_pipe(into.fileno())
        self._watchdog = Watchdog(self._process, LOADING)
        try:
            self._send(b"O", json.dumps(dict(program.options)).encode())
            self.facts = self._read(b"H", TrackerFacts.from_message)
        except BaseException:
            self.close()
            raise
        self._watchdog.seconds = PATIENCE

    def submit(self, pixels: np.ndarray, time: float) -> None:
        """Hand over a picture.

        Args:
            pixels: (H, W, 3) uint8, red, green and blue.
            time: When it was taken [s]; times increase.
        """
        height, width = pixels.shape[:2]
        head = _FRAME.pack(width, height, round(1e6 * time))
        self._send(b"F", head, pixels.reshape(-1).data)

    def result(self) -> tuple[Sight, ...]:
        """Return the people in the picture that was handed over before.

        Raises:
            TrackerError: Where the tracker breaks off.
        """
        count = len(self.facts.points)
        return self._read(b"P", lambda content: sights_from_message(content, count))

    def track(self, pixels: np.ndarray, time: float) -> tuple[Sight, ...]:
        """Return the people in a picture, see :meth:`submit` and :meth:`result`."""
        self.submit(pixels, time)
        return self.result()

    def end(self) -> None:
        """End it, though another thread may wait for an answer."""
        self._watchdog.stop()
        self._process.kill()

    def close(self) -> None:
        """End it, and let go of it."""
        self.end()
        self._into.close()
        self._out.close()
        self._process.wait()

    def __enter__(self) -> Tracker:
        """Use it."""
        return self

    def __exit__(self, *_about: object) -> None:
        """End it."""
        self.close()

    def _send(self, kind: bytes, *parts: bytes | memoryview) -> None:
        self._watchdog.wait()
        length = sum(len(part) for part in parts)
        try:
            for part in (_HEAD.pack(kind, length), *parts):
                left = memoryview(part)
                while left:
                    left = left[self._into.write(left) :]
        except OSError:
            # Why it went away is what it said last, which is read with the answer.
            return

    def _read(self, wanted: bytes, parse: Any) -> Any:
        self._watchdog.wait()
        kind, length = _HEAD.unpack(self._take(_HEAD.size))
        if kind not in (wanted, b"E") or length > LONGEST_ANSWER:
            raise self._broken(f"sends {length} bytes of kind {kind!r}, which it may not")
        content = self._take(length)
        # Until the next picture nobody waits.
        self._watchdog.rest()
        if kind == b"E":
            raise self._broken(f"says: {' '.join(content.decode('utf-8', 'replace').split())[:500]}")
        try:
            return parse(content)
        except BrokenAnswerError as error:
            raise self._broken(str(error)) from error

    def _take(self, count: int) -> bytes:
        """Return so many bytes of what it says."""
        content = bytearray()
        while len(content) < count:
            piece = self._out.read(count - len(content))
            if not piece:
                if self._watchdog.has_bitten:
                    raise self._broken(f"says nothing for {self._watchdog.seconds:g} s")
                raise self._broken(f"ended by itself (exit code {self._process.wait()})")
            content += piece
        return bytes(content)

    def _broken(self, what: str) -> TrackerError:
        return TrackerError(f"tracker '{self._name}' {what}")


def _environment() -> dict[str, str]:
    """Return the variables of its process, without those that lead Python to other packages than its own."""
    return {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "UNDERSTUDY"))
    } | {"GLOG_minloglevel": "3", "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}

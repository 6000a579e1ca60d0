"""What FFmpeg says while it decodes: the time of each picture, and what went wrong.

A film's own texts pass through its messages, so every line is read with care: it is cut where it is too long,
and only the filter that tells times is believed.
"""

from __future__ import annotations

import math
import queue
import re
import threading
from dataclasses import dataclass, field
from io import RawIOBase

from understudy.capture.text.quoting import shown

LONGEST_LINE = 4096
_MOST_COMPLAINTS = 20

_TELLER = rb"\[Parsed_showinfo_\d+ @ [0-9a-fx]+\] \[info\] "
_FRAME = re.compile(_TELLER + rb"n: *\d+ pts: *(NOPTS|-?\d+) .*?sar:(\d+)/(\d+) s:(\d+)x(\d+) ")
_COMPLAINT = re.compile(rb"(?:\[[^\]]* @ [0-9a-fx]+\] )?\[(?:error|fatal|panic)\] (.*)")
_STREAM = re.compile(rb"\[info\] *Stream #\d+:\d+.*?: (Video|Audio|Subtitle|Data)")
_DURATION = re.compile(rb"\[info\] *Duration: (\d{2}):(\d{2}):(\d{2})\.(\d{2})")
_CLOCK = re.compile(_TELLER + rb"config in time_base: (\d+)/(\d+), frame_rate: (\d+)/(\d+)")


@dataclass(frozen=True)
class PictureTime:
    """What FFmpeg says of one picture.

    Attributes:
        time: When it is shown [s], NaN where the film does not say.
        size: Width and height [pixels].
        pixel_aspect: Width of a pixel over its height.
    """

    time: float
    size: tuple[int, int]
    pixel_aspect: float


@dataclass
class Complaints:
    """What went wrong, the first few sentences, and what else was said of the film.

    Attributes:
        sentences: As FFmpeg has them.
        streams: Kinds of its streams.
        rate: Frames a second [1/s] that it states, 0 where it does not.
        seconds: How long it says that it is, 0 where it does not.
    """

    sentences: list[str] = field(default_factory=list)
    streams: set[str] = field(default_factory=set)
    rate: float = 0.0
    seconds: float = 0.0

    @property
    def first(self) -> str:
        """The first sentence, which is mostly the cause of the others."""
        return self.sentences[0] if self.sentences else "nothing about the reason"


class MessageReader:
    """Reads FFmpeg's messages beside its pictures.

    Args:
        pipe: Its standard error.
    """

    def __init__(self, pipe: RawIOBase) -> None:
        """Begin to read."""
        self.complaints = Complaints()
        self._pipe, self._tick = pipe, math.nan
        self._times: queue.SimpleQueue[PictureTime | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def next_time(self) -> PictureTime | None:
        """Return what is said of the next picture, waiting for it; None at the end."""
        return self._times.get()

    def wait(self) -> None:
        """Wait for the end of all messages."""
        self._thread.join()

    def close(self) -> None:
        """Let go of the messages of a process that has ended."""
        self._thread.join()
        self._pipe.close()

    def _read(self) -> None:
        left = b""
        while piece := self._pipe.read(1 << 16):
            *lines, left = (left + piece).split(b"\n")
            for line in lines:
                self._take(line[:LONGEST_LINE])
            # The end of an endless line is of no use.
            left = left[:LONGEST_LINE]
        self._times.put(None)

    def _take(self, line: bytes) -> None:
        if found := _FRAME.match(line):
            self._times.put(_picture_time(self._tick, *found.groups()))
        elif (found := _COMPLAINT.match(line)) and len(self.complaints.sentences) < _MOST_COMPLAINTS:
            self.complaints.sentences.append(shown(found[1].decode("utf-8", "replace").strip())[1:-1])
        elif found := _STREAM.match(line):
            self.complaints.streams.add(found[1].decode())
        elif (found := _DURATION.match(line)) and not self.complaints.seconds:
            hours, minutes, seconds, hundredths = map(int, found.groups())
            self.complaints.seconds = 3600.0 * hours + 60.0 * minutes + seconds + 0.01 * hundredths
        elif found := _CLOCK.match(line):
            tick, ticks, pictures, seconds = (int(digits[:12]) for digits in found.groups())
            self._tick = tick / ticks if ticks else math.nan
            self.complaints.rate = pictures / seconds if seconds else 0.0


def _picture_time(tick: float, ticks: bytes, *numbers: bytes) -> PictureTime:
    above, below, width, height = (int(digits[:9]) for digits in numbers)
    time = math.nan if ticks == b"NOPTS" else int(ticks[:20]) * tick
    return PictureTime(time, (width, height), above / below if above and below else 1.0)

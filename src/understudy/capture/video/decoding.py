"""Pictures of a film with their times, upright and of one size, one after the other.

FFmpeg turns pictures as the film's rotation says, and makes them as large as they are to be shown. Times are
the film's own, so that one of a variable rate keeps its pace.
"""

from __future__ import annotations

import math
import signal
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from understudy.capture.video.ffmpeg import MEMORY, SECONDS, film_input, start_ffmpeg
from understudy.capture.video.messages import Complaints, MessageReader
from understudy.capture.video.watchdog import Watchdog
from understudy.errors import CaptureError

LARGEST_SIDE = 1280
"""Pixels of the longer side of pictures that are handed on; trackers look at 256 of a person."""

LONGEST_SIDE_SEEN = 32768
MOST_SHAPELY = 32.0
"""A picture has at most so many times the width of its height, or the other way round."""

PATIENCE = 60.0
"""Time [s] in which a picture has to come."""

USUAL_RATE = 25.0
"""Pictures a second where a film says nothing of time."""

_FILTERS = "showinfo=checksum=0"


@dataclass(frozen=True)
class FilmFacts:
    """What a film says of itself.

    Attributes:
        path: The file.
        size: Width and height [pixels] of its pictures as they are shown.
        rate: Pictures a second [1/s] that it states, 0 where it does not.
        count: About how many pictures it has, 0 where that is not known.
    """

    path: Path
    size: tuple[int, int]
    rate: float
    count: int = 0

    @property
    def decoded_size(self) -> tuple[int, int]:
        """Width and height [pixels] in which pictures are handed on."""
        shrunk = min(1.0, LARGEST_SIDE / max(self.size))
        width, height = (max(16, round(shrunk * side)) for side in self.size)
        return width, height


@dataclass(frozen=True, eq=False)
class Picture:
    """One picture.

    Attributes:
        time: When it is shown [s], by the film's own clock.
        pixels: (H, W, 3) uint8, red, green and blue.
    """

    time: float
    pixels: np.ndarray


@dataclass
class Film:
    """A film that is read once.

    Attributes:
        facts: What it says of itself.
        warnings: Sentences on what went wrong, known once all pictures were read.
    """

    facts: FilmFacts
    warnings: list[str] = field(default_factory=list)

    def pictures(self) -> Iterator[Picture]:
        """Yield the pictures, whose times increase.

        Raises:
            CaptureError: Where it takes more memory or time than any film of a person.
        """
        path, size = self.facts.path, self.facts.decoded_size
        decoder = Decoder(path, [*film_input(path), *picture_output(size)], size)
        last, count = -math.inf, 0
        with closing(decoder):
            for picture in decoder:
                time = picture.time
                if not math.isfinite(time):
                    time = last + 1.0 / (self.facts.rate or USUAL_RATE) if count else 0.0
                # Damaged films show pictures twice or go back in time; what came first counts.
                if time > last:
                    last, count = time, count + 1
                    yield Picture(time, picture.pixels)
            code = decoder.finish()
        if code and count:
            self.warnings.append(
                f"It breaks off after {count} pictures: ffmpeg says: {decoder.complaints.first}."
            )


def open_film(path: str | Path) -> Film:
    """Look at a film's first picture.

    Raises:
        CaptureError: Where it has none that can be decoded; one sentence says why.
    """
    path = Path(path)
    output = ["-map", "0:v:0", "-an", "-vf", _FILTERS, "-frames:v", "1", "-f", "null", "-"]
    process, pictures, pipe = start_ffmpeg(path, [*film_input(path), *output])
    watchdog = Watchdog(process, PATIENCE)
    messages = MessageReader(pipe)
    try:
        messages.wait()
        code = process.wait()
    finally:
        watchdog.stop()
        process.kill()
        process.wait()
        pictures.close()
        messages.close()
    first = messages.next_time()
    told = messages.complaints
    if first is None:
        raise _no_picture(path, told, code, watchdog.has_bitten)
    width, height = round(first.size[0] * first.pixel_aspect), first.size[1]
    if min(width, height) < 1 or max(width, height) > LONGEST_SIDE_SEEN:
        raise CaptureError(
            path, f"has pictures of {width} × {height} pixels, at most {LONGEST_SIDE_SEEN} fit"
        )
    if max(width, height) > MOST_SHAPELY * min(width, height):
        problem = f"has pictures of {width} × {height} pixels, expected sides within {MOST_SHAPELY:g} : 1"
        raise CaptureError(path, problem)
    rate = told.rate if 0.1 <= told.rate <= 1000.0 else 0.0
    return Film(FilmFacts(path, (width, height), rate, round(rate * told.seconds)))


def picture_output(size: tuple[int, int], is_fitted: bool = False) -> list[str]:
    """Return FFmpeg's options by which pictures of one size come, with their times among its messages.

    Args:
        size: Width and height [pixels].
        is_fitted: Whether a picture keeps its shape, with black beside or above and below it.
    """
    width, height = size
    scale = f"scale={width}:{height}:flags=fast_bilinear,setsar=1,{_FILTERS}"
    if is_fitted:
        shape = f"scale={width}:{height}:force_original_aspect_ratio=decrease:flags=fast_bilinear"
        scale = f"{shape},pad={width}:{height}:-1:-1,setsar=1,{_FILTERS}"
    raw = ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"]
    return ["-map", "0:v:0", "-an", "-sn", "-dn", "-vf", scale, *raw]


class Decoder:
    """Pictures as FFmpeg hands them over.

    Args:
        path: The film, for messages.
        arguments: FFmpeg's own.
        size: Width and height of the pictures [pixels].
        is_stream: Whether it is a camera or an address, see :func:`start_ffmpeg`.
    """

    def __init__(
        self, path: str | Path, arguments: Sequence[str], size: tuple[int, int], is_stream: bool = False
    ) -> None:
        """Start FFmpeg."""
        self._path, self._size = path, size
        self._process, self._pictures, messages = start_ffmpeg(path, arguments, is_stream)
        self._watchdog = Watchdog(self._process, PATIENCE)
        self._messages = MessageReader(messages)

    @property
    def complaints(self) -> Complaints:
        """What went wrong."""
        return self._messages.complaints

    def __iter__(self) -> Iterator[Picture]:
        """Yield all pictures; NaN for times that are not known."""
        while (picture := self.next_picture()) is not None:
            yield picture

    def next_picture(self) -> Picture | None:
        """Return the next picture, None where there is none."""
        width, height = self._size
        pixels = np.empty((height, width, 3), dtype=np.uint8)
        buffer, filled = pixels.data.cast("B"), 0
        self._watchdog.wait()
        while filled < len(buffer):
            count = self._pictures.readinto(buffer[filled:])
            if not count:
                return None
            filled += count
        told = self._messages.next_time()
        # Whoever asks may take their time until the next one.
        self._watchdog.rest()
        return None if told is None else Picture(told.time, pixels)

    def finish(self) -> int:
        """Wait for FFmpeg's end, once all pictures were read, and return its exit code.

        Raises:
            CaptureError: Where it crashed or had to be ended.
        """
        self._watchdog.wait()
        self._messages.wait()
        code = self._process.wait()
        if self._watchdog.has_bitten:
            raise CaptureError(self._path, _too_slow())
        if code < 0:
            raise CaptureError(self._path, _crashed(code))
        return code

    def end(self) -> None:
        """End FFmpeg, though another thread may wait for a picture."""
        self._watchdog.stop()
        self._process.kill()

    def close(self) -> None:
        """End FFmpeg, and let go of what it said."""
        self.end()
        self._pictures.close()
        self._process.wait()
        self._messages.close()


def _no_picture(path: Path, told: Complaints, code: int, is_slow: bool) -> CaptureError:
    """Return the error of a film without a first picture."""
    if is_slow:
        return CaptureError(path, _too_slow())
    if code < 0:
        return CaptureError(path, _crashed(code))
    if "Video" in told.streams:
        return CaptureError(path, f"holds no picture that can be decoded (ffmpeg: {told.first})")
    if "Audio" in told.streams:
        return CaptureError(path, "holds sound only, expected a film of a moving person")
    return CaptureError(path, f"begins as a film and cannot be read as one (ffmpeg: {told.first})")


def _too_slow() -> str:
    return f"gives no picture within {PATIENCE:g} s, as no film of a person does"


def _crashed(code: int) -> str:
    try:
        what = signal.Signals(-code).name
    except ValueError:
        what = f"exit code {code}"
    if what in ("SIGXCPU", "SIGKILL"):
        return f"takes over {SECONDS:g} s of the processor to decode: cut it into shorter films"
    return f"cannot be decoded: ffmpeg crashes on it, or needs over {MEMORY:g} MiB ({what})"

"""Pictures into an mp4 file through ffmpeg.

ffmpeg is run directly because ``imageio_ffmpeg.write_frames`` does not tell when ffmpeg failed, for
example on a full disk, and would leave half a film.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import IO

import numpy as np

from understudy.drawing.extras import require
from understudy.errors import OutputError, RenderError

_CONSTANT_QUALITY = "20"
"""x264's rate factor: 20 can hardly be told from the original by eye."""


def encode_film(
    path: Path,
    pictures: Iterable[np.ndarray],
    size: tuple[int, int],
    fps: float,
    keyframes: int | None = None,
) -> None:
    """Write H.264 film to an mp4 file, whole or not at all.

    Args:
        path: The file.
        pictures: (H, W, 3) uint8 pictures.
        size: Width and height of all of them [pixels], even numbers.
        fps: Pictures a second [1/s].
        keyframes: After how many pictures one stands for itself again; as x264 sees fit by default.
    """
    executable = _find_ffmpeg()
    # A link is followed and stays.
    place = Path(os.path.realpath(path))
    try:
        with (
            tempfile.TemporaryDirectory(
                dir=os.path.dirname(os.path.realpath(path)), prefix=f".{path.name[:40]}."
            ) as folder,
            tempfile.TemporaryFile() as messages,
        ):
            film = Path(folder) / "film.mp4"
            if _run([executable, *_arguments(size, fps, keyframes), str(film)], pictures, messages) != 0:
                raise OutputError(f"cannot write {path}: ffmpeg says {_first_line(messages)}")
            os.replace(film, place)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error


def _find_ffmpeg() -> str:
    try:
        return require("imageio_ffmpeg").get_ffmpeg_exe()
    except RuntimeError as error:
        raise RenderError(f"films need ffmpeg, which is not found: {error}") from error


def _run(command: list[str], pictures: Iterable[np.ndarray], messages: IO[bytes]) -> int:
    """Feed all pictures to ffmpeg and return its exit code; it never outlives this call."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=messages
    ) as process:
        assert process.stdin is not None
        try:
            for picture in pictures:
                if not _feed(process.stdin, picture):
                    break
        except BaseException:
            process.kill()
            raise
        finally:
            with suppress(BrokenPipeError):
                process.stdin.close()
        return process.wait()


def _feed(pipe: IO[bytes], picture: np.ndarray) -> bool:
    """Write a picture and return whether ffmpeg took it; if not, its exit code tells that it failed."""
    try:
        pipe.write(np.ascontiguousarray(picture).data)
    except BrokenPipeError:
        return False
    return True


def _arguments(size: tuple[int, int], fps: float, keyframes: int | None) -> list[str]:
    rate = str(Fraction(fps).limit_denominator(1001))
    incoming = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}", "-r", rate, "-i", "-"]
    # Browsers take untagged film of this size for BT.709; without the conversion colours would shift.
    colours = ["-vf", "scale=out_color_matrix=bt709:out_range=tv", "-colorspace", "bt709"]
    colours += ["-color_primaries", "bt709", "-color_trc", "bt709"]
    codec = ["-c:v", "libx264", "-preset", "veryfast", "-crf", _CONSTANT_QUALITY, "-pix_fmt", "yuv420p"]
    codec += [] if keyframes is None else ["-g", str(keyframes)]
    # The index in front lets a film play while it loads; without dates and versions equal films are equal.
    container = [
        "-movflags",
        "+faststart",
        "-map_metadata",
        "-1",
        "-fflags",
        "+bitexact",
        "-flags",
        "+bitexact",
    ]
    return ["-y", "-loglevel", "error", *incoming, "-an", *colours, *codec, *container]


def _first_line(messages: IO[bytes]) -> str:
    """Return the first message, which is the cause of all others, without the part of ffmpeg that sent it."""
    messages.seek(0)
    lines = messages.read().decode(errors="replace").strip().splitlines()
    return re.sub(r"^\[[^\]]*\]\s*", "", lines[0]) if lines else "nothing about the reason"

"""FFmpeg started on a stranger's film, in a process with bounded memory and time and without a network.

A film is hostile until it is decoded: decoders are written in C, playlists name other files and addresses,
and a small file may hold pictures of gigabytes. Only containers that hold their own pictures are opened.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import RawIOBase
from pathlib import Path

from understudy.errors import CaptureError
from understudy.own_python import python_command

MEMORY, SECONDS = 3072.0, 7200.0
"""Memory [MiB] and time of the processor [s] of a decoder; two streams of 4K take 600 MiB."""

MOST_PIXELS = 150_000_000
"""Of a picture: 16K has 133 million."""

CONTAINERS = (
    *("mov", "mp4", "matroska", "webm", "avi", "mpeg", "mpegts", "mpegvideo", "m4v", "flv", "asf", "ogg"),
    *("gif", "yuv4mpegpipe"),
)
"""FFmpeg's names of the containers that are opened: none of them leads to another file."""

_PIPE_BYTES = 1 << 20

_OWN_LIBRARIES = {"GCONV_PATH": os.devnull}
"""imageio-ffmpeg's program is linked statically, and crashes on MPEG transport streams, whose names are in
any alphabet, where it loads the system's tables of these."""

_LAUNCH = """
from understudy.confinement import leave_network, limiter
if sys.argv[1] == "file":
    leave_network()
limiter(float(sys.argv[3]))(float(sys.argv[2]), float(sys.argv[3]))
os.execv(sys.argv[4], sys.argv[4:])
"""
"""What the process does before it becomes FFmpeg."""


def find_ffmpeg(path: str | Path) -> str:
    """Return the program: that of the package imageio-ffmpeg, here or beside a tracker, or else the system's.

    Args:
        path: The film, for the message.

    Raises:
        CaptureError: Where there is none.
    """
    try:
        # It is large, and only films need it.
        from imageio_ffmpeg import get_ffmpeg_exe

        return get_ffmpeg_exe()
    except (ImportError, RuntimeError):
        found = _beside_trackers() or shutil.which("ffmpeg")
    if found is None:
        problem = (
            "is a film, which takes ffmpeg to read: `understudy camera setup` installs it, with a tracker"
        )
        raise CaptureError(path, problem)
    return found


def _beside_trackers() -> str | None:
    """Return the program that was installed with a tracker, None where there is none."""
    # What is installed is described by whoever starts it, which needs this file.
    from understudy.capture.video.installed import programs_beside_trackers

    return next((str(each) for each in programs_beside_trackers("imageio_ffmpeg/binaries/ffmpeg-*")), None)


def film_input(path: str | Path) -> list[str]:
    """Return FFmpeg's options by which a film on this machine is opened, and nothing else through it."""
    safe = ["-protocol_whitelist", "file", "-format_whitelist", ",".join(CONTAINERS)]
    return [*safe, "-max_pixels", str(MOST_PIXELS), "-i", f"file:{os.path.abspath(path)}"]


def start_ffmpeg(
    path: str | Path, arguments: Sequence[str], is_stream: bool = False
) -> tuple[subprocess.Popen, RawIOBase, RawIOBase]:
    """Start FFmpeg with bounded memory; return the process, and where its pictures and its messages come.

    Args:
        path: The film, for messages.
        arguments: FFmpeg's own.
        is_stream: Whether it reads a camera or an address instead of a file: for these it keeps the network
            and may go on for as long as the user wants.

    Raises:
        CaptureError: Where there is no FFmpeg or no process can be started.
    """
    command = [
        find_ffmpeg(path),
        "-hide_banner",
        "-nostats",
        "-nostdin",
        "-loglevel",
        "level+info",
        *arguments,
    ]
    if os.name == "posix" and sys.executable:
        # A camera may run for weeks.
        kind, seconds = ("stream", 1e8) if is_stream else ("file", SECONDS)
        command = python_command(_LAUNCH, kind, str(MEMORY), str(seconds), *command)
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, **_OWN_LIBRARIES},
        )
    except OSError as error:
        problem = f"cannot be read, as no process could be started for it ({error.strerror})"
        raise CaptureError(path, problem) from error
    pictures, messages = process.stdout, process.stderr
    assert isinstance(pictures, RawIOBase)
    assert isinstance(messages, RawIOBase)
    widen_pipe(pictures.fileno())
    return process, pictures, messages


def widen_pipe(descriptor: int) -> None:
    """Let a pipe hold more of a picture where the system can, since each change of processes takes time."""
    if sys.platform == "linux":
        import fcntl

        with suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)

"""A capture's bytes, read once and with care, since captures come from strangers."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from understudy.cache import file_digest
from understudy.capture.folder import frame_files
from understudy.capture.sidecar import Sidecar, read_sidecar
from understudy.capture.video.beginnings import LOOKED_AT, begins_as_film
from understudy.errors import CaptureError
from understudy.motion import Subject
from understudy.opening import open_file, read_file

MAX_FILE_BYTES = 2 << 30
"""A larger file, or a folder with more in its frames, is refused, so that none can fill the memory."""


@dataclass(frozen=True)
class Source:
    """A capture file, or a folder with one file a frame.

    Attributes:
        path: The file or folder.
        content: All bytes of the file, or of the frames one after the other, each ended by a newline; of a
            film only its beginning, since what reads it does so by itself.
        frames: The files of a folder in order; empty for a file.
        sidecar: What the user states beside the capture.
        subject: What other files of a program's folder say about the person.
        notes: Which file of such a folder was chosen.
        is_beginning: Whether ``content`` is the beginning of the file alone.
    """

    path: Path
    content: bytes
    frames: tuple[Source, ...] = ()
    sidecar: Sidecar = Sidecar()
    subject: Subject = Subject()
    notes: tuple[str, ...] = ()
    is_beginning: bool = False

    @property
    def sha256(self) -> str:
        """SHA-256 of all that was captured, in hexadecimal digits."""
        return file_digest(self.path) if self.is_beginning else hashlib.sha256(self.content).hexdigest()


def read_source(path: str | Path, stated: Sidecar | None = None) -> Source:
    """Read a file, a folder of frames or a program's folder whole, or say in one sentence why not.

    Args:
        path: The file or folder.
        stated: What takes precedence over the sidecar of the capture.
    """
    path = Path(path)
    stated = stated or Sidecar()
    try:
        if path.is_dir():
            return _read_session(path, stated) or _read_folder(path, stated)
        film = _beginning_of_film(path)
        content = _read_file(path, MAX_FILE_BYTES) if film is None else film
        sidecar = stated.before(read_sidecar(path))
        return Source(path, content, sidecar=sidecar, is_beginning=film is not None)
    except FileNotFoundError as error:
        raise CaptureError(path, "there is no such file") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CaptureError(path, f"cannot be read ({reason})") from error


def _read_session(path: Path, stated: Sidecar) -> Source | None:
    """Read the capture in the folder of a program, None where no program is known that keeps such folders."""
    # What knows programs' folders is not needed for files.
    from understudy.capture.sessions.find import find_session

    session = find_session(path)
    if session is None:
        return None
    sidecar = stated.before(read_sidecar(path)).before(read_sidecar(session.file))
    content = _read_file(session.file, MAX_FILE_BYTES)
    return Source(session.file, content, (), sidecar, session.subject, session.notes)


def _read_folder(path: Path, stated: Sidecar) -> Source:
    frames: list[Source] = []
    left = MAX_FILE_BYTES
    folder = os.fspath(path)
    for file in frame_files(path):
        # A path's own text takes as long to make as a file to open.
        frames.append(Source(file, _read_file(file, left, f"{folder}{os.sep}{file.name}")))
        left -= len(frames[-1].content)
    content = b"".join(b"%s\n" % frame.content for frame in frames)
    return Source(path, content, tuple(frames), stated.before(read_sidecar(path)))


def _beginning_of_film(path: Path) -> bytes | None:
    """Return how a film begins, None for any other file."""
    try:
        with open_file(path) as file:
            beginning = file.read(LOOKED_AT)
    except FileNotFoundError:
        raise
    except OSError:
        # Why it cannot be read is told by whoever reads it whole.
        return None
    return beginning if begins_as_film(beginning) else None


def _read_file(path: Path, most_bytes: int, text: str | None = None) -> bytes:
    try:
        content = read_file(path if text is None else text, most_bytes)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise CaptureError(path, f"cannot be read ({error.strerror or error})") from error
    if not content:
        raise CaptureError(path, "is empty, expected a capture file")
    return content

"""A file on its way into a library, with what is stated beside it, so that it can be read again anywhere."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from understudy.capture import Sidecar, read_capture
from understudy.capture.naming.marker_sets.catalogue import CUSTOM_SUFFIX
from understudy.capture.sidecar import SUFFIX, read_sidecar, write_sidecar
from understudy.errors import CaptureError, UnderstudyError
from understudy.library.describing import Described, describe_file
from understudy.library.refusals import LibraryError
from understudy.library.shelf import LARGEST_FILE, require_size
from understudy.library.texts import file_name
from understudy.opening import read_file

_MOST_STATED = 1 << 20


@dataclass(frozen=True)
class Parcel:
    """A file and what is stated beside it.

    Attributes:
        name: The file's.
        content: Its bytes.
        beside: Name and bytes of the sidecar and of the marker set that it names.
    """

    name: str
    content: bytes
    beside: tuple[tuple[str, bytes], ...] = ()

    @property
    def sha256(self) -> str:
        """The content's hash."""
        return hashlib.sha256(self.content).hexdigest()

    @contextmanager
    def laid_out(self) -> Iterator[Path]:
        """Yield the file in a temporary folder, with what is stated beside it."""
        with tempfile.TemporaryDirectory(prefix="understudy-") as folder:
            path = Path(folder, self.name)
            path.write_bytes(self.content)
            for name, content in self.beside:
                Path(folder, name).write_bytes(content)
            yield path

    def describe(self) -> Described:
        """Return what the file is and what is inferred.

        Raises:
            UnderstudyError: One sentence, which calls the file by its name.
        """
        with self.laid_out() as path:
            return self._described(path)

    def describe_at(self, path: Path) -> Described:
        """Return the same of a file that was read from a path, looked at there if it still is as it was."""
        if path.is_file():
            found = self._described(path)
            if parcel_of(path) == self:
                return found
        return self.describe()

    def _described(self, path: Path) -> Described:
        try:
            return describe_file(path)
        except UnderstudyError as error:
            told = str(error).replace(f"{path.parent}/", "")
            raise LibraryError(told) from error


def parcel_of(path: str | Path, stated: Sidecar | None = None) -> Parcel:
    """Return a file of this machine with what its sidecar and the user state; a folder of frames as one file.

    Raises:
        CaptureError: It cannot be read.
    """
    given = Path(path)
    effective = (stated or Sidecar()).before(read_sidecar(given))
    if given.is_dir():
        return Parcel(f"{file_name(given.name)}.npz", _recorded(given, stated))
    try:
        content = read_file(given, LARGEST_FILE)
    except OSError as error:
        raise CaptureError(path, f"cannot be read ({error.strerror or error})") from error
    parcel = parcel_of_content(given.name, content, effective)
    markers = given.with_name(f"{given.stem}{CUSTOM_SUFFIX}")
    if not markers.is_file():
        return parcel
    return Parcel(parcel.name, content, (*parcel.beside, (file_name(markers.name), _bytes_of(markers))))


def parcel_of_content(name: str, content: bytes, stated: Sidecar | None = None) -> Parcel:
    """Return a file that is at hand as bytes.

    Raises:
        TooLargeError: It holds more than a library takes.
    """
    name = file_name(name)
    require_size(name, len(content))
    stated = stated or Sidecar()
    if stated == Sidecar():
        return Parcel(name, content)
    beside = []
    if stated.marker_set is not None:
        beside.append((file_name(stated.marker_set.name), _bytes_of(stated.marker_set)))
    with tempfile.TemporaryDirectory(prefix="understudy-") as folder:
        write_sidecar(Path(folder, name), stated)
        sidecar = Path(folder, f"{Path(name).stem}{SUFFIX}")
        beside.insert(0, (sidecar.name, _bytes_of(sidecar)))
    return Parcel(name, content, tuple(beside))


def _recorded(folder: Path, stated: Sidecar | None) -> bytes:
    """Return a capture of one file a frame as one saved recording."""
    with tempfile.TemporaryDirectory(prefix="understudy-") as temporary:
        path = Path(temporary, "recording.npz")
        read_capture(folder, stated).save(path)
        return read_file(path, LARGEST_FILE)


def _bytes_of(path: Path) -> bytes:
    try:
        return read_file(path, _MOST_STATED)
    except OSError as error:
        raise CaptureError(path, f"cannot be read ({error.strerror or error})") from error

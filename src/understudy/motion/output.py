"""Results on disk: whole or not at all, where links lead, and never in the place of their input."""

from __future__ import annotations

import os
import secrets
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from understudy.errors import OutputError

_SHOWN = 40
"""Characters of a name that its unfinished neighbour has, so that the longest valid name has one as well."""


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """Yield a temporary neighbour of a file, which takes its place when all went well.

    A link is followed and stays: what it leads to is replaced.

    Raises:
        OutputError: The file cannot be written; nothing of it is left then.
    """
    with _replacing_flushed(path) as temporary:
        yield temporary
        _flush(temporary)


@contextmanager
def _replacing_flushed(path: str | Path) -> Iterator[Path]:
    """Yield a temporary neighbour of a file as :func:`replacing` does, which the caller flushes."""
    target = _target(path)
    temporary = _neighbour(target)
    is_there = True
    try:
        yield temporary
        os.replace(temporary, target)
        is_there = False
    except OSError as error:
        raise _cannot(path, error) from error
    finally:
        # Whether an error or an interrupt ended the writing, that is what has to be told, not the cleaning.
        with suppress(OSError):
            if is_there:
                os.unlink(temporary)


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write a file whole or not at all: to a temporary neighbour first, then moved into place."""
    # A plain exclusive open gives the file the permissions that the user's mask asks for.
    with _replacing_flushed(path) as temporary, open(temporary, "xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def write_folder(path: str | Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write a new folder: beside its place first, then moved there.

    Args:
        path: A new or empty folder.
        files: Name, with folders before it, and content of each file.

    Raises:
        OutputError: It holds files already or cannot be written; nothing is left of it then.
    """
    require_new_folder(path)
    with _folder_beside(path, files) as (temporary, target):
        if target.is_dir():
            target.rmdir()
        os.replace(temporary, target)


def replace_folder(path: str | Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write a folder in the place of one that may be there, as :func:`write_folder` does otherwise."""
    with _folder_beside(path, files) as (temporary, target):
        old = _neighbour(target)
        if target.is_dir():
            # No system exchanges two folders in one step that Python knows.
            os.replace(target, old)
        os.replace(temporary, target)
        shutil.rmtree(old, ignore_errors=True)


def require_writable(path: str | Path) -> None:
    """Fail early, before long work, when a result could not be written to ``path``."""
    target = _target(path)
    try:
        is_folder, has_folder = target.is_dir(), target.parent.is_dir()
    except (OSError, ValueError) as error:
        raise _cannot(path, error) from error
    if is_folder:
        raise OutputError(f"cannot write {path}: it is a directory, expected a file name")
    if not has_folder:
        raise OutputError(f"cannot write {path}: the folder {Path(path).parent} does not exist")
    if not os.access(target.parent, os.W_OK) or (target.exists() and not os.access(target, os.W_OK)):
        raise OutputError(f"cannot write {path}: permission denied")


def require_new_folder(path: str | Path) -> None:
    """Fail early when a new folder could not be written: it holds files already, or is none.

    Raises:
        OutputError: Saying which.
    """
    folder = _target(path)
    try:
        is_taken = folder.exists() and (not folder.is_dir() or next(folder.iterdir(), None) is not None)
    except (OSError, ValueError) as error:
        raise _cannot(path, error) from error
    if is_taken:
        raise OutputError(
            f"cannot write {path}: it holds files already or is one, expected a new or empty folder"
        )
    require_writable(folder.parent / f".{folder.name}.part")


def require_other_file(output: str | Path, *inputs: str | Path | None) -> None:
    """Fail early when a result would take the place of what it is made from.

    Args:
        output: The result.
        inputs: Files and folders that are read; None for one that is not given.

    Raises:
        OutputError: Naming the input.
    """
    for given in inputs:
        try:
            is_same = given is not None and (
                os.path.realpath(output) == os.path.realpath(given) or os.path.samefile(output, given)
            )
        except (OSError, ValueError):
            # What is not there is not the same.
            continue
        if is_same:
            raise OutputError(f"cannot write {output}: it is the input itself, expected another file")


@contextmanager
def _folder_beside(path: str | Path, files: Iterable[tuple[str, bytes]]) -> Iterator[tuple[Path, Path]]:
    """Yield a finished folder beside the place of another, and that place."""
    target = _target(path)
    temporary = _neighbour(target)
    try:
        temporary.mkdir()
        for name, content in files:
            file = temporary / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        yield temporary, target
    except OSError as error:
        raise _cannot(path, error) from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _target(path: str | Path) -> Path:
    """Return where a path leads once links are followed."""
    try:
        target = Path(os.path.realpath(path))
        is_special = _is_special(target)
    except (OSError, ValueError) as error:
        raise _cannot(path, error) from error
    if is_special:
        # Moved into its place, a file would be there and the device gone.
        raise OutputError(f"cannot write {path}: it is a pipe or a device, expected a file name")
    return target


def _is_special(path: Path) -> bool:
    """Return whether something is there that is neither a file nor a folder."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _neighbour(path: Path) -> Path:
    return path.parent / f".{path.name[:_SHOWN]}.{secrets.token_hex(8)}.part"


def _flush(path: Path) -> None:
    """Have a file written to the disk before its name is."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _cannot(path: str | Path, error: Exception) -> OutputError:
    reason = getattr(error, "strerror", None) or error
    return OutputError(f"cannot write {path}: {reason}")

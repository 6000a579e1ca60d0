"""Where a library is: a folder, and what its ``library.toml`` says of its database and files.

Without that file everything is in the folder: ``library.sqlite`` and ``files/``. A laboratory's states

    database = "postgresql://USER@HOST/NAME"
    files = "s3://bucket/motions"
"""

from __future__ import annotations

import difflib
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from understudy.errors import OutputError, unknown_name
from understudy.library.refusals import LibraryError
from understudy.motion.output import write_bytes
from understudy.opening import read_toml

DATABASE_VARIABLE = "UNDERSTUDY_LIBRARY_DATABASE"
"""Takes precedence over the file, so that a password need not be written down."""

CONFIGURATION = "library.toml"
_KEYS = ("database", "files")
_SQLITE = "library.sqlite"


@dataclass(frozen=True)
class Place:
    """Where the parts of a library are.

    Attributes:
        folder: What belongs to it on this machine.
        database: URL of the database.
        files: Folder or URL of the files.
    """

    folder: Path
    database: str
    files: str


def find_place(folder: str | Path, create: bool = True) -> Place:
    """Return where the parts of a library are.

    Args:
        folder: The library's folder.
        create: Whether it may be new.

    Raises:
        LibraryError: There is none, or its configuration is not valid.
    """
    root = Path(folder)
    if not create and not is_library(root):
        raise LibraryError(
            f"{root}: there is no library{_near(root)}, expected the folder of one; "
            "`understudy library init FOLDER` makes a new one"
        )
    try:
        root.mkdir(parents=True, exist_ok=True)
        stated = _configuration(root)
    except OSError as error:
        raise LibraryError(f"{root}: cannot be opened ({error.strerror or error})") from error
    database = os.environ.get(DATABASE_VARIABLE) or stated.get("database")
    own = f"sqlite:///{(root / _SQLITE).resolve()}"
    return Place(root, database or own, stated.get("files") or str((root / "files").resolve()))


def configure(folder: str | Path, database: str = "", files: str = "") -> Place:
    """Write the configuration of a new library.

    Raises:
        LibraryError: There is a library already.
    """
    root = Path(folder)
    if _has_own_files(root):
        raise LibraryError(f"{root}: there is a library already, expected a new folder")
    stated = {name: value for name, value in (("database", database), ("files", files)) if value}
    # A text in JSON's quotes is one in TOML's.
    text = "".join(f"{name} = {json.dumps(value)}\n" for name, value in stated.items())
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make the folder {root}: {error.strerror}") from error
    write_bytes(root / CONFIGURATION, text.encode())
    return find_place(root)


def take_back(place: Place) -> None:
    """Remove the configuration of a new library that cannot be opened, and its folder where that is empty."""
    with suppress(OSError):
        (place.folder / CONFIGURATION).unlink()
        place.folder.rmdir()


def is_library(folder: str | Path) -> bool:
    """Return whether a folder is that of a library."""
    root = Path(folder)
    # A laboratory's server may have nothing but files in its folder, and its database named beside it.
    return _has_own_files(root) or (root.is_dir() and bool(os.environ.get(DATABASE_VARIABLE)))


def _has_own_files(root: Path) -> bool:
    return (root / _SQLITE).is_file() or (root / CONFIGURATION).is_file()


def _near(root: Path) -> str:
    """Return a question for the library beside or in a folder that may have been meant, or nothing."""
    try:
        beside = {each.name: each for each in root.parent.iterdir() if _has_own_files(each)}
        within = [each for each in root.iterdir() if _has_own_files(each)] if root.is_dir() else []
    except OSError:
        return ""
    names = difflib.get_close_matches(root.name, beside, n=1)
    meant = [beside[name] for name in names] or sorted(within)
    return f" (did you mean '{meant[0]}'?)" if meant else ""


def _configuration(root: Path) -> dict[str, str]:
    path = root / CONFIGURATION
    if not path.is_file():
        return {}
    try:
        found = read_toml(path)
    except ValueError as error:
        raise LibraryError(f"{path}: is no TOML ({error})") from error
    for name, value in found.items():
        if name not in _KEYS:
            raise LibraryError(f"{path}: {unknown_name('key', name, _KEYS)}")
        if not isinstance(value, str):
            raise LibraryError(f"{path}: {name} is {value!r}, expected a text")
    return found

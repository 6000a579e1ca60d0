"""A library as one archive, and a library out of one: on either database, of this version or an older one.

The archive holds the rows of every table as lines of JSON and every file under its hash. It is made from one
moment of the database while others go on writing. Restored on another kind of database it is a move.
"""

from __future__ import annotations

import base64
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext

from understudy.library import schema
from understudy.library.blobs import name_of
from understudy.library.database import Database, migrate
from understudy.library.library import Library
from understudy.library.motions import index_motions
from understudy.library.place import find_place
from understudy.library.refusals import LibraryError
from understudy.motion.output import replacing
from understudy.opening import open_file

_ABOUT = "library.json"
_TABLES, _FILES = "tables/", "files/"
_FORMAT = 1
_BLOCK = 500
_AT_ONCE = 16
_LONGEST_LINE = 64 << 20

Progress = Callable[[int, int], None]


def back_up(library: Library, path: str | Path, progress: Progress | None = None) -> int:
    """Write a library to an archive, whole or not at all; return how many files it holds.

    Args:
        library: The library.
        path: The archive, a ``.zip``.
        progress: Told files done, and all of them.
    """
    library.viewer.require("admin", "backing up")
    engine = library.database.engine
    if not library.database.is_sqlite:
        # One moment for all tables; SQLite's transactions are so anyhow.
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with (
        replacing(path) as temporary,
        temporary.open("xb") as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        with engine.connect() as connection:
            revision = MigrationContext.configure(connection).get_current_revision()
            archive.writestr(_ABOUT, json.dumps({"format": _FORMAT, "revision": revision}))
            for table in schema.metadata.sorted_tables:
                with archive.open(f"{_TABLES}{table.name}.jsonl", "w", force_zip64=True) as member:
                    for row in connection.execute(sa.select(table)).mappings():
                        member.write(json.dumps({k: _plain(v) for k, v in row.items()}).encode() + b"\n")
            hashes = list(connection.scalars(sa.select(schema.blobs.c.sha256)))
        for count, sha256 in enumerate(hashes, start=1):
            archive.writestr(f"{_FILES}{name_of(sha256)}", library.blobs.get(sha256))
            if progress is not None:
                progress(count, len(hashes))
    return len(hashes)


def restore(path: str | Path, folder: str | Path, progress: Progress | None = None) -> int:
    """Make a library out of an archive; return how many motions it holds.

    Args:
        path: The archive.
        folder: A new folder, or one whose ``library.toml`` names an empty database.
        progress: Told files done, and all of them.

    Raises:
        LibraryError: It is no such archive, or there is a library already.
    """
    try:
        with open_file(path) as file, zipfile.ZipFile(file) as archive:
            stated = json.loads(archive.read(_ABOUT))
            if stated["format"] != _FORMAT:
                raise LibraryError(f"{path}: is a back-up of a later Understudy")
            place = find_place(folder)
            if Path(place.database.removeprefix("sqlite:///")).is_file():
                raise LibraryError(f"{folder}: there is a library already, expected a new folder")
            database = Database(place.database, str(stated["revision"]))
            with database.writing() as connection:
                _fill(connection, archive)
                migrate(connection)
            database.close()
            with Library.open(folder) as library:
                _restore_files(library, archive, progress)
                return _index(library)
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, TypeError) as error:
        raise LibraryError(f"{path}: is no back-up of a library ({error})") from error


def _fill(connection: sa.Connection, archive: zipfile.ZipFile) -> None:
    known = sa.MetaData()
    known.reflect(connection)
    if connection.scalar(sa.select(sa.func.count()).select_from(known.tables["motions"])):
        raise LibraryError("the database holds motions already, expected an empty one")
    names = {
        name.removeprefix(_TABLES).removesuffix(".jsonl")
        for name in archive.namelist()
        if name.startswith(_TABLES)
    }
    for table in reversed(known.sorted_tables):
        if table.name in names:
            connection.execute(sa.delete(table))
    for table in known.sorted_tables:
        if table.name not in names:
            continue
        for rows in _blocks(archive, f"{_TABLES}{table.name}.jsonl"):
            connection.execute(sa.insert(table), [_columns(table, row) for row in rows])
        if connection.dialect.name == "postgresql" and "id" in table.c:
            # Numbers that were given count as used.
            following = (
                f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id)) FROM {table.name}"
            )
            connection.execute(sa.text(following))


def _blocks(archive: zipfile.ZipFile, name: str) -> Iterator[list[dict[str, Any]]]:
    block: list[dict[str, Any]] = []
    with archive.open(name) as member:
        while line := member.readline(_LONGEST_LINE):
            block.append(json.loads(line))
            if len(block) == _BLOCK:
                yield block
                block = []
    if block:
        yield block


def _plain(value: Any) -> Any:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _columns(table: sa.Table, row: dict[str, Any]) -> dict[str, Any]:
    found = {}
    for name, value in row.items():
        is_bytes = isinstance(table.c[name].type, sa.LargeBinary) and isinstance(value, dict)
        found[name] = base64.b64decode(value["base64"]) if is_bytes else value
    return found


def _restore_files(library: Library, archive: zipfile.ZipFile, progress: Progress | None) -> None:
    with library.database.reading() as connection:
        hashes = list(connection.scalars(sa.select(schema.blobs.c.sha256)))
    for start in range(0, len(hashes), _AT_ONCE):
        part = hashes[start : start + _AT_ONCE]
        kept = library.blobs.put_all(archive.read(f"{_FILES}{name_of(sha256)}") for sha256 in part)
        for sha256, found in zip(part, kept, strict=True):
            if found != sha256:
                raise LibraryError(f"the file {sha256[:12]}… of the back-up is damaged")
        if progress is not None:
            progress(start + len(part), len(hashes))


def _index(library: Library) -> int:
    """Index the words of all motions anew, in blocks."""
    with library.database.reading() as connection:
        numbers = list(connection.scalars(sa.select(schema.motions.c.id)))
    for start in range(0, len(numbers), _BLOCK):
        with library.database.writing() as connection:
            index_motions(connection, numbers[start : start + _BLOCK])
    return len(numbers)

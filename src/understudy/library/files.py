"""Files of motions in the database, their figures, and which came from which."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import Any

import sqlalchemy as sa

from understudy.library import schema
from understudy.library.blobs import note_blob
from understudy.library.database import insert_new, now
from understudy.library.describing import Described
from understudy.library.entries import Origin, StoredFile
from understudy.library.texts import file_name


def insert_file(
    connection: sa.Connection,
    motion_id: int,
    name: str,
    content: tuple[str, int],
    found: Described,
    key: str = "",
) -> int:
    """Insert a file of a motion; return its number.

    Args:
        connection: The database.
        motion_id: The motion.
        name: What it is called; a number is added where another has that name.
        content: SHA-256 and size [bytes].
        found: What is in it.
        key: Stands for all that it depends on, where it can be made again.
    """
    sha256, size = content
    note_blob(connection, sha256, size)
    files = schema.files
    values = {
        "motion_id": motion_id,
        "kind": found.kind,
        "sha256": sha256,
        "size": size,
        "robot": found.robot,
        "method": found.method,
        "key": key,
        "added": now(),
    }
    called = next(each for each in names_like(name) if insert_new(connection, files, values | {"name": each}))
    own = connection.scalar(
        sa.select(files.c.id).where(files.c.motion_id == motion_id, files.c.name == called)
    )
    assert own is not None
    save_figures(connection, motion_id, own, found.figures)
    return int(own)


def names_like(name: str) -> Iterator[str]:
    """Yield a name for a file, and others with a number in them where another file has that name."""
    wanted = file_name(name)
    yield wanted
    path = PurePath(wanted)
    for count in itertools.count(2):
        yield f"{path.stem}-{count}{path.suffix}"


def save_figures(
    connection: sa.Connection, motion_id: int, file_id: int, figures: Mapping[str, float]
) -> None:
    """Keep the figures of a performance."""
    rows = [
        {"file_id": file_id, "motion_id": motion_id, "name": name, "value": value}
        for name, value in figures.items()
    ]
    if rows:
        connection.execute(sa.insert(schema.figures), rows)


def insert_origin(
    connection: sa.Connection, file_id: int, origin_id: int, steps: Iterable[tuple[str, dict[str, Any]]]
) -> None:
    """Write down which file a file was made from, and how."""
    told = [{"stage": stage, "options": options} for stage, options in steps]
    values = {"file_id": file_id, "origin_id": origin_id, "steps": told}
    insert_new(connection, schema.origins, values)


def link_origins(connection: sa.Connection, files: Mapping[int, tuple[str, Described]]) -> None:
    """Write down which files some say that they were made from, where those are in the library.

    Args:
        connection: The database.
        files: Number of a file → its hash and what is in it.
    """
    # A capture's history begins with itself.
    sources = {
        own: found.provenance.sha256
        for own, (sha256, found) in files.items()
        if found.provenance.sha256 not in ("", sha256)
    }
    if not sources:
        return
    table = schema.files
    asked = sa.select(table.c.sha256, sa.func.min(table.c.id)).group_by(table.c.sha256)
    wanted = asked.where(table.c.sha256.in_(sorted(set(sources.values()))))
    origins = {sha256: int(first) for sha256, first in connection.execute(wanted)}
    for own, source in sources.items():
        if source in origins:
            insert_origin(connection, own, origins[source], files[own][1].provenance.steps)


def file_of_key(connection: sa.Connection, motion_id: int, key: str) -> int | None:
    """Return the number of a motion's file that was made under a key, None where none was."""
    files = schema.files
    asked = sa.select(files.c.id).where(files.c.motion_id == motion_id, files.c.key == key)
    return connection.scalar(asked.limit(1))


def files_of(connection: sa.Connection, motion_id: int) -> tuple[StoredFile, ...]:
    """Return the files of a motion, the first one first."""
    files, figures = schema.files, schema.figures
    values: dict[int, dict[str, float]] = {}
    for row in connection.execute(sa.select(figures).where(figures.c.motion_id == motion_id)):
        values.setdefault(row.file_id, {})[row.name] = row.value
    asked = sa.select(files).where(files.c.motion_id == motion_id).order_by(files.c.id)
    return tuple(
        StoredFile(
            row.id,
            row.name,
            row.kind,
            row.sha256,
            row.size,
            row.robot,
            row.method,
            values.get(row.id, {}),
            row.added,
        )
        for row in connection.execute(asked)
    )


def origins_of(connection: sa.Connection, motion_id: int) -> tuple[Origin, ...]:
    """Return which of a motion's files came from which, of this or of another motion."""
    files, origins = schema.files, schema.origins
    own = sa.select(files.c.id).where(files.c.motion_id == motion_id)
    asked = sa.select(origins).where(sa.or_(origins.c.file_id.in_(own), origins.c.origin_id.in_(own)))
    rows = connection.execute(asked.order_by(origins.c.file_id, origins.c.origin_id))
    return tuple(Origin(row.file_id, row.origin_id, tuple(row.steps)) for row in rows)

"""A library comes back from its archive whole, on the same database or the other, from any older form."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from understudy.library import schema
from understudy.library.backup import back_up, restore
from understudy.library.database import Database, migrate
from understudy.library.entries import About, Person
from understudy.library.library import Library
from understudy.library.place import configure, find_place
from understudy.library.query import Query
from understudy.library.refusals import LibraryError

Moves = Callable[[int], Path]


def test_a_library_comes_back_whole(
    new_library: Callable[[str], Library], database: Callable[[], str], tmp_path: Path, moves: Moves
) -> None:
    library = new_library("library")
    about = About("One", "with words", "P", "S01", ("dance/waltz",), ("t",), ("cup",))
    motion = library.add(moves(1), about)
    library.save_subject(Person("S01", 1.7, personal={"name": "Jo"}))
    library.comment(motion.id, "good")
    token = library.new_token("ed", "editor")
    assert back_up(library, tmp_path / "all.zip") == 1
    configure(tmp_path / "other", database())
    assert restore(tmp_path / "all.zip", tmp_path / "other") == 1
    with Library.open(tmp_path / "other") as restored:
        assert restored.get(motion.id) == library.get(motion.id)
        assert restored.find(Query(text="words dance good")).count == 1
        assert restored.subject("S01") == library.subject("S01")
        assert restored.read(motion.id, motion.files[0].id)[1] == moves(1).read_bytes()
        assert restored.similar(moves(1))[0].motion.id == motion.id
        assert restored.viewer_of(token).name == "ed"
        assert restored.add(moves(2)).id > motion.id


def test_a_library_moves_from_a_folder_to_postgresql(
    local_library: Library, tmp_path: Path, moves: Moves, request: pytest.FixtureRequest
) -> None:
    server = request.getfixturevalue("postgresql_server")
    motion = local_library.add(moves(1), About(tags=("a", "b")))
    back_up(local_library, tmp_path / "all.zip")
    configure(tmp_path / "lab", server.new_database())
    restore(tmp_path / "all.zip", tmp_path / "lab")
    with Library.open(tmp_path / "lab") as restored:
        assert not restored.database.is_sqlite
        assert restored.get(motion.id) == motion


def test_nothing_is_restored_over_a_library(local_library: Library, tmp_path: Path, moves: Moves) -> None:
    local_library.add(moves(1))
    back_up(local_library, tmp_path / "all.zip")
    with pytest.raises(LibraryError, match="a library already"):
        restore(tmp_path / "all.zip", local_library.place.folder)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 broken", None])
def test_what_is_no_back_up_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "x.zip"
    if content is None:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("other.txt", "x")
    else:
        path.write_bytes(content)
    with pytest.raises(LibraryError, match="x.zip"):
        restore(path, tmp_path / "new")


def test_migrations_make_what_the_schema_says(database: Callable[[], str], tmp_path: Path) -> None:
    configure(tmp_path / "library", database())
    opened = Database(find_place(tmp_path / "library").database)

    def counts(name: str | None, kind: str, *_: object) -> bool:
        return not (kind == "table" and (name or "").startswith("motion_words"))

    with opened.reading() as connection:
        options = {"include_name": counts, "compare_type": True}
        context = MigrationContext.configure(connection, opts=options)
        found = compare_metadata(context, schema.metadata)
    opened.close()
    assert found == []


@pytest.mark.parametrize("revision", ["0001", "0002", "0003"])
def test_every_older_form_is_brought_to_the_newest(
    database: Callable[[], str], tmp_path: Path, moves: Moves, revision: str
) -> None:
    configure(tmp_path / "library", database())
    place = find_place(tmp_path / "library")
    old = Database(place.database, revision)
    with old.writing() as connection:
        tables = sa.MetaData()
        tables.reflect(connection, only=["blobs", "motions", "files"])
        connection.execute(sa.insert(tables.tables["blobs"]).values(sha256="0" * 64, size=1, added="x"))
        common = {"kind": "human", "sha256": "0" * 64, "added": "2026-01-01T00:00:00Z"}
        values = {"title": "Old one", "changed": "2026-01-01T00:00:00Z", **common}
        connection.execute(sa.insert(tables.tables["motions"]).values(**values))
        connection.execute(sa.insert(tables.tables["files"]).values(motion_id=1, name="a", size=1, **common))
    old.close()
    with Library.open(tmp_path / "library") as library:
        assert library.get(1).title == "Old one"
        assert [file.name for file in library.get(1).files] == ["a"]
        assert library.add(moves(1)).id == 2
        assert library.change(1, About("Old one again")).title == "Old one again"
        assert library.find(Query(text="again")).count == 1


def test_a_database_of_a_later_version_is_refused(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library") as library, library.database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(LibraryError, match="'9999', of a later Understudy"):
        Library.open(tmp_path / "library")


def test_migrating_twice_changes_nothing(local_library: Library) -> None:
    with local_library.database.writing() as connection:
        migrate(connection)
    assert local_library.find().count == 0


def test_a_password_is_never_shown(tmp_path: Path) -> None:
    configure(tmp_path / "lab", "postgresql://jo:secret@127.0.0.1:1/none")
    with pytest.raises(LibraryError) as refused:
        Library.open(tmp_path / "lab")
    assert "secret" not in str(refused.value)
    assert replace(find_place(tmp_path / "lab")).files.endswith("files")

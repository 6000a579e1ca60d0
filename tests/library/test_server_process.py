"""A server in a process of its own: many writers at once, and a kill in the midst of them, lose nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sqlalchemy as sa

from tests.library.serving import Process, serving
from understudy.library import schema
from understudy.library.client import Client
from understudy.library.library import Library
from understudy.library.place import configure
from understudy.library.query import Query
from understudy.library.refusals import LibraryError

WRITERS = 50
PATIENCE = 300.0
"""How long a busy machine may take [s]."""

Moves = Callable[[int], Path]


def test_fifty_writers_at_once_lose_nothing(
    database: Callable[[], str], tmp_path: Path, moves: Moves
) -> None:
    place = tmp_path / "library"
    configure(place, database())
    with Library.open(place) as library:
        token = library.new_token("ed", "editor")
        common = library.add(moves(WRITERS + 1)).id
    files = [moves(number) for number in range(WRITERS)]
    start = threading.Barrier(WRITERS)

    def write(index: int) -> int:
        with Client(server.url, token) as client:
            start.wait(PATIENCE)
            motion = client.add(files[index])
            client.comment(common, f"by {index}")
            return motion.id

    with serving(place) as server, ThreadPoolExecutor(WRITERS) as team:
        numbers = list(team.map(write, range(WRITERS)))
    assert len(set(numbers)) == WRITERS
    with Library.open(place) as library:
        assert library.find(Query(limit=500)).count == WRITERS + 1
        said = {comment.text for comment in library.get(common).comments}
        assert said == {f"by {index}" for index in range(WRITERS)}
        actions = [entry.action for entry in library.audit_log(limit=500)]
        assert (actions.count("add"), actions.count("comment")) == (WRITERS + 1, WRITERS)


def test_a_killed_server_leaves_the_database_whole(tmp_path: Path, moves: Moves) -> None:
    place = tmp_path / "library"
    with Library.open(place) as library:
        token = library.new_token("ed", "editor")
    files = [moves(number) for number in range(30)]
    acknowledged: list[int] = []
    enough = threading.Event()

    def write(path: Path) -> None:
        try:
            with Client(server.url, token) as client:
                acknowledged.append(client.add(path).id)
        except LibraryError:
            return
        if len(acknowledged) >= 8:
            enough.set()

    server = Process(place)
    with ThreadPoolExecutor(6) as team:
        done = [team.submit(write, path) for path in files]
        assert enough.wait(PATIENCE)
        server.kill()
        for each in done:
            each.result()
    with Library.open(place) as library:
        there = {motion.id for motion in library.find(Query(limit=500)).motions}
        assert set(acknowledged) <= there, "what was acknowledged is there"
        with library.database.reading() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
            hashes = list(connection.scalars(sa.select(schema.files.c.sha256)))
        assert len(hashes) == len(there)
        for sha256 in hashes:
            library.blobs.get(sha256)
    with serving(place) as again, Client(again.url, token) as client:
        assert client.find(Query(limit=500)).count == len(there)
        assert client.add(moves(40)).id not in there

"""A library on each database, and motions to put into it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks.library_moves import bodies, make_up, perform
from tests.library import postgresql
from understudy.library.library import Library
from understudy.library.place import configure
from understudy.motion import HumanMotion

BODIES = bodies()


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[postgresql.Server]:
    reason = postgresql.missing()
    if reason:
        pytest.skip(reason)
    with postgresql.started() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def database(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Makes an empty database and returns its URL; empty for the one in a library's own folder."""
    if request.param == "sqlite":
        return str
    return request.getfixturevalue("postgresql_server").new_database


@pytest.fixture(scope="session")
def empty_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the database of a new library; to copy it is ten times as quick as to make another."""
    folder = tmp_path_factory.mktemp("empty") / "library"
    Library.open(folder).close()
    return folder / "library.sqlite"


@pytest.fixture
def new_library(
    database: Callable[[], str], tmp_path: Path, empty_sqlite: Path
) -> Iterator[Callable[[str], Library]]:
    """Opens new libraries by a name, on either database."""
    opened: list[Library] = []

    def open_new(name: str = "library") -> Library:
        folder = tmp_path / name
        if not folder.exists():
            url = database()
            configure(folder, url)
            if not url:
                shutil.copy(empty_sqlite, folder)
        opened.append(Library.open(folder))
        return opened[-1]

    yield open_new
    for library in opened:
        library.close()


@pytest.fixture
def library(new_library: Callable[[str], Library]) -> Library:
    """A new library on either database."""
    return new_library("library")


@pytest.fixture
def local_library(tmp_path: Path, empty_sqlite: Path) -> Iterator[Library]:
    """A new library in a folder."""
    (tmp_path / "library").mkdir()
    shutil.copy(empty_sqlite, tmp_path / "library")
    with Library.open(tmp_path / "library") as opened:
        yield opened


@pytest.fixture(scope="session")
def moves(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """Makes the file of a made-up move, by its number."""
    folder = tmp_path_factory.mktemp("moves")

    def saved(number: int) -> Path:
        path = folder / f"move_{number:03d}.npz"
        if not path.exists():
            move(number).save(path)
        return path

    return saved


def move(number: int, body: int = 0, seed: int = 0, pace: float = 1.0) -> HumanMotion:
    """Return a made-up move as somebody performs it."""
    return perform(make_up(number), BODIES[body], seed, pace=pace)

"""A PostgreSQL of the test's own: started on a socket in a temporary folder, stopped when it ends."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql

_PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin")) if os.name == "posix" else []
_SECONDS = 60
_QUICK = "/dev/shm"
"""Memory, where the system offers it as a folder; a socket's name has to be short besides."""


def missing() -> str:
    """Return what a test would need that is not here, empty where it can run."""
    if not _PROGRAMS and shutil.which("initdb") is None:
        return "PostgreSQL's initdb and postgres are not installed (Debian: postgresql)"
    if os.getuid() == 0 and shutil.which("runuser") is None:
        return "runuser is not installed, and PostgreSQL does not run as root"
    if os.getuid() == 0 and subprocess.run(["id", "postgres"], capture_output=True).returncode != 0:
        return "there is no user postgres, and PostgreSQL does not run as root"
    return ""


class Server:
    """A running PostgreSQL."""

    def __init__(self, folder: Path) -> None:
        """Take the folder of its socket."""
        self._folder = folder

    @property
    def _url(self) -> str:
        user = "postgres" if os.getuid() == 0 else os.environ.get("USER", "postgres")
        return f"postgresql://{user}@/postgres?host={self._folder}"

    def new_database(self) -> str:
        """Make an empty place for tables and return its URL; a schema is made faster than a database."""
        name = f"test_{secrets.token_hex(6)}"
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
        return f"{self._url}&options=-csearch_path%3D{name}"


def _command(program: str, *arguments: str) -> list[str]:
    path = str(_PROGRAMS[-1] / program) if _PROGRAMS else program
    as_user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    return [*as_user, path, *arguments]


def _run(program: str, *arguments: str) -> None:
    done = subprocess.run(
        _command(program, *arguments), capture_output=True, text=True, timeout=_SECONDS, cwd="/"
    )
    if done.returncode:
        raise RuntimeError(f"{program}: {done.stderr}")


@contextmanager
def started() -> Iterator[Server]:
    """Start a PostgreSQL and yield it; its folder is short, since a socket's name has to be."""
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir=_QUICK if os.access(_QUICK, os.W_OK) else "/tmp"))
    try:
        with running(folder, {"fsync": "off"}, "immediate") as server:
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(folder: Path, settings: dict[str, str], stop: str = "fast") -> Iterator[Server]:
    """Start a PostgreSQL in a folder, with the databases that it has there already, and yield it."""
    folder.mkdir(parents=True, exist_ok=True)
    if os.getuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    data = folder / "data"
    if not data.is_dir():
        _run("initdb", "-D", str(data), "-A", "trust", "-N", "--no-locale", "-E", "UTF8")
    common = {"listen_addresses": "''", "unix_socket_directories": str(folder), "max_connections": "200"}
    options = " ".join(f"-c {name}={value}" for name, value in {**common, **settings}.items())
    log = str(folder / "log")
    _run("pg_ctl", "-D", str(data), "-l", log, "-o", options, "-w", "-t", str(_SECONDS), "start")
    try:
        yield Server(folder)
    finally:
        _run("pg_ctl", "-D", str(data), "-m", stop, "-w", "stop")

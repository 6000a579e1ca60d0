"""A library's database: opened by its URL, brought to the newest form, written to in whole transactions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from understudy.library.refusals import LibraryError

_WAIT = 60.0
"""How long a writer waits for the others before it gives up [s]."""

_CACHE = 16384
"""Memory [KiB] of a connection to SQLite; a server has many, and the system keeps pages besides."""

_LOCK = 0x756E6465
"""Number of PostgreSQL's lock under which one process alone brings a database to the newest form."""

_IMMEDIATE = "understudy_immediate"
"""Option of connections that write."""

_MIGRATIONS = str(Path(__file__).parent / "migrations")


class Database:
    """An open database."""

    def __init__(self, url: str, revision: str = "head") -> None:
        """Open a database and bring it to a form.

        Args:
            url: ``sqlite:///FILE`` or ``postgresql://USER:PASSWORD@HOST/NAME``.
            revision: The form, by default the newest.

        Raises:
            LibraryError: It cannot be opened.
        """
        self.engine = _engine(url)
        # Whoever asks for the right to write at once queues; a reader who turns into a writer later may be
        # refused by SQLite.
        self._writer = self.engine.execution_options(**{_IMMEDIATE: True})
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        try:
            with self.writing() as connection:
                migrate(connection, revision)
        except (OperationalError, DBAPIError) as error:
            self.engine.dispose()
            raise LibraryError(f"{shown(url)}: cannot be opened ({_reason(error)})") from error

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Yield a connection to read with; it sees one moment of the database."""
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Yield a connection whose changes take effect together at the end, or not at all."""
        with self._writer.begin() as connection:
            yield connection

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def migrate(connection: sa.Connection, revision: str = "head") -> None:
    """Bring a database to a form, by default the newest.

    Raises:
        LibraryError: It was made by a later version of Understudy.
    """
    config = Config()
    config.set_main_option("script_location", _MIGRATIONS)
    config.set_main_option("path_separator", "os")
    one_at_a_time(connection, _LOCK)
    scripts = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    if current == (scripts.get_current_head() if revision == "head" else revision):
        return
    known = {script.revision for script in scripts.walk_revisions()}
    if current is not None and current not in known:
        raise LibraryError(
            f"the library's database is of form '{current}', of a later Understudy; this one knows up to "
            f"'{scripts.get_current_head()}'"
        )
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def one_at_a_time(connection: sa.Connection, lock: int) -> None:
    """Wait until nobody else is in a transaction under a lock; SQLite has one writer at a time anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({lock})"))


def _engine(url: str) -> sa.Engine:
    try:
        parsed = sa.make_url(url)
        if parsed.drivername in ("postgres", "postgresql"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() == "sqlite":
            engine = sa.create_engine(
                parsed,
                connect_args={"timeout": _WAIT},
                pool_size=16,
                max_overflow=64,
                # Those used last are used next, so that few connections fill their memory.
                pool_use_lifo=True,
            )
            event.listen(engine, "connect", _prepare_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
            return engine
        if parsed.get_backend_name() == "postgresql":
            return sa.create_engine(parsed, pool_size=16, max_overflow=48, pool_pre_ping=True)
    except (SQLAlchemyError, ImportError) as error:
        raise LibraryError(f"{shown(url)}: cannot be opened ({_reason(error)})") from error
    raise LibraryError(f"{shown(url)}: expected sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME")


def _prepare_sqlite(connection: Any, _: object) -> None:
    # Transactions are begun by us, not by the driver, which would begin them too late.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"cache_size=-{_CACHE}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: sa.Connection) -> None:
    immediate = connection.get_execution_options().get(_IMMEDIATE, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def shown(url: str) -> str:
    """Return a database's URL without its password."""
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except SQLAlchemyError:
        return "the database"


def _reason(error: Exception) -> str:
    return " ".join(str(getattr(error, "orig", None) or error).split()) or type(error).__name__


def insert_new(connection: sa.Connection, table: sa.Table, values: dict[str, Any]) -> bool:
    """Insert a row unless one with the same key is there; return whether it was inserted."""
    statement = _insert(connection, table).on_conflict_do_nothing().values(**values)
    return connection.execute(statement.returning(sa.literal_column("1"))).first() is not None


def insert_missing(
    connection: sa.Connection,
    table: sa.Table,
    rows: Sequence[dict[str, Any]],
    *returning: sa.Column[Any],
) -> list[sa.Row[Any]]:
    """Insert those rows with whose key there is none yet, and return columns of these where any are named."""
    if not rows:
        return []
    statement = _insert(connection, table).on_conflict_do_nothing()
    if not returning:
        connection.execute(statement, rows)
        return []
    return list(connection.execute(statement.returning(*returning), rows))


def insert_or_update(
    connection: sa.Connection, table: sa.Table, key: tuple[str, ...], rows: Sequence[dict[str, Any]]
) -> None:
    """Insert rows, each in the place of the one with the same key where there is one."""
    if not rows:
        return
    statement = _insert(connection, table)
    changed = {name: statement.excluded[name] for name in rows[0] if name not in key}
    connection.execute(statement.on_conflict_do_update(index_elements=key, set_=changed), rows)


def _insert(connection: sa.Connection, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)


def now() -> str:
    """Return this moment in UTC."""
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

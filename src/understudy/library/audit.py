"""Who changed what and when: a line for every change, in the same transaction, that nobody can change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from understudy.library import schema
from understudy.library.database import now
from understudy.library.viewer import Viewer


@dataclass(frozen=True)
class Entry:
    """A line of the log.

    Attributes:
        id: Its number, which rises.
        moment: When.
        who: The name of a token or of a user.
        action: What was done, such as ``add``.
        target: To what, such as ``motion/12``.
        detail: What else there is to say; never personal data.
    """

    id: int
    moment: str
    who: str
    action: str
    target: str
    detail: dict[str, Any]


def log(connection: sa.Connection, viewer: Viewer, action: str, target: str, **detail: Any) -> None:
    """Add a line."""
    log_all(connection, viewer, action, ((target, detail),))


def log_all(
    connection: sa.Connection, viewer: Viewer, action: str, lines: Iterable[tuple[str, dict[str, Any]]]
) -> None:
    """Add a line for each target, with what else there is to say of it."""
    common = {"moment": now(), "who": viewer.name, "action": action}
    rows = [{**common, "target": target, "detail": detail} for target, detail in lines]
    connection.execute(sa.insert(schema.audit), rows)


def read_log(connection: sa.Connection, before: int | None, limit: int) -> list[Entry]:
    """Return lines, the newest first, those before a number where one is given."""
    table = schema.audit
    asked = sa.select(table).order_by(table.c.id.desc()).limit(limit)
    if before is not None:
        asked = asked.where(table.c.id < before)
    return [
        Entry(row.id, row.moment, row.who, row.action, row.target, row.detail)
        for row in connection.execute(asked)
    ]


def last_change(connection: sa.Connection) -> int:
    """Return the number of the last change, 0 where nothing was changed yet."""
    return connection.scalar(sa.select(sa.func.max(schema.audit.c.id))) or 0

"""Verbs of a library about who may write: tokens and their roles, and the log of all changes."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

import sqlalchemy as sa

from understudy.library import schema
from understudy.library.audit import Entry, last_change, log, read_log
from understudy.library.database import insert_new, now
from understudy.library.refusals import DuplicateError, NotAllowedError, NotInLibraryError
from understudy.library.shelf import Shelf
from understudy.library.texts import name_of
from understudy.library.viewer import ANYBODY, ROLES, Viewer, require_choice

_BYTES = 32
_PAGE = 200


@dataclass(frozen=True)
class Account:
    """Who has a token: a name, a role, and since when."""

    name: str
    role: str
    added: str


class AccountVerbs(Shelf):
    """What an admin does."""

    def new_token(self, name: str, role: str) -> str:
        """Give somebody a token, which is shown this once; the library keeps only its hash.

        Raises:
            DuplicateError: The name has one already.
        """
        self.viewer.require("admin", "giving tokens")
        require_choice("role", role, ROLES[1:])
        name = name_of("name", name)
        token = secrets.token_urlsafe(_BYTES)
        values = {"name": name, "role": role, "digest": _digest(token), "added": now()}
        with self.database.writing() as connection:
            if not insert_new(connection, schema.tokens, values):
                raise DuplicateError(f"'{name}' has a token already, revoke that first")
            log(connection, self.viewer, "token", f"account/{name}", role=role)
        return token

    def revoke_token(self, name: str) -> None:
        """Take somebody's token away.

        Raises:
            NotInLibraryError: Nobody of that name has one.
        """
        self.viewer.require("admin", "revoking tokens")
        table = schema.tokens
        with self.database.writing() as connection:
            if connection.execute(sa.delete(table).where(table.c.name == name)).rowcount == 0:
                raise NotInLibraryError(f"'{name}' has no token")
            log(connection, self.viewer, "revoke", f"account/{name}")

    def accounts(self) -> list[Account]:
        """Return who has a token."""
        self.viewer.require("admin", "reading who has a token")
        with self.database.reading() as connection:
            rows = connection.execute(sa.select(schema.tokens).order_by(schema.tokens.c.name))
            return [Account(row.name, row.role, row.added) for row in rows]

    def viewer_of(self, token: str | None) -> Viewer:
        """Return whose token it is; anybody's without one.

        Raises:
            NotAllowedError: It is nobody's.
        """
        if token is None:
            return ANYBODY
        table = schema.tokens
        asked = sa.select(table.c.name, table.c.role).where(table.c.digest == _digest(token))
        with self.database.reading() as connection:
            row = connection.execute(asked).first()
        if row is None:
            raise NotAllowedError("the token is not one of this library's, or was revoked")
        return Viewer(row.name, row.role)

    def audit_log(self, before: int | None = None, limit: int = _PAGE) -> list[Entry]:
        """Return the log of changes, the newest first."""
        self.viewer.require("admin", "reading the audit log")
        with self.database.reading() as connection:
            return read_log(connection, before, limit)

    def last_change(self) -> int:
        """Return a number that rises with every change."""
        with self.database.reading() as connection:
            return last_change(connection)


def _digest(token: str) -> str:
    # Tokens are long and drawn at random, so that a quick hash cannot be guessed back.
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()

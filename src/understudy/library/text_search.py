"""Full-text search: SQLite's FTS5 or PostgreSQL's ``tsvector``, behind the same words.

Words are made plain before they are indexed (small letters, no accents), and what is asked for has to begin
some word, each: ``walk slow`` finds "Walking, slowly". So both databases find the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sqlalchemy as sa

from understudy.library import schema
from understudy.library.texts import search_words

_MOST_WORDS = 12
_LONGEST_WORD = 64
"""Of what is asked for; more would only make the search slower."""

_MOST_INDEXED = 4000
"""Words of a motion that are indexed; PostgreSQL refuses larger vectors."""


def index_texts(connection: sa.Connection, texts: Mapping[int, Iterable[str]]) -> None:
    """Index the words of motions by their numbers, in the place of those that were."""
    rows = [{"id": motion_id, "words": _words(found)} for motion_id, found in texts.items()]
    if connection.dialect.name == "sqlite":
        connection.execute(sa.text("DELETE FROM motion_words WHERE rowid = :id"), rows)
        statement = "INSERT INTO motion_words (rowid, words) VALUES (:id, :words)"
    else:
        # Others may index the same motion at the same time.
        statement = (
            "INSERT INTO motion_words (motion_id, words) VALUES (:id, to_tsvector('simple', :words)) "
            "ON CONFLICT (motion_id) DO UPDATE SET words = EXCLUDED.words"
        )
    connection.execute(sa.text(statement), rows)


def _words(texts: Iterable[str]) -> str:
    found = dict.fromkeys(word[:_LONGEST_WORD] for text in texts for word in search_words(text))
    return " ".join(list(found)[:_MOST_INDEXED])


def forget_text(connection: sa.Connection, motion_id: int) -> None:
    """Take a motion out of the index."""
    column = "rowid" if connection.dialect.name == "sqlite" else "motion_id"
    connection.execute(sa.text(f"DELETE FROM motion_words WHERE {column} = :id"), {"id": motion_id})


def matches(dialect: str, text: str) -> sa.ColumnElement[bool] | None:
    """Return the condition that a motion has words that begin as those asked for; None where none are."""
    words = [word[:_LONGEST_WORD] for word in search_words(text)][:_MOST_WORDS]
    if not words:
        return None
    motions = schema.motions
    if dialect == "sqlite":
        asked = " AND ".join(f'"{word}"*' for word in words)
        found = sa.text("SELECT rowid FROM motion_words WHERE motion_words MATCH :words")
    else:
        asked = " & ".join(f"{word}:*" for word in words)
        found = sa.text("SELECT motion_id FROM motion_words WHERE words @@ to_tsquery('simple', :words)")
    return motions.c.id.in_(
        found.bindparams(words=asked).columns(sa.column("id", sa.Integer)).scalar_subquery()
    )

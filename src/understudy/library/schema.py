"""The tables of a library, the same for SQLite and PostgreSQL.

What is here is the newest form. Older databases are brought to it by the steps in ``migrations/versions``,
and a test compares the two. Moments are texts in UTC (``2026-03-01T12:00:00Z``), which sort as they follow
each other and are alike on both databases. Lengths are in metres, masses in kilograms, times in seconds.
"""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Column, ForeignKey, Table = sa.Column, sa.ForeignKey, sa.Table
Text, Float, Integer = sa.Text, sa.Float, sa.Integer


def _key() -> sa.Column[int]:
    return Column("id", Integer, primary_key=True, autoincrement=True)


def _of(table: str, nullable: bool = False, name: str = "") -> sa.Column[int]:
    """Return a column that names a row of another table, and goes with it where it may not be empty."""
    column = name or f"{table.removesuffix('s')}_id"
    fate = "SET NULL" if nullable else "CASCADE"
    return Column(column, ForeignKey(f"{table}.id", ondelete=fate), nullable=nullable)


institutions = Table(
    "institutions",
    metadata,
    _key(),
    Column("name", Text, nullable=False, unique=True),
    Column("url", Text, nullable=False, server_default=""),
)

projects = Table(
    "projects",
    metadata,
    _key(),
    _of("institutions", nullable=True),
    Column("name", Text, nullable=False, unique=True),
    Column("description", Text, nullable=False, server_default=""),
    Column("licence", Text, nullable=False, server_default=""),
)

subjects = Table(
    "subjects",
    metadata,
    _key(),
    Column("code", Text, nullable=False, unique=True),
    Column("height", Float),
    Column("mass", Float),
    Column("lengths", sa.JSON, nullable=False, server_default="{}"),
    Column("consent", Text, nullable=False, server_default="open"),
    # Only for those who may see personal data.
    Column("name", Text, nullable=False, server_default=""),
    Column("sex", Text, nullable=False, server_default=""),
    Column("born", Text, nullable=False, server_default=""),
    Column("contact", Text, nullable=False, server_default=""),
    Column("consent_note", Text, nullable=False, server_default=""),
)

blobs = Table(
    "blobs",
    metadata,
    Column("sha256", sa.String(64), primary_key=True),
    Column("size", sa.BigInteger, nullable=False),
    Column("added", Text, nullable=False),
)

objects = Table(
    "objects",
    metadata,
    _key(),
    Column("name", Text, nullable=False, unique=True),
    Column("description", Text, nullable=False, server_default=""),
    Column("attributes", sa.JSON, nullable=False, server_default="{}"),
    Column("model_name", Text, nullable=False, server_default=""),
    Column("model_sha256", ForeignKey("blobs.sha256")),
)

categories = Table(
    "categories",
    metadata,
    _key(),
    Column("path", Text, nullable=False, unique=True),
    _of("categories", nullable=True, name="parent_id"),
    Column("description", Text, nullable=False, server_default=""),
)

motions = Table(
    "motions",
    metadata,
    _key(),
    Column("title", Text, nullable=False),
    Column("description", Text, nullable=False, server_default=""),
    _of("projects", nullable=True),
    _of("subjects", nullable=True),
    Column("licence", Text, nullable=False, server_default=""),
    Column("sha256", sa.String(64), nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("frames", Integer),
    Column("fps", Float),
    Column("seconds", Float, index=True),
    Column("stated_access", Integer, nullable=False, server_default="0"),
    Column("access", Integer, nullable=False, server_default="0", index=True),
    Column("owner", Text, nullable=False, server_default=""),
    Column("added", Text, nullable=False),
    Column("changed", Text, nullable=False),
    sa.Index("ix_motions_project_id_id", "project_id", "id"),
    sa.Index("ix_motions_subject_id_id", "subject_id", "id"),
    sqlite_autoincrement=True,
)

motion_categories = Table(
    "motion_categories",
    metadata,
    Column("category_id", ForeignKey("categories.id", ondelete="CASCADE"), primary_key=True),
    Column("motion_id", ForeignKey("motions.id", ondelete="CASCADE"), primary_key=True, index=True),
    # False for the nodes above those that a motion was given.
    Column("own", sa.Boolean, nullable=False),
)

motion_tags = Table(
    "motion_tags",
    metadata,
    Column("tag", Text, primary_key=True),
    Column("motion_id", ForeignKey("motions.id", ondelete="CASCADE"), primary_key=True, index=True),
)

motion_objects = Table(
    "motion_objects",
    metadata,
    Column("object_id", ForeignKey("objects.id", ondelete="CASCADE"), primary_key=True),
    Column("motion_id", ForeignKey("motions.id", ondelete="CASCADE"), primary_key=True, index=True),
)

files = Table(
    "files",
    metadata,
    _key(),
    Column("motion_id", ForeignKey("motions.id", ondelete="CASCADE"), nullable=False),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("sha256", ForeignKey("blobs.sha256"), nullable=False, index=True),
    Column("size", sa.BigInteger, nullable=False),
    Column("robot", Text, nullable=False, server_default=""),
    Column("method", Text, nullable=False, server_default=""),
    # Stands for all that a result depends on, so that it is made once.
    Column("key", Text, nullable=False, server_default=""),
    Column("added", Text, nullable=False),
    sa.UniqueConstraint("motion_id", "name"),
    sa.Index("ix_files_robot_motion_id", "robot", "motion_id"),
)

origins = Table(
    "origins",
    metadata,
    Column("file_id", ForeignKey("files.id", ondelete="CASCADE"), primary_key=True),
    Column("origin_id", ForeignKey("files.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("steps", sa.JSON, nullable=False),
)

figures = Table(
    "figures",
    metadata,
    Column("file_id", ForeignKey("files.id", ondelete="CASCADE"), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("motion_id", ForeignKey("motions.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("value", Float, nullable=False),
    sa.Index("ix_figures_name_value", "name", "value", "motion_id"),
)

comments = Table(
    "comments",
    metadata,
    _key(),
    Column("motion_id", ForeignKey("motions.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("author", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("added", Text, nullable=False),
)

descriptors = Table(
    "descriptors",
    metadata,
    Column("motion_id", ForeignKey("motions.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("vector", sa.LargeBinary, nullable=False),
)

imports = Table(
    "imports",
    metadata,
    Column("source", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("sentence", Text, nullable=False, server_default=""),
    Column("motion_id", ForeignKey("motions.id", ondelete="SET NULL")),
)

tokens = Table(
    "tokens",
    metadata,
    _key(),
    Column("name", Text, nullable=False, unique=True),
    Column("role", Text, nullable=False),
    # The token itself is shown once and kept nowhere.
    Column("digest", sa.String(64), nullable=False, unique=True),
    Column("added", Text, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    _key(),
    Column("moment", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("action", Text, nullable=False, index=True),
    Column("target", Text, nullable=False, index=True),
    Column("detail", sa.JSON, nullable=False, server_default="{}"),
)

VIRTUAL = ("motion_words",)
"""Tables of full-text search, which each database has in its own way; see ``text_search``."""

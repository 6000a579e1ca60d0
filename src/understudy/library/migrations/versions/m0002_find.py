"""Full-text search, figures of performances, and descriptors of poses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_SQLITE_WORDS = "CREATE VIRTUAL TABLE motion_words USING fts5(words, tokenize='unicode61', prefix='2 3')"
_POSTGRESQL_WORDS = (
    "CREATE TABLE motion_words (motion_id INTEGER PRIMARY KEY REFERENCES motions (id) ON DELETE CASCADE, "
    "words TSVECTOR NOT NULL)"
)
_POSTGRESQL_INDEX = "CREATE INDEX ix_motion_words_words ON motion_words USING GIN (words)"
"""Full-text search, which each database has in its own way."""


def upgrade() -> None:
    """Make the tables of this step."""
    op.create_table(
        "figures",
        sa.Column("file_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("motion_id", sa.Integer(), nullable=False),
        sa.Column("value", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["file_id"], ["files.id"], name=op.f("fk_figures_file_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["motion_id"], ["motions.id"], name=op.f("fk_figures_motion_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("file_id", "name", name=op.f("pk_figures")),
    )
    op.create_index(op.f("ix_figures_motion_id"), "figures", ["motion_id"], unique=False)
    op.create_index("ix_figures_name_value", "figures", ["name", "value", "motion_id"], unique=False)
    op.create_table(
        "descriptors",
        sa.Column("motion_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["motion_id"], ["motions.id"], name=op.f("fk_descriptors_motion_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("motion_id", name=op.f("pk_descriptors")),
    )
    if op.get_bind().dialect.name == "sqlite":
        op.execute(_SQLITE_WORDS)
        return
    op.execute(_POSTGRESQL_WORDS)
    op.execute(_POSTGRESQL_INDEX)

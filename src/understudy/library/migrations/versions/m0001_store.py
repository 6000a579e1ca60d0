"""Recordings, motions and what is known of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables of this step."""
    op.create_table(
        "institutions",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_institutions")),
        sa.UniqueConstraint("name", name=op.f("uq_institutions_name")),
    )
    op.create_table(
        "projects",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("institution_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("licence", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["institution_id"],
            ["institutions.id"],
            name=op.f("fk_projects_institution_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_projects")),
        sa.UniqueConstraint("name", name=op.f("uq_projects_name")),
    )
    op.create_table(
        "subjects",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("height", sa.Float(), nullable=True),
        sa.Column("mass", sa.Float(), nullable=True),
        sa.Column("lengths", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("consent", sa.Text(), server_default="open", nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("sex", sa.Text(), server_default="", nullable=False),
        sa.Column("born", sa.Text(), server_default="", nullable=False),
        sa.Column("contact", sa.Text(), server_default="", nullable=False),
        sa.Column("consent_note", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subjects")),
        sa.UniqueConstraint("code", name=op.f("uq_subjects_code")),
    )
    op.create_table(
        "blobs",
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("added", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_blobs")),
    )
    op.create_table(
        "objects",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("attributes", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("model_name", sa.Text(), server_default="", nullable=False),
        sa.Column("model_sha256", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["model_sha256"], ["blobs.sha256"], name=op.f("fk_objects_model_sha256")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_objects")),
        sa.UniqueConstraint("name", name=op.f("uq_objects_name")),
    )
    op.create_table(
        "categories",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("parent_id", sa.Integer(), nullable=True),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["parent_id"], ["categories.id"], name=op.f("fk_categories_parent_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_categories")),
        sa.UniqueConstraint("path", name=op.f("uq_categories_path")),
    )
    op.create_table(
        "motions",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=True),
        sa.Column("subject_id", sa.Integer(), nullable=True),
        sa.Column("licence", sa.Text(), server_default="", nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("frames", sa.Integer(), nullable=True),
        sa.Column("fps", sa.Float(), nullable=True),
        sa.Column("seconds", sa.Float(), nullable=True),
        sa.Column("stated_access", sa.Integer(), server_default="0", nullable=False),
        sa.Column("access", sa.Integer(), server_default="0", nullable=False),
        sa.Column("owner", sa.Text(), server_default="", nullable=False),
        sa.Column("added", sa.Text(), nullable=False),
        sa.Column("changed", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_motions_project_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["subject_id"], ["subjects.id"], name=op.f("fk_motions_subject_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_motions")),
        sa.UniqueConstraint("sha256", name=op.f("uq_motions_sha256")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_motions_access"), "motions", ["access"], unique=False)
    op.create_index("ix_motions_project_id_id", "motions", ["project_id", "id"], unique=False)
    op.create_index(op.f("ix_motions_seconds"), "motions", ["seconds"], unique=False)
    op.create_index("ix_motions_subject_id_id", "motions", ["subject_id", "id"], unique=False)
    op.create_table(
        "motion_categories",
        sa.Column("category_id", sa.Integer(), nullable=False),
        sa.Column("motion_id", sa.Integer(), nullable=False),
        sa.Column("own", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["category_id"],
            ["categories.id"],
            name=op.f("fk_motion_categories_category_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["motion_id"], ["motions.id"], name=op.f("fk_motion_categories_motion_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("category_id", "motion_id", name=op.f("pk_motion_categories")),
    )
    op.create_index(op.f("ix_motion_categories_motion_id"), "motion_categories", ["motion_id"], unique=False)
    op.create_table(
        "motion_tags",
        sa.Column("tag", sa.Text(), nullable=False),
        sa.Column("motion_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["motion_id"], ["motions.id"], name=op.f("fk_motion_tags_motion_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("tag", "motion_id", name=op.f("pk_motion_tags")),
    )
    op.create_index(op.f("ix_motion_tags_motion_id"), "motion_tags", ["motion_id"], unique=False)
    op.create_table(
        "motion_objects",
        sa.Column("object_id", sa.Integer(), nullable=False),
        sa.Column("motion_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["motion_id"], ["motions.id"], name=op.f("fk_motion_objects_motion_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["object_id"], ["objects.id"], name=op.f("fk_motion_objects_object_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("object_id", "motion_id", name=op.f("pk_motion_objects")),
    )
    op.create_index(op.f("ix_motion_objects_motion_id"), "motion_objects", ["motion_id"], unique=False)
    op.create_table(
        "files",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("motion_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("robot", sa.Text(), server_default="", nullable=False),
        sa.Column("method", sa.Text(), server_default="", nullable=False),
        sa.Column("key", sa.Text(), server_default="", nullable=False),
        sa.Column("added", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["motion_id"], ["motions.id"], name=op.f("fk_files_motion_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["sha256"], ["blobs.sha256"], name=op.f("fk_files_sha256")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_files")),
        sa.UniqueConstraint("motion_id", "name", name=op.f("uq_files_motion_id_name")),
    )
    op.create_index("ix_files_robot_motion_id", "files", ["robot", "motion_id"], unique=False)
    op.create_index(op.f("ix_files_sha256"), "files", ["sha256"], unique=False)
    op.create_table(
        "origins",
        sa.Column("file_id", sa.Integer(), nullable=False),
        sa.Column("origin_id", sa.Integer(), nullable=False),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["file_id"], ["files.id"], name=op.f("fk_origins_file_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["origin_id"], ["files.id"], name=op.f("fk_origins_origin_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("file_id", "origin_id", name=op.f("pk_origins")),
    )
    op.create_index(op.f("ix_origins_origin_id"), "origins", ["origin_id"], unique=False)
    op.create_table(
        "comments",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("motion_id", sa.Integer(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("added", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["motion_id"], ["motions.id"], name=op.f("fk_comments_motion_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comments")),
    )
    op.create_index(op.f("ix_comments_motion_id"), "comments", ["motion_id"], unique=False)
    op.create_table(
        "imports",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("sentence", sa.Text(), server_default="", nullable=False),
        sa.Column("motion_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["motion_id"], ["motions.id"], name=op.f("fk_imports_motion_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("source", "name", name=op.f("pk_imports")),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("moment", sa.Text(), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("detail", sa.JSON(), server_default="{}", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index(op.f("ix_audit_action"), "audit", ["action"], unique=False)
    op.create_index(op.f("ix_audit_target"), "audit", ["target"], unique=False)

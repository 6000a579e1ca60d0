"""Motions in the database: how they are written, changed, and read with everything that belongs to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from understudy.library import schema
from understudy.library.categories import set_categories
from understudy.library.database import insert_new, now
from understudy.library.entries import About, Comment, Motion
from understudy.library.files import files_of, origins_of
from understudy.library.people import named_id
from understudy.library.refusals import NotInLibraryError
from understudy.library.text_search import forget_text, index_texts
from understudy.library.texts import listed, listed_paths, name_of, text_of
from understudy.library.viewer import ACCESS, Viewer, require_choice
from understudy.library.visibility import effective_access, shown_access, visible


@dataclass(frozen=True)
class Checked:
    """What is said of a motion, checked before anything is written."""

    about: About

    @classmethod
    def of(cls, about: About, fallback: str) -> Checked:
        """Check what somebody says of a motion.

        Raises:
            LibraryError: Something of it is not valid.
        """
        require_choice("access", about.access, ACCESS)
        return cls(
            replace(
                about,
                title=name_of("title", about.title or fallback),
                description=text_of("description", about.description),
                project=name_of("project", about.project) if about.project else "",
                subject=name_of("subject", about.subject) if about.subject else "",
                categories=listed_paths(about.categories),
                tags=listed("tag", about.tags),
                objects=listed("object", about.objects),
                licence=text_of("licence", about.licence),
            )
        )


def update_motion(connection: sa.Connection, motion_id: int, checked: Checked) -> None:
    """Change what is said of a motion."""
    motions = schema.motions
    values = {"changed": now(), **_columns(connection, checked.about)}
    connection.execute(sa.update(motions).where(motions.c.id == motion_id).values(**values))
    _set_lists(connection, motion_id, checked.about)
    index_motions(connection, [motion_id])


def delete_motion(connection: sa.Connection, motion_id: int) -> None:
    """Delete a motion with everything that belongs to it; contents of files stay until they are swept."""
    forget_text(connection, motion_id)
    connection.execute(sa.delete(schema.motions).where(schema.motions.c.id == motion_id))


def _columns(connection: sa.Connection, about: About) -> dict[str, Any]:
    subject = named_id(connection, schema.subjects, "subject", about.subject)
    table = schema.subjects
    consent = connection.scalar(sa.select(table.c.consent).where(table.c.id == subject)) or "open"
    stated = ACCESS.index(about.access)
    return {
        "title": about.title,
        "description": about.description,
        "project_id": named_id(connection, schema.projects, "project", about.project),
        "subject_id": subject,
        "licence": about.licence,
        "stated_access": stated,
        "access": effective_access(stated, consent),
    }


def _set_lists(connection: sa.Connection, motion_id: int, about: About) -> None:
    set_categories(connection, motion_id, about.categories)
    tags, things = schema.motion_tags, schema.motion_objects
    connection.execute(sa.delete(tags).where(tags.c.motion_id == motion_id))
    connection.execute(sa.delete(things).where(things.c.motion_id == motion_id))
    if about.tags:
        rows = [{"motion_id": motion_id, "tag": tag.casefold()} for tag in about.tags]
        connection.execute(sa.insert(tags), list({row["tag"]: row for row in rows}.values()))
    for name in about.objects:
        own = named_id(connection, schema.objects, "object", name)
        insert_new(connection, things, {"motion_id": motion_id, "object_id": own})


def index_motions(connection: sa.Connection, numbers: Sequence[int]) -> None:
    """Index the words of motions and of their files' names and comments."""
    files, comments = schema.files, schema.comments
    texts: dict[int, list[str]] = {}
    for motion in load_motions(connection, numbers):
        own = (motion.title, motion.description, motion.project, motion.subject)
        texts[motion.id] = [*own, *motion.tags, *motion.categories, *motion.objects]
    for asked in (
        sa.select(files.c.motion_id, files.c.name, files.c.robot, files.c.method).order_by(files.c.id),
        sa.select(comments.c.motion_id, comments.c.text).order_by(comments.c.id),
    ):
        number = asked.selected_columns[0]
        for own, *words in connection.execute(asked.where(number.in_(numbers))):
            texts[own] += words
    index_texts(connection, texts)


def load_motion(connection: sa.Connection, viewer: Viewer, motion_id: int) -> Motion:
    """Return a motion with everything that belongs to it.

    Raises:
        NotInLibraryError: There is none that whoever asks may know of.
    """
    motions = schema.motions
    seen = sa.select(motions.c.id).where(motions.c.id == motion_id, visible(viewer))
    if connection.scalar(seen) is None:
        raise NotInLibraryError(f"there is no motion {motion_id}")
    return load_motions(connection, [motion_id], whole=True)[0]


def load_motions(connection: sa.Connection, numbers: Sequence[int], whole: bool = False) -> list[Motion]:
    """Return motions in the order of their numbers given, those that are there.

    Args:
        connection: The database.
        numbers: Of the motions.
        whole: Whether with files, origins and comments.
    """
    if not numbers:
        return []
    motions, projects, subjects = schema.motions, schema.projects, schema.subjects
    joined = motions.outerjoin(projects).outerjoin(subjects)
    columns = (
        motions,
        projects.c.name.label("project"),
        projects.c.licence.label("project_licence"),
        subjects.c.code.label("subject"),
    )
    rows = connection.execute(sa.select(*columns).select_from(joined).where(motions.c.id.in_(numbers)))
    found = {row.id: row for row in rows}
    lists = _lists(connection, list(found))
    loaded = [_motion(found[number], lists) for number in numbers if number in found]
    return [_with_all(connection, motion) for motion in loaded] if whole else loaded


def _lists(connection: sa.Connection, numbers: list[int]) -> dict[str, dict[int, list[str]]]:
    entered, tags, things = schema.motion_categories, schema.motion_tags, schema.motion_objects
    asked = {
        "categories": sa.select(entered.c.motion_id, schema.categories.c.path)
        .select_from(entered.join(schema.categories))
        .where(entered.c.motion_id.in_(numbers), entered.c.own),
        "tags": sa.select(tags.c.motion_id, tags.c.tag).where(tags.c.motion_id.in_(numbers)),
        "objects": sa.select(things.c.motion_id, schema.objects.c.name)
        .select_from(things.join(schema.objects))
        .where(things.c.motion_id.in_(numbers)),
    }
    found: dict[str, dict[int, list[str]]] = {}
    for kind, statement in asked.items():
        found[kind] = {}
        for number, name in connection.execute(statement):
            found[kind].setdefault(number, []).append(name)
    return found


def _motion(row: Any, lists: dict[str, dict[int, list[str]]]) -> Motion:
    categories, tags, objects = (
        tuple(sorted(lists[kind].get(row.id, ()))) for kind in ("categories", "tags", "objects")
    )
    return Motion(
        id=row.id,
        title=row.title,
        description=row.description,
        project=row.project or "",
        subject=row.subject or "",
        licence=row.licence or row.project_licence or "",
        access=shown_access(row.access),
        kind=row.kind,
        frames=row.frames,
        fps=row.fps,
        seconds=row.seconds,
        owner=row.owner,
        added=row.added,
        changed=row.changed,
        categories=categories,
        tags=tags,
        objects=objects,
    )


def _with_all(connection: sa.Connection, motion: Motion) -> Motion:
    comments = schema.comments
    asked = sa.select(comments).where(comments.c.motion_id == motion.id).order_by(comments.c.id)
    return replace(
        motion,
        files=files_of(connection, motion.id),
        origins=origins_of(connection, motion.id),
        comments=tuple(Comment(row.id, row.author, row.text, row.added) for row in connection.execute(asked)),
    )

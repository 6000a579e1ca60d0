"""Motions into the database, one or many at once: each table is written to once, however many they are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sqlalchemy as sa

from understudy.library import schema
from understudy.library.audit import log_all
from understudy.library.categories import category_ids
from understudy.library.database import insert_missing, now
from understudy.library.describing import OTHER, SIDECAR, Described
from understudy.library.descriptor.descriptor import VERSION
from understudy.library.files import link_origins, names_like, save_figures
from understudy.library.motions import Checked
from understudy.library.neighbours import packed
from understudy.library.parcel import Parcel
from understudy.library.people import ids_of
from understudy.library.text_search import index_texts
from understudy.library.texts import ancestors, file_name
from understudy.library.viewer import ACCESS, Viewer
from understudy.library.visibility import effective_access

_Files = dict[str, tuple[str, int, Described]]


@dataclass(frozen=True)
class Arrival:
    """A motion that is to be added; its contents are kept already.

    Attributes:
        checked: What is said of it.
        found: What is in its file.
        parcel: The file.
        attached: Name and content of files that belong to it.
    """

    checked: Checked
    found: Described
    parcel: Parcel
    attached: tuple[tuple[str, bytes], ...] = ()

    @cached_property
    def sha256(self) -> str:
        """The file's hash, by which a motion is known."""
        return self.parcel.sha256


def add_all(connection: sa.Connection, viewer: Viewer, arrivals: Sequence[Arrival]) -> list[int | None]:
    """Insert motions with everything that belongs to them; return their numbers, None where one is here."""
    numbers = _insert_motions(connection, viewer.name, arrivals)
    new: dict[int, Arrival] = {}
    answer: list[int | None] = []
    for arrival in arrivals:
        own = numbers.pop(arrival.sha256, None)
        answer.append(own)
        if own is not None:
            new[own] = arrival
    if new:
        _set_lists(connection, new)
        files = {own: _files(arrival) for own, arrival in new.items()}
        _insert_files(connection, files)
        _insert_descriptors(connection, new)
        index_texts(connection, {own: _texts(arrival, files[own]) for own, arrival in new.items()})
        _learn(connection, new.values())
        lines = ((f"motion/{own}", {"sha256": arrival.sha256}) for own, arrival in new.items())
        log_all(connection, viewer, "add", lines)
    return answer


def _insert_motions(connection: sa.Connection, owner: str, arrivals: Sequence[Arrival]) -> dict[str, int]:
    """Insert the rows of motions; return hash → number of those that are new."""
    abouts = [arrival.checked.about for arrival in arrivals]
    projects = ids_of(connection, schema.projects, (about.project for about in abouts))
    subjects = ids_of(connection, schema.subjects, (about.subject for about in abouts))
    consents = _consents(connection, subjects.values())
    moment = now()
    rows: dict[str, dict[str, Any]] = {}
    for arrival, about in zip(arrivals, abouts, strict=True):
        stated, subject = ACCESS.index(about.access), subjects.get(about.subject)
        rows.setdefault(
            arrival.sha256,
            {
                "sha256": arrival.sha256,
                "kind": arrival.found.kind,
                "frames": arrival.found.frames,
                "fps": arrival.found.fps,
                "seconds": arrival.found.seconds,
                "owner": owner,
                "added": moment,
                "changed": moment,
                "title": about.title,
                "description": about.description,
                "project_id": projects.get(about.project),
                "subject_id": subject,
                "licence": about.licence,
                "stated_access": stated,
                "access": effective_access(stated, consents.get(subject or 0, "open")),
            },
        )
    motions = schema.motions
    inserted = insert_missing(connection, motions, list(rows.values()), motions.c.sha256, motions.c.id)
    return {row.sha256: int(row.id) for row in inserted}


def _consents(connection: sa.Connection, subjects: Iterable[int]) -> dict[int, str]:
    table = schema.subjects
    asked = sa.select(table.c.id, table.c.consent).where(table.c.id.in_(list(subjects)))
    return {row.id: row.consent for row in connection.execute(asked)}


def _set_lists(connection: sa.Connection, new: dict[int, Arrival]) -> None:
    """Enter motions under their descriptions, tags and objects."""
    abouts = {own: arrival.checked.about for own, arrival in new.items()}
    nodes = category_ids(connection, (path for about in abouts.values() for path in about.categories))
    things = ids_of(connection, schema.objects, (name for about in abouts.values() for name in about.objects))
    entered = [
        {"category_id": nodes[node], "motion_id": own, "own": node in about.categories}
        for own, about in abouts.items()
        for node in dict.fromkeys(node for path in about.categories for node in ancestors(path))
    ]
    tags = [
        {"motion_id": own, "tag": tag}
        for own, about in abouts.items()
        for tag in dict.fromkeys(tag.casefold() for tag in about.tags)
    ]
    objects = [
        {"motion_id": own, "object_id": things[name]}
        for own, about in abouts.items()
        for name in about.objects
    ]
    _insert(connection, schema.motion_categories, entered)
    _insert(connection, schema.motion_tags, tags)
    _insert(connection, schema.motion_objects, objects)


def _insert_files(connection: sa.Connection, files_of: dict[int, _Files]) -> None:
    moment = now()
    every = {(own, name): file for own, own_files in files_of.items() for name, file in own_files.items()}
    # In the order of their hashes, so that two writers never wait for each other.
    sizes = sorted({sha256: size for sha256, size, _ in every.values()}.items())
    blobs = [{"sha256": sha256, "size": size, "added": moment} for sha256, size in sizes]
    insert_missing(connection, schema.blobs, blobs)
    files = schema.files
    values = [
        {
            "motion_id": own,
            "name": name,
            "kind": found.kind,
            "sha256": sha256,
            "size": size,
            "robot": found.robot,
            "method": found.method,
            "added": moment,
        }
        for (own, name), (sha256, size, found) in every.items()
    ]
    inserted = sa.insert(files).returning(files.c.motion_id, files.c.name, files.c.id)
    numbers = {(row.motion_id, row.name): int(row.id) for row in connection.execute(inserted, values)}
    for (own, name), (_, _, found) in every.items():
        save_figures(connection, own, numbers[own, name], found.figures)
    link_origins(connection, {numbers[key]: (sha256, found) for key, (sha256, _, found) in every.items()})


def _files(arrival: Arrival) -> dict[str, tuple[str, int, Described]]:
    """Return name → hash, size [bytes] and what is in it of each file of a motion, the first one first."""
    first, found = arrival.parcel, {}
    found[file_name(first.name)] = (arrival.sha256, len(first.content), arrival.found)
    for kind, files in ((SIDECAR, first.beside), (OTHER, arrival.attached)):
        for name, content in files:
            called = next(each for each in names_like(name) if each not in found)
            found[called] = (hashlib.sha256(content).hexdigest(), len(content), Described(kind))
    return found


def _insert_descriptors(connection: sa.Connection, new: dict[int, Arrival]) -> None:
    rows = [
        {"motion_id": own, "version": VERSION, "vector": packed(arrival.found.descriptor)}
        for own, arrival in new.items()
        if arrival.found.descriptor is not None
    ]
    _insert(connection, schema.descriptors, rows)


def _texts(arrival: Arrival, files: _Files) -> tuple[str, ...]:
    """Return what a motion can be found by."""
    about, found = arrival.checked.about, arrival.found
    texts = (about.title, about.description, about.project, about.subject, *about.tags)
    return (*texts, *about.categories, *about.objects, *files, found.robot, found.method)


def _learn(connection: sa.Connection, arrivals: Iterable[Arrival]) -> None:
    """Keep what files tell of their subjects where nothing is known of that yet."""
    told: dict[tuple[str, str], Any] = {}
    for arrival in arrivals:
        code, subject = arrival.checked.about.subject, arrival.found.subject
        facts = {"height": subject.height, "mass": subject.mass, "lengths": dict(arrival.found.lengths)}
        for column, value in facts.items():
            if code and value:
                told.setdefault((code, column), value)
    table = schema.subjects
    for (code, column), value in sorted(told.items(), key=lambda entry: entry[0]):
        is_json = column == "lengths"
        empty = sa.cast(table.c.lengths, sa.Text) == "{}" if is_json else table.c[column].is_(None)
        connection.execute(sa.update(table).where(table.c.code == code, empty).values({column: value}))


def _insert(connection: sa.Connection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(sa.insert(table), rows)

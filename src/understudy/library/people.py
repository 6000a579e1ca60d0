"""Institutions, projects, subjects and objects: looked up by their names, made where they are new."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from understudy.library import schema
from understudy.library.database import insert_missing
from understudy.library.entries import Institution, Person, Project, Thing
from understudy.library.refusals import LibraryError, NotInLibraryError
from understudy.library.texts import name_of, text_of
from understudy.library.viewer import CONSENTS, Viewer, require_choice

PERSONAL = ("name", "sex", "born", "contact", "consent_note")
"""What only a keeper sees of a subject."""

_SEXES = ("", "female", "male", "other")
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
_TALLEST, _HEAVIEST = 3.0, 700.0
_MOST_FACTS = 200


def ids_of(connection: sa.Connection, table: sa.Table, names: Iterable[str]) -> dict[str, int]:
    """Return name → number of rows, which are made where there are none; an empty name is none."""
    column = table.c.code if table is schema.subjects else table.c.name
    # In order, so that two who make the same ones never wait for each other.
    wanted = sorted(set(filter(None, names)))
    found: dict[str, int] = {}
    for _ in range(2):
        missing = [name for name in wanted if name not in found]
        if missing:
            asked = sa.select(column, table.c.id).where(column.in_(missing))
            found |= {name: int(own) for name, own in connection.execute(asked)}
            new = [{column.name: name} for name in missing if name not in found]
            insert_missing(connection, table, new)
    return found


def row_id(connection: sa.Connection, table: sa.Table, name: str) -> int:
    """Return the number of the row of a name, which is made where there is none."""
    return ids_of(connection, table, (name,))[name]


def named_id(connection: sa.Connection, table: sa.Table, kind: str, name: str) -> int | None:
    """Return the number of the project, subject or object of a name; None for an empty one."""
    if not name:
        return None
    return row_id(connection, table, name_of(kind, name))


def save_institution(connection: sa.Connection, institution: Institution) -> None:
    """Make or change an institution."""
    own = row_id(connection, schema.institutions, name_of("institution", institution.name))
    _update(connection, schema.institutions, own, {"url": text_of("url", institution.url)})


def save_project(connection: sa.Connection, project: Project) -> None:
    """Make or change a project."""
    own = row_id(connection, schema.projects, name_of("project", project.name))
    values = {
        "institution_id": named_id(connection, schema.institutions, "institution", project.institution),
        "description": text_of("description", project.description),
        "licence": text_of("licence", project.licence),
    }
    _update(connection, schema.projects, own, values)


def save_subject(connection: sa.Connection, person: Person) -> int:
    """Make or change a subject; personal data that are not given stay as they are. Return its number."""
    own = row_id(connection, schema.subjects, name_of("subject", person.code))
    require_choice("consent", person.consent, CONSENTS)
    values: dict[str, Any] = {
        "height": _measure("height", person.height, _TALLEST),
        "mass": _measure("mass", person.mass, _HEAVIEST),
        "lengths": {
            name_of("length", name): _measure(name, value, _TALLEST) for name, value in person.lengths.items()
        },
        "consent": person.consent,
    }
    for name, value in (person.personal or {}).items():
        require_choice("personal fact", name, PERSONAL)
        values[name] = text_of(name, value)
    require_choice("sex", values.get("sex", ""), _SEXES)
    if values.get("born") and not _DATE.fullmatch(values["born"]):
        raise LibraryError(f"born is '{values['born']}', expected a year or a date such as 1990-05-17")
    _update(connection, schema.subjects, own, values)
    return own


def save_object(connection: sa.Connection, thing: Thing) -> None:
    """Make or change an object; its model stays where none is given."""
    own = row_id(connection, schema.objects, name_of("object", thing.name))
    if len(thing.attributes) > _MOST_FACTS:
        raise LibraryError(f"{len(thing.attributes)} attributes were given, expected at most {_MOST_FACTS}")
    values: dict[str, Any] = {
        "description": text_of("description", thing.description),
        "attributes": dict(thing.attributes),
    }
    if thing.model_sha256:
        values |= {"model_name": thing.model_name, "model_sha256": thing.model_sha256}
    _update(connection, schema.objects, own, values)


def institutions(connection: sa.Connection) -> list[Institution]:
    """Return all institutions by name."""
    rows = connection.execute(sa.select(schema.institutions).order_by(schema.institutions.c.name))
    return [Institution(row.name, row.url) for row in rows]


def projects(connection: sa.Connection) -> list[Project]:
    """Return all projects by name."""
    joined = schema.projects.outerjoin(schema.institutions)
    columns = (schema.projects, schema.institutions.c.name.label("institution"))
    rows = connection.execute(sa.select(*columns).select_from(joined).order_by(schema.projects.c.name))
    return [Project(row.name, row.institution or "", row.description, row.licence) for row in rows]


def subjects(connection: sa.Connection, viewer: Viewer, code: str = "") -> list[Person]:
    """Return all subjects by code, or the one of a code, with what whoever asks may know of them."""
    table = schema.subjects
    asked = sa.select(table).order_by(table.c.code)
    if code:
        asked = asked.where(table.c.code == code)
    if not viewer.may("keeper"):
        # Who has withdrawn is not even listed.
        asked = asked.where(table.c.consent != "withdrawn")
    return [_person(row, viewer.may("keeper")) for row in connection.execute(asked)]


def subject(connection: sa.Connection, viewer: Viewer, code: str) -> Person:
    """Return a subject.

    Raises:
        NotInLibraryError: There is none of that code that whoever asks may know of.
    """
    found = subjects(connection, viewer, code)
    if not found:
        raise NotInLibraryError(f"there is no subject '{code}'")
    return found[0]


def objects(connection: sa.Connection) -> list[Thing]:
    """Return all objects by name."""
    rows = connection.execute(sa.select(schema.objects).order_by(schema.objects.c.name))
    return [
        Thing(row.name, row.description, row.attributes, row.model_name, row.model_sha256 or "")
        for row in rows
    ]


def names_of(connection: sa.Connection, viewer: Viewer, most: int) -> dict[str, list[str]]:
    """Return the first names of projects, subjects and objects that whoever asks may know of, by kind."""
    codes = sa.select(schema.subjects.c.code)
    if not viewer.may("keeper"):
        codes = codes.where(schema.subjects.c.consent != "withdrawn")
    asked = {
        "projects": sa.select(schema.projects.c.name),
        "subjects": codes,
        "objects": sa.select(schema.objects.c.name),
    }
    return {
        kind: list(connection.scalars(statement.order_by(statement.selected_columns[0]).limit(most)))
        for kind, statement in asked.items()
    }


def _person(row: Any, with_personal: bool) -> Person:
    personal = {name: getattr(row, name) for name in PERSONAL} if with_personal else None
    return Person(row.code, row.height, row.mass, row.lengths, row.consent, personal)


def _update(connection: sa.Connection, table: sa.Table, own: int, values: Mapping[str, Any]) -> None:
    connection.execute(sa.update(table).where(table.c.id == own).values(**values))


def _measure(name: str, value: float | None, most: float) -> float | None:
    if value is None:
        return None
    if not (math.isfinite(value) and 0.0 < value <= most):
        raise LibraryError(f"{name} is {value:g}, expected over 0 and up to {most:g}")
    return float(value)

"""An import into a library that is opened here: motions and what came of their files in one transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from understudy.library import schema
from understudy.library.describing import OTHER, Described
from understudy.library.entries import Institution, Project
from understudy.library.files import insert_file
from understudy.library.importing.importer import ADDED, DUPLICATE, REFUSED, Looked, Outcome
from understudy.library.library import Library
from understudy.library.motions import Checked
from understudy.library.people import save_institution, save_project
from understudy.library.refusals import LibraryError


class IntoLibrary:
    """A library as the target of an import."""

    def __init__(self, library: Library) -> None:
        """Take the library.

        Raises:
            NotAllowedError: Whoever asks may not add motions.
        """
        library.viewer.require("editor", "importing motions")
        self._library = library

    def prepare(self, projects: Iterable[Project], institutions: Iterable[Institution]) -> None:
        """Make projects and institutions of a set, unless somebody has described them already."""
        known = {project.name for project in self._library.projects()}
        known |= {institution.name for institution in self._library.institutions()}
        with self._library.database.writing() as connection:
            for institution in institutions:
                if institution.name not in known:
                    save_institution(connection, institution)
            for project in projects:
                if project.name not in known:
                    save_project(connection, project)

    def done(self, source: str) -> dict[str, tuple[str, str]]:
        """Return name → digest and status of what was imported from a place before."""
        table = schema.imports
        asked = sa.select(table.c.name, table.c.digest, table.c.status).where(table.c.source == source)
        with self._library.database.reading() as connection:
            return {row.name: (row.digest, row.status) for row in connection.execute(asked)}

    def write(self, source: str, looked: list[Looked]) -> list[Outcome]:
        """Write some files together, and what came of them."""
        for each in looked:
            if each.parcel is not None:
                self._library.keep(each.parcel)
            for _, content in each.attached:
                self._library.blobs.put(content)
        with self._library.database.writing() as connection:
            return [self._write(connection, source, each) for each in looked]

    def _write(self, connection: sa.Connection, source: str, each: Looked) -> Outcome:
        status, sentence, own = each.status, each.sentence, None
        if each.parcel is not None and each.found is not None:
            try:
                checked = Checked.of(each.about, Path(each.parcel.name).stem)
                with connection.begin_nested():
                    own = self._library.insert(connection, checked, each.found, each.parcel)
                    self._attach(connection, own, each)
                status = DUPLICATE if own is None else ADDED
            except LibraryError as error:
                status, sentence, own = REFUSED, str(error), None
        values = {"digest": each.digest, "status": status, "sentence": sentence, "motion_id": own}
        module = sqlite if connection.dialect.name == "sqlite" else postgresql
        row = module.insert(schema.imports).values(source=source, name=each.name, **values)
        connection.execute(row.on_conflict_do_update(index_elements=["source", "name"], set_=values))
        return Outcome(each.name, status, sentence)

    def _attach(self, connection: sa.Connection, own: int | None, each: Looked) -> None:
        if own is None:
            return
        for name, content in each.attached:
            kept = (hashlib.sha256(content).hexdigest(), len(content))
            insert_file(connection, own, name, kept, Described(OTHER))

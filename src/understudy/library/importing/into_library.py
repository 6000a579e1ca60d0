"""An import into a library that is opened here: motions and what came of their files in one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import sqlalchemy as sa

from understudy.library import schema
from understudy.library.adding import Arrival, add_all
from understudy.library.database import insert_or_update, one_at_a_time
from understudy.library.entries import Institution, Project
from understudy.library.importing.importer import ADDED, DUPLICATE, REFUSED, Looked, Outcome
from understudy.library.library import Library
from understudy.library.motions import Checked
from understudy.library.people import save_institution, save_project
from understudy.library.refusals import LibraryError

_LOCK = 0x756E6466
"""Number of PostgreSQL's lock under which one import writes: two of the same files would block each other."""


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
        outcomes: dict[int, tuple[str, str, int | None]] = {}
        arrivals: dict[int, Arrival] = {}
        for index, each in enumerate(looked):
            outcomes[index] = (each.status, each.sentence, None)
            if each.parcel is not None and each.found is not None:
                try:
                    checked = Checked.of(each.about, Path(each.parcel.name).stem)
                except LibraryError as error:
                    outcomes[index] = (REFUSED, str(error), None)
                else:
                    arrivals[index] = Arrival(checked, each.found, each.parcel, each.attached)
        self._library.blobs.put_all(
            content
            for arrival in arrivals.values()
            for content in (
                arrival.parcel.content,
                *(content for _, content in (*arrival.parcel.beside, *arrival.attached)),
            )
        )
        with self._library.database.writing() as connection:
            one_at_a_time(connection, _LOCK)
            numbers = add_all(connection, self._library.viewer, list(arrivals.values()))
            for index, own in zip(arrivals, numbers, strict=True):
                outcomes[index] = (DUPLICATE if own is None else ADDED, "", own)
            rows = [
                {
                    "source": source,
                    "name": each.name,
                    "digest": each.digest,
                    "status": status,
                    "sentence": sentence,
                    "motion_id": own,
                }
                for each, (status, sentence, own) in zip(looked, outcomes.values(), strict=True)
            ]
            insert_or_update(connection, schema.imports, ("source", "name"), rows)
        return [Outcome(row["name"], row["status"], row["sentence"]) for row in rows]

    def finish(self) -> None:
        """Bring the graph of similar motions up to date."""
        with self._library.database.reading() as connection:
            self._library.neighbours.update(connection)

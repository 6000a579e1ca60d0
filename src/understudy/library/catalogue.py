"""Verbs of a library about what motions are sorted by: descriptions, projects, subjects, objects."""

from __future__ import annotations

from dataclasses import replace

from understudy.library import categories, people
from understudy.library.audit import log
from understudy.library.entries import Category, Institution, Person, Project, Thing
from understudy.library.files import note_blob
from understudy.library.refusals import NotInLibraryError
from understudy.library.shelf import Shelf, require_size
from understudy.library.texts import file_name
from understudy.library.visibility import apply_consent


class CatalogueVerbs(Shelf):
    """What can be asked and changed about them."""

    def tree(self, below: str = "") -> list[Category]:
        """Return the tree of motion descriptions, or a part of it, with counts of motions."""
        with self.database.reading() as connection:
            return categories.tree(connection, self.viewer, below)

    def add_category(self, path: str, description: str = "") -> str:
        """Extend the tree; return the path as it is kept."""
        self.viewer.require("editor", "extending the tree")
        with self.database.writing() as connection:
            kept = categories.add_category(connection, path, description)
            log(connection, self.viewer, "describe", f"category/{kept}")
        return kept

    def names(self, most: int) -> dict[str, list[str]]:
        """Return the first names of ``projects``, ``subjects`` and ``objects``, up to so many of each."""
        with self.database.reading() as connection:
            return people.names_of(connection, self.viewer, most)

    def institutions(self) -> list[Institution]:
        """Return all institutions."""
        with self.database.reading() as connection:
            return people.institutions(connection)

    def save_institution(self, institution: Institution) -> None:
        """Make or change an institution."""
        self.viewer.require("editor", "changing institutions")
        with self.database.writing() as connection:
            people.save_institution(connection, institution)
            log(connection, self.viewer, "save", f"institution/{institution.name}")

    def projects(self) -> list[Project]:
        """Return all projects."""
        with self.database.reading() as connection:
            return people.projects(connection)

    def save_project(self, project: Project) -> None:
        """Make or change a project."""
        self.viewer.require("editor", "changing projects")
        with self.database.writing() as connection:
            people.save_project(connection, project)
            log(connection, self.viewer, "save", f"project/{project.name}")

    def subjects(self) -> list[Person]:
        """Return all subjects; personal data only for keepers."""
        with self.database.reading() as connection:
            return people.subjects(connection, self.viewer)

    def subject(self, code: str) -> Person:
        """Return a subject; personal data only for keepers."""
        with self.database.reading() as connection:
            return people.subject(connection, self.viewer, code)

    def save_subject(self, person: Person) -> None:
        """Make or change a subject; what it consents to holds for all its motions at once."""
        self.viewer.require("keeper", "changing subjects")
        with self.database.writing() as connection:
            own = people.save_subject(connection, person)
            apply_consent(connection, own)
            log(connection, self.viewer, "save", f"subject/{person.code}", consent=person.consent)

    def objects(self) -> list[Thing]:
        """Return all objects."""
        with self.database.reading() as connection:
            return people.objects(connection)

    def save_object(self, thing: Thing, model: tuple[str, bytes] | None = None) -> None:
        """Make or change an object, with the name and content of its model where one is given."""
        self.viewer.require("editor", "changing objects")
        if model is not None:
            name, content = model
            require_size(name, len(content))
            thing = replace(thing, model_name=file_name(name), model_sha256=self.blobs.put(content))
        else:
            thing = replace(thing, model_name="", model_sha256="")
        with self.database.writing() as connection:
            if model is not None:
                note_blob(connection, thing.model_sha256, len(model[1]))
            people.save_object(connection, thing)
            log(connection, self.viewer, "save", f"object/{thing.name}")

    def object_model(self, name: str) -> tuple[str, bytes]:
        """Return name and content of an object's model.

        Raises:
            NotInLibraryError: There is none.
        """
        found = next((thing for thing in self.objects() if thing.name == name), None)
        if found is None or not found.model_sha256:
            raise NotInLibraryError(f"there is no model of an object '{name}'")
        return found.model_name, self.blobs.get(found.model_sha256)

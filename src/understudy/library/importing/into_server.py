"""An import into a library behind a server; what is there already is known by its hash."""

from __future__ import annotations

from collections.abc import Iterable

from understudy.errors import UnderstudyError
from understudy.library.client import Client
from understudy.library.entries import Institution, Project
from understudy.library.importing.importer import ADDED, DUPLICATE, REFUSED, Looked, Outcome
from understudy.library.refusals import DuplicateError, NotAllowedError


class IntoServer:
    """A server as the target of an import."""

    def __init__(self, client: Client) -> None:
        """Take the server."""
        self._client = client

    def prepare(self, projects: Iterable[Project], institutions: Iterable[Institution]) -> None:
        """Make projects and institutions of a set, unless somebody has described them already."""
        known = {project.name for project in self._client.projects()}
        for institution in institutions:
            if all(institution.name != each.name for each in self._client.institutions()):
                self._client.save_institution(institution)
        for project in projects:
            if project.name not in known:
                self._client.save_project(project)

    def done(self, source: str) -> dict[str, tuple[str, str]]:
        """Return nothing: a server does not know the folders of those who ask."""
        return {}

    def write(self, source: str, looked: list[Looked]) -> list[Outcome]:
        """Send some files, one after the other."""
        return [self._write(each) for each in looked]

    def finish(self) -> None:
        """Leave the rest to the server."""

    def _write(self, each: Looked) -> Outcome:
        if each.parcel is None:
            return Outcome(each.name, each.status, each.sentence)
        try:
            if self._client.knows(each.parcel.sha256):
                return Outcome(each.name, DUPLICATE)
            motion = self._client.add_parcel(each.parcel, each.about)
        except DuplicateError:
            return Outcome(each.name, DUPLICATE)
        except NotAllowedError:
            raise
        except UnderstudyError as error:
            return Outcome(each.name, REFUSED, str(error))
        for name, content in each.attached:
            self._client.attach(motion.id, name, content)
        return Outcome(each.name, ADDED)

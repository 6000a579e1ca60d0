"""A library behind a server, with the verbs of a library in a folder.

library = Client("https://motions.example.org", token="…")
for motion in library.find(Query(text="walk")).motions:
    print(motion.title)
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import httpx2

from understudy.capture import Sidecar
from understudy.errors import CaptureError
from understudy.library.accounts import Account
from understudy.library.audit import Entry
from understudy.library.entries import (
    About,
    Category,
    Comment,
    Institution,
    Motion,
    Person,
    Project,
    StoredFile,
    Thing,
)
from understudy.library.parcel import Parcel, parcel_of
from understudy.library.query import Found, Neighbour, Query
from understudy.library.refusals import (
    DuplicateError,
    LibraryError,
    NotAllowedError,
    NotInLibraryError,
    TooLargeError,
)
from understudy.library.shelf import LARGEST_FILE
from understudy.opening import read_file

T = TypeVar("T")

_SECONDS = 600.0
"""How long an answer may take: a motion may have to be performed first."""

_REFUSALS: dict[int, type[LibraryError]] = {
    401: NotAllowedError,
    403: NotAllowedError,
    404: NotInLibraryError,
    413: TooLargeError,
}


class Client:
    """A library behind a server."""

    def __init__(
        self, url: str, token: str | None = None, transport: httpx2.BaseTransport | None = None
    ) -> None:
        """Take the server's address and whoever's token.

        Args:
            url: Such as ``https://motions.example.org``.
            token: Needed to write; reading is open.
            transport: How requests are sent, for tests.
        """
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.url = url.rstrip("/")
        self._http = httpx2.Client(base_url=self.url, headers=headers, timeout=_SECONDS, transport=transport)

    def add(self, path: str | Path, about: About | None = None, stated: Sidecar | None = None) -> Motion:
        """Add a file as a motion, see :meth:`Library.add`."""
        return self.add_parcel(parcel_of(path, stated), about)

    def add_parcel(self, parcel: Parcel, about: About | None = None) -> Motion:
        """Add a file with what is stated beside it."""
        data = {"about": json.dumps(asdict(about or About()))}
        files = [("file", (parcel.name, parcel.content))]
        files += [("beside", each) for each in parcel.beside]
        return _made(Motion, self._sent("POST", "/api/motions", data=data, files=files))

    def attach(self, motion_id: int, name: str, content: bytes) -> StoredFile:
        """Add a further file to a motion."""
        answer = self._sent("POST", f"/api/motions/{motion_id}/files", files={"file": (name, content)})
        return _made(StoredFile, answer)

    def get(self, motion_id: int) -> Motion:
        """Return a motion with its files, history and comments."""
        return _made(Motion, self._sent("GET", f"/api/motions/{motion_id}"))

    def read(self, motion_id: int, file_id: int) -> tuple[str, bytes]:
        """Return name and content of a file of a motion."""
        stored = self.get(motion_id).file(file_id)
        if stored is None:
            raise NotInLibraryError(f"there is no file {file_id} of motion {motion_id}")
        return stored.name, self._answer("GET", f"/api/motions/{motion_id}/files/{file_id}").content

    def find(self, query: Query | None = None) -> Found:
        """Return a page of the motions that are looked for."""
        return _made(Found, self._sent("GET", "/api/motions", params=_asked(query or Query())))

    def similar(
        self, to: int | str | Path | bytes, query: Query | None = None, count: int = 10
    ) -> list[Neighbour]:
        """Return motions that are like another one or a file."""
        if isinstance(to, int):
            asked = {**_asked(query or Query()), "count": count}
            return _made(list[Neighbour], self._sent("GET", f"/api/motions/{to}/similar", params=asked))
        content = to if isinstance(to, bytes) else _content(to)
        files = {"file": ("file", content)}
        return _made(
            list[Neighbour], self._sent("POST", "/api/similar", params={"count": count}, files=files)
        )

    def change(self, motion_id: int, about: About) -> Motion:
        """Change what is said of a motion."""
        return _made(Motion, self._sent("PUT", f"/api/motions/{motion_id}", json=asdict(about)))

    def delete(self, motion_id: int) -> None:
        """Delete a motion."""
        self._answer("DELETE", f"/api/motions/{motion_id}")

    def comment(self, motion_id: int, text: str) -> Comment:
        """Write a comment."""
        return _made(Comment, self._sent("POST", f"/api/motions/{motion_id}/comments", json={"text": text}))

    def perform(self, motion_id: int, robot: str, method: str = "track") -> StoredFile:
        """Return a motion on a robot, made where it is not there yet."""
        path = f"/api/motions/{motion_id}/robots/{quote(robot, safe='')}"
        return _made(StoredFile, self._sent("POST", path, params={"method": method}))

    def download(
        self,
        motion_id: int,
        format_name: str,
        robot: str = "",
        rate: float | None = None,
        method: str = "track",
    ) -> tuple[str, bytes]:
        """Return name and content of a motion in a format."""
        asked = {"format": format_name, "robot": robot, "method": method, **({"rate": rate} if rate else {})}
        answer = self._answer("GET", f"/api/motions/{motion_id}/download", params=asked)
        named = answer.headers.get("content-disposition", "").partition('filename="')[2].partition('"')[0]
        return named or "motion", answer.content

    def tree(self, below: str = "") -> list[Category]:
        """Return the tree of motion descriptions."""
        return _made(list[Category], self._sent("GET", "/api/tree", params={"below": below}))

    def add_category(self, path: str, description: str = "") -> str:
        """Extend the tree."""
        return self._sent("POST", "/api/tree", json={"path": path, "description": description})["path"]

    def institutions(self) -> list[Institution]:
        """Return all institutions."""
        return _made(list[Institution], self._sent("GET", "/api/institutions"))

    def save_institution(self, institution: Institution) -> None:
        """Make or change an institution."""
        self._answer("PUT", "/api/institutions", json=asdict(institution))

    def names(self, most: int) -> dict[str, list[str]]:
        """Return the first names of ``projects``, ``subjects`` and ``objects``, up to so many of each."""
        return {
            "projects": [project.name for project in self.projects()[:most]],
            "subjects": [person.code for person in self.subjects()[:most]],
            "objects": [thing.name for thing in self.objects()[:most]],
        }

    def projects(self) -> list[Project]:
        """Return all projects."""
        return _made(list[Project], self._sent("GET", "/api/projects"))

    def save_project(self, project: Project) -> None:
        """Make or change a project."""
        self._answer("PUT", "/api/projects", json=asdict(project))

    def subjects(self) -> list[Person]:
        """Return all subjects; personal data only for keepers."""
        return _made(list[Person], self._sent("GET", "/api/subjects"))

    def save_subject(self, person: Person) -> None:
        """Make or change a subject."""
        self._answer("PUT", "/api/subjects", json=asdict(person))

    def objects(self) -> list[Thing]:
        """Return all objects."""
        return _made(list[Thing], self._sent("GET", "/api/objects"))

    def save_object(self, thing: Thing, model: tuple[str, bytes] | None = None) -> None:
        """Make or change an object, with its model where one is given."""
        body = {name: asdict(thing)[name] for name in ("name", "description", "attributes")}
        self._answer("PUT", "/api/objects", json=body)
        if model is not None:
            self._answer("PUT", "/api/objects/model", params={"name": thing.name}, files={"file": model})

    def new_token(self, name: str, role: str) -> str:
        """Give somebody a token, which is shown this once."""
        return self._sent("POST", "/api/accounts", json={"name": name, "role": role})["token"]

    def revoke_token(self, name: str) -> None:
        """Take somebody's token away."""
        self._answer("DELETE", "/api/accounts", params={"name": name})

    def accounts(self) -> list[Account]:
        """Return who has a token."""
        return _made(list[Account], self._sent("GET", "/api/accounts"))

    def audit_log(self, before: int | None = None) -> list[Entry]:
        """Return the log of changes, the newest first."""
        return _made(
            list[Entry], self._sent("GET", "/api/audit", params={"before": before} if before else {})
        )

    def knows(self, sha256: str) -> bool:
        """Return whether a file with this content is in the library."""
        return bool(self._sent("GET", f"/api/motions/of/{sha256}")["known"])

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def __enter__(self) -> Client:
        """Return the client."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def _sent(self, method: str, path: str, **how: Any) -> Any:
        return self._answer(method, path, **how).json()

    def _answer(self, method: str, path: str, **how: Any) -> httpx2.Response:
        try:
            answer = self._http.request(method, path, **how)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            told = " ".join(str(error).split()) or type(error).__name__
            raise LibraryError(f"{self.url}: does not answer ({told})") from error
        if answer.is_success:
            return answer
        try:
            problem = answer.json()
            sentence = str(problem["detail"])
        except (ValueError, KeyError, TypeError):
            raise LibraryError(f"{self.url}: answers {answer.status_code}, no library of ours") from None
        if answer.status_code == 409:
            raise DuplicateError(sentence, problem.get("motion_id"))
        raise _REFUSALS.get(answer.status_code, LibraryError)(sentence)


def _asked(query: Query) -> dict[str, Any]:
    """Return a query as a request's parameters; what is left open is left out."""
    plain = {name: value for name, value in vars(query).items() if value not in ("", None, ())}
    categories = plain.pop("categories", ())
    return {**plain, "category": list(categories)}


def _content(path: str | Path) -> bytes:
    try:
        return read_file(path, LARGEST_FILE)
    except OSError as error:
        raise CaptureError(path, f"cannot be read ({error.strerror or error})") from error


def _made(kind: type[T], value: Any) -> T:
    """Return what an answer says as one of our records, whatever else a later server adds.

    Raises:
        LibraryError: It is no such answer.
    """
    try:
        return _as(kind, value)
    except (TypeError, KeyError, ValueError) as error:
        raise LibraryError(f"the server's answer is of another version ({error})") from error


def _as(kind: Any, value: Any) -> Any:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        known = {field.name for field in fields(kind)}
        return kind(**{name: _as(hints[name], value[name]) for name in known & value.keys()})
    if origin in (list, tuple) and isinstance(value, Iterable):
        found = [_as(inner[0], each) for each in value]
        return tuple(found) if origin is tuple else found
    if origin in (types.UnionType, typing.Union):
        return None if value is None else _as(inner[0], value)
    if origin is not None and isinstance(value, Mapping):
        return dict(value)
    return value

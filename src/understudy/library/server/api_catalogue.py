"""Descriptions, projects, subjects, objects, accounts and the log over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response, UploadFile

from understudy.export import FORMATS
from understudy.library.accounts import Account
from understudy.library.audit import Entry
from understudy.library.entries import Category, Institution, Person, Project, Thing
from understudy.library.refusals import NotInLibraryError
from understudy.library.server.api_motions import as_download
from understudy.library.server.asking import REFUSED, Named, Seen
from understudy.library.server.bodies import (
    AccountBody,
    CategoryBody,
    InstitutionBody,
    PersonBody,
    ProjectBody,
    ThingBody,
)
from understudy.retarget import METHODS
from understudy.robots import robot_names

router = APIRouter(prefix="/api", responses=REFUSED)
_Before = Annotated[int | None, Query(ge=1, le=2**31 - 1)]


@router.get("/tree", tags=["catalogue"])
def get_tree(library: Seen, below: Named = "") -> list[Category]:
    """Return the tree of motion descriptions with counts."""
    return library.tree(below)


@router.post("/tree", status_code=201, tags=["catalogue"])
def add_category(library: Seen, body: CategoryBody) -> dict[str, str]:
    """Extend the tree."""
    return {"path": library.add_category(body.path, body.description)}


@router.get("/institutions", tags=["catalogue"])
def get_institutions(library: Seen) -> list[Institution]:
    """Return all institutions."""
    return library.institutions()


@router.put("/institutions", status_code=204, tags=["catalogue"])
def save_institution(library: Seen, body: InstitutionBody) -> Response:
    """Make or change an institution."""
    library.save_institution(body.institution())
    return Response(status_code=204)


@router.get("/projects", tags=["catalogue"])
def get_projects(library: Seen) -> list[Project]:
    """Return all projects."""
    return library.projects()


@router.put("/projects", status_code=204, tags=["catalogue"])
def save_project(library: Seen, body: ProjectBody) -> Response:
    """Make or change a project."""
    library.save_project(body.project())
    return Response(status_code=204)


@router.get("/subjects", tags=["catalogue"])
def get_subjects(library: Seen) -> list[Person]:
    """Return all subjects; personal data only for keepers."""
    return library.subjects()


@router.put("/subjects", status_code=204, tags=["catalogue"])
def save_subject(library: Seen, body: PersonBody) -> Response:
    """Make or change a subject."""
    library.save_subject(body.person())
    return Response(status_code=204)


@router.get("/objects", tags=["catalogue"])
def get_objects(library: Seen) -> list[Thing]:
    """Return all objects."""
    return library.objects()


@router.put("/objects", status_code=204, tags=["catalogue"])
def save_object(library: Seen, body: ThingBody) -> Response:
    """Make or change an object."""
    library.save_object(body.thing())
    return Response(status_code=204)


@router.put("/objects/model", status_code=204, tags=["catalogue"])
def save_model(library: Seen, name: Named, file: UploadFile) -> Response:
    """Give an object its model."""
    library.viewer.require("editor", "changing objects")
    found = next((thing for thing in library.objects() if thing.name == name), None)
    if found is None:
        raise NotInLibraryError(f"there is no object '{name}'")
    library.save_object(found, (file.filename or "model", file.file.read()))
    return Response(status_code=204)


@router.get("/objects/model", response_class=Response, tags=["catalogue"])
def get_model(library: Seen, name: Named) -> Response:
    """Return the model of an object."""
    return as_download(*library.object_model(name))


@router.get("/robots", tags=["catalogue"])
def get_robots() -> list[str]:
    """Return the robots that may perform a motion."""
    return list(robot_names())


@router.get("/formats", tags=["catalogue"])
def get_formats() -> list[dict[str, Any]]:
    """Return the formats in which motions may be downloaded."""
    return [
        {"name": each.name, "summary": each.summary, "takes": [kind.value for kind in each.takes]}
        for each in FORMATS.values()
    ]


@router.get("/methods", tags=["catalogue"])
def get_methods() -> list[str]:
    """Return the methods by which robots perform."""
    return list(METHODS)


@router.get("/me", tags=["accounts"])
def who_am_i(library: Seen) -> dict[str, str]:
    """Say whose token it is, and of which role."""
    return {"name": library.viewer.name, "role": library.viewer.role}


@router.get("/accounts", tags=["accounts"])
def get_accounts(library: Seen) -> list[Account]:
    """Return who has a token."""
    return library.accounts()


@router.post("/accounts", status_code=201, tags=["accounts"])
def new_token(library: Seen, body: AccountBody) -> dict[str, str]:
    """Give somebody a token, which is shown this once."""
    return {"token": library.new_token(body.name, body.role)}


@router.delete("/accounts", status_code=204, tags=["accounts"])
def revoke_token(library: Seen, name: Named) -> Response:
    """Take somebody's token away."""
    library.revoke_token(name)
    return Response(status_code=204)


@router.get("/audit", tags=["accounts"])
def get_audit(library: Seen, before: _Before = None) -> list[Entry]:
    """Return who changed what, the newest first."""
    return library.audit_log(before)


@router.get("/health", tags=["accounts"])
def health(library: Seen) -> dict[str, int]:
    """Say that the server and its database are there."""
    return {"last_change": library.last_change()}

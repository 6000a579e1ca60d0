"""Motions over HTTP: found, added, changed, read, performed by robots, and passed on in any format."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, File, Form, Query, Request, Response, UploadFile
from pydantic import ValidationError

from understudy.capture import Sidecar
from understudy.library.entries import About, Comment, Motion, StoredFile
from understudy.library.parcel import Parcel, parcel_of_content
from understudy.library.query import Found, Neighbour
from understudy.library.refusals import LibraryError
from understudy.library.server.asking import REFUSED, Count, Named, Number, Seen, Wanted
from understudy.library.server.bodies import AboutBody, CommentBody
from understudy.library.shelf import require_size
from understudy.library.texts import file_name
from understudy.library.thumbnail import thumbnail

router = APIRouter(prefix="/api", tags=["motions"], responses=REFUSED)

_BYTES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}
}
_MOST_BESIDE = 1 << 20
_Positive = Annotated[float | None, Form(gt=0.0, le=1e5)]
_Up = Annotated[str, Form(max_length=2)]


def stated_in(fps: float | None, up: str, unit: float | None, height: float | None) -> Sidecar:
    """Return what a form states about a capture."""
    if up not in ("", "x", "y", "z", "-x", "-y", "-z"):
        raise LibraryError(f"up is '{up}', expected x, y, z, -x, -y or -z")
    return Sidecar(fps=fps, up=up or None, unit=unit, height=height)


def about_in(text: str) -> About:
    """Return what a form says of a motion in JSON."""
    try:
        return AboutBody.model_validate_json(text or "{}").about()
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "about"
        raise LibraryError(f"{place}: {first['msg']}") from error


@router.get("/motions")
def find_motions(library: Seen, query: Wanted) -> Found:
    """Find motions, the newest first."""
    return library.find(query)


@router.post("/motions", status_code=201)
def add_motion(
    library: Seen,
    file: UploadFile,
    about: Annotated[str, Form(max_length=100_000)] = "{}",
    fps: _Positive = None,
    up: _Up = "",
    unit: _Positive = None,
    height: _Positive = None,
    beside: Annotated[list[UploadFile] | None, File(max_length=4)] = None,
) -> Motion:
    """Add a file as a motion; `about` says in JSON what is known of it, `beside` are its sidecar's files."""
    library.viewer.require("editor", "adding motions")
    said = about_in(about)
    if beside:
        parts = tuple((file_name(part.filename or "file"), part.file.read(_MOST_BESIDE)) for part in beside)
        name = file_name(file.filename or "file")
        require_size(name, file.size or 0)
        return library.add_parcel(Parcel(name, file.file.read(), parts), said)
    return library.add_content(
        file.filename or "file", file.file.read(), said, stated_in(fps, up, unit, height)
    )


@router.post("/describe")
def describe_file(
    library: Seen,
    file: UploadFile,
    fps: _Positive = None,
    up: _Up = "",
    unit: _Positive = None,
    height: _Positive = None,
) -> dict[str, Any]:
    """Say what a file is and what is inferred, and keep nothing."""
    library.viewer.require("editor", "adding motions")
    parcel = parcel_of_content(file.filename or "file", file.file.read(), stated_in(fps, up, unit, height))
    return parcel.describe().inferred()


@router.get("/motions/of/{sha256}")
def find_by_hash(library: Seen, sha256: str) -> dict[str, bool]:
    """Say whether a file with this content is in the library."""
    library.viewer.require("editor", "asking for contents")
    return {"known": library.knows(sha256)}


@router.get("/motions/{motion_id}")
def get_motion(library: Seen, motion_id: Number) -> Motion:
    """Return a motion with its files, history and comments."""
    return library.get(motion_id)


@router.put("/motions/{motion_id}")
def change_motion(library: Seen, motion_id: Number, body: AboutBody) -> Motion:
    """Change what is said of a motion."""
    return library.change(motion_id, body.about())


@router.delete("/motions/{motion_id}", status_code=204)
def delete_motion(library: Seen, motion_id: Number) -> Response:
    """Delete a motion."""
    library.delete(motion_id)
    return Response(status_code=204)


@router.post("/motions/{motion_id}/files", status_code=201)
def attach_file(library: Seen, motion_id: Number, file: UploadFile) -> StoredFile:
    """Add a further file to a motion."""
    library.viewer.require("editor", "adding files")
    return library.attach(motion_id, file.filename or "file", file.file.read())


@router.get("/motions/{motion_id}/files/{file_id}", response_class=Response, responses=_BYTES)
def read_file(library: Seen, motion_id: Number, file_id: Number) -> Response:
    """Return the content of a file."""
    return as_download(*library.read(motion_id, file_id))


@router.post("/motions/{motion_id}/comments", status_code=201)
def comment_motion(library: Seen, motion_id: Number, body: CommentBody) -> Comment:
    """Write a comment."""
    return library.comment(motion_id, body.text)


@router.get("/motions/{motion_id}/similar")
def similar_motions(library: Seen, motion_id: Number, query: Wanted, count: Count = 10) -> list[Neighbour]:
    """Return motions that are like this one or its mirror image."""
    return library.similar(motion_id, query, count)


@router.post("/similar")
def similar_to_file(library: Seen, file: UploadFile, count: Count = 10) -> list[Neighbour]:
    """Return motions that are like a file, which is not kept."""
    library.viewer.require("member", "looking for motions like a file")
    return library.similar(file.file.read(), None, count)


@router.get(
    "/motions/{motion_id}/thumbnail",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
def draw_thumbnail(library: Seen, motion_id: Number) -> Response:
    """Return a small drawing of a motion."""
    vector = library.descriptor(motion_id)
    headers = {
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        "Cache-Control": "private, max-age=3600",
    }
    return Response(thumbnail(vector), media_type="image/svg+xml", headers=headers)


@router.post("/motions/{motion_id}/robots/{robot}")
def perform_motion(
    request: Request, library: Seen, motion_id: Number, robot: str, method: Named = "track"
) -> StoredFile:
    """Return a motion on a robot: as it was made before, or made now and kept."""
    with request.app.state.workshop.working():
        return library.perform(motion_id, robot, method)


@router.get("/motions/{motion_id}/download", response_class=Response, responses=_BYTES)
def download_motion(
    request: Request,
    library: Seen,
    motion_id: Number,
    format: Named,
    robot: Named = "",
    rate: Annotated[float | None, Query(ge=0.1, le=1000.0)] = None,
    method: Named = "track",
) -> Response:
    """Return a motion in a format, on a robot where one is named."""
    with request.app.state.workshop.working():
        return as_download(*library.download(motion_id, format, robot, rate, method))


def as_download(name: str, content: bytes) -> Response:
    """Return a content that no browser shows or runs, only saves."""
    plain = file_name(name).encode("ascii", "replace").decode().replace('"', "_").replace("\\", "_")
    headers = {
        "Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(file_name(name))}",
        "Content-Security-Policy": "sandbox; default-src 'none'",
    }
    return Response(content, media_type="application/octet-stream", headers=headers)

"""Pages for people: a list with tree and filters, a motion, adding one, signing in."""

from __future__ import annotations

from dataclasses import fields, replace
from importlib import resources
from typing import Annotated
from urllib.parse import urlencode

from fastapi import FastAPI, Form, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.exceptions import HTTPException

from understudy.batch.figures import CLIP_FIGURES, FIGURES
from understudy.export import FORMATS, Takes
from understudy.library.describing import MOTIONS
from understudy.library.library import Library
from understudy.library.query import Query
from understudy.library.refusals import NotAllowedError
from understudy.library.server.asking import COOKIE, Named, Number, Seen, Wanted, require_own_page
from understudy.library.server.limits import Scope
from understudy.library.server.pages.kept import KeptPages
from understudy.library.server.pages.rendering import render
from understudy.library.server.pages.tree import KeptTrees, branches
from understudy.library.viewer import ANYBODY
from understudy.robots import robot_names

_STATIC = {"page.css": "text/css", "page.js": "text/javascript"}
_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_PLAYER_POLICY = (
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; font-src data:; "
    "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob: data:; worker-src blob: data:; "
    "img-src data: blob:; connect-src data: blob:; frame-ancestors 'self'"
)
"""What pages may load: their own alone, and the player nothing but what is in it."""

_SIMILAR = 8
_LISTED = 500
"""Projects, subjects and objects that a field suggests."""


def add_to(app: FastAPI) -> None:
    """Add the pages to an application."""
    app.state.kept_pages = KeptPages()
    app.state.kept_trees = KeptTrees()
    for path, route in (
        ("/", show_list),
        ("/motions/{motion_id}", show_motion),
        ("/upload", show_upload),
        ("/sign-in", show_sign_in),
    ):
        app.get(path, include_in_schema=False, response_class=HTMLResponse)(route)
    app.get("/motions/{motion_id}/player", include_in_schema=False, response_class=HTMLResponse)(show_player)
    app.get("/static/{name}", include_in_schema=False)(static)
    app.post("/sign-in", include_in_schema=False)(sign_in)
    app.post("/sign-out", include_in_schema=False)(sign_out)
    app.add_exception_handler(HTTPException, missing)


def show_list(request: Request, library: Seen, query: Wanted) -> Response:
    """Show motions that are looked for."""
    kept: KeptPages = request.app.state.kept_pages
    key = (library.viewer, request.scope["query_string"])
    return kept.get(library, key, lambda: as_page(_list(library, query, request.app.state.kept_trees)))


def _list(library: Library, query: Query, trees: KeptTrees) -> str:
    found = library.find(query)
    return render(
        "list.html",
        viewer=library.viewer,
        query=query,
        found=found,
        nodes=branches(trees.get(library), query),
        names=library.names(_LISTED),
        robots=robot_names(),
        next_page="" if found.next is None else _address(query, found.next),
        first_page="" if query.before is None else _address(query, None),
    )


def _address(query: Query, before: int | None) -> str:
    """Return the address of a list, from the newest motion on or below a number."""
    wanted = replace(query, before=before)
    asked = {
        each.name: value for each in fields(Query) if (value := getattr(wanted, each.name)) != each.default
    }
    asked["category"] = asked.pop("categories", ())
    return "/?" + urlencode(asked, doseq=True)


def show_motion(library: Seen, motion_id: Number) -> Response:
    """Show a motion."""
    motion = library.get(motion_id)
    viewer = library.viewer
    shown = {**{name: figure.meaning for name, figure in FIGURES.items()}, **CLIP_FIGURES}
    have = {name for file in motion.files for name in file.figures}
    may_change = viewer.may("keeper") or (viewer.may("editor") and viewer.name == motion.owner)
    page = render(
        "motion.html",
        viewer=viewer,
        motion=motion,
        similar=library.similar(motion_id, count=_SIMILAR) if motion.kind in MOTIONS else [],
        is_behind=library.neighbours.is_behind,
        figures={name: meaning for name, meaning in shown.items() if name in have},
        names={file.id: file.name for file in motion.files},
        robots=robot_names(),
        # Those first that need no robot.
        formats=sorted(FORMATS.values(), key=lambda each: Takes.PERSON not in each.takes),
        may_change=may_change,
    )
    return as_page(page)


def show_player(request: Request, library: Seen, motion_id: Number, robot: Named = "") -> Response:
    """Show a motion in 3D, beside a robot where one is named: one page that needs no other."""
    from understudy.library.server.pages.player import player_page

    with request.app.state.workshop.working():
        page = player_page(library, motion_id, robot)
    return HTMLResponse(page, headers={"Content-Security-Policy": _PLAYER_POLICY})


def show_upload(library: Seen) -> Response:
    """Show what adds a motion."""
    library.viewer.require("editor", "adding motions")
    return as_page(render("upload.html", viewer=library.viewer))


def show_sign_in(library: Seen) -> Response:
    """Show where a token is given."""
    return as_page(render("sign_in.html", viewer=library.viewer))


def sign_in(request: Request, token: Annotated[str, Form(max_length=200)]) -> Response:
    """Keep a token in a cookie that no script reads and no other page sends."""
    library: Library = request.app.state.library
    require_own_page(request)
    try:
        library.viewer_of(token.strip())
    except NotAllowedError as error:
        return as_page(render("sign_in.html", viewer=ANYBODY, problem=str(error)), 401)
    answer = RedirectResponse("/", 303)
    secure = request.app.state.settings.secure
    answer.set_cookie(COOKIE, token.strip(), httponly=True, samesite="strict", secure=secure)
    return answer


def sign_out(request: Request) -> Response:
    """Forget the cookie."""
    require_own_page(request)
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(COOKIE)
    return answer


def static(name: str) -> Response:
    """Return the style or the script."""
    if name not in _STATIC:
        raise HTTPException(404)
    own = resources.files("understudy.library.server.pages").joinpath("static").joinpath(name)
    headers = {"Cache-Control": "max-age=3600"}
    return Response(own.read_bytes(), media_type=_STATIC[name], headers=headers)


async def missing(request: Request, error: Exception) -> Response:
    """Say that there is no such page, or how else a request was wrong."""
    assert isinstance(error, HTTPException)
    return as_problem(request, error.status_code, str(error.detail))


def as_problem(request: Request, status: int, sentence: str) -> Response:
    """Return a sentence as a page for people, or as JSON for programs."""
    if wants_page(request):
        return as_page(render("problem.html", viewer=ANYBODY, status=status, sentence=sentence), status)
    return JSONResponse({"detail": sentence}, status)


def kept_list(kept: KeptPages, scope: Scope) -> Response | None:
    """Return a list that many look at, as it is kept: for whoever has no token, before anything is parsed."""
    if scope["path"] != "/" or scope["method"] != "GET":
        return None
    if any(name in (b"authorization", b"cookie") for name, _ in scope["headers"]):
        return None
    return kept.quick((ANYBODY, scope["query_string"]))


def as_page(content: str, status: int = 200) -> Response:
    """Return a page that may load and run nothing but what this server has."""
    return HTMLResponse(content, status, {"Content-Security-Policy": _POLICY})


def wants_page(request: Request) -> bool:
    """Return whether a browser asks for a page rather than a program for data."""
    return not request.url.path.startswith("/api") and "text/html" in request.headers.get("accept", "")

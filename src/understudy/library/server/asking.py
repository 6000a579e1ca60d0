"""Who asks and for what: the library as the bearer of a token sees it, and what a request looks for."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request
from pydantic import BeforeValidator, Field

from understudy.library.library import Library
from understudy.library.query import LARGEST_PAGE, PAGE
from understudy.library.query import Query as Asked
from understudy.library.refusals import NotAllowedError
from understudy.library.server.bodies import Problem

COOKIE = "understudy_token"
_BEARER = "bearer "
_CHANGING = frozenset(("POST", "PUT", "PATCH", "DELETE"))
_LAST = 2**31 - 1

REFUSED: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "The request is not valid"},
    401: {"model": Problem, "description": "A token is needed"},
    403: {"model": Problem, "description": "The token does not suffice"},
    404: {"model": Problem, "description": "There is no such thing, or none that you may know of"},
    409: {"model": Problem, "description": "It is here already"},
    413: {"model": Problem, "description": "It is too large"},
    422: {"model": Problem, "description": "What was sent is not valid"},
    429: {"model": Problem, "description": "Too many requests"},
}
"""How every request may be refused."""


def library_of(request: Request) -> Library:
    """Return the library as whoever asks may see it.

    Raises:
        NotAllowedError: The token is nobody's, or a page elsewhere asks in somebody's name.
    """
    library: Library = request.app.state.library
    stated = request.headers.get("authorization", "")
    if stated:
        if not stated.lower().startswith(_BEARER):
            raise NotAllowedError("the header Authorization is not 'Bearer TOKEN'")
        return library.seen_by(library.viewer_of(stated[len(_BEARER) :].strip()))
    token = request.cookies.get(COOKIE)
    if token is None:
        return library.seen_by(library.viewer_of(None))
    if request.method in _CHANGING:
        require_own_page(request)
        return library.seen_by(library.viewer_of(token))
    try:
        return library.seen_by(library.viewer_of(token))
    except NotAllowedError:
        # A browser that still has a revoked token reads as anybody does.
        return library.seen_by(library.viewer_of(None))


def require_own_page(request: Request) -> None:
    """Refuse a change that a page of another origin asks for in the name of a cookie's owner."""
    origin = request.headers.get("origin", "")
    if origin.partition("://")[2] != request.headers.get("host", ""):
        raise NotAllowedError("a change was asked for by a page of another origin")


Seen = Annotated[Library, Depends(library_of)]
Number = Annotated[int, Path(ge=1, le=_LAST)]
Count = Annotated[int, Query(ge=1, le=200)]
Named = Annotated[str, Query(max_length=200)]


_Seconds = Annotated[float, Field(ge=0.0, le=1e9)]
_EMPTY = BeforeValidator(lambda value: None if value == "" else value)
"""A form sends fields that nobody has filled in as well."""


def query_of(
    text: Annotated[str, Query(max_length=500)] = "",
    category: Annotated[list[str] | None, Query(max_length=20)] = None,
    project: Named = "",
    subject: Named = "",
    object: Named = "",
    tag: Named = "",
    robot: Named = "",
    kind: Named = "",
    shortest: Annotated[_Seconds | None, _EMPTY, Query()] = None,
    longest: Annotated[_Seconds | None, _EMPTY, Query()] = None,
    figures: Annotated[str, Query(max_length=500)] = "",
    before: Annotated[int | None, Query(ge=1, le=_LAST)] = None,
    limit: Annotated[int, Query(ge=1, le=LARGEST_PAGE)] = PAGE,
) -> Asked:
    """Return what a request looks for."""
    paths = tuple(path for path in category or () if path.strip())
    return Asked(
        text, paths, project, subject, object, tag, robot, kind, shortest, longest, figures, before, limit
    )


Wanted = Annotated[Asked, Depends(query_of)]

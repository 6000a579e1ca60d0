"""The application: routes, and errors as one sentence with the right number."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DataError, SQLAlchemyError

import understudy
from understudy.errors import UnderstudyError
from understudy.library.library import Library
from understudy.library.refusals import DuplicateError, NotAllowedError, NotInLibraryError, TooLargeError
from understudy.library.server import api_catalogue, api_motions
from understudy.library.server.asking import COOKIE
from understudy.library.server.limits import App, Limits
from understudy.library.server.pages import routes as pages
from understudy.library.server.settings import Settings
from understudy.library.server.workshop import BusyError, Workshop

_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (NotInLibraryError, 404),
    (DuplicateError, 409),
    (TooLargeError, 413),
    (BusyError, 429),
    (UnderstudyError, 422),
)


def create_app(library: Library, settings: Settings | None = None) -> App:
    """Return the application of a library."""
    settings = settings or Settings()
    app = FastAPI(
        title="Understudy motion library",
        version=understudy.__version__,
        description="Motions of people and robots: find, add, perform and download them.",
        # The pages that show the interface would load scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.library = library
    library.neighbours.follow(library.database.reading)
    app.state.settings = settings
    app.state.workshop = Workshop(settings.waiting)
    app.include_router(api_motions.router)
    app.include_router(api_catalogue.router)
    pages.add_to(app)
    app.add_exception_handler(UnderstudyError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(DataError, _unstorable)
    app.add_exception_handler(SQLAlchemyError, _unavailable)
    kept = app.state.kept_pages
    return Limits(app, settings, lambda scope: pages.kept_list(kept, scope))


def status_of(request: Request, error: Exception) -> int:
    """Return the number that says why a request was refused."""
    if isinstance(error, NotAllowedError):
        known = request.headers.get("authorization") or request.cookies.get(COOKIE)
        return 403 if known else 401
    return next(status for kind, status in _STATUS if isinstance(error, kind))


async def _refused(request: Request, error: Exception) -> Response:
    if pages.wants_page(request):
        return pages.as_problem(request, status_of(request, error), str(error))
    content: dict[str, Any] = {"detail": str(error)}
    if isinstance(error, DuplicateError):
        content["motion_id"] = error.motion_id
    status = status_of(request, error)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse(content, status, headers)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    told = (f"{'.'.join(str(part) for part in each['loc'])}: {each['msg']}" for each in error.errors()[:5])
    return pages.as_problem(request, 422, "; ".join(told))


async def _unstorable(_: Request, __: Exception) -> JSONResponse:
    return JSONResponse({"detail": "a value is out of the range that the database keeps"}, 422)


async def _unavailable(_: Request, __: Exception) -> JSONResponse:
    return JSONResponse({"detail": "the database does not answer, try again later"}, 503)

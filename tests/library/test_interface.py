"""The interface keeps to its own description under whatever Schemathesis thinks of: no request breaks it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from understudy.library.entries import About
from understudy.library.library import Library
from understudy.library.server.app import create_app
from understudy.library.server.settings import Settings

UNLIMITED = Settings(requests_a_minute=0, requests_a_minute_by_token=0, largest_upload=1 << 20)
EXAMPLES = 4
"""Requests for each operation, of each kind; a search at random (``make fuzz``) tries more."""

load_all_checks()
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

FEW = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
        HealthCheck.function_scoped_fixture,
        HealthCheck.large_base_example,
        HealthCheck.too_slow,
    ],
)


@pytest.fixture(scope="module")
def served(
    tmp_path_factory: pytest.TempPathFactory, moves: Callable[[int], Path]
) -> tuple[Any, dict[str, str]]:
    library = Library.open(tmp_path_factory.mktemp("interface") / "library")
    library.add(moves(1), About("One", categories=("dance",)))
    library.add(moves(2), About("Two", access="private"))
    tokens = {role: library.new_token(f"{role} of tests", role) for role in ("editor", "admin")}
    return create_app(library, UNLIMITED), tokens


@pytest.fixture(scope="module")
def interface(served: tuple[Any, dict[str, str]]) -> Any:
    return schemathesis.openapi.from_asgi("/api/openapi.json", served[0])


@pytest.mark.parametrize("mode", [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE])
@pytest.mark.parametrize("role", ["", "editor", "admin"])
def test_no_request_breaks_it(
    interface: Any, served: tuple[Any, dict[str, str]], role: str, mode: schemathesis.GenerationMode
) -> None:
    headers = {"Authorization": f"Bearer {served[1][role]}"} if role else {}
    for result in interface.get_all_operations():
        tried = 0

        @FEW
        @given(case=result.ok().as_strategy(generation_mode=mode))
        def attempt(case: schemathesis.Case) -> None:
            nonlocal tried
            tried += 1
            case.call_and_validate(headers=headers, checks=CHECKS)

        # What takes nothing cannot be asked wrongly.
        with suppress(Unsatisfiable):
            attempt()
            assert tried


def test_the_whole_interface_is_described(interface: Any) -> None:
    found = [result.ok() for result in interface.get_all_operations()]
    assert len(found) >= 33
    assert all(operation.definition.raw.get("responses") for operation in found)

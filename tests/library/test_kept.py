"""Pages that are kept: made once for many readers, made again when something has changed."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

import pytest
from fastapi import Response

from understudy.library.library import Library
from understudy.library.server.pages import kept
from understudy.library.server.pages.kept import KeptPages

READERS = 50


@dataclass
class Changing:
    """Stands for a library of which only the last change is asked for."""

    change: int = 1
    asked: int = 0

    def last_change(self) -> int:
        self.asked += 1
        return self.change


@dataclass
class Clock:
    """A clock that the test moves."""

    now: float = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(kept, "time", found)
    return found


def as_library(changing: Changing) -> Library:
    return cast(Library, cast(Any, changing))


def page(text: str) -> Response:
    return Response(text)


def test_many_readers_have_a_page_made_once() -> None:
    pages, library, release = KeptPages(), as_library(Changing()), threading.Event()
    made: list[Response] = []

    def make() -> Response:
        assert release.wait(30.0)
        made.append(page("a"))
        return made[-1]

    with ThreadPoolExecutor(READERS) as threads:
        waiting = [threads.submit(pages.get, library, "key", make) for _ in range(READERS)]
        release.set()
        found = {id(each.result(30.0)) for each in waiting}
    assert len(made) == 1 and found == {id(made[0])}


def test_a_page_that_cannot_be_made_is_tried_again() -> None:
    pages, library = KeptPages(), as_library(Changing())

    def fail() -> Response:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        pages.get(library, "key", fail)
    assert pages.get(library, "key", lambda: page("a")).body == b"a"


def test_one_reader_looks_for_changes_and_the_others_go_on(clock: Clock) -> None:
    changing, pages = Changing(), KeptPages()
    library = as_library(changing)
    first = pages.get(library, "key", lambda: page("a"))
    assert pages.quick("key") is first and pages.quick("other") is None
    clock.now += 0.3
    assert pages.quick("key") is None, "somebody has to look"
    assert pages.quick("key") is first, "the others go on"
    changing.change = 2
    second = pages.get(library, "key", lambda: page("b"))
    assert second.body == b"b" and changing.asked == 2
    assert pages.quick("key") is second


def test_nobody_goes_on_for_long_with_what_nobody_looked_at(clock: Clock) -> None:
    pages, library = KeptPages(), as_library(Changing())
    pages.get(library, "key", lambda: page("a"))
    clock.now += 0.3
    assert pages.quick("key") is None
    clock.now += 60.0
    assert pages.quick("key") is None and pages.quick("key") is None


def test_an_old_page_is_made_again_by_one_reader(clock: Clock) -> None:
    changing, pages = Changing(), KeptPages()
    library = as_library(changing)
    first = pages.get(library, "key", lambda: page("a"))
    pages.get(library, "other", lambda: page("o"))
    clock.now += 31.0
    assert pages.get(library, "other", lambda: page("p")).body == b"p", "which has looked for changes"
    assert pages.quick("key") is None, "somebody has to make it"
    assert pages.quick("key") is first, "the others go on"
    second = pages.get(library, "key", lambda: page("b"))
    assert pages.quick("key") is second


@pytest.mark.usefixtures("clock")
def test_few_pages_are_kept() -> None:
    pages, library = KeptPages(), as_library(Changing())
    for number in range(200):
        pages.get(library, number, lambda: page("a"))
    assert pages.quick(0) is None and pages.quick(199) is not None

"""Of work that comes again only the newest counts."""

from __future__ import annotations

import threading

from understudy.errors import OptionError
from understudy.studio.jobs import Jobs, Ticket

PATIENCE = 300.0
"""How long anything may take on a busy machine [s]."""


def test_the_newest_of_a_kind_is_done_and_what_runs_is_told_that_it_is_void() -> None:
    jobs = Jobs(lambda sentence: None)
    begun, go_on, done = threading.Event(), threading.Event(), []

    def slow(ticket: Ticket) -> None:
        begun.set()
        go_on.wait(PATIENCE)
        done.append(("slow", ticket.is_wanted))

    jobs.start("knob", slow)
    assert begun.wait(PATIENCE)
    jobs.start("knob", lambda ticket: done.append(("skipped", ticket.is_wanted)))
    jobs.start("knob", lambda ticket: done.append(("last", ticket.is_wanted)))
    jobs.start("other", lambda ticket: done.append(("other", ticket.is_wanted)))
    go_on.set()
    assert jobs.settle(PATIENCE)
    assert done == [("slow", False), ("last", True), ("other", True)]
    jobs.close()


def test_what_fails_is_told_in_a_sentence_and_the_next_is_done() -> None:
    told: list[str] = []
    jobs = Jobs(told.append)

    def fail(ticket: Ticket) -> None:
        raise OptionError("a sentence")

    def crash(ticket: Ticket) -> None:
        raise ZeroDivisionError

    for number, work in enumerate((fail, crash)):
        jobs.start(f"work {number}", work)
    assert jobs.settle(PATIENCE)
    jobs.close()
    assert told == ["a sentence", "work 1 failed: ZeroDivisionError"]

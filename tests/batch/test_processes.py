"""Processes do all work, whatever happens to one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.batch.deaths import cannot_write, end_at_zero, end_the_first_time, stumble
from understudy.batch.processes import processes, team_of
from understudy.batch.team import ATTEMPTS, Lost, work_through
from understudy.errors import OutputError

NUMBERS = (-3, -2, -1)


@pytest.mark.parametrize("count", [1, 2])
def test_all_work_is_done_even_if_handed_in_late(count: int) -> None:
    found: dict[int, int] = {}
    with team_of(count) as team:
        for number in NUMBERS:
            team.submit(abs, number)
        for task, result in team.results():
            found[task] = result
            if task == NUMBERS[0]:
                team.submit(abs, -10)
    assert found == {-3: 3, -2: 2, -1: 1, -10: 10}


def test_work_whose_process_is_killed_is_begun_anew(tmp_path: Path) -> None:
    with processes(2) as team:
        found = dict(work_through(team, end_the_first_time, [tmp_path / name for name in "abc"]))
    assert list(found.values()) == ["done"] * 3


def test_work_that_always_ends_its_process_is_given_up_and_the_rest_is_done() -> None:
    with processes(2) as team:
        found = dict(work_through(team, end_at_zero, range(5)))
    assert found == {0: Lost(ATTEMPTS), 1: 1, 2: 2, 3: 3, 4: 4}


def test_results_that_cannot_be_written_end_everything() -> None:
    with processes(1) as team, pytest.raises(OutputError, match="cannot write 7"):
        list(work_through(team, cannot_write, [7]))


def test_a_fault_of_ours_is_told_with_its_place() -> None:
    with processes(1) as team, pytest.raises(RuntimeError, match="in stumble"):
        list(work_through(team, stumble, [0]))


def test_tasks_are_taken_only_as_fast_as_they_are_done() -> None:
    taken: list[int] = []

    def tasks():
        for number in range(20):
            taken.append(number)
            yield number

    with processes(1) as team:
        ahead = [len(taken) - done for done, _ in enumerate(work_through(team, abs, tasks()))]
    assert max(ahead) <= 3
    assert len(ahead) == 20

"""Workers: all work is done, here or by processes, and more may be handed in meanwhile."""

from __future__ import annotations

import pytest
from understudy.study.workers import workers

NUMBERS = (-3, -2, -1)


@pytest.mark.parametrize("count", [1, 2])
def test_all_work_is_done_even_if_handed_in_late(count: int) -> None:
    found: dict[int, int] = {}
    with workers(count) as team:
        for number in NUMBERS:
            team.submit(abs, number)
        for task, result in team.results():
            found[task] = result
            if task == NUMBERS[0]:
                team.submit(abs, -10)
    assert found == {-3: 3, -2: 2, -1: 1, -10: 10}

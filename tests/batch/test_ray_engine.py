"""The same jobs on a cluster of Ray's, of which a worker is killed, give the same bytes."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from understudy.batch.ray_engine import ray_team
from understudy.batch.team import Lost, work_through
from understudy.errors import OutputError

pytest.importorskip("ray", reason="the extra 'ray' is not installed")

pytestmark = pytest.mark.filterwarnings("ignore")
"""Ray's own warnings are not ours to mend."""


def _end_the_first_time(mark: Path) -> str:
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def _end(task: int) -> int:
    if task == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def _cannot_write(task: int) -> None:
    raise OutputError(f"cannot write {task}")


def test_work_is_done_whatever_happens_to_a_worker(tmp_path: Path) -> None:
    with ray_team(None, 2) as team:
        assert team.count == 2
        marks = [tmp_path / name for name in "abc"]
        assert dict(work_through(team, _end_the_first_time, marks)) == dict.fromkeys(marks, "done")
        found = dict(work_through(team, _end, range(4)))
        assert found == {0: Lost(), 1: 1, 2: 2, 3: 3}
        with pytest.raises(OutputError, match="cannot write 7"):
            list(work_through(team, _cannot_write, [7]))


def test_no_cluster_at_an_address_is_one_sentence() -> None:
    with pytest.raises(OutputError, match="no cluster at 127.0.0.1:1"), ray_team("127.0.0.1:1", 1):
        pass

"""The same jobs on a cluster of Ray's, of which a worker is killed, give the same bytes."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.batch.conftest import batch_of, contents
from tests.batch.deaths import cannot_write, end_at_zero, end_the_first_time
from understudy.batch import BatchResult, run_batch
from understudy.batch.ray_engine import _connect, ray_team
from understudy.batch.team import ATTEMPTS, Lost, work_through
from understudy.errors import OutputError

pytest.importorskip("ray", reason="the extra 'ray' is not installed")

pytestmark = pytest.mark.filterwarnings("ignore")
"""Ray's own warnings are not ours to mend."""


@pytest.fixture(autouse=True)
def _tests_are_found(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let workers import what the tests hand over; the current folder is none that they look in."""
    path = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path))
    yield
    # Ray does not wait for its processes; Python would warn of that in the midst of some later test.
    gc.collect()


@contextmanager
def ray_can_start() -> Iterator[None]:
    """Skip the test where Ray gives up, time after time, to start within its own half minute."""
    too_busy = ""
    try:
        yield
    except OutputError as error:
        too_busy = str(error)
        if "timed out during startup" not in too_busy:
            raise
    if too_busy:
        pytest.skip(too_busy)


class Slow:
    """Stands for Ray on a machine that is so busy that it starts at the last attempt, or never."""

    def __init__(self, attempts: int) -> None:
        """Start at this attempt."""
        self.left, self.ended = attempts, 0

    def init(self, address: str | None, **_: object) -> None:
        self.left -= 1
        if self.left:
            raise Exception("The current node timed out during startup.")

    def shutdown(self) -> None:
        self.ended += 1


def test_a_machine_that_is_too_busy_to_start_a_cluster_is_tried_again() -> None:
    slow = Slow(ATTEMPTS)
    _connect(slow, None, {})
    assert (slow.left, slow.ended) == (0, ATTEMPTS - 1)
    with pytest.raises(TimeoutError, match="timed out during startup"):
        _connect(Slow(ATTEMPTS + 1), None, {})


def test_work_is_done_whatever_happens_to_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("understudy", "numpy", "ray"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a stranger')")
    with ray_can_start(), ray_team(None, 2) as team:
        assert team.count == 2
        assert list(work_through(team, os.path.abspath, ["a"])) == [("a", str(tmp_path / "a"))]
        mark = tmp_path / "mark"
        assert list(work_through(team, end_the_first_time, [mark])) == [(mark, "done")]
        found = dict(work_through(team, end_at_zero, range(4)))
        assert found == {0: Lost(), 1: 1, 2: 2, 3: 3}
        with pytest.raises(OutputError, match="cannot write 7"):
            list(work_through(team, cannot_write, [7]))


def test_no_cluster_at_an_address_is_one_sentence() -> None:
    with pytest.raises(OutputError, match="no cluster at 127.0.0.1:1"), ray_team("127.0.0.1:1", 1):
        pass


def test_a_batch_gives_the_bytes_that_processes_give(
    finished: tuple[Path, BatchResult], made_clips: Path, tmp_path: Path
) -> None:
    with ray_can_start():
        result = run_batch(batch_of(made_clips, tmp_path / "out", engine="ray", count=2))
    assert result.made == len(finished[1].records)
    assert contents(tmp_path / "out") == contents(finished[0])

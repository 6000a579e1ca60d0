"""The same jobs on a cluster of Ray's, of which a worker is killed, give the same bytes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.batch.conftest import batch_of, contents
from tests.batch.deaths import cannot_write, end_at_zero, end_the_first_time
from understudy.batch import BatchResult, run_batch
from understudy.batch.ray_engine import ray_team
from understudy.batch.team import Lost, work_through
from understudy.errors import OutputError

pytest.importorskip("ray", reason="the extra 'ray' is not installed")

pytestmark = pytest.mark.filterwarnings("ignore")
"""Ray's own warnings are not ours to mend."""


@pytest.fixture(autouse=True)
def _tests_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers import what the tests hand over; the current folder is none that they look in."""
    path = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path))


def test_work_is_done_whatever_happens_to_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("understudy", "numpy", "ray"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a stranger')")
    with ray_team(None, 2) as team:
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
    result = run_batch(batch_of(made_clips, tmp_path / "out", engine="ray", count=2))
    assert result.made == len(finished[1].records)
    assert contents(tmp_path / "out") == contents(finished[0])

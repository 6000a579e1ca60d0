"""From a folder to a training set: done once, resumed after a kill, the same bytes however it was run."""

from __future__ import annotations

import csv
import io
import shutil
import signal
from pathlib import Path

import numpy as np
import pytest

from tests.batch.conftest import (
    BROKEN,
    CAPTURES,
    RATE,
    ROBOT,
    TAKE,
    batch_of,
    contents,
    killed,
    write_capture,
)
from understudy.batch import BatchResult, run_batch
from understudy.batch.job import Recipe
from understudy.batch.keep import read_keep
from understudy.batch.manifest import NAME
from understudy.batch.record import DONE, REFUSED
from understudy.errors import OptionError, OutputError, RobotError
from understudy.motion import RobotMotion

EXPORT = ("--to", "tracking", "--rate", "50")


def _rows(output: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((output / "table.csv").read_text())))


def test_every_capture_becomes_a_motion_or_a_sentence(
    finished: tuple[Path, BatchResult], made_clips: Path
) -> None:
    output, result = finished
    by_label = {record.label: record for record in result.records}
    assert {label: record.status for label, record in by_label.items()} == {
        **dict.fromkeys([*CAPTURES, TAKE], DONE),
        BROKEN: REFUSED,
    }
    assert f"{made_clips}/{BROKEN}, line" in by_label[BROKEN].sentence
    for label in (*CAPTURES, TAKE):
        motion = RobotMotion.load(output / "motions" / ROBOT / f"{label}.npz")
        assert motion.frame_count == by_label[label].frames
        with np.load(output / "tracking" / ROBOT / f"{label}.npz") as written:
            assert written["fps"].item() == RATE
    rows = _rows(output)
    assert [int(row["rank"]) for row in rows] == [1, 2, 3, 4, 5]
    assert rows[-1]["capture"] == BROKEN and rows[-1]["verdict"] == REFUSED
    assert float(rows[0]["direction/thigh_l:median"]) >= 0.0
    assert BROKEN in (output / "set_aside.csv").read_text()
    assert "walk.bvh" in (output / "sheet.html").read_text()


def test_a_second_run_does_nothing(finished: tuple[Path, BatchResult], made_clips: Path) -> None:
    output, result = finished
    before = contents(output, ())
    again = run_batch(batch_of(made_clips, output))
    assert again.made == 0 and again.records == result.records
    assert contents(output, ()) == before


def test_only_what_has_changed_is_made_again(
    finished: tuple[Path, BatchResult], clips: Path, tmp_path: Path
) -> None:
    output = shutil.copytree(finished[0], tmp_path / "out")
    write_capture(clips / "walk.bvh", "squat")
    assert run_batch(batch_of(clips, output)).made == 1


def test_a_killed_batch_goes_on_and_ends_as_an_undisturbed_one(
    finished: tuple[Path, BatchResult], made_clips: Path, tmp_path: Path
) -> None:
    clips, undisturbed, output = made_clips, finished[0], tmp_path / "killed"
    words = (str(clips), "--robot", ROBOT, "-o", str(output), "--jobs", "2", "--pictures", "0", *EXPORT)
    assert killed(*words) == -signal.SIGKILL
    assert _line_count(output) == 2
    result = run_batch(batch_of(clips, output))
    assert 0 < result.made < 5
    assert contents(output) == contents(undisturbed)


def _line_count(output: Path) -> int:
    manifest = output / NAME
    return manifest.read_bytes().count(b"\n") if manifest.exists() else 0


def test_a_rule_sorts_motions_without_making_them_again(
    finished: tuple[Path, BatchResult], made_clips: Path, tmp_path: Path
) -> None:
    output = shutil.copytree(finished[0], tmp_path / "out")
    before = contents(output / "motions")
    result = run_batch(batch_of(made_clips, output, keep=read_keep("seconds>100")))
    assert result.made == 0
    assert contents(output / "not_kept" / "motions") == before
    assert contents(output / "motions") == {}
    assert {row["verdict"] for row in _rows(output)} == {"not kept", REFUSED}


def test_parquet_holds_what_csv_holds(finished: tuple[Path, BatchResult]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra 'batch' is not installed")
    output, _ = finished
    table = parquet.read_table(output / "table.parquet").to_pydict()
    rows = _rows(output)
    assert list(table) == list(rows[0])
    assert table["capture"] == [row["capture"] for row in rows]
    assert table["p99"][0] == float(rows[0]["p99"])


@pytest.mark.parametrize(
    ("changes", "error", "told"),
    [
        ({"robots": ("noa",)}, RobotError, "did you mean 'nao'"),
        ({"robots": ("nao", "other/nao.xml")}, RobotError, "two of the robots are called 'nao'"),
    ],
)
def test_an_unknown_robot_is_refused_before_anything_is_written(
    clips: Path, tmp_path: Path, changes: dict[str, object], error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        run_batch(batch_of(clips, tmp_path / "out", **changes))
    assert not (tmp_path / "out").exists()


def test_a_recipe_is_checked_at_once() -> None:
    with pytest.raises(OptionError, match="--to FORMAT with it"):
        Recipe(rate=RATE)
    with pytest.raises(OutputError, match="did you mean 'tracking'"):
        Recipe(format="trackin")

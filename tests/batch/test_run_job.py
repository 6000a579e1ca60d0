"""One function does a job, wherever the capture is and wherever results go."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.batch.conftest import BROKEN, ROBOT
from understudy.batch.inputs import find_inputs
from understudy.batch.job import Job, Recipe
from understudy.batch.record import DONE, FAILED, REFUSED, Record
from understudy.batch.run_job import run_job
from understudy.batch.storage import open_storage

pytest.importorskip("fsspec", reason="the extra 'batch' is not installed")

PATH = f"motions/{ROBOT}/more/wave.csv.npz"


def _job(place: str, label: str, output: str, robot: str = ROBOT, recipe: Recipe | None = None) -> Job:
    capture = next(found for found in find_inputs([place]) if found.label == label)
    return Job("key", capture, robot, recipe or Recipe(), output)


def test_a_capture_from_the_web_gives_the_bytes_that_a_file_gives(
    clips: Path, served: str, tmp_path: Path
) -> None:
    away, here = f"memory://{tmp_path.name}", str(tmp_path / "out")
    records = [run_job(_job(served, "more/wave.csv", away)), run_job(_job(str(clips), "more/wave.csv", here))]
    assert [record.status for record in records] == [DONE, DONE]
    assert records[0].outputs == records[1].outputs
    assert records[0].metrics == records[1].metrics
    assert open_storage(away).read(PATH) == open_storage(here).read(PATH)


def test_a_broken_capture_from_the_web_is_named_by_its_address(served: str, tmp_path: Path) -> None:
    record = run_job(_job(served, BROKEN, str(tmp_path)))
    assert record.status == REFUSED
    assert record.sentence.startswith(f"{served}{BROKEN}, line")


def test_a_fault_of_ours_is_told_and_ends_nothing(clips: Path, tmp_path: Path) -> None:
    method = tmp_path / "faulty.py"
    method.write_text(
        "from dataclasses import dataclass\n"
        "from understudy.retarget import Method, MethodOptions\n"
        "@dataclass(frozen=True)\nclass Options(MethodOptions):\n    pass\n"
        "def run(*_, **__):\n    return 1 // 0\n"
        "METHOD = Method('faulty', Options, run)\n"
    )
    record = run_job(_job(str(clips), "walk.bvh", str(tmp_path / "out"), recipe=Recipe(str(method))))
    assert record.status == FAILED
    assert "ZeroDivisionError" in record.sentence


def test_a_record_comes_back_from_its_line(clips: Path, tmp_path: Path) -> None:

    record = run_job(_job(str(clips), "walk.bvh", str(tmp_path / "out")))
    assert Record.from_dict(json.loads(record.to_line())) == record

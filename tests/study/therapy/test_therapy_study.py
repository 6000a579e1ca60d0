"""The therapy study, small: its bar, first frames, perspective, files, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from understudy.cli import main
from understudy.errors import OptionError
from understudy.study.result import StudyResult
from understudy.study.therapy import TherapyStudy, published, run_therapy_study
from understudy.study.therapy.findings import Findings
from understudy.study.therapy.moves import MOVES
from understudy.study.therapy.participants import participants

SOME = ("teapot", "salt_shaker", "nod")


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> StudyResult[Findings]:
    """Return the study of two participants and three moves."""
    folder = tmp_path_factory.mktemp("therapy")
    return run_therapy_study(TherapyStudy(folder, participants=2, moves=SOME, jobs=1))


def test_the_bar_is_kept_and_first_frames_are_far_off(result: StudyResult[Findings]) -> None:
    found = result.findings
    assert not found.failures
    assert found.mean_error <= published.BAR
    first = np.degrees([outcome.per_frame[0] for outcome in found.outcomes])
    assert first.min() > 5.0 * found.mean_error
    assert all((outcome.per_frame <= np.abs(outcome.errors).max(axis=1)).all() for outcome in found.outcomes)


def test_perspectives_are_found_where_the_move_tells_them(result: StudyResult[Findings]) -> None:
    teapots = result.findings.of("teapot")
    assert all(each.perspective is not None and each.perspective.is_clear for each in teapots)
    assert all(
        each.perspective is not None and each.perspective.is_mirror == each.mirrors for each in teapots
    )


def test_page_and_tables_are_written(result: StudyResult[Findings]) -> None:
    page = result.report.read_text(encoding="utf-8")
    assert page.count("<svg") == 3
    for name in ("moves", "participants", "open_loop", "equation_10", "perspective"):
        assert (result.tables / f"{name}.csv").stat().st_size > 0
        assert r"\begin{table}" in (result.tables / f"{name}.tex").read_text(encoding="utf-8")


def test_there_are_as_many_moves_and_people_as_in_the_paper() -> None:
    assert len(MOVES) == published.MOVES
    people = participants(published.PARTICIPANTS, 0)
    assert people == participants(published.PARTICIPANTS, 0)
    assert 0 < sum(person.mirrors for person in people) < len(people)


def test_captures_may_take_the_place_of_made_up_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capture = tmp_path / "hands.txt"
    words = [
        "synth",
        "hands_up",
        "--seconds",
        "3",
        "--fps",
        "30",
        "--format",
        "kinect_v2",
        "-o",
        str(capture),
    ]
    assert main(words) == 0
    capsys.readouterr()
    words = ["study", "therapy", str(capture), "-o", str(tmp_path / "out"), "--jobs", "1", "--json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["takes"] == 1
    assert found["mean_error_after_first_second_deg"] <= published.BAR


def test_bad_requests_are_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(OptionError, match="unknown move 'waltz'"):
        run_therapy_study(TherapyStudy(tmp_path, moves=("waltz",)))
    with pytest.raises(OptionError, match="needs a participant"):
        run_therapy_study(TherapyStudy(tmp_path, participants=0))
    assert main(["study", "therapy", "--full", "-o", str(tmp_path)]) == 2
    assert "has no option --full" in capsys.readouterr().err

"""The whole study: what it writes, that it resumes and repeats itself, and what it says about bad data."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from understudy.cli import main
from understudy.errors import CaptureError, RobotError
from understudy.motion import HumanMotion
from understudy.study import StudyResult
from understudy.study.morphing import MorphingStudy, run_morphing_study
from understudy.study.morphing.findings import Findings
from understudy.study.morphing.performers import Performer, motion_of, performers, write_performer
from understudy.study.morphing.tasks import WAYS

SHORT = Performer("bend", 1.68, seconds=1.5, fps=20.0)
FRAMES = 30
PAPERS_STATURES = {"bend": 1.68, "twist_lift": 1.60, "turn_handle": 1.74}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where a short study is."""
    return tmp_path_factory.mktemp("morphing")


@pytest.fixture(scope="module")
def finished(folder: Path) -> StudyResult[Findings]:
    """Return a study of one short bend."""
    return run_morphing_study(MorphingStudy(folder, performers=(SHORT,), jobs=1, pictures=False))


def test_the_papers_performers_have_its_statures() -> None:
    assert {each.motion: each.height for each in performers()} == PAPERS_STATURES
    assert all(motion_of(each.name) == each.motion for each in performers())


def test_every_way_is_performed_within_limits(finished: StudyResult[Findings]) -> None:
    (take,) = finished.findings.takes
    assert set(take.motions) == set(WAYS)
    assert take.human.frame_count == FRAMES
    checks = take.checks["simultaneous"]
    assert checks.position.frames == checks.velocity.frames == checks.acceleration.frames == 0


def test_one_problem_is_nearer_to_the_person_than_one_after_the_other(
    finished: StudyResult[Findings],
) -> None:
    (take,) = finished.findings.takes
    assert take.person("simultaneous").mean_error < take.person("sequential").mean_error


def test_the_page_has_the_papers_figures_and_needs_nothing_but_itself(
    finished: StudyResult[Findings],
) -> None:
    page = finished.report.read_text(encoding="utf-8")
    assert page.count("<svg") == page.count("</svg>") == 3
    assert all(f"Fig. {number}" in page for number in (7, 11, 13))
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_every_table_is_written_for_people_and_for_latex(finished: StudyResult[Findings]) -> None:
    names = {"errors", "limits", "at_limits", "waist", "hands", "lengths", "recordings"}
    assert {path.stem for path in finished.tables.glob("*.csv")} == names
    assert {path.stem for path in finished.tables.glob("*.tex")} == names
    assert (finished.tables / "errors.csv").read_text().startswith("capture,ours simultaneous,")


def test_the_hand_of_the_reconstructed_person_is_near_the_original_one(
    finished: StudyResult[Findings],
) -> None:
    hands = finished.findings.takes[0].hands
    assert hands is not None
    assert hands.original.shape == hands.robot.shape == hands.reconstructed.shape == (FRAMES, 3)
    assert hands.largest("reconstructed").max() < hands.largest("robot").max()


def test_a_second_run_does_nothing_again_and_says_the_same(
    folder: Path, finished: StudyResult[Findings]
) -> None:
    kept = {path: path.stat().st_mtime_ns for path in (folder / "work").rglob("*.npz")}
    tables = {path.name: path.read_bytes() for path in finished.tables.iterdir()}
    page = finished.report.read_bytes()
    again = run_morphing_study(MorphingStudy(folder, performers=(SHORT,), jobs=1, pictures=False))
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert {path.name: path.read_bytes() for path in again.tables.iterdir()} == tables
    assert again.report.read_bytes() == page


def test_a_bad_capture_is_named_and_the_others_are_studied(
    tmp_path: Path, folder: Path, finished: StudyResult[Findings], capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """What was performed before from the same bytes is used again, wherever they come from."""
    monkeypatch.setattr("understudy.study.morphing.pictures.rendering_available", lambda: None)
    good = write_performer(tmp_path, SHORT).path
    bad = tmp_path / "notes.csv"
    bad.write_text("no capture at all\n")
    (folder / "work" / good.name).symlink_to(folder / "work" / SHORT.name)
    words = ["study", "morphing", str(good), str(bad), "-o", str(folder), "--jobs", "1", "--json"]
    assert main(words) == 2
    result = json.loads(capsys.readouterr().out)
    assert list(result["captures"]) == [good.name]
    assert set(result["captures"][good.name]["ways"]) == set(WAYS)
    (failure,) = result["failures"]
    assert "notes.csv" in failure
    assert "notes.csv" in (folder / "report.html").read_text(encoding="utf-8")


def test_what_cannot_be_studied_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(CaptureError, match="empty folder"):
        run_morphing_study(MorphingStudy(tmp_path / "out", data=(tmp_path / "empty",), jobs=1))
    with pytest.raises(RobotError, match="robot 'r2d2'"):
        run_morphing_study(MorphingStudy(tmp_path / "out", robot="r2d2", jobs=1))
    capture = write_performer(tmp_path, SHORT).path
    with pytest.raises(CaptureError, match="another capture is called"):
        run_morphing_study(MorphingStudy(tmp_path / "out", data=(capture, capture), jobs=1))


@pytest.mark.parametrize("is_there", [False, True])
def test_where_nothing_can_be_studied_nothing_is_left_behind(tmp_path: Path, is_there: bool) -> None:
    capture, out = tmp_path / "walk.csv", tmp_path / "out"
    if is_there:
        capture.write_text("no capture at all\n")
    with pytest.raises(CaptureError, match="walk.csv"):
        run_morphing_study(MorphingStudy(out, data=(capture,), jobs=1))
    assert not out.exists()


def test_a_person_without_legs_is_refused(tmp_path: Path) -> None:
    """Who shows none would be performed by legs of which nothing is known."""
    made = write_performer(tmp_path, SHORT).path
    legs = ("hip", "knee", "ankle", "heel", "toe", "mid_hip")
    lines = made.read_text().splitlines()
    names, *rows = [line.split(",") for line in lines if not line.startswith("#")]
    kept = [column for column, name in enumerate(names) if not name.startswith(legs)]
    about = [
        line for line in lines if line.startswith("#") and not line[len("# landmark ") :].startswith(legs)
    ]
    table = [",".join(row[column] for column in kept) for row in (names, *rows)]
    (tmp_path / "upper.csv").write_text("\n".join([*about, *table]) + "\n")
    with pytest.raises(CaptureError, match="no leg is seen, so that hrp4 cannot stand"):
        run_morphing_study(MorphingStudy(tmp_path / "out", data=(tmp_path / "upper.csv",), jobs=1))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "words", [["--full"], ["--seed", "1"], ["--methods", "track"], ["--robots", "g1,h1"]]
)
def test_options_of_the_other_study_are_refused(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "morphing", "-o", str(tmp_path / "out"), *words]) == 2
    assert "expected" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_person_of_the_study_is_the_captured_one(finished: StudyResult[Findings], folder: Path) -> None:
    (path,) = (folder / "work" / SHORT.name).glob("human_*.npz")
    human, (take,) = HumanMotion.load(path), finished.findings.takes
    assert np.array_equal(human.landmarks, take.human.landmarks)

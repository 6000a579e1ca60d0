"""Vision, touch and dynamics in the study: what robots do, feel and see, and what is written about it."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import numpy as np
import pytest

from understudy.cli import main
from understudy.errors import InvalidMotionError, RobotError
from understudy.evaluate.touch import TouchCount
from understudy.motion import HumanMotion
from understudy.robots import load_robot
from understudy.study import InfantStudy, StudyResult, run_infant_study
from understudy.study.infant import ROBOTS
from understudy.study.senses import moments
from understudy.study.senses.performing import perform_and_sense
from understudy.study.senses.sensed import MODES, PHYSICS, SET, Felt, Performed, Sensed
from understudy.study.senses.tables import touch_table
from understudy.view import rendering_available

MOST_ERROR = 4.0
"""Root mean square [°] by which joints may be off where range and motor allow."""

MOST_DEPTH = 5.0
"""[mm]"""

FRAMES = 40


def rows_of(finished: StudyResult, name: str) -> list[list[str]]:
    with (finished.tables / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def made_up(touches: dict[str, tuple[tuple[float, float, float], ...]], frames: int = 100) -> Sensed:
    """Return a sensed recording at 25 Hz with touches (start, duration, force) of hand and head."""

    def felt(mode: str) -> Felt:
        rows = np.array(touches.get(mode, ()), dtype=float).reshape(-1, 3)
        parts = np.array([("head", "hand_l")] * len(rows), dtype=np.str_).reshape(-1, 2)
        return Felt(
            parts, rows[:, 0], rows[:, 1], rows[:, 2], share=float(rows[:, 1].sum()) / (frames / 25.0)
        )

    errors = np.full((8, frames), np.radians(1.0), dtype=np.float32)
    done = Performed(
        squares=np.array([2.0, 1.0]),
        moments=np.array([8, 4]),
        depth=0.001,
        saturated=3,
        energy=5.0,
        force=20.0,
        weight=10.0,
        speeds=np.array([1.0, np.nan]),
        ending="",
    )
    return Sensed(
        "lying", 25.0, errors, errors, {mode: felt(mode) for mode in MODES}, done, TouchCount(1, 2, 3, 4)
    )


def test_every_robot_performs_within_the_bars(finished: StudyResult) -> None:
    heading, *rows = rows_of(finished, "dynamics")
    assert heading[1:] == list(ROBOTS)
    figures = {row[0]: dict(zip(ROBOTS, map(float, row[1:]), strict=True)) for row in rows}
    for robot in ROBOTS:
        assert figures["… where range and motor allow"][robot] < MOST_ERROR
        assert figures["stopped since they diverged"][robot] == 0
    for robot in ("mimo", "fetus"):
        assert figures["deepest contact [mm]"][robot] < MOST_DEPTH


def test_page_and_tables_have_touch_and_dynamics(finished: StudyResult) -> None:
    page = finished.report.read_text(encoding="utf-8")
    assert "<h2>Touch</h2>" in page
    assert "<h2>Dynamics</h2>" in page
    assert [row[0] for row in rows_of(finished, "touch")[1:]] == list(ROBOTS)
    pairs = rows_of(finished, "touch_pairs")[1:]
    assert {row[0] for row in pairs} <= set(ROBOTS)
    # Joints that are set are where they are, whatever they run into: their forces say nothing.
    assert {row[6] == "–" for row in pairs if row[1] == SET} <= {True}
    assert all(float(row[6]) > 0.0 for row in pairs if row[1] == PHYSICS)


def test_what_was_sensed_comes_back_from_its_file(tmp_path: Path) -> None:
    sensed = made_up({SET: ((0.4, 0.2, 3.0),), PHYSICS: ()})
    sensed.save(tmp_path / "sensed.npz")
    back = Sensed.load(tmp_path / "sensed.npz")
    assert back.base == "lying"
    assert back.touches == TouchCount(1, 2, 3, 4)
    assert back.felt[SET].parts.tolist() == [["head", "hand_l"]]
    assert back.felt[PHYSICS].parts.shape == (0, 2)
    np.testing.assert_array_equal(back.wanted, sensed.wanted)
    np.testing.assert_array_equal(back.performed.squares, sensed.performed.squares)
    (tmp_path / "sensed.npz").write_bytes(b"no archive")
    with pytest.raises(InvalidMotionError, match="sensed.npz"):
        Sensed.load(tmp_path / "sensed.npz")


def test_the_table_counts_touches_by_time(tmp_path: Path) -> None:
    one = made_up({SET: ((0.4, 0.2, 3.0), (2.0, 0.6, 1.0)), PHYSICS: ((1.0, 1.0, 7.0),)})
    row = touch_table({"mimo": {"a": one}}).rows[0]
    # Two touches in four seconds, of which 0.8 s; then one of a quarter of the time, with 7 N.
    assert row == ("mimo", "30.0", "20.0", "0.40", "15.0", "25.0", "1.00", "7.0", "7.0", "0.50", "0.75")
    nothing = touch_table({"mimo": {"a": made_up({})}}).rows[0]
    assert nothing[1:9] == ("0.0", "0.0", "–", "0.0", "0.0", "–", "–", "–")


def test_the_moment_with_most_touches_is_found() -> None:
    calm, lively = made_up({SET: ((0.0, 0.2, 1.0),)}), made_up({SET: ((2.0, 0.8, 1.0), (3.2, 0.4, 1.0))})
    found = {"mimo": {"calm": calm, "lively": lively}, "fetus": {"calm": calm, "lively": lively}}
    recording, start = moments.most_touched(found, 40)
    assert recording == "lively"
    assert start <= 50
    assert start + 40 >= 90


def test_without_simulation_its_chapters_are_left_out(captures: Path, tmp_path: Path) -> None:
    study = InfantStudy(
        tmp_path,
        data=min(captures.glob("*.txt")),
        robots=("dummy",),
        methods=("geometric",),
        jobs=1,
        pictures=False,
        simulated=0.0,
    )
    result = run_infant_study(study)
    assert not result.findings.sensed
    assert "<h2>Touch</h2>" not in result.report.read_text(encoding="utf-8")
    assert not (result.tables / "touch.csv").exists()


def test_a_wrong_duration_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "infant", "-o", str(tmp_path / "out"), "--simulate", "-1"]) == 2
    assert "simulated is -1 s, expected 0 or more" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_robot_that_cannot_be_simulated_is_told_and_the_others_are(
    captures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise RobotError("robot 'dummy': none of its shapes can touch anything, so none has skin")

    monkeypatch.setattr("understudy.study.tasks.perform_and_sense", refuse)
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(min(captures.glob("*.txt")), data)
    study = InfantStudy(
        tmp_path / "out", data=data, robots=("dummy",), methods=("geometric",), jobs=1, pictures=False
    )
    result = run_infant_study(study)
    assert "in simulation: robot 'dummy'" in result.findings.failures[0]
    assert not result.findings.sensed


@pytest.mark.skipif(rendering_available() is None, reason="no OpenGL on this machine")
def test_robots_are_shown_with_what_they_see_and_feel(finished: StudyResult, tmp_path: Path) -> None:
    recording = finished.findings.recordings[0]
    path = finished.report.parent / "work" / recording.name / recording.motion
    human = HumanMotion.load(path).section(0, 10)
    found = moments.save_moments(tmp_path, human, ("mimo",), "geometric")
    assert [path.name for path in found.strips.values()] == ["senses_mimo.png"]
    assert [path.name for path in found.ages.values()] == ["infant_vision.png"]
    (seen,) = found.seen
    assert 0.0 <= seen.own <= 1.0
    assert np.degrees(seen.fov) == pytest.approx(60.0)


def test_without_opengl_nothing_is_shown(
    finished: StudyResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moments, "rendering_available", lambda: None)
    recording = finished.findings.recordings[0]
    human = HumanMotion.load(finished.report.parent / "work" / recording.name / recording.motion)
    found = moments.save_moments(tmp_path, human, ("mimo",), "geometric")
    assert not found.strips
    assert not list(tmp_path.iterdir())


def test_the_same_motion_is_sensed_alike(finished: StudyResult) -> None:
    recording = finished.findings.recordings[0]
    path = finished.report.parent / "work" / recording.name / recording.motion
    human, robot = HumanMotion.load(path).section(0, 10), load_robot("fetus")
    one, other = (perform_and_sense(human, robot, "geometric") for _ in range(2))
    np.testing.assert_array_equal(one.reached, other.reached)
    assert one.performed.energy == other.performed.energy

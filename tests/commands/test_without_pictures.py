"""Where nothing can be drawn, all else that was asked for is written, and it is said what is missing."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from understudy.cli import main
from understudy.data import built_in_motion
from understudy.motion import RobotMotion, Rollout
from understudy.robots import load_robot

NOT_ALL = 2


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("MUJOCO_GL", "disable")
    wanted = ["-o", "out.npz", "--report", "report", "--video", "film.mp4"]
    monkeypatch.chdir(tmp_path)
    return ["retarget", str(built_in_motion("walk")), "--robot", "nao", *wanted]


def test_motion_and_report_are_written_without_a_video(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--json"]) == NOT_ALL
    found = json.loads(capsys.readouterr().out)
    assert found["missing"].keys() == {"video"}
    assert "MUJOCO_GL is 'disable', which switches rendering off" in found["missing"]["video"]
    assert found["files"].keys() == {"motion", "report"}
    assert RobotMotion.load("out.npz").robot == "nao"
    assert "<svg" in Path("report/report.html").read_text(encoding="utf-8")
    assert not Path("film.mp4").exists()


def test_people_are_told_what_is_missing(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == NOT_ALL
    said = " ".join(capsys.readouterr().err.split())
    assert "no video was written: no pictures: MUJOCO_GL is 'disable'" in said
    assert "the report has no stills: no pictures: MUJOCO_GL is 'disable'" in said


def test_evaluating_writes_the_page_without_stills(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(words[:6])
    capsys.readouterr()
    again = ["evaluate", "out.npz", "--against", words[1], "--report", "again", "--json"]
    assert main(again) == 0
    assert json.loads(capsys.readouterr().out)["missing"] == {}
    assert Path("again/report.html").exists()


def test_a_simulation_without_eyes_says_so_and_does_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUJOCO_GL", "disable")
    monkeypatch.chdir(tmp_path)
    robot = load_robot("qtrobot")
    q = np.tile(robot.home, (6, 1))
    RobotMotion("qtrobot", "home", robot.joints, q, 25.0, np.zeros(6), model=robot.fingerprint).save("m.npz")
    words = ["simulate", "m.npz", "--senses", "imu,eyes", "--video", "show.mp4", "-o", "out.npz", "--json"]
    assert main(words) == NOT_ALL
    found = json.loads(capsys.readouterr().out)
    assert found["missing"].keys() == {"eyes", "video"}
    assert found["missing"]["eyes"].startswith("the sense 'eyes' is left out: no pictures: MUJOCO_GL")
    rollout = Rollout.load("out.npz")
    assert rollout.pictures == {} and "imu/gyroscope" in rollout.senses
    assert not Path("show.mp4").exists()

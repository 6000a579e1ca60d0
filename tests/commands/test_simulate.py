"""``understudy simulate`` and ``evaluate`` of what it wrote, from the shell."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from understudy.cli import BAD_INPUT, main
from understudy.data import built_in_motion
from understudy.motion import RobotMotion, Rollout
from understudy.robots import load_robot
from understudy.simulate.simulation import Simulation

FPS, FRAMES = 25.0, 26


@pytest.fixture
def standing(tmp_path: Path) -> Path:
    """Return a saved motion of a NAO that stands."""
    robot = load_robot("nao")
    q = np.tile(robot.home, (FRAMES, 1))
    motion = RobotMotion("nao", "home", robot.joints, q, FPS, np.zeros(FRAMES), model=robot.fingerprint)
    path = tmp_path / "standing.npz"
    motion.save(path)
    return path


def run(words: list[str], capsys: pytest.CaptureFixture[str], code: int = 0):
    assert main([*words, "--json"]) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return json.loads(captured.out)


def test_a_folder_takes_rollout_and_figures(standing: Path, tmp_path: Path, capsys) -> None:
    folder = tmp_path / "out"
    found = run(["simulate", str(standing), "--senses", "imu:rate=50", "-o", str(folder)], capsys)
    assert found["setting"] == {"mode": "dynamic", "base": "free", "controller": "balance", "ending": ""}
    assert found["frames"] == FRAMES
    assert found["metrics"]["falls/fallen"]["frames"] == 0.0
    rollout = Rollout.load(folder / "rollout.npz")
    assert rollout.senses["imu/accelerometer"].values.shape == (51, 3)
    written = json.loads((folder / "evaluation.json").read_text(encoding="utf-8"))
    assert written["metrics"] == found["metrics"]
    assert sorted(path.name for path in folder.iterdir()) == ["evaluation.json", "rollout.npz"]


def test_skin_comes_with_a_table_of_touches_and_pictures(standing: Path, tmp_path: Path, capsys) -> None:
    folder = tmp_path / "out"
    words = ["simulate", str(standing), "--senses", "skin:spacing=0.03", "-o", str(folder), "--json"]
    # Where nothing can be drawn, the rest is written and said.
    assert main(words) in (0, BAD_INPUT)
    found = json.loads(capsys.readouterr().out)
    rows = (folder / "touches.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + len(found["touches"])
    touched = {(row["first"], row["second"]) for row in found["touches"]}
    assert {("foot_l", "floor"), ("foot_r", "floor")} <= touched
    assert found["metrics"]["touch/others"]["count"] >= 2.0
    assert ("touched body" in found["missing"]) != (folder / "touched_body.png").exists()
    assert ("body map" in found["missing"]) != (folder / "body_map.png").exists()


def test_a_rollout_is_evaluated_by_itself(standing: Path, tmp_path: Path, capsys) -> None:
    path = tmp_path / "rollout.npz"
    run(["simulate", str(standing), "--base", "fixed", "--controller", "pid", "-o", str(path)], capsys)
    found = run(["evaluate", str(path)], capsys)
    assert found["metrics"]["tracking/joints"]["rms"] < 0.01
    assert found["method"] == "dynamic simulation"


def test_what_was_reached_is_exported_as_any_motion(standing: Path, tmp_path: Path, capsys) -> None:
    path, table = tmp_path / "rollout.npz", tmp_path / "table.csv"
    run(["simulate", str(standing), "-o", str(path)], capsys)
    run(["export", str(path), "--to", "lafan1", "-o", str(table)], capsys)
    assert len(table.read_text(encoding="utf-8").splitlines()) == FRAMES


def test_without_a_name_it_is_written_here(
    standing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", str(standing), "--mode", "kinematic"]) == 0
    said = capsys.readouterr()
    assert "kinematic simulation of nao" in said.err.replace("\n", " ")
    assert "Joints off by" in said.out
    assert Rollout.load(tmp_path / "standing_rollout.npz").mode == "kinematic"


def test_what_diverges_is_kept_and_said(
    standing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    ticks, tick = [0], Simulation.tick

    def breaking(self: Simulation, wanted) -> None:
        ticks[0] += 1
        if ticks[0] == 200:
            self.data.qvel[:] = 1e12
        tick(self, wanted)

    monkeypatch.setattr(Simulation, "tick", breaking)
    found = run(["simulate", str(standing), "-o", str(tmp_path / "out.npz")], capsys, BAD_INPUT)
    assert "diverged before frame" in found["setting"]["ending"]
    assert 0 < Rollout.load(tmp_path / "out.npz").frame_count < FRAMES


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--senses", "smell"], "unknown sense 'smell'"),
        (["--bandwidth", "0"], "bandwidth is 0 Hz"),
        (["--base", "lying", "--controller", "balance"], "expected base 'free'"),
        (["-o", "nowhere/out.npz"], "the folder nowhere does not exist"),
        (["--robot", "hrp4"], "is another model"),
        (["--objects", str(built_in_motion("walk"))], "holds no object"),
    ],
)
def test_bad_input_is_one_sentence_and_nothing_is_written(
    words: list[str], message: str, standing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert main(["simulate", str(standing), *words]) == BAD_INPUT
    said = capsys.readouterr().err
    assert message in said.replace("\n", " ")
    assert "Traceback" not in said
    assert sorted(tmp_path.iterdir()) == before


def test_a_capture_is_no_motion(tmp_path: Path, capsys) -> None:
    assert main(["simulate", str(built_in_motion("walk")), "-o", str(tmp_path / "out.npz")]) == BAD_INPUT
    assert "not a readable .npz archive" in capsys.readouterr().err.replace("\n", " ")


def test_a_motion_needs_its_capture_and_so_does_a_report(standing: Path, tmp_path: Path, capsys) -> None:
    assert main(["evaluate", str(standing)]) == BAD_INPUT
    assert "--against" in capsys.readouterr().err
    path = tmp_path / "rollout.npz"
    run(["simulate", str(standing), "--mode", "kinematic", "-o", str(path)], capsys)
    assert main(["evaluate", str(path), "--report", str(tmp_path / "report")]) == BAD_INPUT
    assert "a report needs the capture" in capsys.readouterr().err
    assert not (tmp_path / "report").exists()


def test_a_rollout_is_judged_against_its_capture_with_a_report(tmp_path: Path, capsys) -> None:
    walk, motion, path = str(built_in_motion("walk")), tmp_path / "walk.npz", tmp_path / "rollout.npz"
    run(["retarget", walk, "--robot", "nao", "-o", str(motion)], capsys)
    run(["simulate", str(motion), "--mode", "kinematic", "-o", str(path)], capsys)
    assert main(
        ["evaluate", str(path), "--against", walk, "--report", str(tmp_path / "report"), "--json"]
    ) in (0, 2)
    found = json.loads(capsys.readouterr().out)
    assert found["metrics"]["tracking/joints"]["rms"] == 0.0
    assert "direction/thigh_l" in found["metrics"]
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert "What happened in simulation?" in page


def test_what_eyes_see_is_filmed_logged_and_exported(
    can_render: str, standing: Path, tmp_path: Path, capsys
) -> None:
    rollout, film, again = (tmp_path / name for name in ("out.npz", "show.mp4", "again.mp4"))
    words = ["simulate", str(standing), "--base", "fixed", "--senses", "eyes:size=32x24", "-o", str(rollout)]
    found = run([*words, "--video", str(film)], capsys)
    assert found["files"].keys() == {"rollout", "video"} and found["missing"] == {}
    assert len(Rollout.load(rollout).pictures["eyes/right"]) == FRAMES
    assert run(["view", str(rollout), "-o", str(again)], capsys) == {"video": str(again)}
    assert film.read_bytes() == again.read_bytes()
    run(["export", str(rollout), "--to", "mcap", "-o", str(tmp_path / "a.mcap")], capsys)
    assert b"sensor_msgs/msg/CompressedImage" in (tmp_path / "a.mcap").read_bytes()


def test_a_captured_gaze_needs_its_capture(standing: Path, tmp_path: Path, capsys) -> None:
    words = ["simulate", str(standing), "--senses", "eyes:gaze=capture", "-o", str(tmp_path / "out.npz")]
    assert main(words) == BAD_INPUT
    assert "--source FILE" in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "out.npz").exists()

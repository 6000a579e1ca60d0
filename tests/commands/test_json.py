"""What machines read: one JSON document on standard output, and nothing else there."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from understudy.cli import COMMANDS, main
from understudy.data import built_in_motion
from understudy.motion import RobotMotion

WALK_FRAMES = 240
WALK_FPS = 60.0


def _json(words: list[str], capsys: pytest.CaptureFixture[str]):
    assert main([*words, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return json.loads(captured.out)


def test_inspect_states_what_the_file_holds(capsys):
    found = _json(["inspect", str(built_in_motion("walk"))], capsys)
    assert (found["frames"], found["fps"]) == (WALK_FRAMES, WALK_FPS)
    assert {"hip_l", "knee_r", "wrist_l", "toe_r"} <= set(found["landmarks"])
    assert found["missing_percent"] == 0.0
    assert found["notes"]


def test_retarget_and_evaluate_agree(capsys, tmp_path: Path):
    output = tmp_path / "out.npz"
    first = _json(["retarget", str(built_in_motion("walk")), "--robot", "hrp4", "-o", str(output)], capsys)
    second = _json(["evaluate", str(output), "--against", str(built_in_motion("walk"))], capsys)
    assert first["metrics"] == second["metrics"]
    assert first["files"] == {"motion": str(output)}
    motion = RobotMotion.load(output)
    assert motion.frame_count == WALK_FRAMES
    assert first["provenance"]["sha256"] == motion.provenance.sha256


def test_the_motion_file_keeps_its_contract(capsys, tmp_path: Path):
    output = tmp_path / "out.npz"
    _json(["retarget", str(built_in_motion("walk")), "--robot", "nao", "-o", str(output)], capsys)
    with np.load(output, allow_pickle=False) as data:
        assert {"q", "joints", "fps", "robot", "method", "status", "provenance"} <= set(data.files)
        assert data["q"].dtype == np.float64
        assert data["q"].shape == (WALK_FRAMES, 7 + len(data["joints"]))
        assert data["status"].shape == (WALK_FRAMES,)
        assert json.loads(str(data["provenance"]))["steps"]


def test_the_same_command_writes_the_same_bytes(capsys, tmp_path: Path):
    contents = []
    for name in ("a.npz", "b.npz"):
        _json(
            ["retarget", str(built_in_motion("walk")), "--robot", "nao", "-o", str(tmp_path / name)], capsys
        )
        contents.append((tmp_path / name).read_bytes())
    assert contents[0] == contents[1]


def test_robots_are_listed_and_shown(capsys):
    names = {robot["name"] for robot in _json(["robots"], capsys)}
    assert {"nao", "hrp4", "dummy", "g1"} <= names
    shown = _json(["robots", "show", "nao"], capsys)
    assert shown["mass_kg"] == pytest.approx(5.3054, abs=1e-3)
    assert all(joint["lower_rad"] < joint["upper_rad"] for joint in shown["joints"])


def test_people_get_a_table_and_words(capsys, tmp_path: Path):
    words = ["retarget", str(built_in_motion("walk")), "--robot", "nao", "-o", str(tmp_path / "out.npz")]
    assert main(words) == 0
    captured = capsys.readouterr()
    assert "Left thigh" in captured.out
    assert "out.npz" in captured.err.replace("\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys):
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    assert "--json" in capsys.readouterr().out

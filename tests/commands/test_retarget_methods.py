"""``understudy retarget --method geometric``, with limits and without."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from understudy.cli import main
from understudy.data import built_in_motion
from understudy.motion import RobotMotion
from understudy.robots import load_robot


def run(output: Path, *words: str) -> RobotMotion:
    infant = str(built_in_motion("infant_kicking"))
    assert main(["retarget", infant, "--robot", "icub", "-o", str(output), "--json", *words]) == 0
    return RobotMotion.load(output)


def test_limits_hold_unless_they_are_lifted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    icub = load_robot("icub")
    kept = run(tmp_path / "kept.npz", "--method", "geometric")
    metrics = json.loads(capsys.readouterr().out)["metrics"]
    assert metrics["limits/cropped_by_joint"]["l_shoulder_yaw"] > 0.0
    lifted = run(tmp_path / "lifted.npz", "--method", "geometric", "--no-limits")
    assert (kept.joint_positions <= icub.upper + 1e-9).all()
    assert (lifted.joint_positions > icub.upper + 0.01).any()
    assert kept.method == lifted.method == "geometric"


def test_track_lifts_limits_too(tmp_path: Path) -> None:
    icub = load_robot("icub")
    lifted = run(tmp_path / "lifted.npz", "--no-limits")
    over = np.maximum(lifted.joint_positions - icub.upper, icub.lower - lifted.joint_positions)
    assert over.max() > 0.01


def test_an_unknown_method_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    infant = str(built_in_motion("infant_kicking"))
    words = ["retarget", infant, "--robot", "icub", "--method", "geometrik", "-o", str(tmp_path / "x.npz")]
    assert main(words) == 2
    assert "did you mean 'geometric'" in capsys.readouterr().err

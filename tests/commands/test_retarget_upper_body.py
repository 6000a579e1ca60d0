"""``understudy retarget`` of takes whose legs are not seen, and ``fit`` with a static trial that is none."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.cli import main
from understudy.export.captures.csv import write_csv
from understudy.motion import Recording, RobotMotion
from understudy.synth import Corruption, make, record
from understudy.synth.formats.point_sets import LANDMARK_SET

LOWER = ("hip", "knee", "ankle", "heel", "toe", "mid_hip")


def take(path: Path, is_lower: bool) -> Path:
    """Write what a camera sees of somebody who squats: the legs alone, or all but the legs."""
    motion = make("squat" if is_lower else "wave", seconds=1.0, fps=30.0)
    whole = record(motion, LANDMARK_SET, Corruption()).recording()
    kept = [k for k, name in enumerate(whole.names) if name.startswith(LOWER) == is_lower and name != "spine"]
    names = tuple(whole.names[k] for k in kept)
    marks = {name: points for name, points in whole.landmark_points.items() if points[0] in names}
    part = replace(
        whole,
        names=names,
        points=whole.points[:, kept],
        valid=whole.valid_mask[:, kept],
        landmark_points=marks,
    )
    write_csv(path, part)
    return path


def run(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_legs_alone_drive_the_legs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "out.npz"
    capture = take(tmp_path / "legs.csv", is_lower=True)
    found = run(["retarget", str(capture), "--robot", "nao", "-o", str(output)], capsys)
    names = set(found["metrics"])
    assert {"direction/thigh_l", "direction/shin_r"} <= names
    assert "direction/upper_arm_l" not in names
    assert "left upper arm, right upper arm, left forearm and right forearm" in found["warnings"][0]
    motion = RobotMotion.load(output)
    knee = motion.joint_positions[:, motion.joints.index("LKneePitch")]
    assert np.ptp(knee) > 0.3


def test_an_upper_body_is_followed_on_legs_at_home(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out.npz"
    capture = str(take(tmp_path / "arms.csv", is_lower=False))
    found = run(["retarget", capture, "--robot", "nao", "--upper-body", "-o", str(output)], capsys)
    assert found["warnings"] == []
    motion = RobotMotion.load(output)
    legs = [index for index, name in enumerate(motion.joints) if "Knee" in name or "Ankle" in name]
    assert np.ptp(motion.joint_positions[:, legs], axis=0).max() == 0.0
    assert np.ptp(motion.q[:, :7], axis=0).max() == 0.0
    stood = run(["retarget", capture, "--robot", "nao", "--stand", "-o", str(output)], capsys)
    assert "direction/thigh_l" in stood["metrics"]


def test_legs_are_either_at_home_or_standing(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["retarget", "a.csv", "--robot", "nao", "--upper-body", "--stand"])


def test_an_upper_body_without_shoulders_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capture, output = take(tmp_path / "legs.csv", is_lower=True), tmp_path / "out.npz"
    assert main(["retarget", str(capture), "--robot", "nao", "--upper-body", "-o", str(output)]) == 2
    assert "shows no shoulders" in capsys.readouterr().err.replace("\n", " ")
    assert not output.exists()


def test_a_static_trial_of_somebody_who_moves_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = tuple(f"M{k}" for k in range(4))
    ways = np.linspace(0.0, 2.0, 60)[:, None, None] * np.ones((1, 4, 3))
    moving = Recording(names, np.arange(12.0).reshape(4, 3) + ways, 60.0, landmark_points={"knee_l": ("M0",)})
    moving.save(tmp_path / "a.npz")
    output = tmp_path / "out.mot"
    words = ["fit", str(tmp_path / "a.npz"), "--height", "1.7", "--static", str(tmp_path / "a.npz")]
    assert main([*words, "-o", str(output)]) == 2
    assert "understudy:" in capsys.readouterr().err
    assert not output.exists()
    assert main(["fit", str(tmp_path / "a.npz"), "--static", str(tmp_path / "missing.c3d")]) == 2

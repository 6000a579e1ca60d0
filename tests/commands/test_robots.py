"""``understudy robots``: onboarding, checking and showing; robots that are given by a bare model."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path

import pytest

from understudy.cli import main
from understudy.data import built_in_motion
from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.robots import load_robot
from understudy.robots.model_file import find_model_file

TARGET = math.radians(5.0)
"""Largest median direction error [rad] of a robot that has the joints and the range."""


@pytest.fixture
def bare_model(tmp_path: Path) -> Path:
    """Return a copy of a built-in robot's model without its card."""
    return Path(shutil.copy(find_model_file(load_robot("dummy").card), tmp_path / "figure.xml"))


def _json(words: list[str], capsys: pytest.CaptureFixture[str], code: int = 0):
    assert main([*words, "--json"]) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return json.loads(captured.out)


def test_onboarding_writes_a_card_that_passes_its_check(bare_model, capsys, tmp_path: Path):
    card = tmp_path / "card.toml"
    found = _json(["robots", "onboard", str(bare_model), "-o", str(card)], capsys)
    assert found["card"] == str(card)
    assert {"confidence", "reason"} == set(found["landmarks"]["hip_l"])
    verdict = _json(["robots", "check", str(card)], capsys)
    assert verdict["passed"], verdict["checks"]
    shown = _json(["robots", "show", str(card)], capsys)
    assert len(shown["joints"]) == len(load_robot("dummy").joints)
    assert {joint["anatomical"] for joint in shown["joints"]} >= {"hip_pitch_l", "knee_r", "elbow_l"}


def test_a_failed_check_is_no_success(capsys, tmp_path: Path, bare_model):
    card = tmp_path / "card.toml"
    main(["robots", "onboard", str(bare_model), "-o", str(card), "--json"])
    capsys.readouterr()
    text = card.read_text(encoding="utf-8")
    swapped = text.replace("left_", "*_").replace("right_", "left_").replace("*_", "right_")
    card.write_text(swapped, encoding="utf-8")
    verdict = _json(["robots", "check", str(card)], capsys, code=1)
    assert not verdict["passed"]


def test_a_bare_model_performs_at_once(bare_model, capsys, tmp_path: Path):
    words = [
        "retarget",
        str(built_in_motion("walk")),
        "--robot",
        str(bare_model),
        "-o",
        str(tmp_path / "a.npz"),
    ]
    assert main(words) == 0
    assert "onboarded by itself" in " ".join(capsys.readouterr().err.split())
    found = _json(words, capsys)
    assert found["robot"] == "figure"


def test_one_robot_performs_anothers_motion(capsys, tmp_path: Path):
    first, second = str(tmp_path / "nao.npz"), str(tmp_path / "hrp4.npz")
    _json(["retarget", str(built_in_motion("walk")), "--robot", "nao", "-o", first], capsys)
    found = _json(["retarget", first, "--robot", "hrp4", "-o", second], capsys)
    assert found["robot"] == "hrp4"
    errors = [found["metrics"][f"direction/{segment}"]["median"] for segment in LIMB_SEGMENTS]
    assert max(errors) < TARGET

"""``understudy compose``: weights written, played and learned, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from understudy.cli import main
from understudy.motion import RobotMotion
from understudy.motion.composition import Composition
from understudy.motion.primitives import Primitives
from understudy.robots import load_robot


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Return the file of a motion of QTrobot."""
    robot = load_robot("qtrobot")
    times = np.arange(300) / 30.0
    q = robot.home + 0.1 * np.sin(np.outer(times, np.linspace(0.5, 3.0, len(robot.joints))))
    path = tmp_path / "motion.npz"
    RobotMotion("qtrobot", "made", robot.joints, q, 30.0, np.zeros(300, dtype=np.int64)).save(path)
    return path


def test_a_motion_becomes_weights_and_these_a_motion(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights, again = tmp_path / "weights.npz", tmp_path / "again.npz"
    assert main(["compose", str(saved), "-o", str(weights), "--set", "window=5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["residual_share"] == pytest.approx(Composition.load(weights).residual_share)
    assert set(found["joints"]) == set(load_robot("qtrobot").joints)
    assert main(["compose", str(weights), "-o", str(again)]) == 0
    off = RobotMotion.load(again).q - RobotMotion.load(saved).q
    assert np.abs(off).max() < np.radians(2.0)


def test_a_library_is_learned_and_used(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = tmp_path / "library.npz"
    words = ["compose", "--learn", str(saved), "--primitives", "3", "--set", "window=4", "-o", str(library)]
    assert main([*words, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["explained"]) == 3
    assert Primitives.load(library).seconds == 4.0
    words = ["compose", str(saved), "--set", f"library={library}", "--set", "window=4"]
    assert main([*words, "-o", str(tmp_path / "weights.npz")]) == 0
    assert "ill conditioned" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["{saved}", "{saved}"], "expected one, or --learn"),
        (["{saved}", "--set", "smoothing=glue"], "smoothing"),
        (["{saved}", "--set", "library=nothing"], "unknown library 'nothing'"),
        (["{folder}/missing.npz"], "missing.npz"),
        (["{saved}", "-o", "{saved}"], "motion.npz"),
        (["--learn", "{saved}", "--primitives", "9999"], "expected 1 to"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], sentence: str, saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(tmp_path.iterdir())
    given = [word.format(saved=saved, folder=tmp_path) for word in words]
    output = [] if "-o" in given else ["-o", str(tmp_path / "out.npz")]
    assert main(["compose", *given, *output]) == 2
    error = capsys.readouterr().err
    assert sentence in error.replace("\n", " ")
    assert sorted(tmp_path.iterdir()) == before

"""Exports from the shell, by name or by the ending of a file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from understudy.cli import BAD_INPUT, main
from understudy.data import built_in_motion
from understudy.export import FORMATS
from understudy.motion import RobotMotion
from understudy.robots import load_robot

FPS = 60.0


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Return a saved motion of a robot with eight joints that stands still."""
    robot = load_robot("qtrobot")
    q, status = np.tile(robot.home, (13, 1)), np.zeros(13)
    motion = RobotMotion("qtrobot", "track", robot.joints, q, FPS, status, model=robot.fingerprint)
    motion.save(tmp_path / "still.npz")
    return tmp_path / "still.npz"


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one sentence with which a command line is refused."""
    assert main(words) == BAD_INPUT
    message = capsys.readouterr().err.strip()
    assert message.startswith("understudy: ") and "\n" not in message
    return message


def test_a_format_by_name_and_rate(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "out.npz"
    words = ["export", str(saved), "--to", "tracking", "--rate", "50", "-o", str(output), "--json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == {"format": "tracking", "fps": 50.0, "files": {"export": str(output)}}
    with np.load(output) as read:
        assert read["fps"].tolist() == [50.0] and len(read["joint_pos"]) == 11


def test_a_format_by_ending_with_an_option(saved: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.csv"
    assert main(["export", str(saved), "-o", str(output), "--set", "header=yes"]) == 0
    lines = output.read_text().splitlines()
    assert lines[0].startswith("root_x,") and len(lines) == 14


def test_the_usual_name(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(saved.parent)
    assert main(["export", str(saved), "--to", "gmr"]) == 0
    assert (saved.parent / "still_gmr.pkl").is_file()


def test_all_formats_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--list", "--json"]) == 0
    assert [each["name"] for each in json.loads(capsys.readouterr().out)] == list(FORMATS)
    with pytest.raises(SystemExit):
        main(["export", "--help"])
    shown = capsys.readouterr().out
    assert all(name in shown for name in FORMATS) and "--set header=no" in shown


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], "--list names all formats"),
        (["--to", "traking"], "did you mean 'tracking'"),
        (["-o", "out.jpeg"], "its ending '.jpeg' is no format's"),
        (["-o", "out.npz"], "say which with --to"),
        (["--to", "lafan1", "-o", "out.npz"], "its name ends in '.npz', expected .csv"),
        (["--to", "lafan1", "--set", "header"], "expected NAME=VALUE"),
        (["--to", "lafan1", "--set", "heading=yes"], "did you mean 'header'"),
        (["--to", "lafan1", "--rate", "0"], "fps is 0.0"),
    ],
)
def test_what_cannot_be_exported(
    words: list[str],
    expected: str,
    saved: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(saved.parent)
    assert expected in refused(["export", str(saved), *words], capsys)
    assert list(saved.parent.iterdir()) == [saved]


@pytest.mark.parametrize("name", ["walk.bvh", "nothing.npz"])
def test_what_holds_no_motion(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "walk.bvh").write_text("HIERARCHY")
    assert "`retarget` or `fit` saved" in refused(["export", str(tmp_path / name), "--to", "gmr"], capsys)


def test_retarget_writes_what_the_ending_says(tmp_path: Path) -> None:
    walk, table, own = str(built_in_motion("walk")), tmp_path / "walk.csv", tmp_path / "walk.npz"
    for output in (table, own):
        assert main(["retarget", walk, "--robot", "nao", "-o", str(output), "--rate", "30"]) == 0
    rows, motion = np.loadtxt(table, delimiter=","), RobotMotion.load(own)
    assert rows.shape == (120, 7 + len(load_robot("nao").joints))
    assert motion.fps == 30.0
    np.testing.assert_allclose(motion.q[:, 7:], rows[:, 7:], atol=1e-8)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["-o", "walk.png"], "its ending '.png' is no format's"),
        (["-o", "walk"], "its ending '' is no format's"),
        (["-o", "walk.csv", "--to", "tracking"], "expected .npz"),
        (["-o", "walk.csv", "--rate", "-1"], "fps is -1.0"),
        (["--video", "walk.gif"], "films are .mp4 files, found '.gif'"),
    ],
)
def test_retarget_refuses_what_is_no_format(
    words: list[str],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    walk = str(built_in_motion("walk"))
    assert expected in refused(["retarget", walk, "--robot", "nao", *words], capsys)
    assert list(tmp_path.iterdir()) == []


def test_a_film_is_no_animation(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["view", str(saved), "--source", str(built_in_motion("walk")), "-o", str(saved.parent / "v.gif")]
    assert "films are .mp4 files, found '.gif'" in refused(words, capsys)
    assert list(saved.parent.iterdir()) == [saved]

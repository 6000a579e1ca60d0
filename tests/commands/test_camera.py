"""``understudy camera``: what is installed, and what setup says before it downloads anything."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from understudy import cache
from understudy.capture.video import installing
from understudy.cli import main

FAKE = """#!/bin/sh
case "$*" in *version_info*) echo "{version}";; *) exit 1;; esac
"""


@pytest.fixture(autouse=True)
def trackers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "trackers"
    monkeypatch.setenv("UNDERSTUDY_TRACKERS", str(folder))
    monkeypatch.setenv("UNDERSTUDY_CACHE", str(tmp_path / "cache"))
    return folder


def put(trackers: Path, name: str, told: str) -> None:
    (trackers / name).mkdir(parents=True)
    (trackers / name / "tracker.toml").write_text(told)


def test_what_is_installed_is_listed(trackers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["camera"]) == 0
    assert "`understudy camera setup` installs one" in " ".join(capsys.readouterr().err.split())
    put(trackers, "mine", f'command = ["{sys.executable}"]\nversion = "3"')
    put(trackers, "gone", 'worker = "mediapipe"\npython = "/nowhere"')
    cache.save("tracked", "a", b"film", 1000)
    assert main(["camera", "list", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["name"] for each in found["trackers"]] == ["gone", "mine"]
    assert found["trackers"][1] == {"name": "mine", "version": "3", "state": "ready"}
    assert "its Python is gone" in found["trackers"][0]["state"]
    assert found["kept_films"] == 1


def test_everything_that_is_installed_is_pinned_with_hashes_and_names_no_registry() -> None:
    lock = installing.WORKERS / f"mediapipe-{installing.WITH_MODELS}.txt"
    lines = [line.strip() for line in lock.read_text().splitlines() if not line.startswith("#")]
    packages = [line for line in lines if not line.startswith("--hash=sha256:")]
    assert f"mediapipe=={installing.WITH_MODELS} \\" in packages
    assert all(re.fullmatch(r"[a-z-]+==[0-9a-z.]+ \\", line) for line in packages)
    assert len(lines) > 10 * len(packages)
    assert "://" not in lock.read_text()


def test_what_is_kept_of_films_is_forgotten_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    cache.save("tracked", "a", b"film", 1000)
    assert main(["camera", "forget", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"forgotten": 1}
    assert cache.load("tracked", "a") is None


def test_a_tracker_is_removed(trackers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(trackers, "mine", f'command = ["{sys.executable}"]')
    assert main(["camera", "remove", "mine"]) == 0
    assert not (trackers / "mine").exists()
    assert main(["camera", "remove", "mine"]) == 2
    assert "is not installed" in capsys.readouterr().err


@pytest.fixture
def python_of(tmp_path: Path) -> Callable[[str], str]:
    def make(version: str) -> str:
        path = tmp_path / f"python{version.replace(' ', '.')}"
        path.write_text(FAKE.format(version=version))
        path.chmod(0o700)
        return str(path)

    return make


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["camera", "setup", "../evil"], "'../evil' is no name for a tracker"),
        (["camera", "setup", "--model", "gone.task"], "gone.task: there is no such file"),
        (["camera", "setup", "--hand-model", __file__], "--hand-model needs --model"),
        (["camera", "setup", "--version", "1;rm"], "'1;rm' is no version"),
        (["camera", "setup", "--python", "/nowhere"], "/nowhere is no Python, for which"),
        (["camera", "list", "--version", "1"], "--version is for `camera setup`, found with `camera list`"),
    ],
)
def test_what_cannot_be_set_up_is_one_sentence(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str], trackers: Path
) -> None:
    assert main(words) == 2
    assert told in " ".join(capsys.readouterr().err.split())
    assert not trackers.exists() or not list(trackers.iterdir())


def test_a_python_without_wheels_is_told(
    python_of: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["camera", "setup", "--python", python_of("3 13")]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "is Python 3.13, for which MediaPipe 0.10.21 has no wheel, expected Python 3.9 to 3.12" in told


def test_where_this_python_has_no_wheel_another_one_is_taken_or_named(
    python_of: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(installing.sys, "version_info", (3, 14, 0))
    monkeypatch.setenv("PATH", str(Path(python_of("3 12")).parent))
    asked: list[list[str]] = []

    def run(command: list[str]) -> None:
        asked.append(command)
        raise OSError(0, "stop here")

    monkeypatch.setattr(installing, "_run", run)
    assert main(["camera", "setup"]) == 2
    assert asked[0][0] == python_of("3 12")
    monkeypatch.setenv("PATH", "")
    capsys.readouterr()
    assert main(["camera", "setup"]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "has wheels for Python 3.9 to 3.12, this is Python 3.14: name another one by --python" in told


def test_a_step_that_fails_leaves_nothing_and_says_why(
    trackers: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = subprocess.run

    def offline(command: list[str], **how: object) -> object:
        if "pip" in command:
            script = "import sys; sys.exit('ERROR: no network\\x1b[2J\\n')"
            return real([sys.executable, "-c", script], **how)  # pyright: ignore[reportCallIssue, reportArgumentType]
        return real(command, **how)  # pyright: ignore[reportCallIssue, reportArgumentType]

    monkeypatch.setattr(installing.subprocess, "run", offline)
    assert main(["camera", "setup"]) == 2
    told = capsys.readouterr().err
    assert "could not be installed, pip says: ERROR: no network" in " ".join(told.split())
    assert "\x1b" not in told
    assert list(trackers.iterdir()) == []

"""The trackers that are there, and what is wrong with those that are not."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from understudy.capture.video.installed import (
    CHOICE_VARIABLE,
    FILE,
    find_tracker,
    tracker_names,
    trackers_folder,
)
from understudy.capture.video.tracker import TrackerError


def write(no_trackers: Path, name: str, told: str) -> None:
    (no_trackers / name).mkdir()
    (no_trackers / name / FILE).write_text(told)


def test_without_any_it_is_said_how_to_get_one(no_trackers: Path) -> None:
    assert tracker_names() == ()
    with pytest.raises(TrackerError, match="no tracker is installed: `understudy camera setup`"):
        find_tracker()


def test_the_usual_one_comes_first_unless_another_is_chosen(
    no_trackers: Path, standin: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("aaa", "mediapipe", "zzz"):
        standin(name=name)
    assert tracker_names() == ("mediapipe", "aaa", "zzz")
    assert find_tracker().name == "mediapipe"
    monkeypatch.setenv(CHOICE_VARIABLE, "zzz")
    assert find_tracker().name == "zzz"
    assert find_tracker("aaa").name == "aaa"
    with pytest.raises(TrackerError, match="unknown tracker 'mediapip'.*did you mean 'mediapipe'"):
        find_tracker("mediapip")


def test_what_answers_depend_on_changes_the_fingerprint(no_trackers: Path) -> None:
    script = no_trackers / "mine.py"
    script.write_text("one")
    write(no_trackers, "mine", f'command = ["{sys.executable}", "{script}"]\nversion = "1"')
    first = find_tracker("mine")
    assert first.program.command == (sys.executable, str(script))
    script.write_text("another")
    assert (
        len({first.fingerprint, find_tracker("mine").fingerprint, find_tracker("mine", False).fingerprint})
        == 3
    )


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("command = [", r"tracker\.toml: cannot be read"),
        ("command = []", "states no command"),
        ("command = [1]", "states no command"),
        ("comand = 'x'", "unknown setting 'comand'"),
        ("worker = 'mediapip'", "unknown worker 'mediapip'.*did you mean 'mediapipe'"),
        ("worker = 'mediapipe'\npython = '/nowhere/python'", "its Python is gone: `understudy camera setup`"),
        ("worker = 3", "states no text for worker"),
    ],
)
def test_a_description_that_is_not_valid_is_one_sentence(no_trackers: Path, told: str, words: str) -> None:
    write(no_trackers, "bad", told)
    with pytest.raises(TrackerError, match=words):
        find_tracker("bad")


def test_trackers_lie_in_the_users_own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("UNDERSTUDY_TRACKERS", raising=False)
    monkeypatch.delenv("UNDERSTUDY_CACHE", raising=False)
    monkeypatch.setenv("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", str(tmp_path))
    assert trackers_folder() == tmp_path / "understudy" / "trackers"

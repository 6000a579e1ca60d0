"""The trackers that are installed: a folder for each, in which ``tracker.toml`` says how it is started.

    worker = "mediapipe"                    # a worker of ours, which runs with the environment's Python
    python = "/…/mediapipe/env/bin/python"
    version = "0.10.21"
    model = "/…/pose_landmarker_full.task"  # and hand_model, where the user named them

A tracker of one's own states ``command`` instead of worker and python: a list, the program first.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from understudy.cache import VARIABLE, file_digest, user_folder
from understudy.capture.video.tracker import TrackerError, TrackerProgram
from understudy.errors import unknown_name
from understudy.opening import read_toml
from understudy.quoting import shortened

FOLDER_VARIABLE, CHOICE_VARIABLE = "UNDERSTUDY_TRACKERS", "UNDERSTUDY_TRACKER"
FILE = "tracker.toml"
USUAL = "mediapipe"
WORKERS = Path(__file__).parent / "workers"

_TEXTS = ("worker", "python", "version", "model", "hand_model")
_MOST_WORDS = 50
_NAME = "trackers"


@dataclass(frozen=True)
class InstalledTracker:
    """A tracker that is there.

    Attributes:
        name: Its folder's.
        folder: That.
        version: Of it, as it was installed.
        program: How it is started.
        fingerprint: What its answers depend on besides the pictures, as a text.
    """

    name: str
    folder: Path
    version: str
    program: TrackerProgram
    fingerprint: str


def trackers_folder() -> Path:
    """Return where trackers lie: ``UNDERSTUDY_TRACKERS``, or else in the user's own cache folder.

    Raises:
        TrackerError: Where the user has no folder of their own.
    """
    if stated := os.environ.get(FOLDER_VARIABLE):
        return Path(os.path.abspath(stated))
    if stated := os.environ.get(VARIABLE):
        return Path(os.path.abspath(stated)) / _NAME
    users = user_folder()
    if users is None:
        raise TrackerError(
            f"there is no folder of yours for trackers, expected one that {FOLDER_VARIABLE} names"
        )
    return Path(os.path.abspath(users)) / "understudy" / _NAME


def tracker_names() -> tuple[str, ...]:
    """Return the names of all that are installed, the usual one first."""
    try:
        names = sorted(each.parent.name for each in trackers_folder().glob(f"*/{FILE}"))
    except OSError:
        return ()
    return tuple(sorted(names, key=lambda name: name != USUAL))


def programs_beside_trackers(pattern: str) -> Iterator[Path]:
    """Yield programs that packages have brought into trackers' environments, by where they are in these."""
    with suppress(TrackerError, OSError):
        for name in tracker_names():
            packages = trackers_folder() / name / "env"
            for place in ("lib/python*/site-packages", "Lib/site-packages"):
                yield from (
                    path for path in sorted(packages.glob(f"{place}/{pattern}")) if os.access(path, os.X_OK)
                )


def find_tracker(name: str | None = None, hands: bool = True) -> InstalledTracker:
    """Return a tracker by its name, or the one that is used where nobody names any.

    Args:
        name: Its name; by default what ``UNDERSTUDY_TRACKER`` says, or else the first.
        hands: Whether it looks for hands as well.

    Raises:
        TrackerError: Where it is not there or its description is not valid.
    """
    names = tracker_names()
    name = name or os.environ.get(CHOICE_VARIABLE) or (names[0] if names else None)
    if name is None:
        raise TrackerError("no tracker is installed: `understudy camera setup` installs one")
    if name not in names:
        raise TrackerError(unknown_name("tracker", name, names) if names else _none_of(name))
    return read_tracker(trackers_folder() / name, hands)


def _none_of(name: str) -> str:
    return f"tracker '{shortened(name)}' is not installed: `understudy camera setup` installs one"


def read_tracker(folder: Path, hands: bool = True) -> InstalledTracker:
    """Return the tracker of a folder, see :func:`find_tracker`."""
    path = folder / FILE
    try:
        said = read_toml(path)
    except (OSError, ValueError) as error:
        raise TrackerError(f"{path}: cannot be read ({error})") from error
    for key in said:
        if key not in (*_TEXTS, "command"):
            raise TrackerError(f"{path}: {unknown_name('setting', key, (*_TEXTS, 'command'))}")
    for key in _TEXTS:
        if not isinstance(said.get(key, ""), str):
            raise TrackerError(f"{path}: states no text for {key}, expected one")
    options: dict[str, Any] = {"hands": hands, "people": 4}
    options |= {key: said[key] for key in ("model", "hand_model") if key in said}
    command = _command(path, said)
    parts = [options, said.get("version", ""), [_content(part) for part in command]]
    program = TrackerProgram(folder.name, command, options)
    version = said.get("version", "")
    return InstalledTracker(folder.name, folder, version, program, json.dumps(parts, sort_keys=True))


def _command(path: Path, said: dict[str, Any]) -> tuple[str, ...]:
    command = said.get("command")
    if command is not None:
        are_words = isinstance(command, list) and 0 < len(command) <= _MOST_WORDS
        if not are_words or not all(isinstance(word, str) and "\0" not in word for word in command):
            raise TrackerError(f"{path}: states no command, expected a list of words, the program first")
        return tuple(command)
    workers = sorted(each.name.removesuffix("_worker.py") for each in WORKERS.glob("*_worker.py"))
    worker, python = said.get("worker", ""), said.get("python", "")
    if worker not in workers:
        raise TrackerError(f"{path}: {unknown_name('worker', worker, workers)}")
    if not os.access(python, os.X_OK):
        raise TrackerError(f"{path}: its Python is gone: `understudy camera setup` installs it anew")
    return (python, "-I", "-B", str(WORKERS / f"{worker}_worker.py"))


def _content(word: str) -> str:
    """Return a word of a command, or what is in the script that it names: a new one may answer otherwise."""
    if word.endswith(".py") and os.path.isfile(word):
        return file_digest(word)
    return word

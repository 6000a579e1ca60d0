"""Installs a tracker into an environment of its own, when the user asks for it.

MediaPipe 0.10.21 carries its models in its wheel, and wants NumPy 1, which is why it does not share our
environment. Of what it asks for, only what these models need is installed: 400 MB instead of a gigabyte.
FFmpeg comes with it, so that films are read where pictures cannot be drawn.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from understudy.capture.video.installed import (
    FILE,
    USUAL,
    WORKERS,
    InstalledTracker,
    find_tracker,
    read_tracker,
    trackers_folder,
)
from understudy.capture.video.tracker import Tracker, TrackerError
from understudy.motion.archive import write_bytes

Say = Callable[[str], None]

WITH_MODELS = "0.10.21"
"""The last version whose wheel carries models."""

PYTHONS = ((3, 9), (3, 12))
"""The oldest and the newest Python for which there are wheels of that."""

WITHOUT_MODELS = "1.2.2"
"""The version that is installed for ``.task`` files."""

_SURE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.!+]{0,40}")
_ASKED = "import sys; print(*sys.version_info[:2])"
_PATIENCE = 3600.0
"""Time [s] that pip may take."""


def set_up(
    say: Say,
    name: str = USUAL,
    model: Path | None = None,
    hand_model: Path | None = None,
    version: str | None = None,
    python: str | None = None,
) -> InstalledTracker:
    """Install MediaPipe for tracking; what was there under the name is replaced.

    Args:
        say: Told in sentences what is done.
        name: What the tracker is to be called.
        model: A ``.task`` file with a model of the body; by default the package's own.
        hand_model: One with a model of the hands, where ``model`` is given.
        version: Of MediaPipe.
        python: The Python of its environment; by default this one, or another one that is found.

    Raises:
        TrackerError: Where there is no wheel for any Python that is found, or pip fails.
    """
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,40}", name):
        raise TrackerError(f"'{name}' is no name for a tracker, expected small letters, digits and hyphens")
    for file in (model, hand_model):
        if file is not None and not file.is_file():
            raise TrackerError(f"{file}: there is no such file, expected a .task file")
    if hand_model is not None and model is None:
        raise TrackerError("--hand-model needs --model, since the package's own models come together")
    version = version or (WITH_MODELS if model is None else WITHOUT_MODELS)
    if not _SURE.fullmatch(version):
        raise TrackerError(f"'{version}' is no version, expected one such as {WITH_MODELS}")
    chosen = _python(version, python)
    folder = trackers_folder() / name
    fresh = folder.with_name(f".{name}.{os.getpid()}")
    say(f"installing MediaPipe {version} with {chosen} into {folder}; this downloads from your package index")
    try:
        fresh.mkdir(parents=True)
        _run(
            [
                chosen,
                "-I",
                "-m",
                "venv",
                "--symlinks" if os.name == "posix" else "--copies",
                str(fresh / "env"),
            ]
        )
        own = str(_python_of(fresh / "env"))
        _run([own, "-I", "-m", "pip", "install", "--quiet", "--only-binary=:all:", *_wanted(version)])
        _describe(fresh, fresh, version, model, hand_model)
        # What cannot start now would not start when a film waits for it.
        Tracker(replace(read_tracker(fresh).program, name=name)).close()
        _describe(fresh, folder, version, model, hand_model)
        remove(name)
        os.replace(fresh, folder)
    except OSError as error:
        raise TrackerError(f"{folder}: cannot be written ({error.strerror or error})") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return find_tracker(name)


def _describe(folder: Path, home: Path, version: str, model: Path | None, hand_model: Path | None) -> None:
    """Write into a folder how the tracker is started whose home is, or is going to be, another one."""
    settings = {"worker": "mediapipe", "python": str(_python_of(home / "env")), "version": version}
    for key, file in (("model", model), ("hand_model", hand_model)):
        if file is not None:
            settings[key] = str(file.resolve())
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in settings.items())
    write_bytes(folder / FILE, lines.encode())


def remove(name: str) -> bool:
    """Remove a tracker with its environment; return whether it was there."""
    folder = trackers_folder() / name
    if not (folder / FILE).is_file():
        return False
    shutil.rmtree(folder)
    return True


def _lock(version: str) -> Path:
    """Return the file that pins what a version needs, with hashes; there is one for those with models."""
    return WORKERS / f"mediapipe-{version}.txt"


def _wanted(version: str) -> list[str]:
    """Return what pip is asked for."""
    lock = _lock(version)
    return (
        ["--no-deps", "--require-hashes", "-r", str(lock)]
        if lock.is_file()
        else [f"mediapipe=={version}", "imageio-ffmpeg"]
    )


def _python(version: str, stated: str | None) -> str:
    """Return a Python for which there are wheels."""
    oldest, newest = PYTHONS
    fits = f"Python {_spoken(oldest)} to {_spoken(newest)}"
    if not _lock(version).is_file():
        return stated or sys.executable
    if stated is not None:
        found = _version_of(stated)
        if found is None or not oldest <= found <= newest:
            what = "is no Python" if found is None else f"is Python {_spoken(found)}"
            raise TrackerError(
                f"{stated} {what}, for which MediaPipe {version} has no wheel, expected {fits}"
            )
        return stated
    if oldest <= sys.version_info[:2] <= newest:
        return sys.executable
    for minor in range(newest[1], oldest[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found is not None and _version_of(found) == (3, minor):
            return found
    raise TrackerError(
        f"MediaPipe {version} has wheels for {fits}, this is Python {_spoken(sys.version_info[:2])}: name "
        f"another one by --python, or a model by --model FILE.task"
    )


def _spoken(version: Sequence[int]) -> str:
    return ".".join(map(str, version))


def _version_of(python: str) -> tuple[int, int] | None:
    try:
        done = subprocess.run(
            [python, "-I", "-S", "-c", _ASKED], capture_output=True, text=True, timeout=60.0, check=True
        )
        major, minor = map(int, done.stdout.split())
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return major, minor


def _python_of(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _run(command: Sequence[str]) -> None:
    """Run a step of the installation.

    Raises:
        TrackerError: With the last thing that it said.
    """
    plain = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=_PATIENCE, env=plain
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise TrackerError(f"{Path(command[0]).name} cannot be run: {error}") from error
    if done.returncode:
        said = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        errors = [line for line in said if "error" in line.lower()] or said or ["nothing about the reason"]
        raise TrackerError(f"the tracker could not be installed, pip says: {errors[-1].strip()[:500]}")

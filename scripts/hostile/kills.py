"""Commands killed while they write: what they leave is whole or not there.

    python scripts/hostile/kills.py --kills 100 --seed 7

A process that has loaded everything forks one that runs a command. As soon as something appears beside the
place of its result, that one is killed after a random moment. Linux and macOS.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

from understudy.capture import read_capture
from understudy.cli import main as understudy
from understudy.motion import HumanMotion, RobotMotion
from understudy.robots.model_compiler import compile_model

LONGEST = 0.02
"""Time [s] after the first sign of writing within which a command is killed."""

PATIENCE = 120.0


def read_table(path: Path) -> object:
    """Read a table of joints, whose rows have to be complete."""
    rows = path.read_text(encoding="utf-8").splitlines()
    if len({row.count(",") for row in rows}) != 1:
        raise ValueError("rows of several lengths")
    return rows


def read_frames(path: Path) -> object:
    """Read a folder of frames, of which none may be missing."""
    recording = read_capture(path)
    if recording.frame_count != FRAMES:
        raise ValueError(f"{recording.frame_count} frames of {FRAMES}")
    return recording


FRAMES = 60
COMMANDS: dict[str, tuple[list[str], str, Callable[[Path], object]]] = {
    "retarget": (["retarget", "take.csv", "--robot", "nao", "-o", "out.npz"], "out.npz", RobotMotion.load),
    "fit": (["fit", "markers.csv", "--as-stated", "-o", "out.npz"], "out.npz", HumanMotion.load),
    "export": (["export", "motion.npz", "--to", "lafan1", "-o", "out.csv"], "out.csv", read_table),
    "synth": (["synth", "wave", "--format", "openpose", "--seconds", "1", "-o", "out"], "out", read_frames),
    "robots export": (["robots", "export", "fetus", "-o", "out.urdf"], "out.urdf", compile_model),
}


def main() -> int:
    """Kill, look at what is left, and return whether anything was half."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=100, help="of each command")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--commands", nargs="+", choices=list(COMMANDS), default=list(COMMANDS))
    options = parser.parse_args()
    half = 0
    with tempfile.TemporaryDirectory(prefix="understudy-kills-") as scratch:
        os.chdir(scratch)
        _prepare()
        for name in options.commands:
            counts = Counter(
                killed(
                    name, Path(scratch, f"{name}-{number}"), random.Random(f"{options.seed} {name} {number}")
                )
                for number in range(options.kills)
            )
            half += sum(count for ending, count in counts.items() if ending.startswith("half"))
            told = ", ".join(f"{count} {ending}" for ending, count in sorted(counts.items()))
            sys.stdout.write(f"{name}: {told}\n")
            sys.stdout.flush()
    return 1 if half else 0


def _prepare() -> None:
    """Make the files that commands read, and load and compile all that they need."""
    for words in (
        ["synth", "walk", "--seconds", "1", "--fps", "30", "-o", "take.csv"],
        ["synth", "walk", "--seconds", "1", "--fps", "30", "-o", "markers.csv"],
        ["retarget", "take.csv", "--robot", "nao", "-o", "motion.npz"],
        *(command for command, _, _ in COMMANDS.values()),
    ):
        with redirect_stdout(io.StringIO()):
            code = understudy([*words, "--json"])
        if code != 0:
            raise SystemExit(f"{' '.join(words)} fails by itself")


def killed(name: str, folder: Path, chance: random.Random) -> str:
    """Return what a command leaves that is killed while it writes: nothing, or a whole result."""
    words, result, read = COMMANDS[name]
    folder.mkdir()
    for file in Path().iterdir():
        if file.is_file() and not file.name.startswith("out"):
            (folder / file.name).symlink_to(file.resolve())
    before = set(os.listdir(folder))
    child = os.fork()
    if child == 0:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in (1, 2):
            os.dup2(nowhere, descriptor)
        os.chdir(folder)
        os._exit(understudy(words))
    end = time.monotonic() + PATIENCE
    while set(os.listdir(folder)) == before and time.monotonic() < end:
        # It does not end without a sign; one that had just given it is looked at as any other.
        if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            break
    time.sleep(LONGEST * chance.random() ** 3)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        return f"half: ended by itself with {os.WEXITSTATUS(status)}"
    if not (folder / result).exists():
        return "not there"
    try:
        read(folder / result)
    except Exception as error:
        return f"half: {type(error).__name__} ({error})"
    return "whole"


if __name__ == "__main__":
    sys.exit(main())

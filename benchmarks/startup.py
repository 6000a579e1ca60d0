"""How long a user waits: for help, for the first compilation, for a clip once it is compiled.

    python benchmarks/startup.py [--robot g1] [FILE]

Runs the installed command in new processes; the compilation goes to a cache folder of its own.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from understudy.data import built_in_motion

REPEATS = 3


def main() -> int:
    """Measure and print a table in Markdown."""
    parser = argparse.ArgumentParser(description="How long a user waits.")
    parser.add_argument("file", nargs="?", default=str(built_in_motion("walk")))
    parser.add_argument("--robot", default="hrp4")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        output = str(Path(folder) / "out.npz")
        words = ["retarget", options.file, "--robot", options.robot, "-o", output]
        cold = _seconds(words, environment)
        warm = min(_seconds(words, environment) for _ in range(REPEATS))
        help_text = min(_seconds(["--help"], environment) for _ in range(REPEATS))
    rows = [
        ("what", "asked", "measured"),
        ("---", "---", "---"),
        ("cold compile (first run less a later one)", "≤ 25 s", f"{cold - warm:.1f} s"),
        (f"`retarget {Path(options.file).name} --robot {options.robot}`, compiled", "≤ 3 s", f"{warm:.2f} s"),
        ("`understudy --help`", "≤ 0.5 s", f"{help_text:.2f} s"),
    ]  # fmt: skip
    sys.stdout.write("\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n")
    return 0


def _seconds(words: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "understudy.cli", *words], env=environment, check=True, capture_output=True
    )
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())

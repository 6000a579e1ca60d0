"""A server in a process of its own, on a free port of this machine, that can be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Process:
    """A running server."""

    def __init__(self, folder: Path, *options: str) -> None:
        """Start a server of a library and wait until it listens."""
        command = [sys.executable, "-m", "understudy", "library", "serve", "--library", str(folder)]
        environment = {**os.environ, "COLUMNS": "200", "PYTHONUNBUFFERED": "1"}
        self._process = subprocess.Popen(
            [*command, "--port", "0", "--rate-limit", "0", *options],
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self._process.stderr is not None
        said = ""
        for line in self._process.stderr:
            said += line
            if "serving at " in line:
                self.url = line.partition("serving at ")[2].strip()
                return
        raise RuntimeError(f"the server ended: {said}")

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    def kill(self) -> None:
        """End it without a warning."""
        os.kill(self._process.pid, signal.SIGKILL)
        self.stop()

    def stop(self) -> int:
        """Ask it to end; return its exit code."""
        if self._process.poll() is None:
            self._process.terminate()
        code = self._process.wait(60)
        if self._process.stderr is not None:
            self._process.stderr.close()
        return code


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Process]:
    """Yield a server that is stopped at the end."""
    process = Process(folder, *options)
    try:
        yield process
    finally:
        process.stop()

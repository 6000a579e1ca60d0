"""Commands do linear algebra in one thread, unless the user says else."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from understudy.one_thread import one_thread_each

VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
COMMAND = "import os, understudy.cli; understudy.cli.main(['robots', '--json']); print(os.environ[{name!r}])"


def last_line(name: str, settings: dict[str, str]) -> str:
    """Run a command in a new process and return its number of threads."""
    environment = {key: value for key, value in os.environ.items() if key not in VARIABLES} | settings
    done = subprocess.run(
        [sys.executable, "-c", COMMAND.format(name=name)],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.splitlines()[-1]


def test_commands_use_one_thread() -> None:
    assert last_line("OPENBLAS_NUM_THREADS", {}) == "1"


def test_what_the_user_says_takes_precedence() -> None:
    assert last_line("OPENBLAS_NUM_THREADS", {"OPENBLAS_NUM_THREADS": "3"}) == "3"


def test_numpy_is_not_loaded_before_threads_are_set() -> None:
    code = "import sys, understudy.cli; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_processes_that_are_started_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    with one_thread_each():
        assert [os.environ[name] for name in VARIABLES] == ["1", "2"]
    assert "OPENBLAS_NUM_THREADS" not in os.environ
    assert os.environ["OMP_NUM_THREADS"] == "2"

"""What goes out to terminals, pipes and full disks: nothing that steers, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from understudy.commands.terminal import Terminal
from understudy.errors import CaptureError, RobotError, unknown_name
from understudy.quoting import SHOWN, printable, quoted, shown_value

ESCAPE = "\x1b]0;owned\x07\x1b[2J\x9b31m\r\u202e"
SHELL = os.name == "posix"


def run(command: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a shell's command in which ``understudy`` stands for the command line of this Python."""
    text = command.replace("understudy", f"'{sys.executable}' -m understudy")
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(["bash", "-c", text], cwd=folder, env=usual, capture_output=True, check=False)


def test_control_codes_are_spelt_out() -> None:
    assert printable("Hüfte ★") == "Hüfte ★"
    assert printable(ESCAPE).isprintable()
    assert "\\x1b]0;owned" in printable(ESCAPE)
    assert quoted("\x1b" * 500) == "'" + "\\x1b" * SHOWN + "…'"


@pytest.mark.parametrize("value", [1 << 20_000, "x" * 1000, [ESCAPE], {"a": ESCAPE}], ids=type)
def test_any_value_is_shown_short(value: object) -> None:
    shown = shown_value(value)
    assert shown.isprintable()
    assert len(shown) < 6 * SHOWN


def test_errors_steer_no_terminal() -> None:
    for error in (RobotError(f"joint '{ESCAPE}'"), CaptureError(f"/tmp/{ESCAPE}.bvh", f"has '{ESCAPE}'")):
        assert str(error).isprintable()
    sentence = unknown_name("joint", ESCAPE, [ESCAPE * 100, *(f"j{i}" for i in range(5000))])
    assert sentence.isprintable()
    assert "and 4801 more" in sentence
    assert len(sentence) < 3000


def test_what_commands_say_steers_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(as_json=False)
    terminal.say(f"first {ESCAPE}\nsecond")
    terminal.warn(ESCAPE)
    terminal.title(ESCAPE)
    terminal.table(("joint",), [(ESCAPE,)], title=f"[/red]{ESCAPE}")
    with terminal.progress(f"[/red]{ESCAPE}"):
        pass
    written = "".join(capsys.readouterr())
    assert written.replace("\n", "").isprintable()
    assert "second" in written


@pytest.mark.skipif(not SHELL, reason="it takes a shell")
def test_a_files_name_steers_no_terminal(tmp_path: Path) -> None:
    (tmp_path / "a\x1b[2Jb\x07[].bvh").write_text("HIERARCHY", encoding="utf-8")
    done = run("understudy inspect a*.bvh", tmp_path)
    assert done.returncode == 2
    assert b"\x1b" not in done.stderr
    assert b"a\\x1b[2Jb\\x07" in done.stderr


@pytest.mark.skipif(not SHELL, reason="it takes a shell")
@pytest.mark.parametrize("name", ["$'\\xff\\xfe.bvh'", "$'a\\nb.bvh'"])
def test_a_name_that_is_no_text_is_one_sentence(tmp_path: Path, name: str) -> None:
    done = run(f"understudy inspect {name}", tmp_path)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("words", ["--help", "--version", "export --list --json"])
def test_a_full_output_ends_in_one_sentence(tmp_path: Path, words: str) -> None:
    done = run(f"understudy {words} > /dev/full", tmp_path)
    assert done.returncode == 2
    assert done.stderr == b"understudy: cannot write to standard output: No space left on device\n"


@pytest.mark.skipif(not SHELL, reason="it takes a shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "| true", "| head -c 1 > /dev/null"])
@pytest.mark.parametrize("words", ["--help", "export --list"])
def test_a_closed_output_ends_quietly(tmp_path: Path, words: str, closed: str) -> None:
    done = run(f"set -o pipefail; understudy {words} {closed}", tmp_path)
    # Of a table that nobody reads on, one is told by the exit code of 1 alone.
    assert done.returncode in (0, 1)
    assert done.stderr == b""

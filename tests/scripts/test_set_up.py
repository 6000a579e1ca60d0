"""The set-up helpers, run on a made-up system of a few stand-in commands."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"
ORDINARY_COMMANDS = ("bash", "cat", "dirname", "env", "grep", "true")
ALL_LIBRARIES = "libEGL.so.1 libgallium-25.so libOSMesa.so.8"

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="the set-up helpers need bash")


class MadeUpSystem:
    """A folder of commands that stand for a whole system; calls of apt are written down."""

    def __init__(self, folder: Path) -> None:
        """Make a Linux system with Python and a user without rights, but without any library."""
        self.commands = folder / "commands"
        self.calls = folder / "calls"
        self.commands.mkdir()
        self.calls.touch()
        for name in ORDINARY_COMMANDS:
            found = shutil.which(name)
            assert found is not None
            (self.commands / name).symlink_to(found)
        self.add("uname", "echo Linux")
        self.add("id", "echo 1000")
        self.add("ldconfig", "true")
        self.add("python3", f'exec {sys.executable} "$@"')

    def add(self, name: str, body: str) -> None:
        command = self.commands / name
        command.write_text(f"#!{shutil.which('bash')}\n{body}\n", encoding="utf-8")
        command.chmod(0o755)

    def add_apt(self, unknown: str = "nothing", result: int = 0) -> None:
        self.add("id", "echo 0")
        self.add("apt-get", f'echo "$@" >> {self.calls}; exit {result}')
        self.add("apt-cache", f'[ "$2" != {unknown} ]')

    def run(self, script: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": str(self.commands), **variables}
        command = [str(self.commands / "bash"), str(SCRIPTS / script), *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def apt_calls(self, word: str) -> list[list[str]]:
        lines = self.calls.read_text(encoding="utf-8").splitlines()
        return [line.split() for line in lines if word in line.split()]


@pytest.fixture
def system(tmp_path: Path) -> MadeUpSystem:
    return MadeUpSystem(tmp_path)


def test_nothing_is_said_or_done_where_all_is_there(system: MadeUpSystem) -> None:
    system.add_apt()
    system.add("ldconfig", f"echo {ALL_LIBRARIES}")
    system.add("chromium", "true")
    system.add("initdb", "true")
    result = system.run("system_packages.sh", "test")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert system.calls.read_text(encoding="utf-8") == ""


def test_a_user_without_rights_is_told_what_is_missing(system: MadeUpSystem) -> None:
    system.add("apt-get", f'echo "$@" >> {system.calls}')
    result = system.run("system_packages.sh", "demo")
    assert result.returncode == 0
    assert "missing: libegl1, for pictures" in result.stdout
    assert "missing: libosmesa6" in result.stdout
    assert "chromium" not in result.stdout
    assert system.calls.read_text(encoding="utf-8") == ""


def test_root_installs_what_is_missing_and_exists(system: MadeUpSystem) -> None:
    system.add_apt(unknown="libosmesa6")
    result = system.run("system_packages.sh", "test")
    assert result.returncode == 0
    assert len(system.apt_calls("update")) == 1
    (installed,) = system.apt_calls("install")
    assert {"libegl1", "chromium"} <= set(installed)
    assert "libosmesa6" not in installed
    assert "python3-venv" not in installed


def test_a_failing_package_manager_does_not_fail_the_set_up(system: MadeUpSystem) -> None:
    system.add_apt(result=100)
    result = system.run("system_packages.sh", "demo")
    assert result.returncode == 0
    assert "did not succeed" in result.stdout
    assert "missing: libegl1" in result.stdout


def test_a_python_is_found_under_a_versioned_name(system: MadeUpSystem) -> None:
    system.add("python3", "exit 1")
    system.add("python3.10", f'exec {sys.executable} "$@"')
    result = system.run("find_python.sh")
    assert result.stdout.strip() == str(system.commands / "python3.10")


def test_a_python_that_is_named_is_the_only_one_tried(system: MadeUpSystem) -> None:
    result = system.run("find_python.sh", PYTHON="python9")
    assert result.returncode == 1
    assert "looked for: python9" in result.stderr


def test_no_python_is_said_clearly(system: MadeUpSystem) -> None:
    (system.commands / "python3").unlink()
    result = system.run("find_python.sh")
    assert result.returncode == 1
    assert "No Python 3.10 or newer" in result.stderr
    assert result.stdout == ""

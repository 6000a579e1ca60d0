"""A current folder full of modules and settings of strangers: no process that is started takes any."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from understudy.batch.processes import processes
from understudy.batch.team import work_through
from understudy.drawing import backend
from understudy.errors import OutputError, UnderstudyError
from understudy.evaluate.report.theme import page_style
from understudy.kernels.compilation import kernel
from understudy.own_python import module_folders, python_command, safe_path
from understudy.robots.compiling import compile_in_child
from understudy.robots.model_request import ModelRequest

IMPOSTORS = (
    *("understudy", "numba", "llvmlite", "numpy", "mujoco", "scipy", "defusedxml", "OpenGL"),
    *("multiprocessing", "pickle", "json", "ctypes", "socket", "resource", "signal", "tempfile", "secrets"),
)
MODEL = "<mujoco><worldbody><body name='a'><freejoint/><geom size='.1'/></body></worldbody></mujoco>"
EVERYTHING = f"import {', '.join(name for name in IMPOSTORS if name != 'OpenGL')}"
SCRIPT = "import sys; from understudy.cli import main; sys.exit(main())"
"""What pip makes of ``understudy``; it lies in a folder of its own."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, full of modules each of which leaves a mark when it is imported."""
    for name in IMPOSTORS:
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'mark')!r}, 'a').write({name!r})\n")
    (tmp_path / "m.xml").write_text(MODEL)
    monkeypatch.chdir(tmp_path)
    # As in a notebook, whose path begins with the current folder, whatever that is.
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    return tmp_path


def imported(folder: Path) -> str:
    """Return which of the modules were imported."""
    mark = folder / "mark"
    return mark.read_text() if mark.exists() else ""


def test_the_modules_are_found_by_a_python_that_looks_there(folder: Path) -> None:
    subprocess.run([sys.executable, "-c", "import numba"], check=False)
    assert "numba" in imported(folder)


def test_a_python_of_ours_does_not_look_there(folder: Path) -> None:
    done = subprocess.run(python_command(EVERYTHING), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert imported(folder) == ""


def test_its_arguments_are_those_of_the_code() -> None:
    command = python_command("print(sys.argv[1:])", "a", "b c")
    assert subprocess.run(command, capture_output=True, check=True).stdout.strip() == b"['a', 'b c']"


def test_understudy_is_found_where_it_lies_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    source = next(folder for folder in module_folders() if (Path(folder) / "understudy").is_dir())
    monkeypatch.chdir(source)
    assert module_folders()[-1] == source


def test_a_command_does_not_look_there(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path_factory.mktemp("bin") / "understudy"
    script.write_text(SCRIPT)
    # Unset, MuJoCo loads GLFW, which starts a Python of its own.
    monkeypatch.delenv("MUJOCO_GL", raising=False)
    words = ["robots", "onboard", "m.xml"]
    done = subprocess.run([sys.executable, script, *words], capture_output=True, check=False)
    assert done.returncode == 2
    assert b"m.xml" in done.stderr
    assert done.stderr.count(b"\n") == 1
    assert imported(folder) == ""


def test_models_are_compiled_without_them(folder: Path) -> None:
    assert compile_in_child(ModelRequest(folder / "m.xml"))[0].model.nbody == 2
    assert imported(folder) == ""


def test_drawing_is_tried_without_them(folder: Path) -> None:
    backend._probe.cache_clear()
    backend.rendering_available()
    assert imported(folder) == ""


def test_processes_of_a_batch_start_without_them(folder: Path) -> None:
    with processes(1) as team:
        assert list(work_through(team, str.upper, ["a"])) == [("a", "A")]
    assert imported(folder) == ""


def test_an_old_python_starts_no_processes_among_impostors(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 0))
    with pytest.raises(OutputError, match="would take it for its own module"), safe_path():
        pass
    for name in IMPOSTORS:
        (folder / f"{name}.py").unlink()
    (folder / "json").mkdir()
    (folder / "json.txt").write_text("a folder without code, and a text, are no modules")
    with safe_path():
        assert os.environ["PYTHONSAFEPATH"] == "1"


@pytest.mark.parametrize("settings", ["disable_jit: 1", "opt: never", "[" * 9000, "\x00"])
def test_settings_of_numba_are_not_obeyed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str
) -> None:
    (tmp_path / ".numba_config.yaml").write_text(settings)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnderstudyError, match=r"numba_config.yaml: Numba, which compiles the solver"):
        kernel(abs)(1.0)


def test_settings_of_matplotlib_are_not_obeyed() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    with matplotlib.rc_context({"text.usetex": True, "lines.linewidth": 77.0}), page_style():
        assert not matplotlib.rcParams["text.usetex"]
        assert matplotlib.rcParams["lines.linewidth"] != 77.0

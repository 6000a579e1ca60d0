"""Methods by name: built in, installed, or in a file of one's own."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from understudy.errors import MethodError, OptionError
from understudy.motion import HumanMotion
from understudy.retarget import METHODS, GeometricOptions, TrackOptions, find_method
from understudy.robots import load_robot
from understudy.robots.source import human_from_robot

PLUGIN = """
from dataclasses import dataclass
import numpy as np
from understudy.motion import RobotMotion
from understudy.retarget import Method, MethodOptions, option

@dataclass(frozen=True)
class Options(MethodOptions):
    gain: float = option(1.0, "", "nothing", least=0.0)

def run(human, robot, options, **context):
    q = np.tile(robot.home, (human.frame_count, 1))
    return RobotMotion(robot.name, "still", robot.joints, q, human.fps, np.zeros(len(q)))

METHOD = Method("still", Options, run, "stands still")
OTHER = Method("other", Options, lambda *_, **__: None)
"""


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    path = tmp_path / "still.py"
    path.write_text(PLUGIN, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def human() -> HumanMotion:
    robot = load_robot("nao")
    return human_from_robot(robot, robot.home[None].repeat(3, axis=0), 30.0)


def test_built_in_methods_are_found_by_name() -> None:
    assert list(METHODS) == ["track", "geometric", "simultaneous", "two-step", "range", "compose"]
    assert find_method("track").Options is TrackOptions
    assert find_method(METHODS["geometric"]) is METHODS["geometric"]


def test_functions_named_after_their_files_are_functions_either_way() -> None:
    package = import_module("understudy.retarget")
    # `simultaneous` is a folder, which has its name.
    for name in ("track", "geometric", "two_step", "ranges"):
        file = import_module(f"understudy.retarget.{name}")
        assert getattr(package, name) is getattr(file, name)


def test_a_file_is_run_once_and_nothing_is_written_beside_it(plugin: Path) -> None:
    method = find_method(str(plugin))
    assert (method.name, method.summary) == ("still", "stands still")
    assert find_method(str(plugin)) is method
    assert find_method(f"{plugin}:OTHER").name == "other"
    assert list(plugin.parent.iterdir()) == [plugin]
    plugin.write_text(PLUGIN.replace("stands still", "changed"), encoding="utf-8")
    assert find_method(str(plugin)).summary == "changed"


def test_the_history_holds_the_options_that_were_used(plugin: Path, human: HumanMotion) -> None:
    method = find_method(str(plugin))
    motion = method.retarget(human, load_robot("nao"), method.Options(**{"gain": 2}))
    stage, options = motion.provenance.steps[-1]
    assert (stage, options) == ("retarget", {"method": "still", "robot": "nao", "gain": 2.0})


def test_what_is_no_motion_is_refused(plugin: Path, human: HumanMotion) -> None:
    with pytest.raises(MethodError, match="'other' returned a NoneType, expected a RobotMotion"):
        find_method(f"{plugin}:OTHER").retarget(human, load_robot("nao"))


def test_limits_are_lifted_whatever_else_is_set(plugin: Path) -> None:
    lifted = METHODS["track"].without_limits(TrackOptions(stance=3.0))
    assert lifted == TrackOptions(
        stance=3.0, limits=False, velocity_limits=False, acceleration_limits=False, self_collision=0.0
    )
    assert METHODS["geometric"].without_limits() == GeometricOptions(limits=False)
    with pytest.raises(MethodError, match="'still' cannot lift limits"):
        find_method(str(plugin)).without_limits()
    with pytest.raises(OptionError, match="takes TrackOptions"):
        METHODS["track"].without_limits(GeometricOptions())


FILES = {
    "empty": ("", "defines no METHOD, expected METHOD = Method(...)"),
    "no Python": ("METHOD = (", "cannot be run as Python (line 1: "),
    "null bytes": ("\0", "cannot be run as Python ("),
    "fails": ("x = 1\ny = 1 / 0", "line 2: cannot be run as Python (ZeroDivisionError: division by zero)"),
    "two lines": ("raise ValueError('a\\nb')", "line 1: cannot be run as Python (ValueError: a b)"),
    "leaves": ("raise SystemExit(3)", "line 1: cannot be run as Python (SystemExit: 3)"),
    "a function": ("def METHOD(): ...", "METHOD is a function, expected Method(...)"),
    "under another name": (PLUGIN.replace("METHOD =", "MINE ="), "unknown name of a method 'METHOD'"),
    "options of no kind": (PLUGIN.replace("gain: float", "gain: list"), "gain needs a default and one of"),
    "options not frozen": (PLUGIN.replace("(frozen=True)", ""), "cannot inherit non-frozen dataclass"),
    "no name": (PLUGIN.replace('Method("still"', 'Method(""'), "a method is named '', expected"),
    "turned round": (PLUGIN.replace("Options, run,", "run, Options,"), "'still' needs a class of options"),
}


@pytest.mark.parametrize("case", FILES)
def test_a_wrong_file_gives_one_sentence(case: str, tmp_path: Path) -> None:
    content, sentence = FILES[case]
    file = tmp_path / "mine.py"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(MethodError) as caught:
        find_method(str(file))
    assert str(caught.value).startswith(str(file))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["missing.py", "folder.py", "missing.py:OTHER"])
def test_no_file_gives_one_sentence(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(MethodError, match=r"\.py: cannot be read"):
        find_method(str(tmp_path / name))


@pytest.mark.parametrize("name", ["trak", "", "mine.txt", "os", "understudy.retarget.methods"])
def test_an_unknown_name_lists_the_valid_ones_and_runs_nothing(name: str) -> None:
    with pytest.raises(
        MethodError,
        match=r"valid: compose, geometric, range, simultaneous, track, two-step, or the path",
    ):
        find_method(name)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a package with methods by putting it on the path, as pip would."""
    (tmp_path / "acme_methods.py").write_text(PLUGIN, encoding="utf-8")
    (tmp_path / "acme_broken.py").write_text("1 / 0", encoding="utf-8")
    info = tmp_path / "acme-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[understudy.methods]\nstill = acme_methods:METHOD\nrun = acme_methods:run\n"
        "broken = acme_broken:METHOD\ntrack = acme_broken:METHOD\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("installed")
def test_an_installed_method_is_found_by_name_and_hides_none_of_ours() -> None:
    assert find_method("still").name == "still"
    assert find_method("track") is METHODS["track"]
    with pytest.raises(
        MethodError,
        match="'still'.*valid: broken, compose, geometric, range, run, simultaneous, still, track",
    ):
        find_method("stil")
    with pytest.raises(MethodError, match="'broken' of acme_broken:METHOD cannot be loaded .ZeroDivision"):
        find_method("broken")
    with pytest.raises(MethodError, match="'run': acme_methods:run is a function, expected a Method"):
        find_method("run")

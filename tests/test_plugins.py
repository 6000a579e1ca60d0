"""Other people's packages add formats, methods, robots, metrics, senses and exports; the template all."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from understudy import plugin_kit
from understudy.capture import read_capture
from understudy.errors import OutputError
from understudy.evaluate import evaluate
from understudy.export import export, find_format, formats
from understudy.motion import Metric
from understudy.plugins import GROUPS, PluginError, installed
from understudy.retarget import find_method
from understudy.robots import load_robot, robot_names
from understudy.simulate.senses.requests import find_sense

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TEMPLATE = Path(__file__).resolve().parent.parent / "examples" / "plugin"


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install the template by putting it on the path with what pip would write beside it."""
    project = tomllib.loads((TEMPLATE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = tmp_path / "understudy_stick-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: understudy-stick\nVersion: 0.1\n", encoding="utf-8"
    )
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(TEMPLATE))
    return tmp_path


def sample(folder: Path) -> Path:
    human = plugin_kit.sample_motion()
    names = [name for name in human.names if name.endswith(("_l", "_r")) or name == "neck"]
    blocks = [
        "\n".join(f"{name} {x:.4f} {y:.4f} {z:.4f}" for name, (x, y, z) in zip(names, points, strict=True))
        for points in human.body_positions(names)
    ]
    path = folder / "walk.stick"
    path.write_text("\n\n".join(["stick 30", *blocks]), encoding="utf-8")
    return path


def test_the_template_has_one_of_each_kind(template: Path) -> None:
    assert all(len(installed(group)) == 1 for group in GROUPS)


def test_a_format_is_read_by_content(template: Path, tmp_path: Path) -> None:
    path = sample(tmp_path)
    recording = read_capture(path)
    assert (recording.fps, len(recording.points)) == (30.0, 20)
    added = import_module("understudy_stick.reader").STICK
    assert plugin_kit.check_format(added, path).fps == 30.0


def test_a_method_performs(template: Path) -> None:
    motion = plugin_kit.check_method(find_method("stand-still"))
    assert motion.method == "stand-still"
    assert motion.provenance.steps[-1][1]["raised"] == 0.0


def test_a_robot_is_in_the_catalogue(template: Path) -> None:
    assert "stick-figure" in robot_names()
    robot = load_robot("stick-figure")
    assert len(robot.joints) == 6
    assert plugin_kit.check_robot("stick-figure").name == "stick-figure"


def test_a_metric_is_in_every_evaluation(template: Path) -> None:
    human, motion, robot = plugin_kit.sample_performance()
    found = evaluate(human, motion, robot)
    assert found["reached/range"].summary == {"median": 0.0, "min": 0.0}
    assert len(found.family("reached")) == 1


def test_a_sense_is_found_and_reads(template: Path) -> None:
    readings = plugin_kit.check_sense(find_sense("clock"))
    assert list(readings) == ["time"]


def test_an_export_is_written(template: Path, tmp_path: Path) -> None:
    assert "stick-angles" in {each.name for each in formats()}
    assert plugin_kit.check_export(find_format("stick-angles")).startswith(b"60\n")
    _, motion, robot = plugin_kit.sample_performance()
    assert export(motion, "stick-angles", tmp_path / "a.angles", robot=robot).is_file()


def test_without_the_template_nothing_of_it_is_known() -> None:
    assert all(not installed(group) for group in GROUPS)
    with pytest.raises(OutputError, match="unknown format"):
        find_format("stick-angles")


def test_the_kit_says_what_is_wrong(tmp_path: Path) -> None:
    def nameless(*_: object) -> tuple[Metric, ...]:
        return (Metric("other/x", "1", {"mean": 1.0}),)

    def broken(*_: object) -> tuple[Metric, ...]:
        raise ZeroDivisionError("by design")

    with pytest.raises(PluginError, match="expected one named 'mine/...'"):
        plugin_kit.check_metric("mine", nameless)
    with pytest.raises(PluginError, match="breaks with ZeroDivisionError: by design"):
        plugin_kit.check_metric("mine", broken)

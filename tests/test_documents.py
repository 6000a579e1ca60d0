"""Every Python program in the documents and in ``examples/`` runs."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import understudy as us
from tests.pages import PAGES, PROJECT
from understudy.cli import main
from understudy.drawing.backend import rendering_available
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.costs import no_costs
from understudy.kinematics.limits import open_bounds
from understudy.kinematics.problem import Problem
from understudy.kinematics.tree import compile_tree

EXAMPLES = sorted(PROJECT.glob("examples/*.py"))

_BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)

PROGRAMS = {
    page.relative_to(PROJECT / "docs").as_posix(): found
    for page in PAGES
    if (found := _BLOCK.findall(page.read_text(encoding="utf-8")))
}
"""Page → its programs, which go on from each other."""


def pulled_by_the_root(frames: int) -> Problem:
    """Return a small problem: NAO's root follows a point that rises."""
    robot = us.robot("nao")
    tree, target = compile_tree(robot.model), np.zeros((frames, 1, 3))
    target[:, 0, 2] = np.linspace(0.3, 0.4, frames)
    point = point_block([BodyPoint(1, np.zeros(3))], target, np.ones((frames, 1, 3)))
    return Problem(tree, no_costs(tree)._replace(point=point), open_bounds(tree), np.array(robot.home))


def walker_and_soles(human: us.HumanMotion) -> dict[str, Any]:
    """Return a person, a centre of pressure below the hips, and a robot's soles there."""
    centre = human.landmark("mid_hips")[0] * [1.0, 1.0, 0.0]
    sole = np.array([[-0.05, 0.03, 0.0], [-0.05, -0.03, 0.0], [0.12, 0.03, 0.0], [0.12, -0.03, 0.0]])
    both = np.stack([sole + [0.0, 0.1, 0.0], sole - [0.0, 0.1, 0.0]])
    return {"human": human, "centre": centre, "soles": centre[:, None, None] + both}


GIVEN: dict[str, Callable[[], dict[str, Any]]] = {
    "anatomical-angles.md": lambda: {"human": us.read("walk.bvh")},
    "human-dynamics.md": lambda: {"recording": us.read_recording("take.c3d")},
    "terrain.md": lambda: walker_and_soles(us.read("walk.bvh")),
    "solver.md": lambda: {"problem": pulled_by_the_root(20), "frames": 20},
}
"""Page → what its programs take as given."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the documents name."""
    folder = tmp_path_factory.mktemp("documents")
    made = (
        ("walk", "take.c3d", 30),
        ("walk", "walk.c3d", 30),
        ("wave", "gesture.xml", 24),
        ("walk", "walk.bvh", 60),
    )
    for motion, file, fps in made:
        words = ["synth", motion, "--seconds", "2", "--fps", str(fps), "-o", str(folder / file), "--json"]
        assert main(words) == 0
    us.retarget(folder / "walk.bvh", "nao").save(folder / "out.npz")
    return folder


def test_pages_have_programs() -> None:
    assert {"tutorial.md", "python.md", "methods.md", *GIVEN} <= set(PROGRAMS)


@pytest.mark.parametrize("page", PROGRAMS)
def test_the_programs_of_a_page_run(page: str, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(files)
    scope = GIVEN.get(page, dict)()
    for number, program in enumerate(PROGRAMS[page]):
        exec(compile(program, f"{page}, program {number + 1}", "exec"), scope)


def test_examples_are_numbered_without_gaps() -> None:
    assert [int(path.name[:2]) for path in EXAMPLES] == list(range(1, len(EXAMPLES) + 1))


def test_an_example_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    words = [sys.executable, str(EXAMPLES[0])]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("example", EXAMPLES[1:], ids=lambda path: path.stem)
def test_an_example_runs(
    example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(example), run_name="__main__")
    assert capsys.readouterr().out.strip()
    text = example.read_text(encoding="utf-8")
    if "moment.png" in text and rendering_available() is not None:
        assert (tmp_path / "moment.png").exists()
    if "walk.html" in text:
        assert (tmp_path / "walk.html").stat().st_size > 0

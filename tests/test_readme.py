"""What the README and the other documents promise is there."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.pages import DOCUMENTS, PROJECT, README, check_page
from understudy.motion import RobotMotion
from understudy.motion.noun_archive import KIND, VERSION
from understudy.motion.rollout import SERIES, WORDS
from understudy.motion.terrain import Patch, Terrain
from understudy.robots.card_reader import load_card

MAX_README_LINES = 100
MAX_EXAMPLE_LINES = 10

_EXAMPLE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
_CARD = re.compile(r"^```toml\n(.*?)^```", re.DOTALL | re.MULTILINE)
_TARGET = re.compile(r"(?:`|^    )make ([a-z-]+)", re.MULTILINE)


def check_table(readme: Path) -> subprocess.CompletedProcess[str]:
    return check_page("readme_table.py", readme)


def test_the_table_of_robots_and_formats_is_current() -> None:
    result = check_table(README)
    assert result.returncode == 0, result.stderr


def test_a_table_out_of_date_is_found(tmp_path: Path) -> None:
    stale = tmp_path / "README.md"
    stale.write_text(README.read_text(encoding="utf-8").replace("| `nao` |", "| `nao7` |"), encoding="utf-8")
    result = check_table(stale)
    assert result.returncode == 1
    assert "out of date" in result.stderr


def test_a_readme_without_markers_is_refused(tmp_path: Path) -> None:
    bare = tmp_path / "README.md"
    bare.write_text("# Understudy\n", encoding="utf-8")
    assert "table:begin" in check_table(bare).stderr


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= MAX_README_LINES


def test_make_targets_exist() -> None:
    targets = set(
        re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
    promised = {
        name for document in DOCUMENTS for name in _TARGET.findall(document.read_text(encoding="utf-8"))
    }
    assert {"demo", "test"} <= promised <= targets


def test_the_example_is_short_and_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = _EXAMPLE.findall(README.read_text(encoding="utf-8"))
    assert len(example.splitlines()) <= MAX_EXAMPLE_LINES
    walk = next((PROJECT / "src" / "understudy" / "data").glob("*walk*.bvh"))
    shutil.copy(walk, tmp_path / "walk.bvh")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})
    assert RobotMotion.load(tmp_path / "walk-on-nao.npz").robot == "nao"


def test_the_example_of_a_card_is_a_card(tmp_path: Path) -> None:
    (example,) = _CARD.findall((PROJECT / "docs" / "robot-cards.md").read_text(encoding="utf-8"))
    path = tmp_path / "card.toml"
    path.write_text(example, encoding="utf-8")
    assert load_card(path).velocity == {"*": 5.0, "*Hip*": 4.0}


def test_the_arrays_of_a_robot_motion_are_described(tmp_path: Path) -> None:
    step = Patch(np.zeros(3), 0.0, np.ones(2), np.array([0.0, 0.0, 1.0]))
    ground = Terrain((step,))
    hands = {"hand_l": np.ones(2)}
    q, status = np.zeros((2, 1)), np.zeros(2)
    motion = RobotMotion(
        "nao", "track", ("LElbowRoll",), q, 30.0, status, terrain=ground, part_contacts=hands
    )
    motion.save(tmp_path / "motion.npz")
    with np.load(tmp_path / "motion.npz", allow_pickle=False) as archive:
        # What an archive says of itself is described above all nouns.
        assert described_arrays("RobotMotion") == set(archive.files) - {KIND, VERSION}


def test_the_arrays_of_a_rollout_are_described() -> None:
    assert described_arrays("Rollout") == {*WORDS, *SERIES, "joints", "provenance"}


def described_arrays(noun: str) -> set[str]:
    """Return the arrays that the tables of a noun's section name."""
    page = (PROJECT / "docs" / "file-formats.md").read_text(encoding="utf-8")
    section = page.split(f"## {noun}\n")[1].split("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]*`) \|", section, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def test_the_locks_name_no_registry_and_no_place_on_a_machine() -> None:
    for lock in sorted((PROJECT / "requirements").glob("*.txt")):
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text, lock.name
        assert re.search(r"(?:^|\s)/\w", text) is None, lock.name
        packages = re.findall(r"^[\w.-]+==", text, re.MULTILINE)
        assert packages
        assert len(re.findall(r"^[\w.-]+==[^\n]*\\\n +--hash=sha256:", text, re.MULTILINE)) == len(packages)

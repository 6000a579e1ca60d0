"""The page of built-in robots is current, and its pictures are there, small and of one size."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from understudy.robots import robot_names
from understudy.robots.catalogue import find_card

PROJECT = Path(__file__).resolve().parent.parent.parent
SCRIPT = PROJECT / "scripts" / "robot_pictures.py"
BUILT_IN = [name for name in robot_names() if not find_card(name).package]
MAX_BYTES = 80_000
SIZE = (300, 400)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_page_of_robots_is_current() -> None:
    result = run("--check")
    assert result.returncode == 0, result.stderr


def test_a_page_out_of_date_and_missing_pictures_are_found(tmp_path: Path) -> None:
    assert run("--text", str(tmp_path)).returncode == 0
    page = tmp_path / "robots.md"
    page.write_text(page.read_text(encoding="utf-8").replace("kg |", "t |"), encoding="utf-8")
    result = run("--check", str(tmp_path))
    assert result.returncode == 1
    assert "robots.md is out of date" in result.stderr
    assert result.stderr.count("is missing") == len(BUILT_IN)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_picture_is_small_and_shows_something(name: str) -> None:
    file = PROJECT / "docs" / "images" / "robots" / f"{name}.png"
    content = file.read_bytes()
    assert len(content) < MAX_BYTES
    with Image.open(io.BytesIO(content)) as picture:
        assert picture.size == SIZE
        darkest, brightest = picture.convert("L").getextrema()
    assert darkest < 100 < 230 < brightest

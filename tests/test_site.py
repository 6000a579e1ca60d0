"""The documentation as a site: it builds without a warning, is complete, and loads nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import understudy as us
from tests.pages import PROJECT

_LOADED = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=\"?((?:https?:)?//[^\" >]+)")
_STYLE_LOADED = re.compile(r"(?:url\(|@import )\s*[\"']?((?:https?:)?//[^\"') ]+)")
_DOCUMENTED = re.compile(r"^::: understudy\.[\w.]*?(\w+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(words, cwd=PROJECT, env=quiet, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    # Quiet builds would not count warnings, so that notes on the progress are left out here.
    said = [line for line in done.stderr.splitlines() if not line.startswith("INFO ")]
    assert said == []
    return folder


def test_every_page_is_built(site: Path) -> None:
    for page in PROJECT.glob("docs/**/*.md"):
        assert (site / page.relative_to(PROJECT / "docs").with_suffix(".html")).exists()


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages, styles = list(site.rglob("*.html")), list(site.rglob("*.css"))
    assert pages and styles
    assert {url for page in pages for url in _LOADED.findall(page.read_text(encoding="utf-8"))} == set()
    assert {
        url for style in styles for url in _STYLE_LOADED.findall(style.read_text(encoding="utf-8"))
    } == set()


@pytest.mark.parametrize(
    "text",
    ['<script src="https://cdn.example.org/x.js">', '<link rel="stylesheet" href="//fonts.example.org">'],
)
def test_what_is_loaded_from_elsewhere_is_found(text: str) -> None:
    assert _LOADED.findall(text)


def test_the_reference_has_every_public_name() -> None:
    pages = PROJECT.glob("docs/reference/*.md")
    documented = [name for page in pages for name in _DOCUMENTED.findall(page.read_text(encoding="utf-8"))]
    assert sorted(documented) == sorted(us.__all__)


def test_docstrings_show_no_markup_of_another_language(site: Path) -> None:
    for page in (site / "reference").glob("*.html"):
        assert re.findall(r":(?:class|func|meth|mod|attr|data):", page.read_text(encoding="utf-8")) == []

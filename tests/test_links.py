"""Links between documents lead somewhere: to a file of the project, and in it to a heading."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pages import DOCUMENTS, PAGES, PROJECT, name_of

_LINK = re.compile(r"\]\(([^)\s]+)\)")
_ELSEWHERE = re.compile(r"[a-z]+:")
_FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_LINKED = re.compile(r"\[([^]]*)\]\([^)]*\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchors(text: str) -> set[str]:
    """Return the anchors of a document's headings as repository pages make them."""
    headings = _HEADING.findall(_LINKED.sub(r"\1", _FENCED.sub("", text)))
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def broken_links(document: Path) -> list[str]:
    """Return a document's links that lead to no file, or to no heading of it."""
    broken = []
    for link in _inner_links(document):
        file, _, anchor = link.partition("#")
        target = document.parent / file if file else document
        if not (target.exists() and (not anchor or anchor in anchors(target.read_text(encoding="utf-8")))):
            broken.append(link)
    return broken


def _inner_links(document: Path) -> list[str]:
    found = _LINK.findall(document.read_text(encoding="utf-8"))
    return [link for link in found if not _ELSEWHERE.match(link)]


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_links_lead_to_files_and_headings(document: Path) -> None:
    assert broken_links(document) == []


@pytest.mark.parametrize(
    ("link", "is_broken"),
    [
        ("other.md", False),
        ("other.md#two-words-and-code", False),
        ("#here", False),
        ("https://example.org/missing.md", False),
        ("missing.md", True),
        ("other.md#missing", True),
        ("other.md#not-a-heading", True),
        ("#two-words-and-code", True),
    ],
)
def test_a_broken_link_is_found(tmp_path: Path, link: str, is_broken: bool) -> None:
    other = "# Other\n\n## Two words, and `code`\n\n```\n# not a heading\n```\n"
    (tmp_path / "other.md").write_text(other, encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(f"# Here\n\n[link]({link})\n", encoding="utf-8")
    assert (broken_links(page) == [link]) is is_broken


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_pages_of_the_site_stay_within_it(page: Path) -> None:
    files = [(page.parent / link.partition("#")[0]).resolve() for link in _inner_links(page)]
    assert [file for file in files if not file.is_relative_to(PROJECT / "docs")] == []

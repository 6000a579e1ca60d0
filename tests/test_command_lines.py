"""Command lines on the pages are ones that exist: the real parser takes them, with names that it knows."""

from __future__ import annotations

import re
import shlex
from argparse import Namespace
from pathlib import Path

import pytest

from tests.pages import PAGES, README, name_of
from understudy.cli import COMMANDS, _parser
from understudy.errors import UnderstudyError
from understudy.export import FORMATS
from understudy.retarget import METHODS
from understudy.robots import robot_names
from understudy.robots.catalogue import is_grown

DOCUMENTS = (README, *PAGES)
USERS = tuple(page for page in PAGES if page.parent.name == "for")
MOST_LINES = 60
"""A page for one kind of user is read at a glance."""

_CONTINUED = re.compile(r"\\\n *")
_BLOCK_LINE = re.compile(r"^(?:    )?(?:\$ )?understudy +(?=[a-z-])(.*)", re.MULTILINE)
_MENTION = re.compile(r"`understudy ([a-z][^`]*)`")
_PATH = re.compile(r"[./]")


def commands_in(text: str) -> list[str]:
    """Return what follows ``understudy`` on the lines of blocks of code."""
    return _BLOCK_LINE.findall(_CONTINUED.sub(" ", text))


def parsed(command: str) -> Namespace:
    """Return the options of a command line, whose comment is left out.

    Raises:
        SystemExit: With 2 where the parser does not take it.
    """
    words = shlex.split(command, comments=True)
    return _parser(words).parse_args(words)


def unknown_names(options: Namespace) -> list[str]:
    """Return robots, formats and methods of a command line that nobody knows; files may be any."""
    asked = (
        ("robot", robot_names()),
        ("to", FORMATS),
        ("method", METHODS),
    )
    return [
        name
        for option, known in asked
        for name in (getattr(options, option, None) or "").split(",")
        if name and not _PATH.search(name) and name not in known and not is_grown(name)
    ]


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_command_lines_are_taken(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in commands_in(document.read_text(encoding="utf-8")):
        try:
            assert unknown_names(parsed(command)) == [], command
        except SystemExit as end:
            # Only help ends well.
            assert end.code == 0, f"understudy {command}: {capsys.readouterr().err}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_commands_mentioned_in_a_sentence_exist(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for mention in _MENTION.findall(document.read_text(encoding="utf-8")):
        try:
            parsed(mention)
        except UnderstudyError as error:
            pytest.fail(f"{mention}: {error}")
        except SystemExit as end:
            said = capsys.readouterr().err
            # A sentence need not say everything that a command needs.
            assert end.code == 0 or "arguments are required" in said, f"{mention}: {said}"


def test_the_readme_shows_what_there_is() -> None:
    shown = {command.split()[0] for command in commands_in(README.read_text(encoding="utf-8"))}
    assert {"demo", "retarget"} <= shown <= set(COMMANDS)


@pytest.mark.parametrize("page", USERS, ids=name_of)
def test_a_page_for_users_is_short_and_has_its_commands(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    assert len(commands_in(text)) == 3
    assert "\n## What Understudy does not do for you\n" in text


def test_there_is_a_page_for_every_kind_of_user() -> None:
    kinds = {"reinforcement-learning", "biomechanics", "therapy", "developmental-robotics", "animation"}
    assert {page.stem for page in USERS} == kinds


@pytest.mark.parametrize(
    "text",
    [
        "    understudy retarget walk.bvh --robot nao --no-such-option\n",
        "    understudy retarget walk.bvh\n",
        "    understudy perform walk.bvh\n",
        "```\nunderstudy demo and more words\n```\n",
        "    $ understudy synth walk \\\n        --no-such-option\n",
    ],
)
def test_a_command_line_that_does_not_exist_is_found(text: str) -> None:
    (command,) = commands_in(text)
    with pytest.raises(SystemExit, match="2"):
        parsed(command)


def test_a_name_that_nobody_knows_is_found() -> None:
    command = "retarget walk.bvh --robot nao7 --to no-format --method no-method  # a comment"
    assert unknown_names(parsed(command)) == ["nao7", "no-format", "no-method"]
    assert unknown_names(parsed("retarget walk.bvh --robot my.urdf --method my.py -o out.npz")) == []

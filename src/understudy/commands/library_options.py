"""What is said of motions and what is looked for, as options of the command line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from understudy.library.entries import About
    from understudy.library.query import Query

_LISTS = (("category", "categories"), ("tag", "tags"), ("object", "objects"))


def add_about_options(parser: argparse.ArgumentParser) -> None:
    """Add what can be said of motions."""
    group = parser.add_argument_group("what is known of it")
    group.add_argument("--title", default="", help="in a few words (default: the file's name)")
    group.add_argument("--description", default="", help="in more words")
    group.add_argument("--project", default="", help="the project that it belongs to")
    group.add_argument("--subject", default="", metavar="CODE", help="the subject's code, no name")
    group.add_argument(
        "--category",
        action="append",
        default=[],
        metavar="PATH",
        help="locomotion/bipedal/walk; may be repeated",
    )
    group.add_argument("--tag", action="append", default=[], help="a free word; may be repeated")
    group.add_argument("--object", action="append", default=[], metavar="NAME", help="may be repeated")
    group.add_argument("--licence", default="", help="under which it may be used (default: the project's)")
    group.add_argument("--access", default="open", help="open, lab or private (open)")


def about_in(options: argparse.Namespace) -> About:
    """Return what the options say of a motion."""
    from understudy.library.entries import About

    texts = ("title", "description", "project", "subject", "licence", "access")
    said: dict[str, Any] = {name: getattr(options, name) for name in texts}
    said.update({name: tuple(getattr(options, option)) for option, name in _LISTS})
    return About(**said)


def add_query_options(parser: argparse.ArgumentParser) -> None:
    """Add what motions can be found by."""
    group = parser.add_argument_group("what it has to be")
    group.add_argument(
        "--category", action="append", default=[], metavar="PATH", help="in this subtree; may be repeated"
    )
    for name, what in (
        ("project", "its project"),
        ("subject", "its subject's code"),
        ("object", "an object"),
    ):
        group.add_argument(f"--{name}", default="", help=what)
    group.add_argument("--tag", default="", help="one of its tags")
    group.add_argument("--robot", default="", metavar="NAME", help="a robot that performs it")
    group.add_argument("--kind", default="", help="what its first file is: capture, human, robot, rollout …")
    group.add_argument("--shortest", type=float, metavar="S", help="length at least [s]")
    group.add_argument("--longest", type=float, metavar="S", help="length at most [s]")
    group.add_argument("--figures", default="", metavar="RULE", help='figures such as "p99<15,sliding<5"')
    group.add_argument("--limit", type=int, default=20, metavar="N", help="how many (20)")
    group.add_argument("--before", type=int, metavar="NUMBER", help="older than this motion: the next page")


def query_in(options: argparse.Namespace) -> Query:
    """Return what the options look for."""
    from understudy.library.query import Query

    names = ("project", "subject", "object", "tag", "robot", "kind", "shortest", "longest", "figures")
    plain = {name: getattr(options, name) for name in (*names, "limit", "before")}
    return Query(text=" ".join(options.words), categories=tuple(options.category), **plain)

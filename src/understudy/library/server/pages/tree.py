"""The tree of motion descriptions as a page shows it: nested, open where somebody looks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlencode

from understudy.library.entries import Category
from understudy.library.query import Query


@dataclass
class Branch:
    """A node and those below it.

    Attributes:
        label: The last word of its path.
        count: Motions in it and below it.
        href: Address of their list.
        chosen: Whether it is what is looked at.
        open: Whether what is below it is shown.
        children: Nodes below it.
    """

    label: str
    count: int
    href: str
    chosen: bool
    open: bool
    children: list[Branch] = field(default_factory=list)


def branches(nodes: Iterable[Category], query: Query) -> list[Branch]:
    """Return the tree's roots; nodes come by path, so that each follows the one above it."""
    roots: list[Branch] = []
    by_path: dict[str, Branch] = {}
    for node in sorted(nodes, key=lambda node: node.path.split("/")):
        above, _, label = node.path.rpartition("/")
        inside = any(path == node.path or path.startswith(f"{node.path}/") for path in query.categories)
        asked = {"category": node.path, **({"text": query.text} if query.text else {})}
        branch = Branch(label, node.count, f"/?{urlencode(asked)}", node.path in query.categories, inside)
        by_path[node.path] = branch
        (by_path[above].children if above in by_path else roots).append(branch)
    return roots

"""The tree of motion descriptions as a page shows it: nested, open where somebody looks."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlencode

from understudy.library.entries import Category
from understudy.library.library import Library
from understudy.library.query import Query
from understudy.library.viewer import Viewer

_PATIENCE = 50.0
_MOST_TREES = 100


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


class KeptTrees:
    """Trees with their counts, each kept so long as making it costs a fiftieth of the time at most."""

    def __init__(self) -> None:
        """Begin with none."""
        self._trees: dict[Viewer, tuple[float, list[Category]]] = {}

    def get(self, library: Library) -> list[Category]:
        """Return the tree as whoever asks may see it."""
        start = time.monotonic()
        until, nodes = self._trees.get(library.viewer, (0.0, []))
        if start < until:
            return nodes
        nodes = library.tree()
        end = time.monotonic()
        if len(self._trees) >= _MOST_TREES:
            self._trees.clear()
        self._trees[library.viewer] = (end + _PATIENCE * (end - start), nodes)
        return nodes


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

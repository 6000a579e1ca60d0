"""What elements and attributes the MJCF of this version of MuJoCo has, as MuJoCo itself prints it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

import mujoco

_LINE = re.compile(r"^( *)([\w()]+) +\(([!?*R])\) *(.*)$")
_STEP = 3
"""Blanks by which an element is set in below the one that it lies in."""

_ONCE, _WITHIN_ITSELF = "?", "R"
_BODY = "body"
_LIKE_BODIES = ("worldbody", "frame", "replicate")
"""Elements that hold what bodies hold; their own attributes are not printed."""


@dataclass
class SchemaElement:
    """An element that MJCF has.

    Attributes:
        kind: How often it may be there: once (``?``, ``!``), often (``*``), or within itself (``R``).
        attributes: Names of its attributes, None where they are not known.
        children: What may lie in it, by tag.
    """

    kind: str
    attributes: frozenset[str] | None
    children: dict[str, SchemaElement] = field(default_factory=dict)

    def child(self, tag: str) -> SchemaElement | None:
        """Return what is known of an element that lies in this one, None where there is no such element."""
        return self.children.get(tag)

    def is_unique(self, tag: str) -> bool:
        """Return whether an element may be in this one but once."""
        child = self.children.get(tag)
        return child is not None and child.kind == _ONCE


@cache
def mjcf_schema() -> SchemaElement | None:
    """Return the first element of MJCF, None where MuJoCo prints it in a way that is not known."""
    above: list[SchemaElement] = []
    for line in mujoco.mj_printSchema(False, False).splitlines():
        match = _LINE.match(line)
        if match is None:
            if above:
                above[-1].attributes = (above[-1].attributes or frozenset()) | set(line.split())
            continue
        indent, tag, kind, attributes = match.groups()
        element = SchemaElement(kind, frozenset(attributes.split()))
        del above[len(indent) // _STEP :]
        if above:
            _put(above[-1], tag.rpartition(")")[2], element)
        above.append(element)
    root = above[0] if above else None
    return root if root is not None and {"worldbody", "asset"} <= root.children.keys() else None


def _put(parent: SchemaElement, tag: str, element: SchemaElement) -> None:
    """Put an element into the one that it lies in, and into itself where it may lie there."""
    parent.children[tag] = element
    if element.kind == _WITHIN_ITSELF:
        element.children[tag] = element
    if tag == _BODY:
        # Bodies lie in the world and in each other, and so does what is like them.
        del parent.children[tag]
        for like in _LIKE_BODIES:
            alike = SchemaElement("*", None, element.children)
            (parent if like == _LIKE_BODIES[0] else element).children[like] = alike

"""A rule of mending: what is looked for in an element, what is done about it, and the line that says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from understudy.plain_text import quoted
from understudy.robots.models.mending.schema import SchemaElement
from understudy.robots.models.notes import Notes

_NAMES = ("name", "class", "joint", "site", "body1")
"""Attributes by which an element is told from others of its kind."""


@dataclass(frozen=True)
class Place:
    """An element of a model.

    Attributes:
        element: The element itself.
        above: The elements that it lies in, the nearest last.
        schema: What its format says of it, None where that is not known.
    """

    element: Element
    above: tuple[Element, ...]
    schema: SchemaElement | None

    @property
    def title(self) -> str:
        """What a person calls it: the kind and name of the nearest element that has one."""
        for element in (self.element, *reversed(self.above)):
            name = next((element.get(key) for key in _NAMES if element.get(key)), None)
            if name is not None:
                return f"{element.tag} {quoted(name)}"
        return f"<{self.element.tag}>"


@dataclass(frozen=True)
class Rule:
    """A fault, and how it is mended.

    Attributes:
        tags: Elements in which it is looked for; empty for all.
        find: Returns what was found in a place, nothing where all is well.
        mend: Puts it right, in place, so that it is not found again.
        line: What is said of it, with ``{}`` for what was found.
    """

    tags: tuple[str, ...]
    find: Callable[[Place], str]
    mend: Callable[[Place, str], None]
    line: str


def mend_tree(
    root: Element, rules: Sequence[Rule], notes: Notes, schema: SchemaElement | None = None
) -> None:
    """Apply rules to every element of a model, outer ones first.

    Args:
        root: Its first element, changed in place.
        rules: What is looked for, in this order.
        notes: Told what was mended.
        schema: What the format says of the first element.
    """
    waiting = [Place(root, (), schema)]
    while waiting:
        place = waiting.pop()
        for rule in rules:
            if rule.tags and place.element.tag not in rule.tags:
                continue
            while found := rule.find(place):
                rule.mend(place, found)
                notes.mended(rule.line.format(found), place.title)
        above = (*place.above, place.element)
        waiting += [
            Place(child, above, place.schema.child(child.tag) if place.schema else None)
            for child in reversed(place.element)
        ]

"""How a file's bones hang on each other: as its row of parents says, else as Motive names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from understudy.capture.motive.head import Tracked
from understudy.capture.naming.names import plain
from understudy.capture.naming.tables import Table
from understudy.capture.skeletons.skeleton import ROOT

_MOST_NAMES = 16
"""Bones of so long a chain hang on no root."""


@lru_cache(maxsize=1)
def _namings() -> tuple[dict[str, str], ...]:
    """Return plain name → that of the bone above it, in each of Motive's ways of naming."""
    tables = Table.beside(__file__, "a list of bones").parts("naming")
    return tuple(
        {plain(child): plain(parent) for child, parent in table.parents("bones").items()}
        for table in tables.values()
    )


def bone_parents(bones: Sequence[Tracked]) -> tuple[int, ...] | None:
    """Return the index of each bone's parent, ``ROOT`` for the one root; None where there is no one tree."""
    places = {bone.ident: place for place, bone in enumerate(bones) if bone.ident}
    places |= {bone.name: place for place, bone in enumerate(bones)}
    stated = tuple(places.get(bone.parent, ROOT) for bone in bones)
    if _is_tree(stated):
        return stated
    names = {plain(bone.name): place for place, bone in enumerate(bones)}
    naming = max(_namings(), key=lambda parents: sum(name in parents for name in names))
    named = tuple(_above(plain(bone.name), naming, names) for bone in bones)
    return named if _is_tree(named) else None


def parents_first(parents: Sequence[int]) -> list[int]:
    """Return the indices of a tree's bones, each after its parent and else in their order."""
    return sorted(range(len(parents)), key=lambda bone: len(_chain(bone, parents)))


def _above(name: str, naming: Mapping[str, str], names: Mapping[str, int]) -> int:
    """Return the next bone above one of a name that the file has."""
    while name in naming:
        name = naming[name]
        if name in names:
            return names[name]
    return ROOT


def _is_tree(parents: Sequence[int]) -> bool:
    if sum(parent == ROOT for parent in parents) != 1:
        return False
    return all(len(_chain(bone, parents)) <= _MOST_NAMES for bone in range(len(parents)))


def _chain(bone: int, parents: Sequence[int]) -> list[int]:
    """Return a bone and those above it, no more than a person has and one."""
    chain = [bone]
    while parents[chain[-1]] != ROOT and len(chain) <= _MOST_NAMES:
        chain.append(parents[chain[-1]])
    return chain

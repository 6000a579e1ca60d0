"""What a folder's own layout says of its captures: titles, subjects, descriptions, what belongs together.

A public set is known by its index or by the names of its files. What none of them is taken for is imported
by the names of folders and files alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from understudy.batch.storage import Storage
from understudy.library.entries import About, Institution, Project


@dataclass(frozen=True)
class Sorted:
    """What a layout says.

    Attributes:
        name: Of the layout.
        about: Name of a capture → what is known of it; others are called by their names.
        attached: Name of a capture → names of files that belong to it.
        passed_over: Names of files that are no captures.
        projects: Projects that captures belong to.
        institutions: Whose they are.
    """

    name: str
    about: Callable[[str], About]
    attached: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    passed_over: frozenset[str] = frozenset()
    projects: tuple[Project, ...] = ()
    institutions: tuple[Institution, ...] = ()


Recognise = Callable[[Storage, Sequence[str], Mapping[str, int]], "Sorted | None"]
"""Takes a place, the names of its files and their sizes [bytes]; returns what the layout says, or None."""


def by_folders(_: Storage, names: Sequence[str], __: Mapping[str, int]) -> Sorted:
    """Take the folders' names as tags, which holds for any set."""

    def about(name: str) -> About:
        path = PurePosixPath(name)
        return About(title=path.stem, tags=tuple(part for part in path.parts[:-1] if part.strip()))

    return Sorted("folders", about)


def sort_files(storage: Storage, sizes: Mapping[str, int], given: About) -> Sorted:
    """Return what the layout of a place says, after what whoever imports says of all captures in it."""
    from understudy.library.importing.cmu import recognise_cmu
    from understudy.library.importing.kit import recognise_kit

    names = sorted(sizes)
    layouts: tuple[Recognise, ...] = (recognise_cmu, recognise_kit, by_folders)
    found = next(filter(None, (recognise(storage, names, sizes) for recognise in layouts)))

    def about(name: str) -> About:
        own = found.about(name)
        return replace(
            own,
            project=given.project or own.project,
            subject=given.subject or own.subject,
            description=given.description or own.description,
            licence=given.licence or own.licence,
            access=given.access,
            categories=(*own.categories, *given.categories),
            tags=(*own.tags, *given.tags),
            objects=(*own.objects, *given.objects),
        )

    return replace(found, about=about)

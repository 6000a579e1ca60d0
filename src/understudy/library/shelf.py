"""What every verb of a library works with: database, files, graph of neighbours, and who asks."""

from __future__ import annotations

import copy
from typing import TypeVar

import sqlalchemy as sa

from understudy.library import schema
from understudy.library.blobs import Blobs
from understudy.library.categories import FIRST, add_category
from understudy.library.database import Database
from understudy.library.neighbours import Neighbours
from understudy.library.place import Place
from understudy.library.refusals import TooLargeError
from understudy.library.viewer import Viewer, local_user

AnyShelf = TypeVar("AnyShelf", bound="Shelf")

LARGEST_FILE = 512 << 20
"""Bytes of a file that a library takes."""


class Shelf:
    """An open library, as somebody sees it.

    Attributes:
        place: Where it is.
        database: Its database.
        blobs: Its files.
        neighbours: Its graph of similar motions.
        viewer: Who asks.
    """

    def __init__(self, place: Place, viewer: Viewer | None = None) -> None:
        """Open a library; a new one gets the first nodes of the tree of descriptions."""
        self.place = place
        self.viewer = local_user() if viewer is None else viewer
        # A place for files that there is none of is told before a database is made.
        self.blobs = Blobs(place.files)
        self.database = Database(place.database)
        self.neighbours = Neighbours(place.folder)
        with self.database.reading() as connection:
            is_new = connection.scalar(sa.select(sa.func.count()).select_from(schema.categories)) == 0
        if is_new:
            with self.database.writing() as connection:
                for path in FIRST:
                    add_category(connection, path)

    def seen_by(self: AnyShelf, viewer: Viewer) -> AnyShelf:
        """Return the same library as somebody else sees it."""
        other = copy.copy(self)
        other.viewer = viewer
        return other

    def close(self) -> None:
        """Write what can be written once, and close all connections."""
        self.neighbours.close()
        self.database.close()

    def __enter__(self: AnyShelf) -> AnyShelf:
        """Return the library."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()


def require_size(name: str, size: int, most: int = LARGEST_FILE) -> None:
    """Refuse a file that is too large.

    Raises:
        TooLargeError: Saying how large it may be.
    """
    if size > most:
        raise TooLargeError(f"{name}: holds {size} bytes, expected at most {most}")

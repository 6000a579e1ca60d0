"""The library itself: motions are added, found, changed and read, in a folder or through a database's URL.

    library = Library.open("motions")
    motion = library.add("walk.bvh", About(categories=("locomotion/bipedal/walk",)))
    for neighbour in library.similar(motion.id):
        print(neighbour.motion.title, neighbour.distance)

:class:`understudy.library.client.Client` has the same verbs and speaks to a server.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import sqlalchemy as sa

from understudy.capture import Sidecar
from understudy.errors import UnderstudyError
from understudy.library import schema
from understudy.library.accounts import AccountVerbs
from understudy.library.adding import Arrival, add_all
from understudy.library.audit import log
from understudy.library.catalogue import CatalogueVerbs
from understudy.library.database import now
from understudy.library.describing import OTHER, Described, describe_file
from understudy.library.descriptor.descriptor import VERSION
from understudy.library.entries import About, Comment, Motion, StoredFile
from understudy.library.files import insert_file, link_origins
from understudy.library.find import find, wanted_by
from understudy.library.motions import (
    Checked,
    delete_motion,
    index_motions,
    load_motion,
    load_motions,
    update_motion,
)
from understudy.library.neighbours import nearest_of, unpacked
from understudy.library.parcel import Parcel, parcel_of, parcel_of_content
from understudy.library.performing import PerformingVerbs
from understudy.library.place import find_place
from understudy.library.query import Found, Neighbour, Query
from understudy.library.refusals import DuplicateError, LibraryError, NotAllowedError, NotInLibraryError
from understudy.library.texts import text_of
from understudy.library.viewer import Viewer
from understudy.library.visibility import visible

_FEW = 2000
"""Motions up to which all that a query asks for are compared, which is as quick and misses none."""

_MOST_SIMILAR = 200


class Library(CatalogueVerbs, AccountVerbs, PerformingVerbs):
    """A library in a folder, or behind a database's URL."""

    @classmethod
    def open(cls, folder: str | Path, viewer: Viewer | None = None, create: bool = True) -> Library:
        """Open the library of a folder, which is made where it is new.

        Args:
            folder: The folder.
            viewer: Who asks; the user of this machine, who may do everything, by default.
            create: Whether it may be new.

        Raises:
            LibraryError: There is none, or it cannot be opened.
        """
        return cls(find_place(folder, create), viewer)

    def describe(self, path: str | Path, stated: Sidecar | None = None) -> Described:
        """Return what a file is and what is inferred, without keeping it."""
        return describe_file(path, stated)

    def add(self, path: str | Path, about: About | None = None, stated: Sidecar | None = None) -> Motion:
        """Add a file as a motion.

        Args:
            path: A capture in any format, or what Understudy saved.
            about: What is known of it.
            stated: What a capture leaves open; takes precedence over what would be inferred.

        Raises:
            DuplicateError: The file is in the library already.
            UnderstudyError: It cannot be read, or what is said of it is not valid.
        """
        return self.add_parcel(parcel_of(path, stated), about)

    def add_content(
        self, name: str, content: bytes, about: About | None = None, stated: Sidecar | None = None
    ) -> Motion:
        """Add a file that is at hand as bytes, as :meth:`add` does."""
        return self.add_parcel(parcel_of_content(name, content, stated), about)

    def add_parcel(
        self, parcel: Parcel, about: About | None = None, found: Described | None = None
    ) -> Motion:
        """Add a file with what is stated beside it, in which somebody may have looked already."""
        self.viewer.require("editor", "adding motions")
        checked = Checked.of(about or About(), Path(parcel.name).stem)
        found = found or parcel.describe()
        self.keep(parcel)
        with self.database.writing() as connection:
            (own,) = add_all(connection, self.viewer, (Arrival(checked, found, parcel),))
            if own is None:
                raise self._duplicate(connection, parcel)
            motion = load_motions(connection, [own], whole=True)[0]
        # Somebody may have swept the same content away in between.
        self.keep(parcel)
        return motion

    def keep(self, parcel: Parcel) -> None:
        """Keep the contents of a file and of what is stated beside it, before a motion names them."""
        self.blobs.put_all((parcel.content, *(content for _, content in parcel.beside)))

    def _duplicate(self, connection: sa.Connection, parcel: Parcel) -> DuplicateError:
        motions, name = schema.motions, parcel.name
        asked = sa.select(motions.c.id).where(motions.c.sha256 == parcel.sha256)
        there = connection.scalar(asked)
        try:
            motion = load_motion(connection, self.viewer, there or 0)
        except NotInLibraryError:
            return DuplicateError(f"{name}: the same file is in the library already")
        return DuplicateError(f"{name}: is in the library already, as motion {motion.id}", motion.id)

    def attach(self, motion_id: int, name: str, content: bytes) -> StoredFile:
        """Add a further file to a motion: another capture of it, a film, notes, anything.

        Raises:
            NotAllowedError: Whoever asks may not change it.
        """
        parcel = parcel_of_content(name, content)
        name = parcel.name
        self._changeable(motion_id)
        try:
            found = parcel.describe()
        except UnderstudyError:
            # What no reader knows, as a film, is kept as it is.
            found = Described(OTHER)
        sha256 = self.blobs.put(content)
        with self.database.writing() as connection:
            own = insert_file(connection, motion_id, name, (sha256, len(content)), found)
            link_origins(connection, {own: (sha256, found)})
            self._touch(connection, motion_id)
            log(connection, self.viewer, "attach", f"motion/{motion_id}", file=own)
            index_motions(connection, [motion_id])
            motion = load_motions(connection, [motion_id], whole=True)[0]
        stored = motion.file(own)
        assert stored is not None
        return stored

    def get(self, motion_id: int) -> Motion:
        """Return a motion with its files, history and comments.

        Raises:
            NotInLibraryError: There is none that whoever asks may know of.
        """
        with self.database.reading() as connection:
            return load_motion(connection, self.viewer, motion_id)

    def read(self, motion_id: int, file_id: int) -> tuple[str, bytes]:
        """Return name and content of a file of a motion.

        Raises:
            NotInLibraryError: There is none that whoever asks may know of.
        """
        stored = self.get(motion_id).file(file_id)
        if stored is None:
            raise NotInLibraryError(f"there is no file {file_id} of motion {motion_id}")
        return stored.name, self.blobs.get(stored.sha256)

    def find(self, query: Query | None = None) -> Found:
        """Return a page of the motions that are looked for, the newest first."""
        with self.database.reading() as connection:
            return find(connection, self.viewer, query or Query())

    def similar(
        self, to: int | str | Path | bytes, query: Query | None = None, count: int = 10
    ) -> list[Neighbour]:
        """Return motions that are like another one or its mirror image, the nearest first.

        Args:
            to: A motion's number, or a file that need not be in the library.
            query: What they have to be besides.
            count: How many.
        """
        own = to if isinstance(to, int) else None
        vector = self._descriptor(to)
        if vector is None:
            return []
        count = min(max(count, 1), _MOST_SIMILAR)
        with self.database.reading() as connection:
            return self._similar(connection, vector, own, query, count)

    def _descriptor(self, to: int | str | Path | bytes) -> np.ndarray | None:
        if isinstance(to, bytes):
            return parcel_of_content("file", to).describe().descriptor
        if not isinstance(to, int):
            return describe_file(to).descriptor
        return self.descriptor(to)

    def descriptor(self, motion_id: int) -> np.ndarray | None:
        """Return the descriptor of a motion, None where it has none.

        Raises:
            NotInLibraryError: There is no such motion that whoever asks may know of.
        """
        motions, table = schema.motions, schema.descriptors
        joined = motions.outerjoin(
            table, sa.and_(table.c.motion_id == motions.c.id, table.c.version == VERSION)
        )
        asked = sa.select(motions.c.id, table.c.vector).select_from(joined)
        with self.database.reading() as connection:
            found = connection.execute(asked.where(motions.c.id == motion_id, visible(self.viewer))).first()
        if found is None:
            raise NotInLibraryError(f"there is no motion {motion_id}")
        return None if found.vector is None else unpacked(found.vector)

    def knows(self, sha256: str) -> bool:
        """Return whether a file with this content is a motion of the library."""
        self.viewer.require("editor", "asking for contents")
        motions = schema.motions
        with self.database.reading() as connection:
            return connection.scalar(sa.select(motions.c.id).where(motions.c.sha256 == sha256)) is not None

    def _similar(
        self, connection: sa.Connection, vector: np.ndarray, own: int | None, query: Query | None, count: int
    ) -> list[Neighbour]:
        motions = schema.motions
        wanted = wanted_by(connection, self.viewer, query or Query())
        if query is not None and query != Query():
            few = list(connection.scalars(sa.select(motions.c.id).where(wanted).limit(_FEW + 1)))
            if len(few) <= _FEW:
                return self._loaded(connection, nearest_of(connection, vector, few), own, count)
        kept: list[tuple[int, float, bool]] = []
        asked = 2 * count + 8
        while True:
            found = self.neighbours.nearest(connection, vector, asked)
            numbers = [number for number, _, _ in found]
            seen = set(connection.scalars(sa.select(motions.c.id).where(motions.c.id.in_(numbers), wanted)))
            kept = [entry for entry in found if entry[0] in seen]
            if len(kept) > count or len(found) < asked or asked > _FEW:
                return self._loaded(connection, kept, own, count)
            asked *= 4

    def _loaded(
        self, connection: sa.Connection, found: Iterable[tuple[int, float, bool]], own: int | None, count: int
    ) -> list[Neighbour]:
        entries = [entry for entry in found if entry[0] != own][:count]
        motions = {motion.id: motion for motion in load_motions(connection, [entry[0] for entry in entries])}
        return [
            Neighbour(motions[number], distance, side)
            for number, distance, side in entries
            if number in motions
        ]

    def change(self, motion_id: int, about: About) -> Motion:
        """Change what is said of a motion; lists take the place of those that were.

        Raises:
            NotAllowedError: It is somebody else's.
        """
        motion = self._changeable(motion_id)
        checked = Checked.of(about, motion.title)
        with self.database.writing() as connection:
            update_motion(connection, motion_id, checked)
            log(connection, self.viewer, "change", f"motion/{motion_id}")
            return load_motions(connection, [motion_id], whole=True)[0]

    def delete(self, motion_id: int) -> None:
        """Delete a motion with its files' entries; contents go with the next :meth:`sweep`.

        Raises:
            NotAllowedError: It is somebody else's.
        """
        self._changeable(motion_id)
        with self.database.writing() as connection:
            delete_motion(connection, motion_id)
            log(connection, self.viewer, "delete", f"motion/{motion_id}")
        self.neighbours.forget(motion_id)

    def comment(self, motion_id: int, text: str) -> Comment:
        """Write a comment on a motion."""
        self.viewer.require("member", "commenting")
        text = text_of("comment", text)
        if not text:
            raise LibraryError("the comment is empty, expected a text")
        self.get(motion_id)
        values = {"motion_id": motion_id, "author": self.viewer.name, "text": text, "added": now()}
        with self.database.writing() as connection:
            # Whoever comments at the same time waits, so that both are indexed.
            self._touch(connection, motion_id)
            row = connection.execute(sa.insert(schema.comments).values(**values))
            own = row.inserted_primary_key
            log(connection, self.viewer, "comment", f"motion/{motion_id}")
            index_motions(connection, [motion_id])
        return Comment(int(own[0]) if own else 0, self.viewer.name, text, str(values["added"]))

    def sweep(self) -> int:
        """Remove the contents of files that no motion and no object has any more; return how many."""
        self.viewer.require("admin", "sweeping")
        blobs, files, objects = schema.blobs, schema.files, schema.objects
        with self.database.writing() as connection:
            unused = sa.and_(
                ~sa.exists().where(files.c.sha256 == blobs.c.sha256),
                ~sa.exists().where(objects.c.model_sha256 == blobs.c.sha256),
            )
            found = list(connection.scalars(sa.select(blobs.c.sha256).where(unused)))
            connection.execute(sa.delete(blobs).where(unused))
            log(connection, self.viewer, "sweep", "files", count=len(found))
        for sha256 in found:
            self.blobs.remove(sha256)
        return len(found)

    def _changeable(self, motion_id: int) -> Motion:
        """Return a motion that whoever asks may change: an editor their own, a keeper every one."""
        self.viewer.require("editor", "changing motions")
        motion = self.get(motion_id)
        if motion.owner != self.viewer.name and not self.viewer.may("keeper"):
            raise NotAllowedError(f"motion {motion_id} is of '{motion.owner}', expected one of your own")
        return motion

    def _touch(self, connection: sa.Connection, motion_id: int) -> None:
        motions = schema.motions
        connection.execute(sa.update(motions).where(motions.c.id == motion_id).values(changed=now()))

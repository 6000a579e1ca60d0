"""Similar motions: the nearest descriptors, by usearch's graph, which is kept in a file beside the library.

The database is what counts. The graph is made from it and can be made again: what was added since is added
when somebody asks, what was deleted is passed over, and a graph that is damaged or of another version is
made anew.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from understudy.library import schema
from understudy.library.descriptor.descriptor import SIZE, VERSION, mirrored
from understudy.motion.output import write_bytes
from understudy.opening import read_file

Reading = Callable[[], AbstractContextManager[sa.Connection]]
"""Opens a connection to read with."""

_KEPT = np.dtype("<f2")
_CONNECTIVITY, _EFFORT_ADDING, _EFFORT_SEARCHING = 24, 160, 192
"""Neighbours of a node, and candidates that are kept while adding and searching."""

_BLOCK = 4096
"""Descriptors that are read from the database at once."""

_PART, _MANY = 256, 512
"""Descriptors that are added at once in the background, and from how many on it is done there."""

_OVERLAP = 256
"""Numbers below the last one that are looked at again."""

_SAVED_EVERY = 2000
"""Additions after which the graph is written again."""

_MOST_STATE_BYTES = 1 << 20


def packed(descriptor: np.ndarray) -> bytes:
    """Return a descriptor as the database keeps it."""
    return descriptor.astype(_KEPT).tobytes()


def unpacked(content: bytes) -> np.ndarray:
    """Return a descriptor (``SIZE``,) that the database has kept."""
    return np.frombuffer(content, _KEPT).astype(np.float32)


class Neighbours:
    """The graph of a library's descriptors."""

    def __init__(self, folder: Path) -> None:
        """Take the folder in which the graph is kept."""
        self._path = folder / "similar.usearch"
        self._state = folder / "similar.json"
        self._index: Any = None
        self._last = 0
        self._unsaved = 0
        self._lock = threading.Lock()
        self._reading: Reading | None = None
        self._worker: threading.Thread | None = None
        self._is_closed = False

    def follow(self, reading: Reading) -> None:
        """Add many new descriptors in the background from now on, so that nobody waits for them.

        Args:
            reading: Opens a connection to the database.
        """
        self._reading = reading
        self._work()

    @property
    def is_behind(self) -> bool:
        """Whether descriptors are being added in the background, which are not found yet."""
        return self._worker is not None and self._worker.is_alive()

    def _work(self) -> None:
        if self._reading is not None and not self.is_behind:
            self._worker = threading.Thread(target=self._catch_up, args=(self._reading,), daemon=True)
            self._worker.start()

    def _catch_up(self, reading: Reading) -> None:
        """Add what is new in parts, between which others are answered; a database that is gone is left."""
        with suppress(SQLAlchemyError), reading() as connection:
            with self._lock:
                new = self._new_keys(connection)
            for start in range(0, len(new), _PART):
                if self._is_closed:
                    return
                with self._lock:
                    self._add(connection, new[start : start + _PART])
            with self._lock:
                self._up_to_date(connection)
                if self._unsaved:
                    self.save()

    def nearest(
        self, connection: sa.Connection, descriptor: np.ndarray, count: int
    ) -> list[tuple[int, float, bool]]:
        """Return number, distance and whether mirrored of the nearest motions, the nearest first."""
        with self._lock:
            index = self._at_hand(connection)
            if len(index) == 0:
                return []
            both = np.stack([descriptor, mirrored(descriptor)]).astype(np.float32)
            found = index.search(both, min(count, len(index)), threads=1)
        return _merged(
            (int(key), float(distance), bool(side))
            for side, matches in enumerate(found)
            for key, distance in zip(matches.keys, matches.distances, strict=True)
        )[:count]

    def update(self, connection: sa.Connection) -> None:
        """Add what was added to the database since, and write the graph, so that nobody waits for it."""
        with self._lock:
            self._up_to_date(connection)
            if self._unsaved:
                self.save()

    def _at_hand(self, connection: sa.Connection) -> Any:
        """Return the graph as it is while more is added in the background, else with all that is new."""
        if self.is_behind and self._index is not None:
            return self._index
        new = self._new_keys(connection)
        if self._reading is None or len(new) <= _MANY:
            return self._up_to_date(connection, new)
        self._work()
        return self._index

    def _up_to_date(self, connection: sa.Connection, new: np.ndarray | None = None) -> Any:
        """Return the graph with all that was added since it was asked last."""
        new = self._new_keys(connection) if new is None else new
        for start in range(0, len(new), _BLOCK):
            self._add(connection, new[start : start + _BLOCK])
        if self._unsaved >= _SAVED_EVERY:
            self.save()
        return self._index

    def _new_keys(self, connection: sa.Connection) -> np.ndarray:
        """Return the numbers of motions whose descriptors are not in the graph yet, in order."""
        if self._index is None:
            self._index, self._last = self._load(connection)
        table = schema.descriptors
        # Of two writers at once the one with the lower number may be done later.
        asked = sa.select(table.c.motion_id).where(
            table.c.motion_id > self._last - _OVERLAP, table.c.version == VERSION
        )
        keys = np.array(sorted(connection.scalars(asked)), dtype=np.uint64)
        return keys[~self._index.contains(keys)] if len(keys) else keys

    def _add(self, connection: sa.Connection, keys: np.ndarray) -> None:
        table = schema.descriptors
        first, last = int(keys[0]), int(keys[-1])
        asked = sa.select(table.c.motion_id, table.c.vector).where(
            table.c.motion_id.between(first, last), table.c.version == VERSION
        )
        found = {row.motion_id: row.vector for row in connection.execute(asked)}
        there = np.array([key for key in keys.tolist() if key in found], dtype=np.uint64)
        if len(there):
            self._index.add(there, np.stack([unpacked(found[key]) for key in there.tolist()]))
        self._unsaved += len(there)
        self._last = max(self._last, last)

    def forget(self, motion_id: int) -> None:
        """Take a motion out of the graph."""
        with self._lock:
            if self._index is not None:
                with suppress(KeyError, RuntimeError):
                    self._index.remove(motion_id)

    def close(self) -> None:
        """Write what was added."""
        self._is_closed = True
        if self._worker is not None:
            self._worker.join()
        with self._lock:
            if self._unsaved:
                self.save()

    def save(self) -> None:
        """Write the graph; where that is not possible, it is made again next time."""
        if self._index is None:
            return
        with suppress(OSError):
            write_bytes(self._path, bytes(self._index.save()))
            state = {"version": VERSION, "last": self._last, "size": len(self._index)}
            write_bytes(self._state, json.dumps(state).encode())
            self._unsaved = 0

    def _load(self, connection: sa.Connection) -> tuple[Any, int]:
        from usearch.index import Index

        index = Index(
            ndim=SIZE,
            metric="l2sq",
            dtype="f16",
            connectivity=_CONNECTIVITY,
            expansion_add=_EFFORT_ADDING,
            expansion_search=_EFFORT_SEARCHING,
        )
        try:
            state = json.loads(read_file(self._state, _MOST_STATE_BYTES))
            if state["version"] == VERSION and self._path.is_file():
                index.load(str(self._path))
                if len(index) == state["size"] and self._fits(connection, state["last"]):
                    index.expansion_search = _EFFORT_SEARCHING
                    return index, int(state["last"])
                index.reset()
        except (OSError, ValueError, KeyError, TypeError, RuntimeError):
            index.reset()
        return index, 0

    def _fits(self, connection: sa.Connection, last: int) -> bool:
        """Return whether a graph is of this database: a restored one may end earlier."""
        newest = connection.scalar(sa.select(sa.func.max(schema.descriptors.c.motion_id))) or 0
        return last <= newest


def nearest_of(
    connection: sa.Connection, descriptor: np.ndarray, numbers: Iterable[int]
) -> list[tuple[int, float, bool]]:
    """Return the same among some motions, all of which are compared."""
    table = schema.descriptors
    wanted = list(numbers)
    found: list[tuple[int, float, bool]] = []
    for start in range(0, len(wanted), _BLOCK):
        part = wanted[start : start + _BLOCK]
        rows = connection.execute(
            sa.select(table.c.motion_id, table.c.vector).where(
                table.c.motion_id.in_(part), table.c.version == VERSION
            )
        ).all()
        if not rows:
            continue
        vectors = np.stack([unpacked(row.vector) for row in rows])
        for side, asked in enumerate((descriptor, mirrored(descriptor))):
            distances = np.sum((vectors - asked) ** 2, axis=1)
            found += [
                (row.motion_id, float(distance), bool(side))
                for row, distance in zip(rows, distances, strict=True)
            ]
    return _merged(found)


def _merged(found: Iterable[tuple[int, float, bool]]) -> list[tuple[int, float, bool]]:
    """Return each motion once, as it is or mirrored, whichever is nearer; the nearest first."""
    best: dict[int, tuple[int, float, bool]] = {}
    for entry in sorted(found, key=lambda entry: (entry[1], entry[2], entry[0])):
        best.setdefault(entry[0], entry)
    return list(best.values())

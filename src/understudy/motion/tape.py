"""Rows of numbers that come one after the other, kept in little memory however many there are."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO

import numpy as np

from understudy.motion.archive import header, save_pieces

IN_MEMORY = 1 << 22
"""Bytes of one array that are kept in memory; what is longer waits in a temporary file."""

_PIECE = 1 << 20


class Tape:
    """Named arrays (T, ...) that grow by a row at a time; a context, at whose end they are gone."""

    def __init__(self) -> None:
        """Make an empty one."""
        self._reels: dict[str, _Reel] = {}
        self._open = ExitStack()

    def __enter__(self) -> Tape:
        """Return it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of temporary files."""
        self._open.close()

    def append(self, name: str, row: np.ndarray | float) -> None:
        """Add a row (...) to an array; the first one states shape and type of all."""
        values = np.asarray(row)
        if name not in self._reels:
            self._reels[name] = _Reel(self._spool(), values.dtype, values.shape)
        self._reels[name].append(values)

    def extend(self, name: str, rows: np.ndarray) -> None:
        """Add rows (M, ...) to an array, which may be none at all."""
        if name not in self._reels:
            self._reels[name] = _Reel(self._spool(), rows.dtype, rows.shape[1:])
        self._reels[name].extend(rows)

    def _spool(self) -> IO[bytes]:
        """Return a file in memory that moves to the disk where it grows long."""
        with ExitStack() as stack:
            spool = stack.enter_context(tempfile.SpooledTemporaryFile(max_size=IN_MEMORY))
            self._open.push(stack.pop_all())
        return spool

    def count(self, name: str) -> int:
        """Return how many rows an array has."""
        return self._reels[name].count if name in self._reels else 0

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all arrays, whole."""
        return {name: reel.array() for name, reel in self._reels.items()}

    def save(self, path: str | Path, others: Mapping[str, np.ndarray]) -> None:
        """Save them to one ``.npz`` file together with others, piece by piece."""
        pieces = {name: _pieces_of(values) for name, values in others.items()}
        save_pieces(path, pieces | {name: reel.pieces() for name, reel in self._reels.items()})


class _Reel:
    """One array, row after row."""

    def __init__(self, spool: IO[bytes], dtype: np.dtype, shape: tuple[int, ...]) -> None:
        self.spool, self.dtype, self.shape, self.count = spool, dtype, shape, 0

    def append(self, values: np.ndarray) -> None:
        self.extend(values[None])

    def extend(self, rows: np.ndarray) -> None:
        if rows.shape[1:] != self.shape:
            raise ValueError(f"a row has shape {rows.shape[1:]}, expected {self.shape}")
        self.spool.write(np.ascontiguousarray(rows, dtype=self.dtype).tobytes())
        self.count += len(rows)

    def array(self) -> np.ndarray:
        self.spool.seek(0)
        flat = np.frombuffer(self.spool.read(), dtype=self.dtype)
        return flat.reshape(self.count, *self.shape)

    def pieces(self) -> Iterator[bytes]:
        yield header(self.dtype, (self.count, *self.shape))
        self.spool.seek(0)
        while piece := self.spool.read(_PIECE):
            yield piece


def save_whole(path: str | Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Save arrays that are in memory as a tape saves its own, to the same bytes."""
    save_pieces(path, {name: _pieces_of(np.asarray(values)) for name, values in arrays.items()})


def _pieces_of(values: np.ndarray) -> Iterator[bytes]:
    yield header(values.dtype, values.shape)
    yield np.ascontiguousarray(values).tobytes()

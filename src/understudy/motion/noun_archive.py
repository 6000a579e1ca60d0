"""A noun's archive, which says what it holds and in which version, so that old files stay readable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion.archive import (
    load_arrays,
    members_of,
    naming_file,
    number,
    packed_arrays,
    read_array,
    save_arrays,
)
from understudy.motion.array_members import LONGEST_START, BrokenArrayError, open_archive
from understudy.opening import open_file
from understudy.plain_text import quoted

KIND, VERSION = "kind", "format_version"
"""Arrays that say what an archive holds."""

FORMAT_VERSION = 2
"""Of what is saved; files of version 1 did not say so."""


def save_noun(path: str | Path, kind: str, arrays: Mapping[str, np.ndarray]) -> None:
    """Save the arrays of a noun, and of which kind and version they are."""
    save_arrays(path, {**arrays, **labels(kind)})


def packed_noun(kind: str, arrays: Mapping[str, np.ndarray]) -> bytes:
    """Return the archive that :func:`save_noun` would write."""
    return packed_arrays({**arrays, **labels(kind)})


def labels(kind: str) -> dict[str, np.ndarray]:
    """Return the arrays that say what an archive holds."""
    return {KIND: np.array(kind), VERSION: np.array(FORMAT_VERSION)}


def load_noun(
    path: str | Path,
    kind: str,
    required: Iterable[str],
    optional: Iterable[str] = (),
    prefixes: tuple[str, ...] = (),
    mapped: str | None = None,
) -> dict[str, np.ndarray]:
    """Load what :func:`save_noun` wrote, and what was saved before archives said what they are.

    Args:
        path: The file.
        kind: What it has to be.
        required: Names of arrays that have to be there.
        optional: Names of further arrays.
        prefixes: How names of further arrays begin.
        mapped: How names of arrays begin that may stay in the file.

    Raises:
        InvalidMotionError: As :func:`load_arrays`, and for an archive of another kind or of a later version.
    """
    stated = load_arrays(path, (), (KIND, VERSION))
    with naming_file(path):
        found, version = str(stated.get(KIND, kind)), number(stated.get(VERSION, np.array(1)))
        if found != kind:
            raise InvalidMotionError(f"holds a {quoted(found)}, expected a '{kind}'")
        if not version <= FORMAT_VERSION:
            raise InvalidMotionError(
                f"is of format {version:g}, of a later Understudy; this one reads up to {FORMAT_VERSION}"
            )
    return load_arrays(path, required, optional, prefixes, mapped)


def archive_holds(path: str | Path, names: Iterable[str], kind: str = "") -> bool:
    """Return whether a file is an archive of a kind, by what it says, or else by the names of its arrays.

    Args:
        path: The file; one that is not there or no archive holds nothing.
        names: Arrays that an archive of this kind has had since before archives said what they are.
        kind: The kind.
    """
    return kind_held(path, {kind: names}) == kind


def kind_held(path: str | Path, kinds: Mapping[str, Iterable[str]]) -> str | None:
    """Return of which of some kinds an archive is, as :func:`archive_holds` tells it; None for none of them.

    Args:
        path: The file.
        kinds: Kind → arrays that an archive of it has had since before archives said what they are.
    """
    try:
        with open_file(path) as file, open_archive(file) as archive:
            members = members_of(archive)
            if KIND in members and members[KIND].file_size <= LONGEST_START:
                stated = str(read_array(archive, members[KIND]))
                return stated if stated in kinds else None
            return next((kind for kind, names in kinds.items() if members.keys() >= set(names)), None)
    except (OSError, BrokenArrayError):
        return None

"""A robot's files in one archive, as a browser sends a folder or several files, and the model among them.

Strangers' archives are bounded before anything is unpacked. Only kinds of files that models are made of are
written, as ordinary files inside the folder that was given, whatever the names in the archive say.
"""

from __future__ import annotations

import re
import stat
import zipfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from understudy.browse.exhibits import is_model
from understudy.errors import RobotError
from understudy.motion.array_members import BrokenArrayError, open_archive, read_member
from understudy.opening import open_file, read_file
from understudy.quoting import quoted

MOST_FILES = 5000
"""Members that an archive may list."""

MOST_UNPACKED = 1 << 30
"""Bytes [B] to which an archive may unpack; a humanoid's meshes take some tens of megabytes."""

MESHES = frozenset((".stl", ".obj", ".msh", ".dae"))
MODELS = frozenset((".urdf", ".xml", ".mjcf"))
_OTHERS = frozenset((".png", ".jpg", ".jpeg", ".bmp", ".tga", ".mtl", ".bin", ".skn"))
_KINDS = MESHES | MODELS | _OTHERS

_MOST_BYTES = 256 << 20
"""Of one file, as of one upload [B]."""

_LONGEST_PART, _DEEPEST = 120, 12
"""Characters of a file's or folder's name, and folders in each other."""

_LARGEST_MODEL = 16 << 20
_JOINT = re.compile(rb"<(?:joint|freejoint)[\s>/]")
_CLUTTER = "__MACOSX"


def unpack(archive: Path, folder: Path) -> tuple[Path, ...]:
    """Write what a model may be made of into a folder, and return the files.

    Args:
        archive: A ZIP archive of anybody.
        folder: An empty folder.

    Raises:
        RobotError: It is no such archive, larger than robots are, or names a place outside of the folder.
    """
    name = archive.name
    try:
        with open_file(archive) as file, open_archive(file, ".zip") as opened:
            wanted = _wanted(name, opened)
            return tuple(_write(opened, info, folder / path) for info, path in wanted)
    except BrokenArrayError as fault:
        raise RobotError(f"{name}: it {fault}") from fault
    except OSError as error:
        raise RobotError(f"{name}: cannot be unpacked ({error.strerror or error})") from error


def model_among(files: Iterable[Path]) -> tuple[Path | None, tuple[Path, ...]]:
    """Return the model among files, the one with most joints, and all others; None where there is none."""
    found = [path for path in files if path.suffix.lower() in MODELS and is_model(path)]
    ranked = sorted(found, key=lambda path: (-_joints(path), len(path.parts), path.name))
    return (ranked[0], tuple(ranked[1:])) if ranked else (None, ())


def _wanted(name: str, archive: zipfile.ZipFile) -> list[tuple[zipfile.ZipInfo, PurePosixPath]]:
    """Return the members that are unpacked, each with its place; all are looked at before one is written."""
    members = archive.infolist()
    if len(members) > MOST_FILES:
        raise RobotError(f"{name}: holds {len(members)} files, at most {MOST_FILES}")
    wanted = [(info, _place(name, info.filename)) for info in members if not _is_no_file(info)]
    wanted = [(info, path) for info, path in wanted if path.suffix.lower() in _KINDS]
    large = next((info for info, _ in wanted if info.file_size > _MOST_BYTES), None)
    if large is not None:
        raise RobotError(
            f"{name}: {quoted(large.filename)} unpacks to {large.file_size} bytes, at most {_MOST_BYTES}"
        )
    size = sum(info.file_size for info, _ in wanted)
    if size > MOST_UNPACKED:
        raise RobotError(f"{name}: unpacks to {size} bytes, at most {MOST_UNPACKED}")
    return wanted


def _is_no_file(info: zipfile.ZipInfo) -> bool:
    """Return whether a member is a folder, a link or a device."""
    mode = info.external_attr >> 16
    return info.is_dir() or (stat.S_IFMT(mode) not in (0, stat.S_IFREG))


def _place(name: str, member: str) -> PurePosixPath:
    """Return where in its folder a member goes."""
    parts = [part for part in re.split(r"[\\/]", member) if part not in ("", ".")]
    if ".." in parts or member.startswith(("/", "\\")) or re.match(r"[A-Za-z]:", member):
        raise RobotError(f"{name}: {quoted(member)} leads out of the archive, expected files inside it")
    if not parts or len(parts) > _DEEPEST or any(len(part) > _LONGEST_PART for part in parts):
        raise RobotError(
            f"{name}: {quoted(member)} is no place for a file, expected at most {_DEEPEST} folders and names "
            f"of {_LONGEST_PART} characters"
        )
    if not member.isprintable():
        raise RobotError(f"{name}: {quoted(member)} has characters that no file's name needs")
    if parts[0] == _CLUTTER or any(part.startswith(".") for part in parts):
        # What a file system puts beside files is of no kind that is unpacked.
        return PurePosixPath("clutter")
    return PurePosixPath(*parts)


def _write(archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: Path) -> Path:
    # An archive may name a file twice, or a folder like a file: neither is written over.
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(read_member(archive, info, info.file_size))
    return path


def _joints(path: Path) -> int:
    """Return how many joints a model seems to have."""
    try:
        return len(_JOINT.findall(read_file(path, _LARGEST_MODEL)))
    except OSError:
        return 0

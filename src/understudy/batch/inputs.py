"""Which captures there are in folders, all the way down."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from understudy.batch.storage import Storage, is_remote, open_storage
from understudy.capture.formats import candidates
from understudy.capture.sidecar import SUFFIX
from understudy.errors import CaptureError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_FILMS = frozenset((".avi", ".m4v", ".mkv", ".mov", ".mp4", ".mpg", ".ts", ".webm", ".wmv"))
"""Endings of films. Beside captures they show what was captured; without any, they are captures."""

_NO_CAPTURES = frozenset(
    (".gif", ".htm", ".html", ".jpeg", ".jpg", ".md", ".pdf", ".png", ".py")
    + (".rst", ".sh", ".svg", ".tif", ".tiff", ".toml", ".webp", ".yaml", ".yml")
)
"""Endings of what lies beside captures in public sets, and is passed over."""

_COMPANIONS = {".amc": ".asf", ".gltf": ".bin"}
"""Ending of captures → ending of files in the same folder of which they may need one to be read."""

_DIGITS = re.compile(r"[0-9]+")
_FRAME_BYTES = 1 << 15
"""A larger file holds more than one frame."""


@dataclass(frozen=True)
class Input:
    """A capture.

    Attributes:
        source: Folder or URL that it was found below.
        name: Its name there: a file's, or that of a folder with one file a frame.
        label: What it is called in results; names of files hold their ending, so that no two are alike.
        files: Its files.
        beside: What is stated beside it: the sidecar, a marker set that this one names, and files that its
            format may need.
    """

    source: str
    name: str
    label: str
    files: tuple[str, ...]
    beside: tuple[str, ...] = ()

    def digest(self, storage: Storage) -> str:
        """Return a hash of everything that was captured and stated."""
        parts = [f"{name} {storage.digest(name)}" for name in (*self.files, *self.beside)]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def find_inputs(places: Sequence[str], output: str = "") -> tuple[Input, ...]:
    """Return every capture at some places, in order, but for what lies in the folder of results.

    A folder with one file a frame is one capture. Hidden files, sidecars, pictures and documents are passed
    over, and films unless there is nothing else; whether the rest can be read is found out by reading it.

    Raises:
        CaptureError: Where a place is not there or holds none, or two folders have the same name.
    """
    single = len(places) == 1
    prefixes = ["" if single else f"{_last_part(place)}/" for place in places]
    twice = next((name for name, count in Counter(prefixes).items() if count > 1), None)
    if twice is not None:
        raise CaptureError(
            twice.rstrip("/"), "is the name of several places, expected names that tell results apart"
        )
    pairs = zip(places, prefixes, strict=True)
    found = [each for place, prefix in pairs for each in _inputs_at(place, prefix, output)]
    if not found:
        raise CaptureError(", ".join(places), "holds no captures, expected some in it or in folders below it")
    return tuple(found)


def _last_part(place: str) -> str:
    return PurePosixPath(place.rstrip("/")).name if is_remote(place) else Path(place).resolve().name


def _inputs_at(place: str, prefix: str, output: str) -> Iterator[Input]:
    if not is_remote(place) and Path(place).is_file():
        yield _alone(Path(place), (Path(place).name,))
        return
    storage = open_storage(place)
    own = _below(place, output)
    sizes = {name: size for name, size in storage.sizes().items() if own is None or not name.startswith(own)}
    if not sizes and not (is_remote(place) or Path(place).is_dir()):
        raise CaptureError(place, "there is no such folder or file, expected one with captures")
    named_by_sidecars = {name for beside in _sidecars(storage, sizes).values() for name in beside}
    companions = [name for name in sizes if PurePosixPath(name).suffix.lower() in _COMPANIONS.values()]
    beside = {*named_by_sidecars, *companions}
    possible = [name for name in sizes if _may_be_capture(name) and name not in beside]
    folders: dict[str, list[str]] = defaultdict(list)
    for name in [name for name in possible if not _is_film(name)] or possible:
        folders[name.rpartition("/")[0]].append(name)
    for folder, names in folders.items():
        if not _is_one_take(storage, names, sizes):
            for name in names:
                yield _input(storage, name, prefix + name, (name,), sizes.__contains__, companions)
        elif folder:
            yield _input(storage, folder, prefix + folder, tuple(names), sizes.__contains__)
        elif is_remote(place):
            raise CaptureError(place, "holds one file a frame, expected the folder above such a take")
        else:
            take = Path(place).resolve()
            yield _alone(take, tuple(f"{take.name}/{name}" for name in names))


def _below(place: str, output: str) -> str | None:
    """Return how names of results begin where they lie below a place of captures, else None."""
    if is_remote(place) or is_remote(output):
        start = f"{place.rstrip('/')}/"
        return f"{output.rstrip('/')}/".removeprefix(start) if output.startswith(start) else None
    root, folder = Path(place).resolve(), Path(output).resolve()
    return f"{folder.relative_to(root).as_posix()}/" if output and root in folder.parents else None


def _may_be_capture(name: str) -> bool:
    parts = PurePosixPath(name)
    hidden = any(part.startswith((".", "__MACOSX")) for part in parts.parts)
    return not hidden and parts.suffix.lower() not in _NO_CAPTURES


def _is_film(name: str) -> bool:
    return PurePosixPath(name).suffix.lower() in _FILMS


def _is_one_take(storage: Storage, names: Sequence[str], sizes: dict[str, int]) -> bool:
    """Tell whether files named alike but for numbers are the frames of one take, by the first of them."""
    kinds = Counter(_DIGITS.sub("#", name) for name in names)
    (kind, count), *_ = kinds.most_common(1)
    first = next(name for name in names if _DIGITS.sub("#", name) == kind)
    if count < 2 or sizes[first] > _FRAME_BYTES or PurePosixPath(first).suffix.lower() == ".npz":
        return False
    content = storage.read(first)
    return any(candidate.of_folder and candidate.matches(content) for candidate in candidates(content))


def _alone(path: Path, files: tuple[str, ...]) -> Input:
    """Return a capture of this machine that is given by itself; nothing else in its folder is looked at."""
    storage = open_storage(str(path.parent))
    companions = os.listdir(path.parent) if path.suffix.lower() in _COMPANIONS else ()
    return _input(
        storage, path.name, path.name, files, lambda name: (path.parent / name).is_file(), companions
    )


def _input(
    storage: Storage,
    name: str,
    label: str,
    files: tuple[str, ...],
    exists: Callable[[str], bool],
    companions: Sequence[str] = (),
) -> Input:
    path = PurePosixPath(name)
    stem = path.name if files != (name,) else path.stem
    sidecar = str(path.with_name(f"{stem}{SUFFIX}"))
    beside = _beside(storage, sidecar, exists) if exists(sidecar) else ()
    ending = _COMPANIONS.get(path.suffix.lower())
    near = (PurePosixPath(other) for other in companions)
    needed = sorted(
        str(each) for each in near if each.parent == path.parent and each.suffix.lower() == ending
    )
    return Input(storage.url, name, label, files, (*beside, *needed))


def _sidecars(storage: Storage, sizes: dict[str, int]) -> dict[str, tuple[str, ...]]:
    return {name: _beside(storage, name, sizes.__contains__) for name in sizes if name.endswith(SUFFIX)}


def _beside(storage: Storage, sidecar: str, exists: Callable[[str], bool]) -> tuple[str, ...]:
    """Return a sidecar and the marker set that it names, where there is one; a bad one is told when read."""
    try:
        named = tomllib.loads(storage.read(sidecar).decode("utf-8")).get("marker_set")
    except (ValueError, CaptureError):
        named = None
    marker_set = f"{sidecar.rpartition('/')[0]}/{named}".lstrip("/")
    return (sidecar, marker_set) if named and exists(marker_set) else (sidecar,)

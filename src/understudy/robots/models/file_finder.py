"""Where the files that a model names are, and where they may not be.

They lie in the model's own folder, in a package that a ``package.xml`` marks, or in a folder that the user
names, in Python or by ``UNDERSTUDY_PACKAGES``. A model in a folder such as ``urdf`` may also have meshes
and textures beside that folder. Nothing else is opened, whatever a path, a link or the name of a package
says.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote

from understudy.errors import RobotError
from understudy.plain_text import quoted, trimmed
from understudy.robots.models.notes import Notes
from understudy.robots.trusted_folders import VARIABLE, trusted_folders

_PACKAGE_SCHEMES = ("package", "model")
_REMOTE_SCHEMES = ("http", "https")
"""Files on other machines, which nobody asked to be fetched: they count as missing."""

_MODEL_FOLDERS = {
    *("urdf", "urdfs", "mjcf", "xml", "xmls", "robot", "robots", "model", "models", "mujoco", "mjmodel"),
    *("scene", "scenes", "description", "descriptions", "config"),
}
"""Names of folders beside which a package keeps its meshes."""

_ASSET_FOLDERS = {
    *("mesh", "meshes", "asset", "assets", "texture", "textures", "material", "materials", "media"),
    *("stl", "stls", "obj", "objs", "dae", "collada", "visual", "visuals", "collision", "collisions"),
}
"""Names of the folders in which it keeps them; no others beside the model's are opened."""

_MARK = "package.xml"

_MOST_LEVELS = 8
"""How far up from the model a package's folder is looked for."""


def find_mesh(finder: FileFinder, address: str, folder: Path, notes: Notes) -> Path | None:
    """Return a URDF's mesh, None where it is not there.

    Paths are tried as they stand, from the folder that the file names for meshes and from its own. After that
    they are tried by their name alone in the folder for meshes, which is MuJoCo's way with URDF, and by their
    last parts inside the model's own folders, for files that were moved out of their package: in the end by
    their name alone beside the model.

    Args:
        finder: The finder of the model.
        address: What the file says.
        folder: The folder that the file names for meshes, its own by default.
        notes: Told where a mesh is not where the file says.
    """
    for place in dict.fromkeys((folder, finder.model.parent)):
        found = finder.find(address, place)
        if found is not None:
            return found
    parts = [part for part in trimmed(address).rpartition("://")[2].replace("\\", "/").split("/") if part]
    tails = ["/".join(parts[start:]) for start in range(1, len(parts))]
    places = [(folder, parts[-1])] if folder != finder.model.parent else []
    places += [(root, tail) for tail in tails for root in (finder.model.parent, finder.own)]
    for place, tail in places:
        found = finder.find(tail, place) if tail and ".." not in tail.split("/") else None
        if found is not None:
            where = f"'{found.parent.name}' beside the model"
            if found.parent == finder.model.parent:
                where = "the model's own folder"
            notes.add(f"meshes are taken from {where}, where their paths do not lead")
            return found
    return None


class FileFinder:
    """Finds the files that a model names, inside its own folder or package and nowhere else."""

    def __init__(self, model: Path, package_folders: Sequence[Path] = ()) -> None:
        """Remember the model's place and the folders that its user trusts."""
        self.model = model.resolve()
        self.given = tuple(folder.resolve() for folder in (*package_folders, *trusted_folders()))
        self.own = _own_package(self.model)
        self.roots = (*_own_roots(self.model, self.own), *self.given)

    def find(self, address: str, folder: Path | None = None) -> Path | None:
        """Return the file that an address stands for, None where there is no such file.

        Args:
            address: ``package://name/path``, ``model://name/path``, ``file://path`` or a plain path.
            folder: Folder from which plain paths count; the model's own by default.

        Raises:
            RobotError: The address leads out of the folders that belong to the model.
        """
        scheme, found, rest = trimmed(address).partition("://")
        if not found:
            return self._inside(address, [(folder or self.model.parent, self.roots)], trimmed(address))
        if scheme == "file":
            return self._inside(address, [(folder or self.model.parent, self.roots)], unquote(rest))
        if scheme in _REMOTE_SCHEMES:
            return None
        if scheme in _PACKAGE_SCHEMES:
            package, _, path = rest.lstrip("/").partition("/")
            places = list(self._packages(package))
            # A model that was copied out of its package often keeps its meshes beside it.
            places += [(root, self.roots) for root in (self.own, *self.given)]
            return self._inside(address, places, path)
        raise RobotError(
            f"{self.model}: {quoted(address)} is not a file; valid are paths, package://, model:// and file://"
        )

    def announce(self, files: Iterable[Path]) -> None:
        """Say which files are about to be read; here nobody wants to know."""

    def _inside(
        self, address: str, places: Sequence[tuple[Path, tuple[Path, ...]]], path: str
    ) -> Path | None:
        """Return the first existing file among places, each with the folders it must stay in."""
        for folder, allowed in places:
            candidate = self.candidate(address, folder, path)
            found = _as_written(candidate) if _lies_in(candidate, allowed) else candidate
            if found is None or not os.path.isfile(found):
                continue
            # A name that differs in case alone may be a link to anywhere.
            if not _lies_in(found, allowed):
                raise RobotError(
                    f"{self.model}: {quoted(address)} leads out of {allowed[0]}, the folder of the model's "
                    f"files; a {_MARK} in a folder above makes that folder the model's, and {VARIABLE} names "
                    "others"
                )
            return found
        return None

    def candidate(self, address: str, folder: Path, path: str) -> Path:
        """Return where a path leads, links followed; ``address`` is for messages."""
        try:
            return (folder / path.replace("\\", "/")).resolve()
        except (OSError, ValueError, RuntimeError) as error:
            raise RobotError(f"{self.model}: {quoted(address)} is no path of a file ({error})") from error

    def _packages(self, name: str) -> Iterator[tuple[Path, tuple[Path, ...]]]:
        """Yield folders that are a package of this name, each with those in which its files have to lie."""
        if name in ("", ".", "..") or "\\" in name or "\0" in name:
            return
        for folder in self.given:
            if folder.name == name:
                yield folder, (folder,)
            elif os.path.isdir(folder / name) and (folder / name).resolve().is_relative_to(folder):
                yield (folder / name).resolve(), (folder,)
        for folder in _above(self.model):
            for package in (folder, folder / name):
                if package.name == name and os.path.isfile(package / _MARK):
                    yield package.resolve(), (package.resolve(),)
        for folder in (self.own, self.model.parent):
            if folder.name == name:
                yield folder, self.roots


def _lies_in(path: Path, folders: Sequence[Path]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def _as_written(path: Path) -> Path | None:
    """Return a file that is there, also where only upper and lower case differ, as some systems allow."""
    if os.path.isfile(path):
        return path
    try:
        alike = [file for file in path.parent.iterdir() if file.name.lower() == path.name.lower()]
    except OSError:
        return None
    return alike[0].resolve() if len(alike) == 1 and os.path.isfile(alike[0]) else None


def _own_package(model: Path) -> Path:
    """Return the folder that belongs to a model: its package's where it can be told, else its own."""
    marked = next((folder for folder in _above(model) if os.path.isfile(folder / _MARK)), None)
    if marked is not None:
        return marked
    folder = model.parent
    return folder.parent if folder.name.lower() in _MODEL_FOLDERS else folder


def _own_roots(model: Path, own: Path) -> tuple[Path, ...]:
    """Return the folders that a model's files may lie in: its package, or its own and its meshes'."""
    if own == model.parent or os.path.isfile(own / _MARK):
        return (own,)
    try:
        beside = [
            folder.resolve()
            for folder in own.iterdir()
            if folder.name.lower() in _ASSET_FOLDERS and folder.is_dir() and not folder.is_symlink()
        ]
    except OSError:
        beside = []
    return (model.parent, *sorted(beside))


def _above(model: Path) -> tuple[Path, ...]:
    return tuple(model.parents)[:_MOST_LEVELS]

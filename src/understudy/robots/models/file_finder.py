"""Where a model's meshes and textures are, and where they may not be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote

from understudy.errors import RobotError
from understudy.plain_text import trimmed
from understudy.robots.models.notes import Notes

_PACKAGE_SCHEMES = ("package", "model")
_REMOTE_SCHEMES = ("http", "https")
"""Files on other machines, which nobody asked to be fetched: they count as missing."""

_MODEL_FOLDERS = {
    *("urdf", "urdfs", "mjcf", "xml", "xmls", "robot", "robots", "model", "models", "mujoco", "mjmodel"),
    *("scene", "scenes", "description", "descriptions", "config"),
}
"""Names of folders beside which a package keeps its meshes."""

_MOST_LEVELS = 8
"""How far up from the model a package's folder is looked for."""


def find_mesh(finder: FileFinder, address: str, folder: Path, notes: Notes) -> Path | None:
    """Return a URDF's mesh, None where it is not there.

    Paths are tried as they stand, from the folder that the file names for meshes and from its own. After that
    they are tried by their name alone in the folder for meshes, which is MuJoCo's way with URDF, and by their
    last parts inside the model's own folders, for files that were moved out of their package.

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
    tails = ["/".join(parts[start:]) for start in range(1, len(parts) - 1)]
    places = [(folder, parts[-1])] if folder != finder.model.parent else []
    places += [(root, tail) for tail in tails for root in (finder.model.parent, finder.own)]
    for place, tail in places:
        found = finder.find(tail, place) if tail and ".." not in tail.split("/") else None
        if found is not None:
            notes.add(
                f"meshes are taken from '{found.parent.name}' beside the model, where their paths do not lead"
            )
            return found
    return None


class FileFinder:
    """Finds the files that a model names, inside its own folder or package and nowhere else."""

    def __init__(self, model: Path, package_folders: Sequence[Path] = ()) -> None:
        """Remember the model's place and the folders that its user trusts."""
        self.model = model.resolve()
        self.given = tuple(folder.resolve() for folder in package_folders)
        self.own = _own_package(self.model)

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
            return self._inside(address, [(folder or self.model.parent, self._roots())], trimmed(address))
        if scheme == "file":
            path = unquote(rest)
            return self._inside(address, [(folder or self.model.parent, self._roots())], path)
        if scheme in _REMOTE_SCHEMES:
            return None
        if scheme in _PACKAGE_SCHEMES:
            package, _, path = rest.lstrip("/").partition("/")
            places = [(place, (place,)) for place in self._packages(package)]
            # A model that was copied out of its package often keeps its meshes beside it.
            places += [(root, (root,)) for root in self._roots()]
            return self._inside(address, places, path)
        raise RobotError(
            f"{self.model}: '{address}' is not a file; valid are paths, package://, model:// and file://"
        )

    def _inside(
        self, address: str, places: Sequence[tuple[Path, tuple[Path, ...]]], path: str
    ) -> Path | None:
        """Return the first existing file among places, each with the folders it must stay in."""
        path = path.replace("\\", "/")
        for folder, allowed in places:
            candidate = _as_written((folder / path).resolve())
            if candidate is None:
                continue
            if not any(candidate.is_relative_to(root) for root in allowed):
                raise RobotError(
                    f"{self.model}: '{address}' leads out of {allowed[0]}, the folder of the model's files; "
                    "a package.xml in a folder above makes that folder the model's"
                )
            return candidate
        return None

    def _roots(self) -> tuple[Path, ...]:
        return (self.own, *self.given)

    def _packages(self, name: str) -> Iterator[Path]:
        """Yield folders that may be a package of this name, those that the user gave first."""
        if name in ("", ".", ".."):
            return
        for folder in self.given + tuple(self.model.parents)[:_MOST_LEVELS]:
            if folder.name == name:
                yield folder
            elif (folder / name).is_dir():
                yield (folder / name).resolve()


def _as_written(path: Path) -> Path | None:
    """Return a file that is there, also where only upper and lower case differ, as some systems allow."""
    if path.is_file():
        return path
    try:
        alike = [file for file in path.parent.iterdir() if file.name.lower() == path.name.lower()]
    except OSError:
        return None
    return alike[0].resolve() if len(alike) == 1 and alike[0].is_file() else None


def _own_package(model: Path) -> Path:
    """Return the folder that belongs to a model: its package's where it can be told, else its own."""
    for folder in tuple(model.parents)[:_MOST_LEVELS]:
        if (folder / "package.xml").is_file():
            return folder
    folder = model.parent
    return folder.parent if folder.name.lower() in _MODEL_FOLDERS else folder

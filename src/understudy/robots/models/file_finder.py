"""Where a model's meshes and textures are, and where they may not be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote

from understudy.errors import RobotError
from understudy.plain_text import trimmed

_PACKAGE_SCHEMES = ("package", "model")
_MODEL_FOLDERS = {
    *("urdf", "urdfs", "mjcf", "xml", "xmls", "robot", "robots", "model", "models", "mujoco", "mjmodel"),
    *("scene", "scenes", "description", "descriptions", "config"),
}
"""Names of folders beside which a package keeps its meshes."""

_MOST_LEVELS = 8
"""How far up from the model a package's folder is looked for."""


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
            candidate = (folder / path).resolve()
            if not candidate.is_file():
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


def _own_package(model: Path) -> Path:
    """Return the folder that belongs to a model: its package's where it can be told, else its own."""
    for folder in tuple(model.parents)[:_MOST_LEVELS]:
        if (folder / "package.xml").is_file():
            return folder
    folder = model.parent
    return folder.parent if folder.name.lower() in _MODEL_FOLDERS else folder

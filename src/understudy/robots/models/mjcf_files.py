"""Every file that makes up an MJCF model: the file itself, those it includes, the models it attaches.

MuJoCo opens includes and attached models by itself while it parses, so all of them are looked at before: each
has to lie inside the model's folders, and together they have to be of a size that a robot may have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

from understudy.errors import RobotError
from understudy.robots.models.file_finder import FileFinder
from understudy.robots.models.model_xml import read_model_xml
from understudy.robots.models.size_guard import require_modest_size

MOST_FILES = 100
_DEEPEST_ATTACHMENT = 8


@dataclass(frozen=True, eq=False)
class MjcfFile:
    """An MJCF model with what it includes, the main one or one that is attached to it.

    Attributes:
        path: Its file.
        elements: Its elements and those of the files that it includes, each with the folder of its file.
        prefix: What MuJoCo puts before the names of its parts once it is attached; empty for the main one.
    """

    path: Path
    elements: tuple[tuple[Element, Path], ...]
    prefix: str = ""

    def folder(self, key: str) -> Path:
        """Return the folder from which meshes (``meshdir``) or textures (``texturedir``) count."""
        folder = self.path.parent
        for compiler in self.tagged("compiler"):
            named = compiler.get(key, compiler.get("assetdir"))
            folder = folder if named is None else self.path.parent / named
        return folder

    @property
    def strips_paths(self) -> bool:
        """Whether folders in the names of assets are to be ignored."""
        return [c.get("strippath") for c in self.tagged("compiler") if c.get("strippath")][-1:] == ["true"]

    def tagged(self, *tags: str) -> Iterator[Element]:
        """Yield the elements with one of these tags."""
        return (element for element, _ in self.elements if element.tag in tags)


def mjcf_files(path: Path, root: Element, finder: FileFinder) -> list[MjcfFile]:
    """Return the main file and all models that are attached to it, each of their files looked at.

    Args:
        path: The main file.
        root: Its first element.
        finder: Finds the files that are named.

    Raises:
        RobotError: A file is not there, lies elsewhere, or the whole is larger than any robot.
    """
    return list(_Reading(path, finder).model(path, root, "", 0))


class _Reading:
    """Reads files one after the other and counts them."""

    def __init__(self, main: Path, finder: FileFinder) -> None:
        self.main, self.finder, self.count = main, finder, 0

    def model(self, path: Path, root: Element, prefix: str, depth: int) -> Iterator[MjcfFile]:
        if depth > _DEEPEST_ATTACHMENT:
            raise RobotError(f"{self.main}: attaches models within models, over {_DEEPEST_ATTACHMENT} deep")
        require_modest_size(path, root)
        file = MjcfFile(path, tuple(self._with_includes(path, root)), prefix)
        yield file
        attached: dict[str, tuple[str, Path]] = {}
        for element, folder in file.elements:
            if element.tag == "model" and element.get("file"):
                # MuJoCo asks the file in which the element stands, not the folder of the assets.
                found = self.required(element.get("file", ""), folder)
                attached[element.get("name", found.stem)] = (element.get("content_type", ""), found)
        for element in file.tagged("attach"):
            if element.get("model", "") in attached:
                found = attached[element.get("model", "")][1]
                if found.suffix.lower() == ".urdf":
                    raise RobotError(f"{self.main}: attaches {found.name}, a URDF; only MJCF can be attached")
                part = self._read(found)
                yield from self.model(found, part, prefix + element.get("prefix", ""), depth + 1)

    def required(self, address: str, *folders: Path) -> Path:
        """Return the file of an address in the first folder that has it."""
        for folder in folders:
            found = self.finder.find(address, folder) if address else None
            if found is not None:
                return found
        raise RobotError(f"{self.main}: file '{address}' is not found")

    def _with_includes(self, path: Path, root: Element) -> Iterator[tuple[Element, Path]]:
        waiting = [(root, path.parent)]
        while waiting:
            part, folder = waiting.pop()
            for element in part.iter():
                yield element, folder
                if element.tag == "include":
                    # MuJoCo looks beside the main file first, and then beside the file that includes.
                    found = self.required(element.get("file", ""), path.parent, folder)
                    waiting.append((self._read(found), found.parent))

    def _read(self, path: Path) -> Element:
        self.count += 1
        if self.count > MOST_FILES:
            raise RobotError(f"{self.main}: includes more than {MOST_FILES} files, attached ones among them")
        root = read_model_xml(path)
        require_modest_size(path, root)
        return root

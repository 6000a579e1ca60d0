"""An MJCF model made whole in memory: includes put in their places, the models that it attaches, its files.

MuJoCo opens includes, attached models and their files by itself while it parses. Here all of them are found
before it does, each inside the model's folders, and in the text that it is given they have names of files
in memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

from understudy.errors import RobotError
from understudy.plain_text import quoted
from understudy.robots.models.asset_files import AssetFiles
from understudy.robots.models.file_finder import FileFinder
from understudy.robots.models.mending.mjcf_rules import mjcf_rules
from understudy.robots.models.mending.rules import mend_tree
from understudy.robots.models.mending.schema import mjcf_schema
from understudy.robots.models.model_xml import DEEPEST, read_model_xml
from understudy.robots.models.notes import Notes
from understudy.robots.models.size_guard import SizeGuard

MOST_FILES = 100
_DEEPEST_ATTACHMENT = 8
_ROOTS = ("mujoco", "mujocoinclude")

_FILES = {
    "mesh": ("meshdir", ("file",)),
    "hfield": ("meshdir", ("file",)),
    "skin": ("meshdir", ("file",)),
    "flexcomp": ("meshdir", ("file",)),
    "texture": (
        "texturedir",
        ("file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"),
    ),
}
"""Elements that name files → the folder that the compiler names for them, and their attributes."""

_FOLDERS = ("meshdir", "texturedir", "assetdir", "strippath")


@dataclass(frozen=True, eq=False)
class WholeMjcf:
    """A model with nothing left to open.

    Attributes:
        text: Its XML, without includes, files named as in ``attached`` and ``assets``.
        attached: Name → XML of the models that it attaches.
        assets: The other files that it names, of which those that MuJoCo reads while it parses are read.
    """

    text: str
    attached: dict[str, bytes]
    assets: AssetFiles


def whole_mjcf(path: Path, root: Element, finder: FileFinder, notes: Notes) -> WholeMjcf:
    """Return a model with all that it includes and attaches.

    Args:
        path: The main file.
        root: Its first element, changed in place.
        finder: Finds the files that are named.
        notes: Told what was mended.

    Raises:
        RobotError: A file is not there or lies elsewhere, or the whole is larger than any robot.
    """
    reading = _Reading(path, finder, notes)
    reading.complete(path, root, ())
    return WholeMjcf(tostring(root, encoding="unicode"), reading.attached, reading.assets)


class _Reading:
    """Reads files one after the other and counts them."""

    def __init__(self, main: Path, finder: FileFinder, notes: Notes) -> None:
        self.main, self.finder, self.notes, self.count = main, finder, notes, 0
        self.attached: dict[str, bytes] = {}
        self.assets = AssetFiles()
        self.guard = SizeGuard(main)

    def complete(self, path: Path, root: Element, above: tuple[Path, ...]) -> Mapping[str, float]:
        """Put includes into a model, and names of what is in memory for files; return what it consists of."""
        if len(above) > _DEEPEST_ATTACHMENT:
            raise RobotError(f"{self.main}: attaches models within models, over {_DEEPEST_ATTACHMENT} deep")
        if path.resolve() in above:
            raise RobotError(f"{self.main}: attaches {quoted(path.name)} to itself")
        self._include(root, path.parent, _Model(path, (*above, path.resolve()), set()), 0)
        size = self.guard.require_modest(root)
        mend_tree(root, mjcf_rules(), self.notes, mjcf_schema())
        compilers = list(root.iter("compiler"))
        places = {key: _folder(path.parent, compilers, key) for key in ("meshdir", "texturedir")}
        strips = [each.get("strippath") for each in compilers if each.get("strippath")][-1:] == ["true"]
        for compiler in compilers:
            for key in _FOLDERS:
                compiler.attrib.pop(key, None)
        for element in root.iter():
            key, attributes = _FILES.get(element.tag, ("", ()))
            for attribute in attributes:
                if element.get(attribute):
                    self._mention(element, attribute, (places[key], path.parent), strips)
        return size

    def _mention(
        self, element: Element, attribute: str, folders: tuple[Path, Path], strips_paths: bool
    ) -> None:
        """Put a name in the place of a file, and keep the name that MuJoCo would have made of the file's."""
        address = element.get(attribute, "")
        name = Path(address.replace("\\", "/")).name
        wanted = name if strips_paths else address
        # Files that were moved out of their folders are tried by their name alone, last and beside the model.
        places = [*((wanted, folder) for folder in folders), (name, folders[1])]
        found = next((file for path, folder in places if (file := self.finder.find(path, folder))), None)
        if not element.get("name") and attribute == "file" and element.tag != "flexcomp":
            element.set("name", Path(address.replace("\\", "/")).stem)
        if element.tag != "flexcomp":
            element.set(attribute, self.assets.mention(address, found))
        elif found is None:
            raise RobotError(f"{self.main}: file {quoted(address)} is not found")
        else:
            # MuJoCo reads these while it parses, all other files of shapes only when it compiles.
            element.set(attribute, self.assets.read(found))

    def _include(self, element: Element, folder: Path, model: _Model, depth: int) -> None:
        """Put included elements in the place of includes, and attached models into memory."""
        if depth > DEEPEST:
            raise RobotError(f"{self.main}: has elements more than {DEEPEST} deep in each other")
        for index, child in reversed(list(enumerate(element))):
            if child.tag == "include":
                # MuJoCo looks beside the main file first, and then beside the file that includes.
                found = self._required(child.get("file", ""), model.path.parent, folder)
                if found in model.included:
                    raise RobotError(f"{self.main}: includes {quoted(found.name)} twice")
                model.included.add(found)
                part = self._read(found)
                self._include(part, found.parent, model, depth + 1)
                element[index : index + 1] = list(part)
            elif child.tag == "model" and child.get("file"):
                # MuJoCo asks the file in which the element stands, not the folder of the assets.
                found = self._required(child.get("file", ""), folder)
                child.set("file", self._attach(found, model))
            else:
                self._include(child, folder, model, depth + 1)

    def _attach(self, path: Path, model: _Model) -> str:
        """Return the name under which an attached model is in memory."""
        part = self._read(path)
        if part.tag == "robot":
            raise RobotError(f"{self.main}: attaches {quoted(path.name)}, a URDF; only MJCF can be attached")
        size = self.complete(path, part, model.above)
        name = f"model-{len(self.attached)}.xml"
        self.attached[name], self.guard.attached[name] = tostring(part), size
        return name

    def _required(self, address: str, *folders: Path) -> Path:
        """Return the file of an address in the first folder that has it."""
        for folder in folders:
            found = self.finder.find(address, folder) if address else None
            if found is not None:
                return found
        raise RobotError(f"{self.main}: file {quoted(address)} is not found")

    def _read(self, path: Path) -> Element:
        self.count += 1
        if self.count > MOST_FILES:
            raise RobotError(f"{self.main}: includes more than {MOST_FILES} files, attached ones among them")
        root = read_model_xml(path)
        if root.tag not in (*_ROOTS, "robot"):
            raise RobotError(f"{self.main}: {quoted(path.name)} begins with <{root.tag[:40]}>, not <mujoco>")
        return root


@dataclass(frozen=True)
class _Model:
    """A model that is being read: its file, it and those that attach it, and what it has included."""

    path: Path
    above: tuple[Path, ...]
    included: set[Path]


def _folder(folder: Path, compilers: list[Element], key: str) -> Path:
    """Return the folder from which meshes (``meshdir``) or textures (``texturedir``) count."""
    found = folder
    for compiler in compilers:
        named = compiler.get(key, compiler.get("assetdir"))
        found = found if named is None else folder / named.replace("\\", "/")
    return found

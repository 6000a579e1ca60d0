"""Files that a model names, held in memory, so that MuJoCo itself opens none."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from understudy.errors import RobotError
from understudy.robots.models.model_xml import read_bounded
from understudy.robots.models.picture_size import picture_size

MOST_PIXELS, MOST_PIXELS_IN_ALL = 1 << 24, 1 << 25
"""Of one picture, 4096 × 4096, and of all of a model; MuJoCo keeps every one of them in memory."""

MAX_ASSET_BYTES = 256 << 20
"""Of one file: a mesh, a texture, a height field or a skin."""

DIGITS = 32
"""Of a content's digest, before the file's own name, which messages show."""

_SHOWN = 60
_LONGEST_SUFFIX = 8


@dataclass
class AssetFiles:
    """What MuJoCo is given in place of files.

    Attributes:
        contents: Name → content. A name is made of the content, since MuJoCo remembers meshes by name.
        named: What stands in the specification as a file's name → address in the model, and the file, None
            where it is not there.
        pixels: Of the pictures that were read.
        coarse: Meshes that were made coarser, vertices and faces: a file may be used at many scales.
    """

    contents: dict[str, bytes] = field(default_factory=dict)
    named: dict[str, tuple[str, Path | None]] = field(default_factory=dict)
    pixels: int = 0
    coarse: dict[Path, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)

    def mention(self, address: str, path: Path | None) -> str:
        """Return what to put in the place of an address in the specification."""
        suffix = Path(address if path is None else path.name).suffix[:_LONGEST_SUFFIX]
        name = f"file-{len(self.named)}{suffix if suffix.isascii() and suffix[1:].isalnum() else ''}"
        self.named[name] = (address, path)
        return name

    def read(self, path: Path) -> str:
        """Read a file and return the name under which MuJoCo is given its content."""
        return self.add(read_bounded(path, MAX_ASSET_BYTES), path)

    def read_picture(self, path: Path) -> str:
        """Read a file that may be a picture, see :meth:`read`.

        Raises:
            RobotError: It is larger than pictures of robots are, or all of them together are.
        """
        content = read_bounded(path, MAX_ASSET_BYTES)
        pixels = picture_size(content)
        if pixels > MOST_PIXELS or self.pixels + pixels > MOST_PIXELS_IN_ALL:
            most = f"at most {MOST_PIXELS} are read, and {MOST_PIXELS_IN_ALL} of all pictures"
            raise RobotError(f"{path}: has {pixels} pixels, {most}")
        self.pixels += pixels
        return self.add(content, path)

    def add(self, content: bytes, path: Path) -> str:
        """Return the name under which MuJoCo is given a file's content, which ends as the file's does."""
        own = "".join(letter if letter.isalnum() else "_" for letter in path.stem[-_SHOWN:])
        name = f"{hashlib.sha256(content).hexdigest()[:DIGITS]}-{own}{path.suffix.lower()}"
        self.contents[name] = content
        return name

    def address(self, name: str) -> str:
        """Return what the model's file says where the specification has a name."""
        return self.named[name][0] if name in self.named else name

    def path(self, name: str) -> Path | None:
        """Return the file that a name in the specification stands for, None where it is not there.

        Raises:
            RobotError: The specification names a file that nobody looked for.
        """
        if name not in self.named:
            raise RobotError(f"it names a file in a place that is not looked at: '{name}'")
        return self.named[name][1]

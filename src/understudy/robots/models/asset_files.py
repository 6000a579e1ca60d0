"""Files that a model names, held in memory, so that MuJoCo itself opens none."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from understudy.errors import RobotError
from understudy.robots.models.model_xml import read_bounded

MAX_ASSET_BYTES = 256 << 20
"""Of one file: a mesh, a texture, a height field or a skin."""

_DIGITS = 32
_LONGEST_SUFFIX = 8


@dataclass
class AssetFiles:
    """What MuJoCo is given in place of files.

    Attributes:
        contents: Name → content. A name is made of the content, since MuJoCo remembers meshes by name.
        named: What stands in the specification as a file's name → address in the model, and the file, None
            where it is not there.
    """

    contents: dict[str, bytes] = field(default_factory=dict)
    named: dict[str, tuple[str, Path | None]] = field(default_factory=dict)

    def mention(self, address: str, path: Path | None) -> str:
        """Return what to put in the place of an address in the specification."""
        suffix = Path(address if path is None else path.name).suffix[:_LONGEST_SUFFIX]
        name = f"file-{len(self.named)}{suffix if suffix.isascii() and suffix[1:].isalnum() else ''}"
        self.named[name] = (address, path)
        return name

    def read(self, path: Path) -> str:
        """Read a file and return the name under which MuJoCo is given its content."""
        return self.add(read_bounded(path, MAX_ASSET_BYTES), path.suffix)

    def add(self, content: bytes, suffix: str) -> str:
        """Return the name under which MuJoCo is given a content, which ends in what tells its kind."""
        name = f"{hashlib.sha256(content).hexdigest()[:_DIGITS]}{suffix.lower()}"
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

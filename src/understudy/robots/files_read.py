"""The files that a model was made of, and whether they are still what they were."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from understudy.cache import file_digest


@dataclass(frozen=True)
class FilesRead:
    """The files that a model was made of.

    Attributes:
        present: Path → SHA-256 of its content.
        absent: Paths at which files were looked for and not found, so that one there now would count.
    """

    present: Mapping[str, str]
    absent: tuple[str, ...] = ()

    def are_unchanged(self) -> bool:
        """Tell whether reading them again would give the same."""
        try:
            return not any(os.path.isfile(path) for path in self.absent) and all(
                file_digest(path) == digest for path, digest in self.present.items()
            )
        except OSError:
            return False

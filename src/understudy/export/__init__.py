"""Other people's formats: one file each, which writes what Understudy made.

``export(motion, "tracking", "walk.npz", rate=50)`` writes one; ``FORMATS`` has them all by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from understudy.export.catalogue import FORMATS, find_format, format_of, formats
from understudy.export.format import ExportFormat, Option, Takes

if TYPE_CHECKING:
    from understudy.export.exporting import export

__all__ = ["FORMATS", "ExportFormat", "Option", "Takes", "export", "find_format", "format_of", "formats"]


def __getattr__(name: str) -> Any:
    # What exports needs MuJoCo; whoever only asks which formats there are should not wait for it.
    if name == "export":
        from understudy.export.exporting import export

        return export
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")

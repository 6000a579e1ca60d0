"""From a capture file to a Recording: one file per format, told by content and imported when it is met."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from understudy.capture.formats import read_capture
from understudy.capture.sidecar import Sidecar

if TYPE_CHECKING:
    from understudy.capture.formats import FORMATS
    from understudy.capture.mmm.motion import MmmDocument, MmmMotion
    from understudy.capture.skeletons.skeleton import Skeleton

__all__ = [
    "FORMATS",
    "Skeleton",
    "MmmDocument",
    "MmmMotion",
    "Sidecar",
    "read_capture",
]

_PLACES = {
    "FORMATS": "formats",
    "Skeleton": "skeletons.skeleton",
    "MmmDocument": "mmm.motion",
    "MmmMotion": "mmm.motion",
}
"""Which file of this folder holds a name that is imported when it is asked for."""


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"understudy.capture.{_PLACES[name]}"), name)

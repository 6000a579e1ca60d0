"""Packages that only pictures need, imported when they are used."""

from __future__ import annotations

import importlib
from types import ModuleType

from understudy.errors import RenderError

_BROWSER = frozenset(("trimesh", "viser", "websockets"))
"""Packages of the scene in the browser; the others draw pictures."""


def require(module: str) -> ModuleType:
    """Return an optional module, or say how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        what, extra = ("the browser needs", "web") if package in _BROWSER else ("pictures need", "view")
        raise RenderError(
            f"{what} the package '{package}', which is not installed: pip install 'understudy[{extra}]'"
        ) from error

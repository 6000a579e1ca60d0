"""Packages that only pictures need, imported when they are used."""

from __future__ import annotations

import importlib
from types import ModuleType

from understudy.errors import RenderError


def require(module: str) -> ModuleType:
    """Return an optional module, or say how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise RenderError(
            f"pictures need the package '{package}', which is not installed: pip install 'understudy[view]'"
        ) from error

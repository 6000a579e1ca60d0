"""Packages whose names are imported when they are first used, so that importing the package takes no time.

A function may be named after a folder or file beside it, as ``understudy.retarget`` is. Python would put the
module in its place as soon as anybody imports that; here the name keeps meaning the function, which also has
what is in the module, so that ``import understudy.retarget.track as track`` finds its way.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any


def import_when_used(package: str, places: Mapping[str, str]) -> None:
    """Make names attributes of a package that are imported at their first use.

    Args:
        package: The package's ``__name__``.
        places: Name → module that defines it.
    """

    class LazyPackage(ModuleType):
        """A package with names that are not imported yet."""

        def __getattr__(self, name: str) -> Any:
            """Import a name at its first use."""
            if name not in places:
                raise AttributeError(f"module '{package}' has no attribute '{name}'")
            value = getattr(import_module(places[name]), name)
            namesake = sys.modules.get(f"{package}.{name}")
            if namesake is not None:
                value.__dict__ = namesake.__dict__
            setattr(self, name, value)
            return value

        def __setattr__(self, name: str, value: object) -> None:
            """Keep a name for what it means here when Python imports a module of that name."""
            own = f"{package}.{name}"
            if not (name in places and isinstance(value, ModuleType) and value.__name__ == own):
                super().__setattr__(name, value)

        def __dir__(self) -> list[str]:
            """Return the names that the package offers, also those that are not imported yet."""
            own = (name for name in super().__dir__() if name.startswith("__"))
            return sorted({*own, *places, *getattr(self, "__all__", ())})

    sys.modules[package].__class__ = LazyPackage

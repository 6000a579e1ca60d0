"""Other processes of this Python, which look for modules where this one does but not in the current folder.

``python -m`` and ``python -c`` look there first. People start commands in folders that they have downloaded,
and a ``numba.py`` in one of them must not become part of the program.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.machinery import PathFinder
from types import ModuleType

import understudy
from understudy.errors import OutputError

_SAFE_PATH = "PYTHONSAFEPATH"
"""Keeps the current folder out of the path of every Python that is started, since version 3.11. Libraries
start some: MuJoCo's import that of GLFW, which asks for versions by ``python -c``."""


def python_command(code: str, *arguments: str, packages: Iterable[ModuleType] = ()) -> list[str]:
    """Return the command that runs some code in a new process, without the user's settings of Python.

    Args:
        code: What to run.
        *arguments: What it finds in ``sys.argv[1:]``.
        packages: What it imports and may be found otherwise than by the path, as what is installed for
            editing is.
    """
    begin = f"import os, sys; os.environ[{_SAFE_PATH!r}] = '1'; sys.path[:] = {module_folders(packages)!r}\n"
    return [sys.executable, "-I", "-S", "-c", begin + code, *arguments]


def module_folders(packages: Iterable[ModuleType] = ()) -> list[str]:
    """Return where modules are looked for, but for the current folder unless Understudy itself lies there."""
    # What is relative depends on the current folder, and may be that; the system makes its own paths whole.
    path = [folder for folder in sys.path if os.path.isabs(folder)]
    elsewhere = [folder for folder in path if not _is_here(folder)]
    own = [os.path.dirname(os.path.dirname(str(package.__file__))) for package in (understudy, *packages)]
    return list(dict.fromkeys((*elsewhere, *(os.path.abspath(folder) for folder in own))))


def _is_here(folder: str) -> bool:
    try:
        return os.path.samefile(folder, os.curdir)
    except OSError:
        # One of the two is gone.
        return False


@contextmanager
def safe_path() -> Iterator[None]:
    """Keep processes that libraries start meanwhile from taking modules of the current folder for Python's.

    Raises:
        OutputError: This Python is older than 3.11, and the current folder has such a module.
    """
    if sys.version_info < (3, 11):
        _require_no_impostor()
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(_SAFE_PATH, None)
        else:
            os.environ[_SAFE_PATH] = before


def _require_no_impostor() -> None:
    for name in sorted(sys.stdlib_module_names - {"test"}):
        found = PathFinder.find_spec(name, [os.getcwd()])
        if found is not None and found.origin is not None:
            raise OutputError(
                f"{found.origin}: Python would take it for its own module when it starts processes: "
                f"start Understudy in another folder, or with Python 3.11 or newer"
            )

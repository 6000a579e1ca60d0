"""Methods out of a Python file of one's own, which is run when its path is given, and never otherwise."""

from __future__ import annotations

import re
import sys
import traceback
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from understudy.errors import MethodError, UnderstudyError, unknown_name
from understudy.opening import read_file
from understudy.retarget.method import Method

_MOST_BYTES = 1 << 24
DEFAULT_NAME = "METHOD"

_REFERENCE = re.compile(r"(?P<path>.*\.py)(?::(?P<name>\w+))?", re.DOTALL)


def is_method_file(reference: str) -> bool:
    """Return whether a method is given as ``PATH.py`` or ``PATH.py:NAME``."""
    return _REFERENCE.fullmatch(reference) is not None


def load_method_file(reference: str) -> Method:
    """Run a Python file and return the method that it defines.

    The file is run with the user's rights, as ``python PATH.py`` would; it can do whatever the user can. As
    long as it does not change, it is run once.

    Args:
        reference: ``PATH.py``, or ``PATH.py:NAME`` where the method is not called ``METHOD``.

    Raises:
        MethodError: Naming the file, and what is wrong with it.
    """
    match = _REFERENCE.fullmatch(reference)
    if match is None:
        raise MethodError(f"found '{reference}', expected the path of a Python file such as my_method.py")
    path, name = Path(match["path"]), match["name"] or DEFAULT_NAME
    try:
        source = read_file(path, _MOST_BYTES)
    except (OSError, ValueError) as error:
        problem = (isinstance(error, OSError) and error.strerror) or error
        raise MethodError(f"{path}: cannot be read ({problem})") from error
    defined = vars(_run_file(path, source))
    found = defined.get(name)
    if isinstance(found, Method):
        return found
    if found is not None:
        raise MethodError(f"{path}: {name} is a {type(found).__name__}, expected Method(...)")
    methods = [each for each, value in defined.items() if isinstance(value, Method)]
    if methods:
        raise MethodError(f"{path}: {unknown_name('name of a method', name, methods)}")
    raise MethodError(f"{path}: defines no {name}, expected {name} = Method(...)")


@lru_cache(maxsize=64)
def _run_file(path: Path, source: bytes) -> ModuleType:
    """Run a file's source as a module and return it; nothing is written beside it, as importing it would."""
    module = ModuleType(f"method file {path}")
    module.__file__ = str(path)
    # Dataclasses look their module up by its name to understand their types.
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, str(path), "exec"), vars(module))
    except (Exception, SystemExit) as error:
        sys.modules.pop(module.__name__)
        raise MethodError(_problem(path, error)) from error
    return module


def _problem(path: Path, error: BaseException) -> str:
    """Return one sentence on why a file could not be run, with the line where it can be told."""
    if isinstance(error, UnderstudyError):
        problem = f"{error}"
    else:
        # A message over several lines would not be one sentence.
        problem = f"cannot be run as Python ({type(error).__name__}: {' '.join(str(error).split())})"
    if isinstance(error, SyntaxError):
        return f"{path}: cannot be run as Python (line {error.lineno}: {error.msg})"
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)
    ]
    return f"{path}, line {lines[-1]}: {problem}" if lines else f"{path}: {problem}"

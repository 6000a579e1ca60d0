"""Every method of retargeting by name: built in, installed by somebody else, or in a file of one's own.

Code is run only when it is asked for by name: a built-in method's, a package's that was installed with an
entry point of the group ``understudy.methods``, or a Python file's that is given by its path.
"""

from __future__ import annotations

import re
import sys
import traceback
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from understudy.errors import MethodError, UnderstudyError, unknown_name
from understudy.opening import WRITTEN_BY_HAND, read_file
from understudy.plugins import installed, load
from understudy.retarget.built_in_methods import METHODS
from understudy.retarget.method import Method

GROUP = "understudy.methods"
"""Group of the entry points by which packages add methods."""

DEFAULT_NAME = "METHOD"
"""What a file calls its method."""

_METHOD_FILE = re.compile(r"(?P<path>.*\.py)(?::(?P<name>\w+))?", re.DOTALL)


def find_method(name: str | Method) -> Method:
    """Return a method.

    Args:
        name: A built-in or installed method's name, the path of a Python file that defines ``METHOD``
            (``mine.py``, or ``mine.py:OTHER`` for one under another name), which is run, or a method itself.

    Raises:
        MethodError: Naming what was not found or cannot be used, and what would be valid.
    """
    if isinstance(name, Method):
        return name
    if name in METHODS:
        return METHODS[name]
    file = _METHOD_FILE.fullmatch(name)
    if file is not None:
        return _load_file(Path(file["path"]), file["name"] or DEFAULT_NAME)
    if name in installed(GROUP):
        return load(installed(GROUP)[name], "method", Method, MethodError)
    known = unknown_name("method", name, (*METHODS, *installed(GROUP)))
    raise MethodError(f"{known}, or the path of a Python file that defines METHOD")


def _load_file(path: Path, name: str) -> Method:
    """Run a Python file and return the method that it defines under a name.

    The file is run with the user's rights, as ``python PATH.py`` would; it can do whatever the user can. As
    long as it does not change, it is run once.
    """
    try:
        source = read_file(path, WRITTEN_BY_HAND)
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

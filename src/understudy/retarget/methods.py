"""Every method of retargeting by name: built in, installed by somebody else, or in a file of one's own.

Code is run only when it is asked for by name: a built-in method's, a package's that was installed with an
entry point of the group ``understudy.methods``, or a Python file's that is given by its path.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from understudy.errors import MethodError, UnderstudyError, unknown_name
from understudy.retarget.compose.method import COMPOSE
from understudy.retarget.geometric_method import GEOMETRIC
from understudy.retarget.method import Method
from understudy.retarget.method_file import is_method_file, load_method_file
from understudy.retarget.option_values import plain
from understudy.retarget.ranges_method import RANGE
from understudy.retarget.simultaneous.method import SIMULTANEOUS
from understudy.retarget.track_method import TRACK
from understudy.retarget.two_step_method import TWO_STEP

METHODS = {method.name: method for method in (TRACK, GEOMETRIC, SIMULTANEOUS, TWO_STEP, RANGE, COMPOSE)}
"""The built-in methods; the first is the default."""

GROUP = "understudy.methods"
"""Group of the entry points by which packages add methods."""


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
    if is_method_file(name):
        return load_method_file(name)
    installed = {point.name: point for point in entry_points(group=GROUP)}
    if name in installed:
        return _load(installed[name])
    known = unknown_name("method", plain(name), (*METHODS, *installed))
    raise MethodError(f"{known}, or the path of a Python file that defines METHOD")


def _load(point: EntryPoint) -> Method:
    try:
        method = point.load()
    except UnderstudyError as error:
        raise MethodError(f"method '{point.name}' of {point.value}: {error}") from error
    except Exception as error:
        # A message over several lines would not be one sentence.
        problem = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise MethodError(f"method '{point.name}' of {point.value} cannot be loaded ({problem})") from error
    if not isinstance(method, Method):
        found = type(method).__name__
        raise MethodError(f"method '{point.name}': {point.value} is a {found}, expected a Method")
    return method

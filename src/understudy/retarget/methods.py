"""Every method of retargeting by name: built in, installed by somebody else, or in a file of one's own.

Code is run only when it is asked for by name: a built-in method's, a package's that was installed with an
entry point of the group ``understudy.methods``, or a Python file's that is given by its path.
"""

from __future__ import annotations

from understudy.errors import MethodError, unknown_name
from understudy.plugins import installed, load
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
    if name in installed(GROUP):
        return load(installed(GROUP)[name], "method", Method, MethodError)
    known = unknown_name("method", plain(name), (*METHODS, *installed(GROUP)))
    raise MethodError(f"{known}, or the path of a Python file that defines METHOD")

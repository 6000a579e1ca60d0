"""Which OpenGL backend draws pictures off screen, found out by trying before the first one is drawn.

MuJoCo binds its own renderer to ``MUJOCO_GL`` when it is imported, which is too early to choose, and
PyOpenGL cannot change its mind within a process. So each backend is tried in a process of its own, which
also survives a driver that crashes, and the context class of the one that works is used directly.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from functools import cache
from typing import Protocol

from understudy.errors import RenderError, unknown_name
from understudy.own_python import python_command

_MODULES = {
    "egl": "mujoco.egl",
    "osmesa": "mujoco.osmesa",
    "cgl": "mujoco.cgl",
    "glfw": "mujoco.glfw",
    "glx": "mujoco.glfw",
    "wgl": "mujoco.glfw",
}
"""Value of ``MUJOCO_GL`` → the module of MuJoCo whose ``GLContext`` serves it."""

_CANDIDATES = {"linux": ("egl", "osmesa"), "darwin": ("cgl", "glfw"), "win32": ("glfw",)}
"""What to try on each platform, best first."""

_SWITCHED_OFF = ("disable", "disabled", "off", "false", "0")
_UNDECIDED = ("", "enable", "enabled", "on", "true", "1")

_PROBE_TIMEOUT = 60.0
"""Longest time [s] that a backend may take to start; a driver that hangs counts as missing."""

_PROBE = """
import importlib, sys
import mujoco
context = importlib.import_module(sys.argv[1]).GLContext(8, 8)
context.make_current()
mujoco.MjrContext(mujoco.MjModel.from_xml_string("<mujoco/>"), mujoco.mjtFontScale.mjFONTSCALE_100).free()
context.free()
"""

_REMEDY = (
    "install the system packages libegl1 and libgl1-mesa-dri (EGL), or libosmesa6 (OSMesa); "
    "everything but pictures works without them"
)


class GLContext(Protocol):
    """What MuJoCo's context classes have in common."""

    def make_current(self) -> None:
        """Direct this thread's drawing to the context."""
        ...

    def free(self) -> None:
        """Give the context back."""
        ...


def rendering_available() -> str | None:
    """Return the backend that draws pictures on this machine, or None where none does.

    ``MUJOCO_GL`` is respected where the user set it: only that backend is tried then.
    """
    for backend in _wanted_backends():
        if _probe(backend) is None:
            return backend
    return None


def create_context(width: int, height: int) -> GLContext:
    """Return a new OpenGL context for pictures of at most this size [pixels], current in this thread."""
    backend = rendering_available()
    if backend is None:
        raise RenderError(why_no_rendering())
    try:
        context = importlib.import_module(_MODULES[backend]).GLContext(width, height)
        context.make_current()
    except (ImportError, OSError, RuntimeError, AttributeError) as error:
        raise RenderError(
            f"{backend} works on this machine but not in this process ({_one_line(error)}): another part of "
            f"the program uses OpenGL in a different way, so draw in a process of its own"
        ) from error
    return context


def _wanted_backends() -> tuple[str, ...]:
    setting = os.environ.get("MUJOCO_GL", "").lower().strip()
    if setting in _SWITCHED_OFF:
        return ()
    if setting in _UNDECIDED:
        return _CANDIDATES.get(sys.platform, ())
    if setting not in _MODULES:
        raise RenderError(f"MUJOCO_GL: {unknown_name('backend', setting, [*_MODULES, 'disabled'])}")
    return (setting,)


def why_no_rendering() -> str:
    """Return one sentence on why nothing can be drawn here, and what to do about it."""
    setting = os.environ.get("MUJOCO_GL", "")
    wanted = _wanted_backends()
    if not wanted and setting:
        return (
            f"no pictures: MUJOCO_GL is '{setting}', which switches rendering off; unset it or set it to egl"
        )
    tried = "; ".join(f"{backend}: {_probe(backend)}" for backend in wanted)
    asked = f" (MUJOCO_GL asks for {setting})" if setting and wanted else ""
    return f"no pictures: no off-screen OpenGL here{asked} ({tried or sys.platform}); {_REMEDY}"


@cache
def _probe(backend: str) -> str | None:
    """Return None where the backend can draw, else one line that says why it cannot."""
    command = python_command(_PROBE, _MODULES[backend])
    # MuJoCo itself should load no backend of its own before the one on trial.
    environment = os.environ | {"MUJOCO_GL": "disabled"}
    try:
        result = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=_PROBE_TIMEOUT, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return _one_line(error)
    if result.returncode == 0:
        return None
    lines = result.stderr.strip().splitlines()
    return lines[-1].strip() if lines else f"the driver ended with code {result.returncode}"


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())

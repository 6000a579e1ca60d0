"""MuJoCo's own functions for kernels to call, so that a walk through many frames is one call from Python.

A kernel cannot call MuJoCo's Python bindings, but the library under them. What is called there is the same
machine code with the same numbers; a frame's copying and calling takes a third of the time, and without
Python's lock.

Errors of MuJoCo's become exceptions in its bindings only, and end the process elsewhere. Kernels therefore
call nothing that can fail in one pose and not in another. Where a function can fail at all, as those can that
need working memory, the bindings go through the first frame.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections import OrderedDict
from functools import cache
from pathlib import Path

import mujoco

from understudy.kernels.library_functions import INTEGER, POINTER, LibraryFunction, make_known

_MOST_KEPT = 4
"""Models of which a thread keeps data."""

_kept = threading.local()


def _of_mujoco(name: str, *arguments: str) -> LibraryFunction:
    return LibraryFunction(name, f"mujoco.{name}", *arguments)


mj_kinematics = _of_mujoco("mj_kinematics", POINTER, POINTER)
mj_com_pos = _of_mujoco("mj_comPos", POINTER, POINTER)
mj_tendon = _of_mujoco("mj_tendon", POINTER, POINTER)
mj_com_vel = _of_mujoco("mj_comVel", POINTER, POINTER)
mj_passive = _of_mujoco("mj_passive", POINTER, POINTER)
mj_rne = _of_mujoco("mj_rne", POINTER, POINTER, INTEGER, POINTER)
mj_collision = _of_mujoco("mj_collision", POINTER, POINTER)

_FUNCTIONS = (mj_kinematics, mj_com_pos, mj_tendon, mj_com_vel, mj_passive, mj_rne, mj_collision)


def working_data(model: mujoco.MjModel) -> mujoco.MjData:
    """Return data of a model for work that ends before the next call, in whatever state it was left.

    Making MuJoCo's data takes as long as hundreds of poses. Every thread has its own.
    """
    kept = vars(_kept).setdefault("by_model", OrderedDict[int, tuple[mujoco.MjModel, mujoco.MjData]]())
    found = kept.pop(id(model), None) or (model, mujoco.MjData(model))
    kept[id(model)] = found
    if len(kept) > _MOST_KEPT:
        kept.popitem(last=False)
    return found[1]


def addresses(model: mujoco.MjModel, data: mujoco.MjData) -> tuple[int, int]:
    """Return where a model and data of it are, for kernels that call MuJoCo; hold both while those run."""
    _make_known()
    return model._address, data._address


@cache
def _make_known() -> None:
    """Tell the linker where MuJoCo's functions are, before a kernel that calls them is loaded."""
    library = ctypes.CDLL(str(_library()))
    make_known((each, ctypes.cast(getattr(library, each.name), ctypes.c_void_p).value) for each in _FUNCTIONS)


def _library() -> Path:
    """Return the file through which MuJoCo's functions are found in this process."""
    if sys.platform == "win32":
        return Path(mujoco.__file__).with_name("mujoco.dll")
    # Who asks for a function of the bindings' file is given those of the libraries that it was linked to.
    return Path(mujoco._functions.__file__)

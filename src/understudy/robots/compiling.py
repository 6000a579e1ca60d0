"""A stranger's model compiled in a process of its own, which may crash, fill its memory or never end.

MuJoCo is written in C and trusts its input: a model that attaches itself ends the interpreter, and a few
hundred bytes may ask for gigabytes. The child's end is one sentence here.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import defusedxml
import mujoco
import numpy as np

from understudy.confinement import LENGTH_BYTES
from understudy.errors import RobotError
from understudy.own_python import python_command
from understudy.robots.compiling_limits import MEMORY_VARIABLE, SECONDS_VARIABLE, CompilingLimits
from understudy.robots.files_read import FilesRead
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.model_binary import files_of, from_binary, from_facts
from understudy.robots.model_request import ModelRequest

_START = "from understudy.robots.compiling_child import main; main()"

_ALONE = {
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
    "MALLOC_ARENA_MAX": "1",
    "MUJOCO_GL": "disable",
}
"""Each thread sets memory aside that would count as the model's; nothing is drawn there."""


def compile_in_child(
    request: ModelRequest, limits: CompilingLimits | None = None
) -> tuple[LoadedModel, FilesRead | None]:
    """Compile a model in a process with limits; return it with the files that it was made of.

    Args:
        request: The file, and what is wanted of it.
        limits: Memory and time; those that the environment states by default.

    Raises:
        RobotError: The model cannot be used, or takes more than it may; one sentence says which.
    """
    limits = limits or CompilingLimits.stated()
    facts, binary = _parted(request, limits, _answer(request, limits))
    if "lacks" in facts:
        raise _refused(request, _too_large(replace(limits, memory=facts["lacks"])))
    if "error" in facts:
        raise RobotError(facts["error"])
    if "fault" in facts:
        raise _refused(request, f"it cannot be compiled ({facts['fault']})")
    try:
        return from_facts(facts, from_binary(binary)), files_of(facts)
    except (KeyError, TypeError, ValueError, mujoco.FatalError) as error:
        raise _refused(request, f"what it was compiled into cannot be loaded ({error})") from error


def _answer(request: ModelRequest, limits: CompilingLimits) -> bytes:
    """Return all that the child says."""
    if not sys.executable:
        raise _refused(request, "there is no Python that could be started to compile it")
    asked = {"request": request.to_json(), "memory": limits.memory, "seconds": limits.seconds}
    try:
        child = subprocess.Popen(
            python_command(_START, packages=(mujoco, np, defusedxml)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **_ALONE},
        )
    except OSError as error:
        raise _refused(request, f"no process to compile it could be started ({error.strerror})") from error
    with child:
        try:
            content, _ = child.communicate(json.dumps(asked).encode(), limits.patience)
        except BaseException as error:
            child.kill()
            if isinstance(error, subprocess.TimeoutExpired):
                raise _refused(request, _too_slow(limits)) from error
            raise
    if child.returncode:
        raise _refused(request, _ending(child.returncode, limits))
    return content


def _parted(request: ModelRequest, limits: CompilingLimits, content: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the facts and the binary of an answer."""
    length = int.from_bytes(content[:LENGTH_BYTES], "little")
    text = content[LENGTH_BYTES : LENGTH_BYTES + length]
    if len(content) < LENGTH_BYTES or len(text) < length:
        raise _refused(request, _too_large(limits))
    return json.loads(text), content[LENGTH_BYTES + length :]


def _ending(code: int, limits: CompilingLimits) -> str:
    """Return what to say of a child that ended otherwise than by an answer."""
    if code == -getattr(signal, "SIGXCPU", 0) or code == -getattr(signal, "SIGKILL", 0):
        return _too_slow(limits)
    try:
        what = signal.Signals(-code).name
    except ValueError:
        what = f"exit code {code}"
    return f"MuJoCo crashes on it, or needs over {limits.memory:g} MiB to compile it ({what})"


def _too_large(limits: CompilingLimits) -> str:
    return f"it takes over {limits.memory:g} MiB to compile, as no robot does ({MEMORY_VARIABLE} sets this)"


def _too_slow(limits: CompilingLimits) -> str:
    return f"it takes over {limits.seconds:g} s to compile, as no robot does ({SECONDS_VARIABLE} sets this)"


def _refused(request: ModelRequest, problem: str) -> RobotError:
    place = f"{Path(request.path)}: {problem}"
    return RobotError(f"robot '{request.name}': {place}" if request.name else place)

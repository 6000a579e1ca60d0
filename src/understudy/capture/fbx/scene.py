"""A stranger's FBX parsed in a process of its own, which may crash, fill its memory or never end.

The library is written in C. The child's end is one sentence here.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from understudy.capture.skeletons.node_tree import LARGEST, Moves, NodeTree
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown, shown_list
from understudy.confinement import LENGTH_BYTES
from understudy.errors import CaptureError
from understudy.own_python import python_command

MAX_FBX_BYTES = 512 << 20
MEMORY, SECONDS = 2048.0, 60.0
"""Memory [MiB] beyond what Python takes, and time of the processor [s]; ten minutes of a body with fingers at
120 Hz take a third of the latter."""

_PATIENCE = 4.0
"""On a machine that does other things as well, so many times as much passes on the clock."""

BINARY = b"Kaydara FBX Binary"
_QUOTED = re.compile(rb'"[^"]*"|;[^\r\n]*')
"""What may hold braces that open nothing."""

_ROW = 10
_START = "from understudy.capture.fbx.scene_child import main; main()"
_ALONE = {
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
    "MALLOC_ARENA_MAX": "1",
}


@dataclass(frozen=True, eq=False)
class FbxScene:
    """What a file says of the body in it.

    Attributes:
        names: Of all nodes.
        parents: The node from which each hangs.
        tree: The joints.
        rest: Node of the chain → how it is seen from its parent while nothing moves.
        bound: Node → linear part (3, 3) and place (3,) in the world when skin was bound to it.
        moves: Node of the chain → how it is seen from its parent in T frames.
        frame_count: T.
        fps: Frames a second [1/s].
        unit: Metres per unit.
        up: The axis that points up, such as ``y``; None where the file does not say.
        notes: What to say about takes, rate and bodies.
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    tree: NodeTree
    rest: dict[int, Moves]
    bound: dict[int, tuple[np.ndarray, np.ndarray]]
    moves: dict[int, Moves]
    frame_count: int
    fps: float
    unit: float
    up: str | None
    notes: tuple[str, ...]


def read_scene(source: Source) -> FbxScene:
    """Parse a file in a process with limits.

    Raises:
        CaptureError: Where it is broken, takes more than it may, or the library is not installed.
    """
    if find_spec("ufbx") is None:
        raise CaptureError(
            source.path, "is FBX, which the package ufbx reads: install it by pip install 'understudy[fbx]'"
        )
    if len(source.content) > MAX_FBX_BYTES:
        size = len(source.content)
        raise CaptureError(source.path, f"holds {size} bytes, at most {MAX_FBX_BYTES} of an FBX are read")
    if not source.content.startswith(BINARY):
        _require_whole(source)
    facts, numbers = _parted(source.path, _answer(source))
    if "lacks" in facts:
        raise CaptureError(source.path, _too_large())
    if "error" in facts:
        raise CaptureError(source.path, facts["error"])
    if "fault" in facts:
        raise CaptureError(source.path, f"is no FBX that can be read ({facts['fault']})")
    return _scene(source.path, facts, numbers)


def _require_whole(source: Source) -> None:
    """Refuse a text that ends inside a section, of which the library reads what is there."""
    bare = _QUOTED.sub(b"", source.content)
    opened, closed = bare.count(b"{"), bare.count(b"}")
    if opened != closed:
        problem = f"opens {opened} braces and closes {closed}, so that it is cut off or damaged"
        raise CaptureError(source.path, f"{problem}, expected a whole file")


def _scene(path: Path, facts: dict[str, Any], numbers: np.ndarray) -> FbxScene:
    joints, parents, chain, left_aside = facts["tree"]
    frames, count = facts["frames"], len(chain)
    rest, bound, moving = np.split(numbers, [_ROW * count, (_ROW + 12) * count])
    rest, bound = rest.reshape(count, 1, _ROW), bound.reshape(count, 4, 3)
    moving = moving.reshape(count, frames, _ROW)
    # A NaN stands for no bind pose in one of the arrays, and is no number in the others.
    sound = (np.abs(part) <= LARGEST for part in (rest, moving, np.nan_to_num(bound, nan=0.0, posinf=np.inf)))
    if not all(part.all() for part in sound):
        raise CaptureError(path, f"holds a number of a node beyond {LARGEST:g}, expected a person's size")
    axis = facts["up"].lower().split("_")
    return FbxScene(
        names=tuple(facts["names"]),
        parents=tuple(facts["parents"]),
        tree=NodeTree(tuple(joints), tuple(parents), tuple(chain), tuple(left_aside)),
        rest={node: _moves(rest[row]) for row, node in enumerate(chain)},
        bound={
            node: (bound[row, :3].T, bound[row, 3])
            for row, node in enumerate(chain)
            if np.isfinite(bound[row]).all()
        },
        moves={node: _moves(moving[row]) for row, node in enumerate(chain)},
        frame_count=frames,
        fps=facts["fps"],
        unit=facts["unit"],
        up=None if len(axis) < 2 else f"{'-' if axis[0] == 'negative' else ''}{axis[1]}",
        notes=tuple(_notes(facts)),
    )


def _moves(rows: np.ndarray) -> Moves:
    return Moves(rows[:, :3], rows[:, 3:7], rows[:, 7:])


def _answer(source: Source) -> bytes:
    """Return all that the child says."""
    import ufbx

    if not sys.executable:
        raise CaptureError(source.path, "cannot be read, as there is no Python that could be started for it")
    limits = json.dumps({"memory": MEMORY, "seconds": SECONDS}).encode()
    try:
        child = subprocess.Popen(
            python_command(_START, packages=(ufbx, np)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **_ALONE},
        )
    except OSError as error:
        problem = f"cannot be read, as no process could be started for it ({error.strerror})"
        raise CaptureError(source.path, problem) from error
    with child:
        try:
            content, _ = child.communicate(limits + b"\n" + source.content, _PATIENCE * SECONDS)
        except BaseException as error:
            child.kill()
            if isinstance(error, subprocess.TimeoutExpired):
                raise CaptureError(source.path, _too_slow()) from error
            raise
    if child.returncode:
        raise CaptureError(source.path, _ending(child.returncode))
    return content


def _parted(path: Path, content: bytes) -> tuple[dict[str, Any], np.ndarray]:
    length = int.from_bytes(content[:LENGTH_BYTES], "little")
    text = content[LENGTH_BYTES : LENGTH_BYTES + length]
    if len(content) < LENGTH_BYTES or len(text) < length:
        raise CaptureError(path, _too_large())
    return json.loads(text), np.frombuffer(content[LENGTH_BYTES + length :], dtype="<f8")


def _ending(code: int) -> str:
    """Return what to say of a child that ended otherwise than by an answer."""
    if code == -getattr(signal, "SIGXCPU", 0) or code == -getattr(signal, "SIGKILL", 0):
        return _too_slow()
    try:
        what = signal.Signals(-code).name
    except ValueError:
        what = f"exit code {code}"
    return f"is no FBX that can be read: what parses it crashes, or needs over {MEMORY:g} MiB ({what})"


def _too_large() -> str:
    return f"takes over {MEMORY:g} MiB to read, as no capture of a person does"


def _too_slow() -> str:
    return f"takes over {SECONDS:g} s to read, as no capture of a person does"


def _notes(facts: dict[str, Any]) -> list[str]:
    notes = []
    others = [name for take, name in enumerate(facts["takes"]) if take != facts["chosen"]]
    if others:
        notes.append(
            f"Of {len(others) + 1} takes the longest that moves anything is read, "
            f"{shown(facts['takes'][facts['chosen']])} of {facts['seconds']:.4g} s; "
            f"left aside: {shown_list(others)}."
        )
    if facts["rate_by_keys"]:
        notes.append(f"{facts['fps']:.6g} frames a second, as its keys follow each other.")
    if facts["tree"][3]:
        notes.append(f"The largest skeleton is read; left aside: {shown_list(facts['tree'][3])}.")
    return notes

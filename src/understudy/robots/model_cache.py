"""Compiled models of robots kept on disk, since MuJoCo takes most of a second for a robot's meshes.

An entry is found by everything that its model depends on: the request, the model file, MuJoCo, and our own
code. It names every file that was read for it and is not used where one of them has changed.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import mujoco

from understudy.cache import file_digest, find_bare, load, save, save_bare
from understudy.robots.files_read import FilesRead
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.model_binary import as_binary, as_facts, files_of, from_facts
from understudy.robots.model_request import ModelRequest

KIND = "models"
_MOST_BYTES = 1 << 30
"""A robot with fine meshes takes 60 MB."""

_SOURCES = Path(__file__).parent


def load_kept(request: ModelRequest) -> tuple[LoadedModel, FilesRead] | None:
    """Return the model that was kept for a request with its files, None where it has to be made."""
    try:
        content = load(KIND, _entry_name(request))
        if content is None:
            return None
        entry = json.loads(content)
        files = files_of(entry)
        if files is None or not files.are_unchanged():
            return None
        binary = find_bare(KIND, entry["binary"], entry["checksum"])
        if binary is None:
            return None
        return from_facts(entry, mujoco.MjModel.from_binary_path(str(binary))), files
    except (OSError, ValueError, TypeError, KeyError, mujoco.FatalError):
        # Whatever is wrong with an entry, making the model anew puts it right.
        return None


def keep(request: ModelRequest, loaded: LoadedModel, files: FilesRead) -> None:
    """Keep a model that was made for a request, where there is a place for it."""
    binary = as_binary(loaded)
    # Named by its content, no other model's binary ever takes its place.
    file = f"{hashlib.sha256(binary).hexdigest()}.mjb"
    checksum = save_bare(KIND, file, binary, _MOST_BYTES)
    entry = as_facts(loaded, files) | {"binary": file, "checksum": checksum}
    with suppress(OSError):
        save(KIND, _entry_name(request), json.dumps(entry).encode(), _MOST_BYTES)


def _entry_name(request: ModelRequest) -> str:
    """Return the name of the entry of a request, whose file must be there."""
    machine = (sys.platform, platform.machine(), sys.byteorder)
    facts = (
        *(mujoco.mj_versionString(), machine, _sources_digest(), request.to_json()),
        file_digest(request.path),
    )
    return f"{hashlib.sha256(repr(facts).encode()).hexdigest()}.json"


@cache
def _sources_digest() -> str:
    """Return a digest of our own code that has a say in models."""
    digest = hashlib.sha256()
    for source in sorted(_SOURCES.rglob("*.py")):
        digest.update(f"{source.relative_to(_SOURCES)}\n".encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()

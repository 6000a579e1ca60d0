"""Compiled models of robots kept on disk, since MuJoCo takes most of a second for a robot's meshes.

An entry is found by everything that its model depends on: the card, the model file, MuJoCo, and our own
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
from typing import Any

import mujoco
import numpy as np

from understudy.cache import file_digest, find_bare, load, save, save_bare
from understudy.robots.card import Card
from understudy.robots.files_read import FilesRead
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.surface import BodySurface

KIND = "models"
_MOST_BYTES = 1 << 30
"""A robot with fine meshes takes 60 MB."""

_SOURCES = Path(__file__).parent


def load_kept(card: Card, path: Path) -> LoadedModel | None:
    """Return the model that was kept for a card, None where it has to be made.

    Args:
        card: The card.
        path: Its model file.
    """
    try:
        content = load(KIND, _entry_name(card, path))
        if content is None:
            return None
        entry = json.loads(content)
        if not FilesRead(**entry["files"]).are_unchanged():
            return None
        binary = find_bare(KIND, entry["binary"], entry["checksum"])
        return None if binary is None else _loaded(entry, mujoco.MjModel.from_binary_path(str(binary)))
    except (OSError, ValueError, TypeError, KeyError, mujoco.FatalError):
        # Whatever is wrong with an entry, making the model anew puts it right.
        return None


def keep(card: Card, path: Path, loaded: LoadedModel, files: FilesRead) -> None:
    """Keep a model that was made for a card, where there is a place for it."""
    binary = np.empty(mujoco.mj_sizeModel(loaded.model), dtype=np.uint8)
    mujoco.mj_saveModel(loaded.model, None, binary)
    # Named by its content, no other model's binary ever takes its place.
    file = f"{hashlib.sha256(binary.data).hexdigest()}.mjb"
    entry = {
        "binary": file,
        "checksum": save_bare(KIND, file, binary.data, _MOST_BYTES),
        "files": {"present": files.present, "absent": files.absent},
        "base": loaded.base,
        "velocity": loaded.velocity,
        "locked": loaded.locked,
        "notes": loaded.notes,
        "surface": [[part.body, part.centres.tolist(), part.radii.tolist()] for part in loaded.surface or ()],
    }
    with suppress(OSError):
        save(KIND, _entry_name(card, path), json.dumps(entry).encode(), _MOST_BYTES)


def _loaded(entry: dict[str, Any], model: mujoco.MjModel) -> LoadedModel:
    return LoadedModel(
        model,
        entry["base"],
        entry["velocity"],
        tuple(entry["locked"]),
        tuple(entry["notes"]),
        tuple(
            BodySurface(body, np.array(centres).reshape(-1, 3), np.array(radii))
            for body, centres, radii in entry["surface"]
        ),
    )


def _entry_name(card: Card, path: Path) -> str:
    """Return the name of the entry of a card and its model file, which must be there."""
    machine = (sys.platform, platform.machine(), sys.byteorder)
    facts = (mujoco.mj_versionString(), machine, _sources_digest(), repr(card), str(path), file_digest(path))
    return f"{hashlib.sha256(repr(facts).encode()).hexdigest()}.json"


@cache
def _sources_digest() -> str:
    """Return a digest of our own code that has a say in models."""
    digest = hashlib.sha256()
    for source in sorted(_SOURCES.rglob("*.py")):
        digest.update(f"{source.relative_to(_SOURCES)}\n".encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()

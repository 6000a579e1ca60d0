"""A compiled model as plain facts and MuJoCo's binary, the form in which it is kept and handed over."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np

from understudy.robots.files_read import FilesRead
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.surface import BodySurface

_FILE = "model.mjb"


def as_binary(loaded: LoadedModel) -> bytes:
    """Return the model as MuJoCo saves it."""
    binary = np.empty(mujoco.mj_sizeModel(loaded.model), dtype=np.uint8)
    mujoco.mj_saveModel(loaded.model, None, binary)
    return binary.tobytes()


def as_facts(loaded: LoadedModel, files: FilesRead | None) -> dict[str, Any]:
    """Return all else that is known of it, as JSON can hold it, and the files that it was made of."""
    return {
        "files": None if files is None else {"present": dict(files.present), "absent": list(files.absent)},
        "base": loaded.base,
        "velocity": dict(loaded.velocity),
        "locked": list(loaded.locked),
        "notes": list(loaded.notes),
        "surface": [[part.body, part.centres.tolist(), part.radii.tolist()] for part in loaded.surface or ()],
    }


def files_of(facts: dict[str, Any]) -> FilesRead | None:
    """Return the files that a model was made of, None where they are not known."""
    files = facts["files"]
    return None if files is None else FilesRead(files["present"], tuple(files["absent"]))


def from_facts(facts: dict[str, Any], model: mujoco.MjModel) -> LoadedModel:
    """Return a model with what is known of it."""
    return LoadedModel(
        model,
        facts["base"],
        facts["velocity"],
        tuple(facts["locked"]),
        tuple(facts["notes"]),
        tuple(
            BodySurface(body, np.array(centres).reshape(-1, 3), np.array(radii))
            for body, centres, radii in facts["surface"]
        ),
    )


def from_binary(content: bytes) -> mujoco.MjModel:
    """Return the model that :func:`as_binary` wrote."""
    return mujoco.MjModel.from_binary_path(_FILE, {_FILE: content})

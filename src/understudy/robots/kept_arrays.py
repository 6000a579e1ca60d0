"""Arrays that follow from a model's shapes and joints and from code alone, kept between runs."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from understudy.cache import load, save

_FIELDS = (
    *("qpos0", "body_parentid", "body_weldid", "body_rootid", "body_pos", "body_quat"),
    *("jnt_type", "jnt_bodyid", "jnt_pos", "jnt_axis", "jnt_limited", "jnt_range"),
    *("geom_type", "geom_bodyid", "geom_dataid", "geom_contype", "geom_conaffinity"),
    *("geom_size", "geom_pos", "geom_quat", "mesh_vertadr", "mesh_vertnum", "mesh_vert"),
    *("mesh_faceadr", "mesh_facenum", "mesh_face"),
    *("mesh_graphadr", "mesh_graph", "exclude_signature", "pair_geom1", "pair_geom2"),
    *("eq_type", "eq_obj1id", "eq_obj2id", "eq_active0", "eq_data"),
)


def load_arrays(kind: str, name: str) -> dict[str, np.ndarray] | None:
    """Return the arrays that were saved under a name, None where none were or where they were damaged."""
    content = load(kind, name)
    if content is None:
        return None
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return dict(arrays)


def save_arrays(kind: str, name: str, arrays: Mapping[str, np.ndarray], most_bytes: int) -> None:
    """Save arrays under a name; all of a kind take so many bytes at most."""
    file = io.BytesIO()
    # NumPy before 2.1 has no option to refuse pickles here, and would save it as one more array.
    written: dict[str, Any] = dict(arrays)
    np.savez_compressed(file, **written)
    save(kind, name, file.getvalue(), most_bytes)


def model_digest(model: mujoco.MjModel, modules: Sequence[str], *others: str) -> str:
    """Return a name that changes with a model's shapes and joints, with modules of robots, and with others.

    Args:
        model: The model.
        modules: Names of the files beside this one whose code makes what is named.
        others: Whatever else it follows from.
    """
    digest = hashlib.sha256(_code(tuple(modules)))
    digest.update(_fields(model))
    for other in others:
        digest.update(other.encode())
    return digest.hexdigest()


@lru_cache(maxsize=8)
def _fields(model: mujoco.MjModel) -> bytes:
    """Return what tells a model's shapes and joints from others; meshes are large, so it takes a while."""
    digest = hashlib.sha256()
    for field in _FIELDS:
        values = np.ascontiguousarray(getattr(model, field))
        digest.update(f"{field}{values.shape}{values.dtype}".encode())
        digest.update(values.tobytes())
    return digest.digest()


@cache
def _code(modules: tuple[str, ...]) -> bytes:
    """Return code; read once, since a file that is edited meanwhile is not what runs."""
    return b"".join(Path(__file__).with_name(f"{module}.py").read_bytes() for module in modules)

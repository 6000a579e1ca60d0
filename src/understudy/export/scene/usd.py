"""An animated scene as USD text: an Xform for each body, its shapes, and its motion in time samples.

Written as text because USD's own library is large, while what is needed of the format is one page; the tests
read it back with that library.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from understudy.export.clip import Clip
from understudy.export.scene.local_poses import LocalPoses, local_poses
from understudy.export.scene.surfaces import Surface, surfaces
from understudy.motion.archive import write_bytes

_DIGITS, _SHAPE_DIGITS = 15, 6
_INDENT = "    "

Drawn = dict[int, list[Surface]]
"""Body, the world's index is 0 → its shapes."""


def write(path: Path, clip: Clip, shapes: bool) -> None:
    """Write a ``.usda`` file, z up, in metres.

    Args:
        path: The file.
        clip: What to write.
        shapes: Whether to write the shapes of the bodies, not their motion alone.
    """
    drawn: Drawn = defaultdict(list)
    for surface in surfaces(clip.model) if shapes else ():
        drawn[surface.body].append(surface)
    root, fps = _identifier(clip.name), f"{clip.fps:.12g}"
    head = [
        f'defaultPrim = "{root}"',
        "metersPerUnit = 1",
        'upAxis = "Z"',
        "startTimeCode = 0",
        f"endTimeCode = {clip.frame_count - 1}",
        f"timeCodesPerSecond = {fps}",
        f"framesPerSecond = {fps}",
    ]
    poses, names = local_poses(clip), _prim_names(clip)
    lines = ["#usda 1.0", "(", *(_INDENT + line for line in head), ")", "", f'def Xform "{root}"', "{"]
    lines += (_INDENT + line for line in _shapes(drawn[0]))
    for body in np.flatnonzero(poses.parents < 0):
        lines += (_INDENT + line for line in _body(int(body), names, poses, drawn))
    write_bytes(path, "\n".join([*lines, "}", ""]).encode())


def _body(body: int, names: list[str], poses: LocalPoses, drawn: Drawn) -> Iterator[str]:
    """Yield the lines of a body and of all that hang on it."""
    yield f'def Xform "{names[body]}"'
    yield "{"
    yield _INDENT + _operation("double3", "translate", poses.positions[:, body], bool(poses.moves[body]))
    yield _INDENT + _operation("quatd", "orient", poses.quaternions[:, body], bool(poses.turns[body]))
    yield _INDENT + 'uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:orient"]'
    yield from (_INDENT + line for line in _shapes(drawn[body + 1]))
    for child in np.flatnonzero(poses.parents == body):
        yield from (_INDENT + line for line in _body(int(child), names, poses, drawn))
    yield "}"


def _operation(kind: str, name: str, values: np.ndarray, changes: bool) -> str:
    if not changes:
        return f"{kind} xformOp:{name} = {_tuple(values[0], _DIGITS)}"
    samples = ", ".join(f"{frame}: {_tuple(value, _DIGITS)}" for frame, value in enumerate(values))
    return f"{kind} xformOp:{name}.timeSamples = {{{samples}}}"


def _shapes(drawn: list[Surface]) -> Iterator[str]:
    for index, surface in enumerate(drawn):
        colour = _tuple(np.array(surface.rgba[:3]), _SHAPE_DIGITS)
        yield f'def Mesh "shape_{index}"'
        yield "{"
        yield _INDENT + 'uniform token subdivisionScheme = "none"'
        yield _INDENT + f"point3f[] points = {_list(surface.vertices)}"
        yield _INDENT + f'normal3f[] normals = {_list(surface.normals)} (interpolation = "vertex")'
        yield _INDENT + f"int[] faceVertexCounts = [{', '.join(['3'] * len(surface.faces))}]"
        yield _INDENT + f"int[] faceVertexIndices = {surface.faces.reshape(-1).tolist()}"
        yield _INDENT + f"color3f[] primvars:displayColor = [{colour}]"
        yield _INDENT + f"float[] primvars:displayOpacity = [{surface.rgba[3]:g}]"
        yield "}"


def _list(rows: np.ndarray) -> str:
    return f"[{', '.join(_tuple(row, _SHAPE_DIGITS) for row in rows)}]"


def _tuple(values: np.ndarray, digits: int) -> str:
    # Adding zero takes the sign off a zero.
    return f"({', '.join(map(repr, (np.round(values, digits) + 0.0).tolist()))})"


def _prim_names(clip: Clip) -> list[str]:
    """Return a valid name for each body, told apart where several would have the same."""
    taken: dict[str, int] = defaultdict(int)
    names = []
    for name in map(_identifier, clip.bodies):
        taken[name] += 1
        names.append(name if taken[name] == 1 else f"{name}_{taken[name]}")
    return names


def _identifier(name: str) -> str:
    """Return a name of letters, digits and underscores that begins with no digit."""
    plain = re.sub(r"\W", "_", name, flags=re.ASCII)
    return plain if plain and not plain[0].isdigit() else f"_{plain}"

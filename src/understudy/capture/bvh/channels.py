"""What a BVH joint's channels do: which numbers of a frame move it, and which turn it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from understudy.capture.bvh.hierarchy import BvhHierarchy
from understudy.capture.skeletons.skeleton import ROOT

_AXES = {"X": 0, "Y": 1, "Z": 2}

_SEEN_FRAMES = 512
"""So many frames tell whether position channels replace offsets."""


def first_columns(hierarchy: BvhHierarchy) -> list[int]:
    """Return for each joint the column of its first channel."""
    counts = [len(channels) for channels in hierarchy.channels]
    return [sum(counts[:joint]) for joint in range(len(counts))]


def joint_columns(hierarchy: BvhHierarchy, values: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the columns of each joint out of values (T, C)."""
    for start, channels in zip(first_columns(hierarchy), hierarchy.channels, strict=True):
        yield values[:, start : start + len(channels)]


def positions(channels: tuple[str, ...]) -> tuple[list[int], list[int]]:
    """Return the axes along which channels move a joint, and which of the channels those are."""
    return _of_kind(channels, "position")


def rotations(channels: tuple[str, ...]) -> tuple[list[int], list[int]]:
    """Return the axes about which channels turn a joint, in order, and which of the channels those are."""
    return _of_kind(channels, "rotation")


def _of_kind(channels: tuple[str, ...], kind: str) -> tuple[list[int], list[int]]:
    found = [(_AXES[name[0]], index) for index, name in enumerate(channels) if name.endswith(kind)]
    return [axis for axis, _ in found], [index for _, index in found]


def bases(hierarchy: BvhHierarchy, values: np.ndarray) -> np.ndarray:
    """Return (J, 3) what is to be added to what each joint's position channels say.

    Along axes without a channel that is the joint's offset. Along the others it is nothing where a program
    writes channels that replace the offset, and the offset where it writes what is to be added to it. The
    numbers tell: values that replace the offset stay near it, added ones near zero. A file is written by
    one program, so that its inner joints decide together; one that walks far from its offset, as a root
    does, would mislead alone.
    """
    offsets = hierarchy.skeleton.offsets
    replaces = _replacing(hierarchy, values[:: max(1, len(values) // _SEEN_FRAMES)])
    inner = [decided for joint, decided in replaces.items() if hierarchy.skeleton.parents[joint] != ROOT]
    if len(inner) > 1:
        replaces = dict.fromkeys(replaces, 2 * sum(inner) >= len(inner))
    added = np.array(offsets)
    for joint, decided in replaces.items():
        if decided:
            added[joint, positions(hierarchy.channels[joint])[0]] = 0.0
    return added


def _replacing(hierarchy: BvhHierarchy, values: np.ndarray) -> dict[int, bool]:
    """Return for every joint with position channels whether they seem to replace its offset."""
    replaces: dict[int, bool] = {}
    for joint, columns in enumerate(joint_columns(hierarchy, values)):
        axes, indices = positions(hierarchy.channels[joint])
        offset = hierarchy.skeleton.offsets[joint, axes]
        if offset.any():
            typical = np.median(columns[:, indices], axis=0)
            replaces[joint] = bool(np.linalg.norm(typical - offset) <= np.linalg.norm(typical))
    return replaces

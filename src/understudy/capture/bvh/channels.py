"""What a BVH file's channels do: which numbers of a frame move each joint, and which turn it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.capture.bvh.hierarchy import BvhHierarchy
from understudy.capture.skeletons.skeleton import ROOT

NONE = -1
"""Stands for a column where a joint has no such channel."""

_SEEN_FRAMES = 512
"""So many frames tell whether position channels replace offsets."""


@dataclass(frozen=True, eq=False)
class ChannelColumns:
    """Which columns move and turn J joints, ``NONE`` where nothing does.

    Attributes:
        positions: (J, 3) the columns that move a joint along x, y and z.
        rotations: (J, 3) the columns that turn it, in the file's order.
        axes: (J, 3) the axes about which these turn it.
    """

    positions: np.ndarray
    rotations: np.ndarray
    axes: np.ndarray


def channel_columns(hierarchy: BvhHierarchy) -> ChannelColumns:
    """Return which columns of a frame move and turn each joint."""
    positions, rotations, axes = (np.full((len(hierarchy.channels), 3), NONE) for _ in range(3))
    column = 0
    for joint, channels in enumerate(hierarchy.channels):
        turns = 0
        for name in channels:
            axis = "XYZ".index(name[0])
            if name.endswith("position"):
                positions[joint, axis] = column
            else:
                rotations[joint, turns], axes[joint, turns] = column, axis
                turns += 1
            column += 1
    return ChannelColumns(positions, rotations, axes)


def bases(hierarchy: BvhHierarchy, columns: ChannelColumns, values: np.ndarray) -> np.ndarray:
    """Return (J, 3) what is to be added to what each joint's position channels say in values (T, C).

    Along axes without a channel that is the joint's offset. Along the others it is nothing where a program
    writes channels that replace the offset, and the offset where it writes what is to be added to it. The
    numbers tell: values that replace the offset stay near it, added ones near zero. A file is written by
    one program, so that its inner joints decide together; one that walks far from its offset, as a root
    does, would mislead alone.
    """
    added = np.array(hierarchy.skeleton.offsets)
    some = values[:: max(1, len(values) // _SEEN_FRAMES)]
    moved = columns.positions != NONE
    replaces: dict[int, bool] = {}
    for joint, axes in enumerate(moved):
        offset = added[joint, axes]
        if offset.any():
            typical = np.median(some[:, columns.positions[joint, axes]], axis=0)
            replaces[joint] = bool(np.linalg.norm(typical - offset) <= np.linalg.norm(typical))
    inner = [decided for joint, decided in replaces.items() if hierarchy.skeleton.parents[joint] != ROOT]
    for joint, decided in replaces.items():
        if 2 * sum(inner) >= len(inner) if len(inner) > 1 else decided:
            added[joint, moved[joint]] = 0.0
    return added

"""From a BVH file's channels to where every joint is, for all frames at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from understudy.capture.bvh.hierarchy import BvhHierarchy
from understudy.capture.skeletons.chain_kernel import chain_turns
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.spatial import rotations as rot

NONE = -1
"""Stands for a column where a joint has no such channel."""

UNTURNED = rot.IDENTITY[None]
"""(1, 4) the turn of a joint that is not turned in any frame."""

_SEEN_FRAMES = 512
"""So many frames tell whether position channels replace offsets."""

LONG_CLIP = 100_000
"""Frames times points from which on the compiled kernel is worth loading."""


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


def poses_of_channels(hierarchy: BvhHierarchy, values: np.ndarray) -> Poses:
    """Return all poses of (T, C) channel values, in the file's unit and axes."""
    is_long = len(values) * len(hierarchy.skeleton.point_names) >= LONG_CLIP
    return poses_of_long_clip(hierarchy, values) if is_long else poses_of_short_clip(hierarchy, values)


def poses_of_short_clip(hierarchy: BvhHierarchy, values: np.ndarray) -> Poses:
    """Return poses as :func:`poses_of_channels` does, by NumPy."""
    columns = channel_columns(hierarchy)
    translations: list[np.ndarray] = []
    own_turns: list[list[np.ndarray]] = []
    turns, used = _channel_turns(columns, values), columns.rotations != NONE
    for joint, base in enumerate(bases(hierarchy, columns, values)):
        moved = columns.positions[joint] != NONE
        translation = base[None]
        if moved.any():
            translation = np.tile(base, (len(values), 1))
            translation[:, moved] += values[:, columns.positions[joint, moved]]
        translations.append(translation)
        # A joint's turn is the product of its channels' turns in the file's order.
        own_turns.append([next(turns) for _ in range(int(used[joint].sum()))] or [UNTURNED])
    return chained_poses(hierarchy.skeleton, translations, own_turns, len(values))


def _channel_turns(columns: ChannelColumns, values: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the turns (T, 4) of all rotation channels [deg], joint after joint."""
    used = columns.rotations != NONE
    angles = np.deg2rad(np.ascontiguousarray(values[:, columns.rotations[used]].T))
    return iter(rot.from_axis_angle(np.eye(3)[columns.axes[used]][:, None], angles))


def poses_of_long_clip(hierarchy: BvhHierarchy, values: np.ndarray) -> Poses:
    """Return poses as :func:`poses_of_channels` does, by the compiled kernel, nine times as fast."""
    # Numba takes half a second to load, which short clips need not wait for.
    from understudy.capture.bvh.kernel import pose_points
    from understudy.kernels.compilation import announced_compilation

    skeleton, columns = hierarchy.skeleton, channel_columns(hierarchy)
    parents = np.array(skeleton.point_parents, dtype=np.int64)
    ends = [offset for _, _, offset in skeleton.ends]
    still = np.full((len(ends), 3), NONE)
    poses = Poses(np.empty((len(values), len(parents), 3)), np.empty((len(values), len(parents), 4)))
    with announced_compilation(pose_points):
        pose_points(
            np.ascontiguousarray(values),
            parents,
            np.array([*bases(hierarchy, columns, values), *ends]),
            *(np.concatenate([each, still]) for each in (columns.positions, columns.rotations, columns.axes)),
            poses.points,
            poses.rotations,
        )
    return poses


def rest_pose(skeleton: Skeleton) -> Poses:
    """Return the one pose (T = 1) in which no joint is turned and the root is at its offset."""
    return chained_poses(skeleton, list(skeleton.offsets[:, None]), [[UNTURNED]] * skeleton.joint_count, 1)


def standing_pose(skeleton: Skeleton) -> Poses:
    """Return the same pose, standing on z = 0 with the root above the origin."""
    rest = rest_pose(skeleton)
    x, y, _ = rest.points[0, 0]
    return Poses(rest.points - (x, y, rest.points[..., 2].min()), rest.rotations)


def forward_kinematics(
    skeleton: Skeleton, translations: Sequence[np.ndarray], rotations: Sequence[np.ndarray]
) -> Poses:
    """Chain local transforms along the tree.

    Args:
        skeleton: The tree; its offsets are used for the End Sites only.
        translations: For each joint (T, 3) or (1, 3), its place seen from its parent.
        rotations: For each joint (T, 4), its turn seen from its parent, unit quaternions wxyz.

    Returns:
        Poses of joints and End Sites, in the order of ``skeleton.point_names``; an End Site has its
        joint's orientation.
    """
    frame_count = max(len(turn) for turn in rotations)
    return chained_poses(skeleton, translations, [[turn] for turn in rotations], frame_count)


def chained_poses(
    skeleton: Skeleton,
    translations: Sequence[np.ndarray],
    turns: Sequence[Sequence[np.ndarray]],
    frame_count: int,
) -> Poses:
    """Return poses as :func:`forward_kinematics` does.

    Args:
        skeleton: The tree; its offsets are used for the End Sites only.
        translations: For each joint (T, 3) or (1, 3), its place seen from its parent.
        turns: For each joint (T, 4) or (1, 4), at least one, whose product is its turn seen from its parent.
        frame_count: T.
    """
    point_count = len(skeleton.point_names)
    # Each joint's frames lie side by side in memory, as the loop over the joints visits them.
    points, orientations = (np.empty((point_count, frame_count, width)) for width in (3, 4))
    if chain_turns.is_worth_it(frame_count):
        _chain_by_kernel(skeleton, translations, turns, points, orientations)
    else:
        _chain_by_numpy(skeleton, translations, turns, points, orientations)
    return Poses(points.transpose(1, 0, 2), orientations.transpose(1, 0, 2))


def _chain_by_numpy(
    skeleton: Skeleton,
    translations: Sequence[np.ndarray],
    turns: Sequence[Sequence[np.ndarray]],
    points: np.ndarray,
    orientations: np.ndarray,
) -> None:
    """Fill points (K, T, 3) and orientations (K, T, 4) of :func:`chained_poses`."""
    for joint, parent in enumerate(skeleton.parents):
        own = reduce(rot.multiply, turns[joint])
        if parent == ROOT:
            points[joint], orientations[joint] = translations[joint], own
        else:
            points[joint] = points[parent] + rot.rotate(orientations[parent], translations[joint])
            orientations[joint] = rot.multiply(orientations[parent], own)
    for index, (_, joint, offset) in enumerate(skeleton.ends, start=skeleton.joint_count):
        points[index] = points[joint] + rot.rotate(orientations[joint], offset[None])
        orientations[index] = orientations[joint]


def _chain_by_kernel(
    skeleton: Skeleton,
    translations: Sequence[np.ndarray],
    turns: Sequence[Sequence[np.ndarray]],
    points: np.ndarray,
    orientations: np.ndarray,
) -> None:
    """Fill the very same by the compiled kernel."""
    ends = skeleton.ends
    places = [*translations, *(offset[None] for _, _, offset in ends)]
    factors = [turn for own in turns for turn in own]
    counts = [0, *map(len, turns), *(0 for _ in ends)]
    chain_turns(
        np.array(skeleton.point_parents, dtype=np.int64),
        np.concatenate(places),
        _rows_of(places),
        np.concatenate(factors),
        _rows_of(factors),
        np.cumsum(counts, dtype=np.int64),
        points,
        orientations,
    )


def _rows_of(parts: Sequence[np.ndarray]) -> np.ndarray:
    """Return (N, 2) where each of N parts begins once they stand in one, and the rows that it has a frame."""
    sizes = np.array([len(part) for part in parts], dtype=np.int64)
    return np.stack([np.cumsum(sizes) - sizes, np.minimum(sizes - 1, 1)], axis=1)

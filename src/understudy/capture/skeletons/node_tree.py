"""Skeletons out of scenes: nodes with places, turns and scales of their own, of which some are joints.

Formats of animation hold whole scenes. The joints of one body are taken out of them, each with the joint
above it, and chained through all nodes between, whose scales count. A joint's orientation is the turn since
the pose in which the skeleton rests, so that nothing is turned there, whatever the joints' own axes are.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.skeleton import ROOT
from understudy.errors import CaptureError
from understudy.spatial import rotations as rot

MAX_NODES = 20_000
"""A scene with furniture has some thousands."""

MAX_JOINTS = 2000
MAX_SAMPLES = 40_000_000
"""Frames times joints that are chained; over eight hours of a person with fingers at 30 Hz."""

LARGEST = 1e9
"""Beyond this no number is a place or a scale."""

_CHUNK_FRAMES = 4096
_SMALLEST_SCALE = 1e-12
_SAME_POSE = np.deg2rad(0.5)
"""A pose in which no joint is turned further is the same pose."""


@dataclass(frozen=True, eq=False)
class Moves:
    """Where nodes are, seen from their parents, in T frames; or in all frames alike, where T is 1.

    Attributes:
        places: (T, 3).
        turns: (T, 4) unit quaternions wxyz.
        scales: (T, 3).
    """

    places: np.ndarray
    turns: np.ndarray
    scales: np.ndarray

    def affine(self, frames: slice) -> tuple[np.ndarray, np.ndarray]:
        """Return linear parts (T, 3, 3) and places (T, 3) in some frames."""
        places, turns, scales = (
            values if len(values) == 1 else values[frames]
            for values in (self.places, self.turns, self.scales)
        )
        return rot.as_matrix(turns) * scales[:, None, :], places


@dataclass(frozen=True)
class NodeTree:
    """The joints of one body in a scene.

    Attributes:
        joints: Nodes that are joints, each behind the one from which it hangs.
        parents: Index in ``joints`` of the joint above each, ``ROOT`` for the first.
        chain: All nodes that joints hang from, and they themselves, each behind its own parent.
        left_aside: Names of the topmost joints of other bodies.
    """

    joints: tuple[int, ...]
    parents: tuple[int, ...]
    chain: tuple[int, ...]
    left_aside: tuple[str, ...] = ()


def find_body(path: Path, names: Sequence[str], parents: Sequence[int], is_joint: Sequence[bool]) -> NodeTree:
    """Return the body of most joints, the first of several.

    Args:
        path: The file, for messages.
        names: Of all nodes.
        parents: The node from which each hangs, ``ROOT`` for those that hang from none.
        is_joint: Whether each is a joint; where none is, all count as joints.

    Raises:
        CaptureError: Where nodes hang from themselves, or are too many.
    """
    if len(names) > MAX_NODES:
        raise CaptureError(path, f"holds {len(names)} nodes, at most {MAX_NODES} are read")
    order = list(_in_order(parents))
    if len(order) < len(names):
        lost = next(node for node in range(len(names)) if node not in set(order))
        raise CaptureError(path, f"has the node {names[lost]!r} that hangs from itself, expected a tree")
    joints = list(is_joint) if any(is_joint) else [True] * len(names)
    above: dict[int, int] = {}
    top: dict[int, int] = {}
    for node in order:
        parent = parents[node]
        nearest = ROOT if parent == ROOT else parent if joints[parent] else above[parent]
        above[node] = nearest
        if joints[node]:
            top[node] = node if nearest == ROOT else top[nearest]
    sizes = Counter(top.values())
    if not sizes:
        raise CaptureError(path, "holds no node, expected the joints of a skeleton")
    body = max(sizes, key=lambda each: (sizes[each], -each))
    if sizes[body] > MAX_JOINTS:
        raise CaptureError(path, f"holds a skeleton of {sizes[body]} joints, at most {MAX_JOINTS} are read")
    chosen = [node for node in order if top.get(node) == body]
    index = {node: place for place, node in enumerate(chosen)} | {ROOT: ROOT}
    needed: set[int] = set()
    for node in chosen:
        while node != ROOT and node not in needed:
            needed.add(node)
            node = parents[node]
    return NodeTree(
        tuple(chosen),
        tuple(index[above[node]] for node in chosen),
        tuple(node for node in order if node in needed),
        tuple(names[node] for node in order if node in sizes and node != body and sizes[node] > 1),
    )


def _in_order(parents: Sequence[int]) -> Iterator[int]:
    """Yield all nodes that hang from the top, each behind its parent."""
    children: dict[int, list[int]] = defaultdict(list)
    for node, parent in enumerate(parents):
        children[parent].append(node)
    waiting = list(reversed(children[ROOT]))
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(children[node]))


def chained(
    path: Path,
    tree: NodeTree,
    parents: Sequence[int],
    moves: Mapping[int, Moves],
    frame_count: int,
) -> Poses:
    """Return where joints are (T, K, 3) and how they are turned (T, K, 4) in the world.

    Args:
        path: The file, for messages.
        tree: Joints.
        parents: The node from which each node hangs.
        moves: For every node of the chain how it is seen from its parent.
        frame_count: T.
    """
    if frame_count * len(tree.chain) > MAX_SAMPLES:
        raise CaptureError(
            path, f"holds {frame_count} frames of {len(tree.chain)} nodes, at most {MAX_SAMPLES} in all"
        )
    poses = Poses(np.empty((frame_count, len(tree.joints), 3)), np.empty((frame_count, len(tree.joints), 4)))
    column = {node: place for place, node in enumerate(tree.joints)}
    for start in range(0, frame_count, _CHUNK_FRAMES):
        frames = slice(start, start + _CHUNK_FRAMES)
        linear: dict[int, np.ndarray] = {}
        places: dict[int, np.ndarray] = {}
        for node in tree.chain:
            own, at = moves[node].affine(frames)
            above = parents[node]
            if above != ROOT:
                at = places[above] + (linear[above] @ at[..., None])[..., 0]
                own = linear[above] @ own
            linear[node], places[node] = own, at
            _require_sound(path, own, at)
            if node in column:
                poses.points[frames, column[node]] = at
                poses.rotations[frames, column[node]] = turns_of(own)
    return poses


def _require_sound(path: Path, linear: np.ndarray, places: np.ndarray) -> None:
    """Refuse what would overflow further down the tree."""
    if not ((np.abs(linear) <= LARGEST).all() and (np.abs(places) <= LARGEST).all()):
        raise CaptureError(path, f"places or scales a node beyond {LARGEST:g}, expected a person's size")


def resting(
    path: Path,
    tree: NodeTree,
    parents: Sequence[int],
    rest: Mapping[int, Moves],
    bound: Mapping[int, tuple[np.ndarray, np.ndarray]] | None = None,
) -> Poses:
    """Return where joints are (1, K, 3) and how they are turned (1, K, 4) while nothing moves.

    Args:
        path: The file, for messages.
        tree: Joints.
        parents: The node from which each node hangs.
        rest: For every node of the chain how it is seen from its parent.
        bound: Node → linear part (3, 3) and place (3,) in the world, of those that are known by themselves.
    """
    linear: dict[int, np.ndarray] = {}
    places: dict[int, np.ndarray] = {}
    for node in tree.chain:
        above = parents[node]
        if bound is not None and node in bound:
            own, at = bound[node]
        else:
            own, at = (part[0] for part in rest[node].affine(slice(0, 1)))
            if above != ROOT:
                own, at = linear[above] @ own, places[above] + linear[above] @ at
        _require_sound(path, own, at)
        linear[node], places[node] = own, at
    turns = rot.normalise(turns_of(np.array([linear[node] for node in tree.joints])))
    return Poses(np.array([places[node] for node in tree.joints])[None], turns[None])


def turns_of(linear: np.ndarray) -> np.ndarray:
    """Return the quaternions (..., 4) of matrices (..., 3, 3) that also scale, mirror, or shear somewhat."""
    linear = linear * np.where(np.linalg.det(linear) < 0.0, -1.0, 1.0)[..., None, None]
    x = _unit(linear[..., 0])
    y = _unit(linear[..., 1] - np.sum(linear[..., 1] * x, axis=-1, keepdims=True) * x)
    return rot.from_matrix(np.stack([x, y, np.cross(x, y)], axis=-1))


def _unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), _SMALLEST_SCALE)


def is_moment(poses: Poses, rest: Poses) -> bool:
    """Tell whether joints are turned in some frame as they are in the pose at rest (T = 1).

    Programs that save no pose at rest leave nodes as they were in the frame that was shown.
    """
    half_cosines = np.abs(np.sum(poses.rotations * rest.rotations, axis=-1)).min(axis=1)
    return bool(half_cosines.max() > np.cos(0.5 * _SAME_POSE))


def since_rest(poses: Poses, rest: Poses) -> tuple[Poses, Poses]:
    """Return poses and the rest pose (T = 1) with turns since the latter, in which nothing is turned then."""
    turns = rot.multiply(poses.rotations, rot.conjugate(rest.rotations))
    unturned = np.broadcast_to(rot.IDENTITY, rest.rotations.shape).copy()
    return Poses(poses.points, rot.normalise(turns)), Poses(rest.points, unturned)

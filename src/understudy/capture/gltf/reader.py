"""glTF, GLB and VRM animations: the skeleton of a scene in its longest animation."""

from __future__ import annotations

import re

import numpy as np

from understudy.capture.format import Format
from understudy.capture.gltf.accessors import read_accessor
from understudy.capture.gltf.animation import Animation, read_animations
from understudy.capture.gltf.document import MAGIC, GltfDocument, read_document
from understudy.capture.gltf.humanoid import humanoid_bones
from understudy.capture.placing.limits import require_few
from understudy.capture.placing.table_points import single_names
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.frame_directions import SQUARE_TURNS
from understudy.capture.skeletons.node_tree import (
    LARGEST,
    MAX_SAMPLES,
    Moves,
    NodeTree,
    chained,
    find_body,
    is_moment,
    resting,
    since_rest,
    turns_of,
)
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.skeleton import ROOT
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown, shown_list
from understudy.errors import CaptureError
from understudy.spatial import rotations as rot

_OBJECT = re.compile(rb"[\xef\xbb\xbf\s]*\{")
_KEYS = (b'"asset"', b'"nodes"', b'"version"')
"""What the JSON of a scene holds, wherever in it."""

_LEAST_SCALE = 1e-18


def looks_like_gltf(content: bytes) -> bool:
    """Tell whether a file is a GLB, or JSON with the keys of a scene."""
    if content.startswith(MAGIC):
        return True
    return _OBJECT.match(content) is not None and all(key in content for key in _KEYS)


def read_gltf(source: Source) -> RawCapture:
    """Read the body of most joints, in metres with y up, as the format defines."""
    document = read_document(source)
    nodes = document.entries("nodes")
    kind, bones = humanoid_bones(document)
    names = [bones.get(place) or node.text("name") or f"node {place}" for place, node in enumerate(nodes)]
    parents = _parents(document)
    skins = _skins(document)
    tree = find_body(source.path, names, parents, _joints(document, bones, skins))
    animation, notes = _animation(source, read_animations(document, tree.chain))
    (begin, end), (fps, is_even) = animation.span, animation.rate()
    frames = 1 + round((end - begin) * fps)
    require_few(source.path, frames, len(tree.joints))
    if frames * len(tree.chain) > MAX_SAMPLES:
        raise CaptureError(source.path, f"holds {frames} frames of {len(tree.chain)} nodes, too many to read")
    moments = begin + np.arange(frames) / fps
    rest = {place: _rest(document, place) for place in tree.chain}
    moves = {place: animation.moves(place, rest[place], moments) for place in tree.chain}
    poses = chained(source.path, tree, parents, moves, frames)
    bound = _bound(source, tree, parents, rest, skins)
    standing = bound or resting(source.path, tree, parents, rest)
    rest_is_moment = bound is None and is_moment(poses, standing)
    if not rest_is_moment:
        poses, standing = since_rest(poses, standing)
    points, about_names = single_names([names[place] for place in tree.joints])
    if kind:
        notes.append(f"Bones are named by the extension {kind}.")
    if not is_even:
        notes.append(f"Its keys follow each other unevenly; they are sampled {fps:g} times a second.")
    if tree.left_aside:
        notes.append(f"The largest skeleton is read; left aside: {shown_list(tree.left_aside)}.")
    return RawCapture(
        source=source,
        format=GLTF.name,
        names=points,
        points=poses.points,
        rotations=poses.rotations,
        parents=tree.parents,
        joint_count=len(points),
        rest=standing,
        rest_is_moment=rest_is_moment,
        fps=fps,
        unit=1.0,
        up="y",
        notes=(*notes, *about_names),
    )


def _parents(document: GltfDocument) -> list[int]:
    nodes = document.entries("nodes")
    parents = [ROOT] * len(nodes)
    for place, node in enumerate(nodes):
        for child in node.indices("children", len(nodes)):
            if parents[child] != ROOT:
                raise node.error(f"hangs node {child} a second time, expected a tree")
            parents[child] = place
    return parents


def _skins(document: GltfDocument) -> dict[int, tuple[np.ndarray, np.ndarray] | None]:
    """Return joint of a skin → linear part and place in the world when it was bound, None where not told."""
    nodes, accessors = document.entries("nodes"), document.entries("accessors")
    found: dict[int, tuple[np.ndarray, np.ndarray] | None] = {}
    for skin in document.entries("skins"):
        joints = skin.indices("joints", len(nodes))
        number = skin.index("inverseBindMatrices", len(accessors))
        inverse = np.empty((0, 16)) if number is None else read_accessor(document, number, "MAT4")
        for place, joint in enumerate(joints):
            bound = None
            if place < len(inverse):
                matrix = inverse[place].reshape(4, 4).T
                if abs(np.linalg.det(matrix[:3, :3])) > _LEAST_SCALE:
                    linear = np.linalg.inv(matrix[:3, :3])
                    bound = (linear, -linear @ matrix[:3, 3])
                    if not all((np.abs(part) <= LARGEST).all() for part in bound):
                        raise skin.error("binds a joint where none of a person is")
            found.setdefault(joint, bound)
    return found


def _joints(document: GltfDocument, bones: dict[int, str], skins: object) -> list[bool]:
    """Return whether each node is a joint: by the avatar's bones, else by skin, else what shows nothing."""
    nodes = document.entries("nodes")
    told = bones or skins
    if isinstance(told, dict) and told:
        return [place in told for place in range(len(nodes))]
    return [not {"mesh", "camera"} & node.data.keys() for node in nodes]


def _rest(document: GltfDocument, place: int) -> Moves:
    """Return how a node is seen from its parent where nothing moves it."""
    node = document.entries("nodes")[place]
    matrix = node.numbers("matrix", 16)
    if matrix is not None:
        columns = np.array(matrix).reshape(4, 4)[:, :3]
        linear = columns[:3].T
        return Moves(columns[3:], turns_of(linear)[None], np.linalg.norm(linear, axis=0)[None])
    x, y, z, w = node.numbers("rotation", 4) or (0.0, 0.0, 0.0, 1.0)
    turn = np.array([[w, x, y, z]])
    if not turn.any():
        raise node.error("has a rotation of no length, expected a unit quaternion")
    return Moves(
        np.array([node.numbers("translation", 3) or (0.0, 0.0, 0.0)]),
        rot.normalise(turn),
        np.array([node.numbers("scale", 3) or (1.0, 1.0, 1.0)]),
    )


def _bound(
    source: Source,
    tree: NodeTree,
    parents: list[int],
    rest: dict[int, Moves],
    skins: dict[int, tuple[np.ndarray, np.ndarray] | None],
) -> Poses | None:
    """Return the pose (T = 1) in which skin was bound to all joints, None where it was not.

    Skin is bound in axes and a unit of its own. Those of the nodes are found by the bones, which are as long
    in both, and by the turn from axes to axes that brings them nearest.
    """
    bound = [skins.get(joint) for joint in tree.joints]
    inner = [joint for joint, parent in enumerate(tree.parents) if parent != ROOT]
    if any(each is None for each in bound) or not inner:
        return None
    linear, places = (np.array([each[part] for each in bound if each is not None]) for part in (0, 1))
    above = [tree.parents[joint] for joint in inner]
    plain = resting(source.path, tree, parents, rest)
    own, wanted = places[inner] - places[above], plain.points[0, inner] - plain.points[0, above]
    length = np.linalg.norm(own, axis=1).sum()
    if length <= 0.0:
        return None
    turn = SQUARE_TURNS[int(np.argmax(np.einsum("nij,kj,ki->n", SQUARE_TURNS, own, wanted)))]
    scale = float(np.linalg.norm(wanted, axis=1).sum() / length)
    return Poses(scale * (places @ turn.T)[None], rot.normalise(turns_of(turn @ linear))[None])


def _animation(source: Source, animations: list[Animation]) -> tuple[Animation, list[str]]:
    """Return the longest animation, and what to say about others."""
    if not animations:
        raise CaptureError(source.path, "holds no animation of its skeleton, expected one that moves it")
    lengths = [end - begin for begin, end in (each.span for each in animations)]
    chosen = lengths.index(max(lengths))
    others = [each.name or "unnamed" for place, each in enumerate(animations) if place != chosen]
    if not others:
        return animations[chosen], []
    note = (
        f"Of {len(animations)} animations the longest is read, {shown(animations[chosen].name)} of "
        f"{lengths[chosen]:.4g} s; left aside: {shown_list(others)}."
    )
    return animations[chosen], [note]


GLTF = Format("glTF", "a GLB, or JSON with the keys asset and nodes", looks_like_gltf, read_gltf)

"""FBX files, binary and ASCII: the skeleton of a scene in its longest take."""

from __future__ import annotations

import re

import numpy as np

from understudy.capture.fbx.scene import BINARY, FbxScene, read_scene
from understudy.capture.format import Format
from understudy.capture.placing.limits import require_few
from understudy.capture.placing.table_points import single_names
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.node_tree import chained, since_rest, turns_of
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.skeleton import ROOT
from understudy.capture.source import Source
from understudy.spatial import rotations as rot

_ASCII = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:; FBX [0-9]|FBXHeaderExtension\s*:)")
_SNIFFED_BYTES = 1024


def looks_like_fbx(content: bytes) -> bool:
    """Tell whether a file begins as FBX does."""
    return content.startswith(BINARY) or _ASCII.match(content[:_SNIFFED_BYTES]) is not None


def read_fbx(source: Source) -> RawCapture:
    """Read the body of most joints in an FBX file, in the file's own unit and axes."""
    scene = read_scene(source)
    require_few(source.path, scene.frame_count, len(scene.tree.joints))
    names, about_names = single_names([scene.names[node] for node in scene.tree.joints])
    poses = chained(source.path, scene.tree, scene.parents, scene.moves, scene.frame_count)
    poses, rest = since_rest(poses, _rest(source, scene))
    return RawCapture(
        source=source,
        format=FBX.name,
        names=names,
        points=poses.points,
        rotations=poses.rotations,
        parents=scene.tree.parents,
        joint_count=len(names),
        rest=rest,
        fps=scene.fps,
        unit=scene.unit if scene.unit > 0.0 else None,
        up=scene.up,
        notes=(*scene.notes, *about_names),
    )


def _rest(source: Source, scene: FbxScene) -> Poses:
    """Return the pose (T = 1) in which skin was bound to joints; without any, that in which nothing moves."""
    linear: dict[int, np.ndarray] = {}
    places: dict[int, np.ndarray] = {}
    for node in scene.tree.chain:
        if node in scene.bound:
            linear[node], places[node] = scene.bound[node]
            continue
        own, at = (part[0] for part in scene.rest[node].affine(slice(0, 1)))
        above = scene.parents[node]
        if above != ROOT:
            own, at = linear[above] @ own, places[above] + linear[above] @ at
        linear[node], places[node] = own, at
    joints = scene.tree.joints
    turns = rot.normalise(turns_of(np.array([linear[node] for node in joints])))
    return Poses(np.array([places[node] for node in joints])[None], turns[None])


FBX = Format("FBX", "a scene in binary or as a text that begins with ; FBX", looks_like_fbx, read_fbx)

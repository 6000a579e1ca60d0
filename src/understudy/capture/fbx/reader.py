"""FBX files, binary and ASCII: the skeleton of a scene in its longest take."""

from __future__ import annotations

import re

from understudy.capture.fbx.scene import BINARY, read_scene
from understudy.capture.format import Format
from understudy.capture.placing.limits import require_few
from understudy.capture.placing.table_points import single_names
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.node_tree import chained, is_moment, resting, since_rest
from understudy.capture.source import Source

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
    rest = resting(source.path, scene.tree, scene.parents, scene.rest, scene.bound)
    rest_is_moment = not scene.bound and is_moment(poses, rest)
    if not rest_is_moment:
        poses, rest = since_rest(poses, rest)
    return RawCapture(
        source=source,
        format=FBX.name,
        names=names,
        points=poses.points,
        rotations=poses.rotations,
        parents=scene.tree.parents,
        joint_count=len(names),
        rest=rest,
        rest_is_moment=rest_is_moment,
        fps=scene.fps,
        unit=scene.unit if scene.unit > 0.0 else None,
        up=scene.up,
        notes=(*scene.notes, *about_names),
    )


FBX = Format("FBX", "a scene in binary or as a text that begins with ; FBX", looks_like_fbx, read_fbx)

"""BVH files: a skeleton, and the turns of its joints in every frame."""

from __future__ import annotations

import re

from understudy.capture.bvh.hierarchy import BvhHierarchy, parse_hierarchy
from understudy.capture.bvh.kinematics import poses_of_channels, rest_pose
from understudy.capture.bvh.motion import BvhMotion, parse_motion, unix_lines
from understudy.capture.format import Format
from understudy.capture.placing.limits import MAX_POINTS
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.errors import CaptureError

MAX_HIERARCHY_BYTES = 16 << 20
"""Where the word MOTION has not come by then, it is not looked for any further."""

_SNIFFED_BYTES = 4096
_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s*HIERARCHY\s", re.IGNORECASE)
_MOTION = re.compile(rb"(?<=[\r\n}])[ \t]*MOTION\b", re.IGNORECASE)


def looks_like_bvh(content: bytes) -> bool:
    """Tell whether a file begins as BVH does."""
    return _BEGINNING.match(content[:_SNIFFED_BYTES]) is not None


def read_bvh(source: Source) -> RawCapture:
    """Read a BVH file: joints and tips of its skeleton in all frames, in its own unit and axes."""
    hierarchy, motion = parse_bvh(source)
    frame_count, point_count = len(motion.values), len(hierarchy.skeleton.point_names)
    if frame_count * point_count > MAX_POINTS:
        raise CaptureError(
            source.path, f"holds {frame_count} frames of {point_count} points, at most {MAX_POINTS} in all"
        )
    about_rate = f"{motion.fps:.6g} frames a second, from a frame time of {motion.frame_time} s."
    fps, poses = motion.fps, poses_of_channels(hierarchy, motion.values)
    # The numbers of a long file take a third as much memory as the poses, and are not needed any more.
    del motion
    return RawCapture(
        source=source,
        format=BVH.name,
        names=hierarchy.skeleton.point_names,
        points=poses.points,
        rotations=poses.rotations,
        parents=hierarchy.skeleton.point_parents,
        joint_count=hierarchy.skeleton.joint_count,
        rest=rest_pose(hierarchy.skeleton),
        fps=fps,
        notes=(about_rate,),
    )


def parse_bvh(source: Source) -> tuple[BvhHierarchy, BvhMotion]:
    """Parse both parts of a BVH file, as they are."""
    content = source.content
    motion = _MOTION.search(content, 0, MAX_HIERARCHY_BYTES)
    end = min(len(content), MAX_HIERARCHY_BYTES) if motion is None else motion.start()
    text = unix_lines(content[:end])
    # Joint names that are not UTF-8 stay distinct this way, and their bytes can be recognised.
    hierarchy = parse_hierarchy(source.path, text.decode("utf-8-sig", errors="backslashreplace"))
    line = text.count(b"\n") + 1
    if motion is None:
        raise CaptureError(source.path, "ends without a MOTION part, expected one after its HIERARCHY", line)
    return hierarchy, parse_motion(source.path, content, motion.end(), line, hierarchy.column_count)


BVH = Format("BVH", "a text that begins with the word HIERARCHY", looks_like_bvh, read_bvh)

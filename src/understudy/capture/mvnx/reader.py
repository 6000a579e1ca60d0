"""MVNX files of Xsens MVN: the segments of a person, each of which begins at the joint by which it hangs."""

from __future__ import annotations

import re

import numpy as np

from understudy.capture.format import Format
from understudy.capture.mvnx.document import MvnxFrames, MvnxSubject, contacts_of, parse_mvnx
from understudy.capture.placing.table_points import require_points
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.node_tree import find_body, since_rest
from understudy.capture.skeletons.poses import Poses
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown, shown_list
from understudy.errors import CaptureError
from understudy.motion.landmarks import CONTACTS
from understudy.plain_text import plain_count
from understudy.spatial import rotations as rot

_SNIFFED_BYTES = 4096
_BEGINNING = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!DOCTYPE\s+mvnx\b|<mvnx[\s/>])",
    re.DOTALL,
)
_TIPS = re.compile(r"p(?:TopOfHead|(?:Left|Right)(?:TopOfHand|HeelFoot|Toe))")
"""Points on the body's surface that end a segment; others lie on its sides."""

_OF_CONTACTS = {
    "LeftFoot_Heel": "heel_l",
    "LeftFoot_Toe": "toe_l",
    "RightFoot_Heel": "heel_r",
    "RightFoot_Toe": "toe_r",
}


def looks_like_mvnx(content: bytes) -> bool:
    """Tell whether a file begins as MVNX does."""
    return _BEGINNING.match(content[:_SNIFFED_BYTES]) is not None


def read_mvnx(source: Source) -> RawCapture:
    """Read the first person of an MVNX file, in metres with z up, as the format defines."""
    subject = parse_mvnx(source)
    tips = [label for label in subject.points if _TIPS.fullmatch(label)]
    tree = find_body(source.path, subject.segments, subject.parents, [True] * len(subject.segments))
    column = {segment: place for place, segment in enumerate(tree.joints)}
    tips = [label for label in tips if subject.points[label][0] in column]
    names = (*(subject.segments[segment] for segment in tree.joints), *tips)
    if len(set(names)) < len(names):
        raise CaptureError(source.path, "has a segment with the label of a point, expected different ones")
    require_points(source, len(subject.motion.places), len(names))
    poses = _poses(subject, subject.motion, tree.joints, tips)
    rest = None
    if subject.standing is not None:
        poses, rest = since_rest(poses, _poses(subject, subject.standing, tree.joints, tips))
    contacts = _contacts(subject)
    return RawCapture(
        source=source,
        format=MVNX.name,
        names=names,
        points=poses.points,
        rotations=poses.rotations,
        parents=(*tree.parents, *(column[subject.points[label][0]] for label in tips)),
        joint_count=len(tree.joints),
        rest=rest or _unturned(subject, tree.joints, tips),
        fps=subject.fps,
        times=_times(source, subject),
        unit=1.0,
        up="z",
        contacts=contacts,
        contacts_known=None if contacts is None else np.ones_like(contacts),
        notes=tuple(_notes(subject, tree.left_aside)),
    )


def _poses(subject: MvnxSubject, frames: MvnxFrames, joints: tuple[int, ...], tips: list[str]) -> Poses:
    """Return where joints and tips are, and how they are turned."""
    on, at = [subject.points[label][0] for label in tips], [subject.points[label][1] for label in tips]
    places, turns = frames.places[:, list(joints)], frames.turns[:, list(joints)]
    if tips:
        ends = frames.places[:, on] + rot.rotate(frames.turns[:, on], np.array(at)[None])
        places = np.concatenate([places, ends], axis=1)
        turns = np.concatenate([turns, frames.turns[:, on]], axis=1)
    return Poses(places, turns)


def _unturned(subject: MvnxSubject, joints: tuple[int, ...], tips: list[str]) -> Poses:
    """Return the pose (T = 1) in which no segment is turned, where no frame shows a standing person.

    Segments hang from each other as they do on the median, and so begin where those above them end.
    """
    motion, count = subject.motion, len(subject.segments)
    places = np.zeros((1, count, 3))
    for segment in joints:
        above = subject.parents[segment]
        if above >= 0:
            way = motion.places[:, segment] - motion.places[:, above]
            own = rot.rotate(rot.conjugate(motion.turns[:, above]), way)
            places[0, segment] = places[0, above] + np.median(own, axis=0)
    unturned = np.broadcast_to(rot.IDENTITY, (1, count, 4))
    return _poses(subject, MvnxFrames(places, unturned, ()), joints, tips)


def _times(source: Source, subject: MvnxSubject) -> np.ndarray | None:
    """Return (T,) [s] where frames were lost, or where nothing but their times tells the rate."""
    if subject.fps is None:
        milliseconds = [plain_count(tag.get("time", "")) for tag in subject.motion.tags]
        if any(each is None for each in milliseconds):
            raise CaptureError(source.path, "has neither a frameRate nor times, expected one of them")
        return 1e-3 * np.array(milliseconds, dtype=np.float64)
    numbers = [plain_count(tag.get("index", "")) for tag in subject.motion.tags]
    if any(each is None for each in numbers):
        return None
    counted = np.array(numbers, dtype=np.float64)
    return None if (np.diff(counted) == 1.0).all() else counted / subject.fps


def _contacts(subject: MvnxSubject) -> np.ndarray | None:
    """Return (T, 4) weight on ``CONTACTS``, None where the file does not tell all of them."""
    told = [_OF_CONTACTS.get(label, "") for label in subject.contacts]
    if any(name not in told for name in CONTACTS):
        return None
    found = contacts_of(subject.motion, subject.contacts)
    return None if found is None else found[:, [told.index(name) for name in CONTACTS]]


def _notes(subject: MvnxSubject, left_aside: tuple[str, ...]) -> list[str]:
    notes = []
    if subject.standing_type:
        notes.append(f"The standing pose is the file's frame of type {shown(subject.standing_type)}.")
    if subject.others:
        notes.append(f"{shown(subject.name)} is read; left aside: {shown_list(subject.others)}.")
    if left_aside:
        notes.append(f"Left aside are segments that hang from no other: {shown_list(left_aside)}.")
    return notes


MVNX = Format("MVNX", "XML that begins with the tag mvnx", looks_like_mvnx, read_mvnx)

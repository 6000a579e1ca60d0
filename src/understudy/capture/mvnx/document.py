"""MVNX files, from XML to where segments are.

Joints say which segment hangs from which. A frame lists places and turns of all segments one after the other,
in metres and quaternions wxyz, in axes with z up. Before the frames of the motion come some of poses that
were not performed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from understudy.capture.skeletons.skeleton import ROOT
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown
from understudy.capture.text.xml_tags import LARGEST, Tag, parse_xml
from understudy.errors import CaptureError
from understudy.plain_text import plain_array, plain_count, plain_number, trimmed

NAMESPACE = "http://www.xsens.com/mvn/mvnx"
VERSIONS = ("3", "4")
MAX_SEGMENTS = 500
MAX_MVNX_BYTES = 1 << 30
"""Twelve minutes at 240 Hz with all that may be exported."""

STANDING = ("tpose", "npose", "tpose-isb", "identity")
"""Types of frames that show a standing person who did not stand so, the best first."""

_UNREAD = frozenset(
    ("velocity", "acceleration", "angularVelocity", "angularAcceleration", "centerOfMass", "marker")
    + ("sensorFreeAcceleration", "sensorAcceleration", "sensorAngularVelocity", "sensorMagneticField")
    + ("positionFingersLeft", "positionFingersRight", "orientationFingersLeft", "orientationFingersRight")
    + ("sensorOrientation", "jointAngle", "jointAngleXZY", "jointAngleErgo", "jointAngleErgoXZY")
)
_DOCTYPE = re.compile(rb"<!DOCTYPE\s{1,9}mvnx(?:\s{1,9}SYSTEM\s{1,9}\"[^\"<>\[\]]{0,200}\")?\s{0,9}>")
"""What versions until 3 begin with: it names a file, which is not looked at, and declares nothing."""

_HEAD_BYTES = 4096


@dataclass(frozen=True, eq=False)
class MvnxFrames:
    """Frames of one type.

    Attributes:
        places: (T, S, 3) [m] where segments begin.
        turns: (T, S, 4) unit quaternions wxyz.
        tags: T tags that they are from.
    """

    places: np.ndarray
    turns: np.ndarray
    tags: tuple[Tag, ...]


@dataclass(frozen=True, eq=False)
class MvnxSubject:
    """What a file says of a person.

    Attributes:
        name: The person's label.
        segments: S labels.
        parents: S indices of the segments from which each hangs, ``ROOT`` for those that hang from none.
        points: Label of a point → the segment on which it is, and its place (3,) [m] there.
        contacts: Which part of which foot each number of a frame's contacts is about.
        fps: Frames a second [1/s], None where the file does not say.
        standing: The frame of a standing person, None where there is none, and its type.
        standing_type: Type of that frame.
        motion: The frames of the motion.
        others: Labels of further persons.
    """

    name: str
    segments: tuple[str, ...]
    parents: tuple[int, ...]
    points: dict[str, tuple[int, np.ndarray]]
    contacts: tuple[str, ...]
    fps: float | None
    standing: MvnxFrames | None
    standing_type: str
    motion: MvnxFrames
    others: tuple[str, ...]


def parse_mvnx(source: Source) -> MvnxSubject:
    """Parse a file's first person.

    Raises:
        CaptureError: With the line and what would be valid.
    """
    root = parse_xml(_without_doctype(source), NAMESPACE, _UNREAD, MAX_MVNX_BYTES)
    if root.tag != "mvnx":
        raise CaptureError(source.path, f"begins with the tag {shown(root.tag)}, expected mvnx", root.line)
    version = root.get("version", "")
    if version.partition(".")[0] not in VERSIONS:
        raise root.error(f"is of version {shown(version)}, expected {' or '.join(VERSIONS)}")
    subjects = root.all("subject")
    if not subjects:
        raise root.error("holds no subject, expected a person")
    tag = subjects[0]
    segments = _segments(tag)
    frames = tag.required("frames").all("frame")
    of_type: dict[str, list[Tag]] = {}
    for frame in frames:
        of_type.setdefault(frame.get("type", "normal"), []).append(frame)
    if "normal" not in of_type:
        raise tag.required("frames").error("hold no frame of type normal, expected those of a motion")
    standing = next((name for name in STANDING if name in of_type), "")
    return MvnxSubject(
        name=tag.get("label", ""),
        segments=tuple(segments),
        parents=_parents(tag, segments),
        points=_points(tag, segments),
        contacts=_contacts(tag),
        fps=_rate(tag),
        standing=_frames(of_type[standing][:1], len(segments)) if standing else None,
        standing_type=standing,
        motion=_frames(of_type["normal"], len(segments)),
        others=tuple(other.get("label", "") for other in subjects[1:]),
    )


def _without_doctype(source: Source) -> Source:
    """Return the file without a document type that declares nothing, its lines where they were."""
    head = source.content[:_HEAD_BYTES]
    found = _DOCTYPE.search(head)
    if found is None:
        return source
    blank = re.sub(rb"[^\r\n]", b" ", found[0])
    return replace(source, content=head[: found.start()] + blank + source.content[found.end() :])


def _segments(subject: Tag) -> dict[str, int]:
    """Return label → index of all segments."""
    segments: dict[str, int] = {}
    tags = subject.required("segments").all("segment")
    if not 0 < len(tags) <= MAX_SEGMENTS:
        raise subject.error(f"has {len(tags)} segments, expected 1 to {MAX_SEGMENTS}")
    for tag in tags:
        label = tag.get("label", "")
        if not label or label in segments:
            raise tag.error(f"has the label {shown(label)}, expected a new one")
        segments[label] = len(segments)
    return segments


def _parents(subject: Tag, segments: dict[str, int]) -> tuple[int, ...]:
    parents = [ROOT] * len(segments)
    for joint in subject.required("joints").all("joint"):
        ends = [trimmed(joint.required(name).text or "") for name in ("connector1", "connector2")]
        above, below = (end.partition("/")[0] for end in ends)
        for label in (above, below):
            if label not in segments:
                raise joint.error(f"connects {shown(label)}, which is no segment of the file")
        if parents[segments[below]] != ROOT:
            raise joint.error(f"hangs {shown(below)} a second time, expected a tree")
        parents[segments[below]] = segments[above]
    return tuple(parents)


def _points(subject: Tag, segments: dict[str, int]) -> dict[str, tuple[int, np.ndarray]]:
    """Return label → segment and place of points on the body's surface, whose labels begin with p."""
    found: dict[str, tuple[int, np.ndarray]] = {}
    for segment in subject.required("segments").all("segment"):
        points = segment.child("points")
        for point in () if points is None else points.all("point"):
            label = point.get("label", "")
            place = point.child("pos_b")
            place = point.child("pos_s") if place is None else place
            if label.startswith("p") and label not in found and place is not None:
                found[label] = (segments[segment.get("label", "")], np.array(place.numbers(3)))
    return found


def _contacts(subject: Tag) -> tuple[str, ...]:
    definition = subject.child("footContactDefinition")
    tags = [] if definition is None else definition.all("contactDefinition")
    numbered = {plain_count(tag.get("index", "")): tag.get("label", "") for tag in tags}
    return tuple(numbered.get(place, "") for place in range(len(tags)))


def _rate(subject: Tag) -> float | None:
    word = subject.get("frameRate")
    if word is None:
        return None
    rate = plain_number(word)
    if rate is None or not 1e-5 <= rate <= 1e5:
        raise subject.error(f"has the frameRate {shown(word)}, expected 1e-5 to 1e5 frames a second")
    return rate


def _frames(tags: list[Tag], count: int) -> MvnxFrames:
    places = np.empty((len(tags), count, 3))
    turns = np.empty((len(tags), count, 4))
    for row, tag in enumerate(tags):
        places[row] = _numbers(tag, "position", count, 3)
        turns[row] = _numbers(tag, "orientation", count, 4)
    lengths = np.linalg.norm(turns, axis=-1)
    wrong = np.argwhere(np.abs(lengths - 1.0) > 0.1)
    if len(wrong):
        raise tags[int(wrong[0][0])].error("has an orientation that is no unit quaternion, expected w x y z")
    return MvnxFrames(places, turns / lengths[..., None], tuple(tags))


def _numbers(frame: Tag, name: str, count: int, width: int) -> np.ndarray:
    """Return (S, W) the numbers of all segments in a child of a frame."""
    tag = frame.required(name)
    values = plain_array(tag.text or "")
    if values is None or (np.abs(values) > LARGEST).any():
        raise tag.error("holds what is no number, expected those of all segments")
    if len(values) != count * width:
        raise tag.error(f"has {len(values)} numbers, expected {width} for each of {count} segments")
    return values.reshape(count, width)


def contacts_of(frames: MvnxFrames, labels: tuple[str, ...]) -> np.ndarray | None:
    """Return (T, N) whether each of N parts of feet touches the floor, None where frames do not say."""
    rows: list[list[bool]] = []
    for frame in frames.tags:
        tag = frame.child("footContacts")
        if tag is None:
            return None
        rows.append([value != 0.0 for value in tag.numbers(len(labels))])
    return np.array(rows)

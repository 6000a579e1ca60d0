"""Joints of depth cameras' body trackers, by ``joints.toml``, and how people write their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from understudy.capture.naming.tables import Table
from understudy.plain_text import plain_count, squeezed, trimmed

_PREFIXES = re.compile(r"^(?:k4abt|nui|xnskel|skeleton|skel|position|joint|type)+(?=[a-z])")
_SIDES = {"left": "l", "right": "r"}


@dataclass(frozen=True)
class Sensor:
    """A body tracker.

    Attributes:
        name: What people call it.
        joints: Names of its joints in the order of its numbers.
        landmarks: Canonical landmark → joint.
        parents: Joint → the joint from which the bone comes that its orientation turns, along y; empty where
            the tracker's orientations follow no such rule.
        marks: Joints whose names tell this tracker from programs that name joints plainly.
        head_reach: From the head's joint to its top, over the way from the neck to the head's joint.
        is_left_handed: Whether its axes are: x to the camera's right, y up, z away from it. Others have x to
            its left.
        up: The axis that points up, where the camera stands level.
        first_number: The number of the first joint.
        unused: Joints that have a number but no place so far, so that files may leave them out.
        is_plain: Whether its joints are named as anybody would name them, so that only all of them tell it.
    """

    name: str
    joints: tuple[str, ...]
    landmarks: Mapping[str, str]
    parents: Mapping[str, str]
    marks: frozenset[str]
    head_reach: float
    is_left_handed: bool = False
    up: str = "y"
    first_number: int = 0
    unused: frozenset[str] = frozenset()
    is_plain: bool = False

    @cached_property
    def spellings(self) -> Mapping[str, str]:
        """Plain spelling → joint, for every way in which people write it."""
        return {spelling: joint for joint in self.joints for spelling in _spellings(joint)}

    @cached_property
    def index(self) -> Mapping[str, int]:
        """Joint → its place in the order."""
        return {joint: place for place, joint in enumerate(self.joints)}

    def joint_of(self, name: str) -> str | None:
        """Return the joint that a file calls by a name or number, or None where there is no such joint."""
        number = plain_count(trimmed(name))
        if number is None:
            return self.spellings.get(plain(name))
        index = number - self.first_number
        return self.joints[index] if 0 <= index < len(self.joints) else None

    def is_told_by(self, joints: Iterable[str]) -> bool:
        """Tell whether joints of these names can only be this tracker's: a mark and half of its body."""
        found = set(joints)
        used = len(self.joints) - len(self.unused)
        return bool(found & self.marks) and len(found) >= (used if self.is_plain else used / 2)

    def is_told_by_numbers(self, numbers: Iterable[int]) -> bool:
        """Tell whether joints of these numbers are all of this tracker's and none beside them."""
        found = {self.joint_of(str(number)) for number in numbers}
        return set(self.joints) - self.unused <= found <= set(self.joints)


def plain(name: str) -> str:
    """Return a joint's name, squeezed, without what programs put before it."""
    # Microsoft's own documents write both "naval" and "navel".
    return _PREFIXES.sub("", squeezed(name)).replace("navel", "naval")


def best_sensor(sensors: Sequence[Sensor], names: Iterable[str]) -> Sensor | None:
    """Return the tracker that knows most of a file's joint names, None where none is told by them."""
    names = list(names)
    found = {
        sensor.name: {joint for name in names if (joint := sensor.joint_of(name)) is not None}
        for sensor in sensors
    }
    told = [sensor for sensor in sensors if sensor.is_told_by(found[sensor.name])]
    return max(told, key=lambda sensor: len(found[sensor.name]), default=None)


def _spellings(joint: str) -> set[str]:
    """Return the plain ways to write a joint: the side before or behind, whole or as one letter."""
    own = plain(joint)
    for side, letter in _SIDES.items():
        if side in own:
            part = own.replace(side, "")
            return {own, side + part, part + side, letter + part, part + letter}
    return {own}


def _sensor(name: str, table: Table) -> Sensor:
    joints = table.words("joints")
    return Sensor(
        name=name,
        joints=joints,
        landmarks={landmark: points[0] for landmark, points in table.landmarks(joints).items()},
        parents=table.parents("bones"),
        marks=frozenset(table.words("marks")),
        head_reach=table.number("head_reach") or 0.0,
        is_left_handed=table.data.get("is_left_handed") is True,
        up=table.text("up") or "y",
        first_number=int(table.number("first_number") or 0),
        unused=frozenset(table.words("unused")),
        is_plain=table.data.get("is_plain") is True,
    )


SENSORS: tuple[Sensor, ...] = tuple(
    _sensor(name, table) for name, table in Table.beside(__file__, "sensors").parts("sensor").items()
)
KINECT_V2, KINECT_V1, AZURE_KINECT, NUITRACK_BODY, OPENNI, NITE = SENSORS

KINECTS: tuple[Sensor, ...] = (KINECT_V2, KINECT_V1, AZURE_KINECT)
"""Every Kinect, the most usual first."""

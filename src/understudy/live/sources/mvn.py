"""Xsens MVN over UDP: the segments of characters, in any of its formats that hold whole poses.

Of MVN's segments each begins at the joint by which it hangs, so that its origin is that joint. Orientations
are none in the T-pose. Euler angles (type 01) and bare positions (21) give points; quaternions (02) and
Unity's format (05) give poses.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.live.packets import unit_quaternions
from understudy.live.sighting import Sighting, StreamFacts
from understudy.live.source import LOOPBACK, DatagramSource, StampChoice
from understudy.live.sources import mvn_packets as mvn
from understudy.spatial import rotations as rot

PORT = 9763

SEGMENTS = (
    *("Pelvis", "L5", "L3", "T12", "T8", "Neck", "Head"),
    *("Right Shoulder", "Right Upper Arm", "Right Forearm", "Right Hand"),
    *("Left Shoulder", "Left Upper Arm", "Left Forearm", "Left Hand"),
    *("Right Upper Leg", "Right Lower Leg", "Right Foot", "Right Toe"),
    *("Left Upper Leg", "Left Lower Leg", "Left Foot", "Left Toe"),
)
"""Segments in the order of their identifiers, which begin with 1 (Table 1)."""

_FINGERS = ("First", "Second", "Third", "Fourth", "Fifth")


def _digits(side: str) -> dict[str, str]:
    """Return the segments of a hand's fingers in the order of a sample → what each hangs on."""
    carpus = f"{side} Carpus"
    found = {carpus: f"{side} Hand"}
    for finger in _FINGERS:
        bones = ["Metacarpal", "Proximal Phalange", "Middle Phalange", "Distal Phalange"]
        # A thumb has no middle one.
        own = [f"{side} {finger} {bone}" for bone in bones if finger != "First" or bone != bones[2]]
        found |= dict(zip(own, [carpus, *own], strict=False))
    return found


FINGER_PARENTS = _digits("Left") | _digits("Right")
HANDS_SEGMENTS = (*SEGMENTS, *FINGER_PARENTS)
"""The body's segments and those of both hands, which come behind body and props where fingers are tracked."""

UNITY_SEGMENTS = (
    "Pelvis",
    *("Right Upper Leg", "Right Lower Leg", "Right Foot", "Right Toe"),
    *("Left Upper Leg", "Left Lower Leg", "Left Foot", "Left Toe"),
    *("L5", "L3", "T12", "T8"),
    *("Left Shoulder", "Left Upper Arm", "Left Forearm", "Left Hand"),
    *("Right Shoulder", "Right Upper Arm", "Right Forearm", "Right Hand"),
    *("Neck", "Head"),
)
"""The same in the order of the format for Unity (Table 3)."""

_CHAINS = (
    ("Pelvis", "L5", "L3", "T12", "T8", "Neck", "Head"),
    *(("T8", f"{s} Shoulder", f"{s} Upper Arm", f"{s} Forearm", f"{s} Hand") for s in ("Right", "Left")),
    *(("Pelvis", f"{s} Upper Leg", f"{s} Lower Leg", f"{s} Foot", f"{s} Toe") for s in ("Right", "Left")),
)
PARENTS = {child: parent for chain in _CHAINS for parent, child in zip(chain, chain[1:], strict=False)}
PARENTS |= FINGER_PARENTS

MOST_CHARACTERS = 64
"""Characters whose samples are put together at a time."""


class MvnSource(DatagramSource):
    """Poses of MVN's characters."""

    facts = StreamFacts(format="Xsens MVN", up="z", parents=PARENTS)

    def __init__(self, port: int = PORT, host: str = LOOPBACK) -> None:
        """Be closed."""
        super().__init__(port, host)
        self._parts: dict[int, list[mvn.MvnItems]] = {}
        self._names: dict[int, str] = {}
        self._stamps: dict[int, StampChoice] = {}

    def parse(self, data: bytes, now: float) -> list[Sighting]:
        """Return the character whose sample a datagram completes."""
        packet = mvn.read_mvn(data)
        if isinstance(packet, mvn.MvnTexts) and "name" in packet.tags and len(self._names) < MOST_CHARACTERS:
            self._names[packet.header.character] = packet.tags["name"][:64]
        if not isinstance(packet, mvn.MvnItems) or packet.header.kind not in _POSES:
            self.counts.other += 1
            return []
        header = packet.header
        parts = self._parts.setdefault(header.character, [])
        if len(self._parts) > MOST_CHARACTERS:
            self._parts.clear()
            return []
        if parts and (parts[0].header.sample != header.sample or parts[0].header.kind != header.kind):
            parts.clear()
        parts.append(packet)
        if not header.is_last:
            return []
        self._parts[header.character] = []
        seen = self._sighting(parts)
        time = self._stamps.setdefault(header.character, StampChoice()).stamp(header.time, now)
        return [] if time is None else [replace(seen, time=time)]

    def _sighting(self, parts: list[mvn.MvnItems]) -> Sighting:
        header = parts[0].header
        identifiers = np.concatenate([part.identifiers for part in parts])
        values = np.concatenate([part.values for part in parts])
        names = UNITY_SEGMENTS if header.kind == mvn.UNITY else SEGMENTS
        body = np.flatnonzero((identifiers >= 1) & (identifiers <= len(names)))
        rows = identifiers[body] - 1
        if _has_fingers(header, len(identifiers)):
            # They are the last items, whatever props come before.
            names, fingers = HANDS_SEGMENTS, len(FINGER_PARENTS)
            body = np.concatenate([body, len(identifiers) - fingers + np.arange(fingers)])
            rows = np.concatenate([rows, len(SEGMENTS) + np.arange(fingers)])
        points = np.full((len(names), 3), np.nan)
        turns = np.tile(rot.IDENTITY, (len(names), 1))
        points[rows] = values[body, :3]
        has_turns = header.kind in (mvn.QUATERNION, mvn.UNITY)
        if has_turns:
            turns[rows] = unit_quaternions(values[body, 3:7])
        if header.kind == mvn.UNITY:
            points, turns = _together(points, turns)
        if header.kind == mvn.EULER:
            # Y is up in this format; every other one has z up.
            points = points[:, [2, 0, 1]]
        person = self._names.get(header.character, str(header.character))
        return Sighting(0.0, names, points, turns if has_turns else None, person)


def _has_fingers(header: mvn.MvnHeader, items: int) -> bool:
    """Return whether a sample of so many items holds both hands' fingers; Unity's format does not."""
    fingers = len(FINGER_PARENTS)
    return header.kind != mvn.UNITY and header.fingers == fingers and items >= len(SEGMENTS) + fingers


_POSES = (mvn.EULER, mvn.QUATERNION, mvn.UNITY, mvn.LINEAR)


def _together(points: np.ndarray, turns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return segments of the format for Unity in the world, right-handed and with z up.

    All but the pelvis are placed and turned relatively to their parents. Unity's x is right, y up, z forward;
    MVN's is forward, left, up.
    """
    points = np.stack([points[:, 2], -points[:, 0], points[:, 1]], axis=1)
    # Reversing an axis reverses the sense of every turn.
    turns = np.stack([turns[:, 0], -turns[:, 3], turns[:, 1], -turns[:, 2]], axis=1)
    for row, name in enumerate(UNITY_SEGMENTS):
        parent = PARENTS.get(name)
        if parent is not None:
            above = UNITY_SEGMENTS.index(parent)
            points[row] = points[above] + rot.rotate(turns[above], points[row])
            turns[row] = rot.multiply(turns[above], turns[row])
    return points, turns

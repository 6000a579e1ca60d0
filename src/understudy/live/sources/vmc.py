"""The Virtual Motion Capture protocol: an avatar's bones as OSC messages, as many trackers send them.

Bones are those of Unity's humanoid. Each is placed and turned relatively to its parent, in Unity's
left-handed axes: x right, y up, z forward. Here x is reversed, which makes them right-handed, and the bones
are put together. A frame is complete when as many bones have come as in the frame before.
"""

from __future__ import annotations

import numpy as np

from understudy.live.packets import PacketError, unit_quaternions
from understudy.live.sighting import Sighting, StreamFacts
from understudy.live.source import LOOPBACK, DatagramSource, StampChoice
from understudy.live.sources.osc import OscMessage, read_osc
from understudy.spatial import rotations as rot

PORT = 39539

BONE, ROOT, TIME, OK = "/VMC/Ext/Bone/Pos", "/VMC/Ext/Root/Pos", "/VMC/Ext/T", "/VMC/Ext/OK"

_SPINE = {"Hips": "", "Spine": "Hips", "Chest": "Spine", "UpperChest": "Chest", "Neck": "UpperChest"}
_HEAD = {"Head": "Neck", "LeftEye": "Head", "RightEye": "Head", "Jaw": "Head"}
_LIMBS = {
    "Shoulder": "UpperChest",
    "UpperArm": "Shoulder",
    "LowerArm": "UpperArm",
    "Hand": "LowerArm",
    "UpperLeg": "Hips",
    "LowerLeg": "UpperLeg",
    "Foot": "LowerLeg",
    "Toes": "Foot",
}
_FINGERS = ("Thumb", "Index", "Middle", "Ring", "Little")
_JOINTS = ("Proximal", "Intermediate", "Distal")


def _parents() -> dict[str, str]:
    """Return every bone of Unity's humanoid → its parent, in an order in which parents come first."""
    found = {**_SPINE, **_HEAD}
    for side in ("Left", "Right"):
        for bone, parent in _LIMBS.items():
            found[side + bone] = parent if parent in found else side + parent
        for finger in _FINGERS:
            above = f"{side}Hand"
            for joint in _JOINTS:
                found[f"{side}{finger}{joint}"] = above
                above = f"{side}{finger}{joint}"
    return found


PARENTS = _parents()


class VmcSource(DatagramSource):
    """Bones of one avatar."""

    facts = StreamFacts(format="VMC", unit=1.0, up="y", parents=PARENTS)

    def __init__(self, port: int = PORT, host: str = LOOPBACK) -> None:
        """Be closed."""
        super().__init__(port, host)
        self._bones: dict[str, np.ndarray] = {}
        self._complete: frozenset[str] = frozenset()
        self._names: tuple[str, ...] = ()
        self._root = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
        self._time: float | None = None
        self._began: float | None = None
        self._stamps = StampChoice()

    def parse(self, data: bytes, now: float) -> list[Sighting]:
        """Return the frames that a packet completes."""
        found: list[Sighting] = []
        for message in read_osc(data):
            if message.address == BONE:
                name, pose = _pose(message)
                if name in self._bones:
                    found += self._frame(now)
                if name in PARENTS:
                    if not self._bones:
                        self._began = self._time
                    self._bones[name] = pose
            elif message.address == ROOT:
                self._root = _pose(message)[1]
            elif message.address == TIME:
                self._note_time(message)
            else:
                self.counts.other += 1
        if self._bones and self._complete and self._complete <= self._bones.keys():
            found += self._frame(now)
        return found

    def _note_time(self, message: OscMessage) -> None:
        if not message.arguments or not isinstance(message.arguments[0], (int, float)):
            raise PacketError("has a time that is no number")
        time = float(message.arguments[0])
        if not np.isfinite(time):
            raise PacketError("has a time that is not finite")
        self._time = time

    def _frame(self, now: float) -> list[Sighting]:
        """Return the frame of the bones that have come, and begin the next one."""
        bones, self._bones = self._bones, {}
        self._complete = frozenset(bones)
        if "Hips" not in bones:
            return []
        names = tuple(name for name in PARENTS if name in bones)
        self._names = names = self._names if self._names == names else names
        places, turns = np.empty((len(names), 3)), np.empty((len(names), 4))
        index = {name: row for row, name in enumerate(names)}
        for row, name in enumerate(names):
            parent = PARENTS[name]
            while parent and parent not in index:
                parent = PARENTS[parent]
            place, turn = (places[index[parent]], turns[index[parent]]) if parent else _split(self._root)
            own = bones[name]
            places[row] = place + rot.rotate(turn, own[:3])
            turns[row] = rot.multiply(turn, own[3:])
        time = self._stamps.stamp(self._began, now)
        return [] if time is None else [Sighting(time, names, places, turns)]


def _split(pose: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return pose[:3], pose[3:]


def _pose(message: OscMessage) -> tuple[str, np.ndarray]:
    """Return a name and its position (3,) and quaternion wxyz (4,) in right-handed axes."""
    if len(message.arguments) < 8 or not isinstance(message.arguments[0], str):
        raise PacketError("has a pose without a name and seven numbers")
    numbers = message.arguments[1:8]
    if not all(isinstance(each, (int, float)) for each in numbers):
        raise PacketError("has a pose of which not all is numbers")
    x, y, z, qx, qy, qz, qw = (float(each) for each in numbers if isinstance(each, (int, float)))
    turn = unit_quaternions(np.array([qw, qx, -qy, -qz]))
    pose = np.array([-x, y, z, *turn])
    if not np.isfinite(pose).all():
        raise PacketError("has a pose that is not finite")
    return message.arguments[0], pose

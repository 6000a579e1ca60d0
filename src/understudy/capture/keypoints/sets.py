"""Sets of body keypoints that pose estimators give by number: index → name → canonical landmark.

``sets.toml`` holds their tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from understudy.capture.naming.names import plain_name
from understudy.capture.naming.tables import Table


@dataclass(frozen=True)
class KeypointSet:
    """An order of keypoints.

    Attributes:
        name: What people call it.
        names: K names in order.
        landmarks: Canonical landmark → names of the points whose mean it is.
    """

    name: str
    names: tuple[str, ...]
    landmarks: Mapping[str, tuple[str, ...]]

    @property
    def size(self) -> int:
        """K."""
        return len(self.names)

    def columns(self, names: Iterable[str]) -> dict[str, int]:
        """Return name → index of every name that belongs to this set, however it is written."""
        known = {plain_name(name): index for index, name in enumerate(self.names)}
        found = {name: known.get(plain_name(name)) for name in names}
        return {name: index for name, index in found.items() if index is not None}


KEYPOINT_SETS: tuple[KeypointSet, ...] = tuple(
    KeypointSet(name, points := table.words("points"), table.landmarks(points))
    for name, table in Table.beside(__file__, "keypoint sets").parts("set").items()
)
BODY_25, BODY_25B, COCO_18, MINI_RGBD_25, BLAZEPOSE_33 = KEYPOINT_SETS
OPENPOSE_SETS: tuple[KeypointSet, ...] = (BODY_25, BODY_25B, COCO_18)


def sizes(sets: Sequence[KeypointSet]) -> str:
    """Return the valid numbers of keypoints, for messages."""
    names: dict[int, list[str]] = {}
    for each in sorted(sets, key=lambda each: each.size):
        names.setdefault(each.size, []).append(each.name)
    return ", ".join(f"{count} ({' or '.join(named)})" for count, named in names.items())

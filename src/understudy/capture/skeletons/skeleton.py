"""A BVH skeleton: named joints in a tree, what the reader finds and the writer takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check

ROOT = -1
"""The parent of the root."""


@dataclass(frozen=True, eq=False)
class Skeleton:
    """Joints of a skeleton, parents before their children.

    Attributes:
        names: J joint names, the root first.
        parents: J indices of parents, ``ROOT`` for the root.
        offsets: (J, 3) each joint seen from its parent when no joint is turned.
        end_offsets: Joint name → (3,) or (E, 3) End Sites, the tips of the joint's segment, seen from it.

    Lengths are in metres with z up where a skeleton is written, and in the file's own unit and axes
    where one is read.
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    offsets: np.ndarray
    end_offsets: Mapping[str, np.ndarray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check the tree and freeze the arrays."""
        put = object.__setattr__
        put(self, "names", tuple(self.names))
        put(self, "parents", tuple(int(parent) for parent in self.parents))
        put(self, "offsets", check.frozen_array(self.offsets))
        check.require_unique("joints", self.names)
        check.require_shape("offsets", self.offsets, (len(self.names), 3))
        check.require_finite("offsets", self.offsets)
        ordered = all(0 <= parent < joint for joint, parent in enumerate(self.parents) if joint > 0)
        if len(self.parents) != len(self.names) or self.parents[:1] != (ROOT,) or not ordered:
            raise InvalidMotionError("a skeleton needs one root, first, and every parent before its children")
        ends: dict[str, np.ndarray] = {}
        for name, offsets in self.end_offsets.items():
            if name not in self.names:
                raise InvalidMotionError(f"end_offsets names '{name}', not a joint of the skeleton")
            ends[name] = check.frozen_array(np.atleast_2d(offsets))
            check.require_shape(f"end_offsets of '{name}'", ends[name], (None, 3))
            check.require_finite(f"end_offsets of '{name}'", ends[name])
        put(self, "end_offsets", MappingProxyType(ends))

    @property
    def joint_count(self) -> int:
        """J."""
        return len(self.names)

    @cached_property
    def ends(self) -> list[tuple[str, int, np.ndarray]]:
        """Return every End Site in the joints' order: point name, index of its joint, offset (3,).

        The first End Site of joint ``X`` is called ``X_end``, further ones ``X_end2``, ``X_end3``, …
        """
        taken = set(self.names)
        ends: list[tuple[str, int, np.ndarray]] = []
        for joint, name in enumerate(self.names):
            for offset in self.end_offsets.get(name, ()):
                end_name = _free_name(f"{name}_end", taken)
                taken.add(end_name)
                ends.append((end_name, joint, offset))
        return ends

    @property
    def point_parents(self) -> tuple[int, ...]:
        """Return K indices of the points' parents, ``ROOT`` for the root."""
        return self.parents + tuple(joint for _, joint, _ in self.ends)

    @property
    def point_names(self) -> tuple[str, ...]:
        """Return K names: the joints, then the End Sites."""
        return self.names + tuple(name for name, _, _ in self.ends)


def _free_name(name: str, taken: set[str]) -> str:
    """Return the name, numbered where another point already bears it."""
    number, candidate = 1, name
    while candidate in taken:
        number += 1
        candidate = f"{name}{number}"
    return candidate

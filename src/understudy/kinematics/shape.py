"""Lengths that shape a tree: each moves bodies against their parents, and points on the bodies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.tree import Tree


@dataclass(frozen=True, eq=False)
class Shape:
    """A tree with points on it, as a linear function of lengths.

    A length acts like a translational joint in front of each body that it moves (the virtual joints of
    Ayusawa and Yoshida 2017, III-A), only that it has the same value in every frame.

    Attributes:
        tree: The tree at lengths ``values``.
        points: Its P points at lengths ``values``.
        names: N names of lengths.
        values: (N,) [m].
        body_slope: (N, B, 3) how a body's place in its parent's frame changes with a length.
        point_slope: (N, P, 3) how a point's place in its body's frame changes with a length.
    """

    tree: Tree
    points: tuple[BodyPoint, ...]
    names: tuple[str, ...]
    values: np.ndarray
    body_slope: np.ndarray
    point_slope: np.ndarray

    def locals(self) -> np.ndarray:
        """Return (P, 3) [m] the points in their bodies' frames."""
        return np.array([point.local for point in self.points]).reshape(-1, 3)

    def at(self, values: np.ndarray, offsets: np.ndarray | None = None) -> Shape:
        """Return the shape with other lengths (N,) [m] and points moved by offsets (P, 3) [m]."""
        change = values - self.values
        bodies = self.tree.body_pos + np.tensordot(change, self.body_slope, axes=1)
        locals_ = self.locals() + np.tensordot(change, self.point_slope, axes=1)
        if offsets is not None:
            locals_ = locals_ + offsets
        return replace(
            self,
            tree=self.tree._replace(body_pos=bodies),
            points=tuple(
                replace(point, local=local) for point, local in zip(self.points, locals_, strict=True)
            ),
            values=np.array(values, dtype=np.float64),
        )

    def moves(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return M moves: the length (M,), the body (M,) and the direction in its parent's frame (M, 3)."""
        lengths, bodies = np.nonzero(np.abs(self.body_slope).max(axis=2) > 0.0)
        return lengths, bodies, self.body_slope[lengths, bodies]


def carried_points(tree: Tree, bodies: Sequence[int], points: Sequence[BodyPoint]) -> np.ndarray:
    """Return (P, M) True where a body carries a point: it bears it or is an ancestor of the one that does."""
    ancestors: list[set[int]] = [set()]
    for body in range(1, len(tree.body_parent)):
        ancestors.append(ancestors[tree.body_parent[body]] | {body})
    return np.array([[body in ancestors[point.body] for body in bodies] for point in points], dtype=bool)

"""A tree whose lengths, and whose points' places on their bodies, are joints like all others.

A length acts like a translational joint in front of each body that it moves (the virtual joints of Ayusawa
and Yoshida 2017, III-A), so that every cost has its derivatives by lengths without further code. All frames
of a clip share the value of such a joint, which the batch driver sees to.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.shape import Shape
from understudy.kinematics.tree import FREE, POLYNOMIAL_SIZE, SLIDE, Tree, chains_of

_DOFS = {0: 6, 1: 3, 2: 1, 3: 1}
_COORDINATES = {0: 7, 1: 4, 2: 1, 3: 1}


@dataclass(frozen=True, eq=False)
class ShapedTree:
    """A shape with its lengths as joints.

    Attributes:
        tree: The tree.
        points: The shape's points, on bodies of their own where lengths or offsets move them.
        bodies: (B,) where each body of the shape's tree is in this one.
        dofs: (V,) where each of its degrees of freedom is.
        coordinates: (Q,) where each of its coordinates is.
        lengths: (N,) the degrees of freedom that are lengths; a coordinate is how much longer [m] than the
            shape's value.
        offsets: (F, 3) those that are places of free points on their bodies [m].
    """

    tree: Tree
    points: tuple[BodyPoint, ...]
    bodies: np.ndarray
    dofs: np.ndarray
    coordinates: np.ndarray
    lengths: np.ndarray
    offsets: np.ndarray

    def poses(self, q: np.ndarray) -> np.ndarray:
        """Return poses (T, Q') with lengths and places as the shape has them, from poses (T, Q)."""
        poses = np.tile(self.tree.q_zero, (len(q), 1))
        poses[:, self.coordinates] = q
        return poses


def with_lengths_as_joints(shape: Shape, free: np.ndarray | None = None) -> ShapedTree:
    """Return a shape's tree in which its lengths, and the places of ``free`` (P,) points, are slides."""
    source, growing = shape.tree, _Growing()
    moves: dict[int, list[tuple[int, np.ndarray]]] = defaultdict(list)
    for length, body, slope in zip(*shape.moves(), strict=True):
        moves[int(body)].append((int(length), slope))
    followers: list[tuple[int, int, float]] = []

    def follow(body: int, length: int, slope: np.ndarray) -> None:
        far = float(np.linalg.norm(slope))
        followers.append((growing.slide(body, slope / far), length, far))

    bodies = [0]
    for body in range(1, len(source.body_parent)):
        parent = bodies[source.body_parent[body]]
        if moves[body]:
            first = source.body_joint_start[body]
            if source.body_joint_count[body] and source.joint_type[first] == FREE:
                raise ValueError(f"body {body} has a free joint, so that no length can move it")
            # A carrier in front of the body leaves the order of its own joints as it is.
            parent = growing.body(parent, np.zeros(3), np.eye(3))
            for length, slope in moves[body]:
                follow(parent, length, slope)
        bodies.append(growing.copy(source, body, parent))
    points, offsets = [], []
    free = np.zeros(len(shape.points), dtype=bool) if free is None else free
    for index, point in enumerate(shape.points):
        slopes = [(n, slope[index]) for n, slope in enumerate(shape.point_slope) if slope[index].any()]
        if not slopes and not free[index]:
            points.append(BodyPoint(bodies[point.body], point.local, point.radius))
            continue
        own = growing.body(bodies[point.body], point.local, np.eye(3))
        for length, slope in slopes:
            follow(own, length, slope)
        if free[index]:
            offsets.append([growing.slide(own, axis) for axis in np.eye(3)])
        points.append(BodyPoint(own, np.zeros(3), point.radius))
    lengths = [
        growing.slide(growing.body(0, np.zeros(3), np.eye(3)), np.array([1.0, 0.0, 0.0])) for _ in shape.names
    ]
    for dof, length, far in followers:
        growing.variable[dof] = lengths[length]
        growing.coupling[dof][1] = far
    return ShapedTree(
        tree=growing.tree(),
        points=tuple(points),
        bodies=np.array(bodies),
        dofs=np.array([growing.dof_of[dof] for dof in range(len(source.variable))], dtype=np.int64),
        coordinates=np.array([growing.q_of[at] for at in range(len(source.q_zero))], dtype=np.int64),
        lengths=np.array(lengths, dtype=np.int64),
        offsets=np.array(offsets, dtype=np.int64).reshape(-1, 3),
    )


class _Growing:
    """A tree that bodies and joints are added to, parents before their children."""

    def __init__(self) -> None:
        self.parent, self.place, self.turn = [0], [np.zeros(3)], [np.eye(3)]
        self.mass, self.com = [0.0], [np.zeros(3)]
        self.joints: list[list[int]] = [[]]
        self.kind: list[int] = []
        self.joint_pos: list[np.ndarray] = []
        self.joint_axis: list[np.ndarray] = []
        self.joint_q: list[int] = []
        self.joint_dof: list[int] = []
        self.q_zero: list[float] = []
        self.dof_turns: list[int] = []
        self.dof_body: list[int] = []
        self.dof_q: list[int] = []
        self.variable: list[int] = []
        self.coupling: list[np.ndarray] = []
        self.dof_of: dict[int, int] = {}
        self.q_of: dict[int, int] = {}

    def body(self, parent: int, place: np.ndarray, turn: np.ndarray) -> int:
        """Add a body without mass."""
        self.parent.append(parent)
        self.place.append(np.array(place))
        self.turn.append(np.array(turn))
        self.mass.append(0.0)
        self.com.append(np.zeros(3))
        self.joints.append([])
        return len(self.parent) - 1

    def slide(self, body: int, axis: np.ndarray) -> int:
        """Add a slide that starts at 0; return its degree of freedom."""
        self._joint(body, SLIDE, np.zeros(3), axis, np.zeros(1))
        return len(self.variable) - 1

    def copy(self, source: Tree, body: int, parent: int) -> int:
        """Add a body of another tree with its joints; couplings go along."""
        own = self.body(parent, source.body_pos[body], source.body_mat[body])
        self.mass[own], self.com[own] = float(source.body_mass[body]), source.body_com[body]
        first = source.body_joint_start[body]
        for joint in range(first, first + source.body_joint_count[body]):
            kind, at, dof = (int(a[joint]) for a in (source.joint_type, source.joint_q, source.joint_dof))
            for k in range(_COORDINATES[kind]):
                self.q_of[at + k] = len(self.q_zero) + k
            for k in range(_DOFS[kind]):
                self.dof_of[dof + k] = len(self.variable) + k
            zero = source.q_zero[at : at + _COORDINATES[kind]]
            self._joint(own, kind, source.joint_pos[joint], source.joint_axis[joint], zero)
            for k in range(_DOFS[kind]):
                driver = int(source.variable[dof + k])
                self.variable[self.dof_of[dof + k]] = (
                    -1 if driver < 0 else self.dof_of.get(driver, -2 - driver)
                )
                self.coupling[self.dof_of[dof + k]] = np.array(source.coupling[dof + k])
        return own

    def _joint(self, body: int, kind: int, place: np.ndarray, axis: np.ndarray, zero: np.ndarray) -> None:
        self.joints[body].append(len(self.kind))
        self.kind.append(kind)
        self.joint_pos.append(np.array(place))
        self.joint_axis.append(np.array(axis))
        self.joint_q.append(len(self.q_zero))
        self.joint_dof.append(len(self.variable))
        for k in range(_DOFS[kind]):
            slides = kind == SLIDE or (kind == FREE and k < 3)
            self.dof_turns.append(0 if slides else 1)
            self.dof_body.append(body)
            self.dof_q.append(len(self.q_zero) if kind >= SLIDE else -1)
            self.variable.append(len(self.variable))
            self.coupling.append(np.zeros(POLYNOMIAL_SIZE))
        self.q_zero.extend(float(value) for value in zero)

    def tree(self) -> Tree:
        """Return the tree, all couplings resolved."""
        # A driver that came after its follower was left as −2 − its old degree of freedom.
        variable = [self.dof_of[-2 - each] if each < -1 else each for each in self.variable]
        parent, dof_body = np.array(self.parent, dtype=np.int64), np.array(self.dof_body, dtype=np.int64)
        chain, chain_count = chains_of(parent, dof_body)
        return Tree(
            body_parent=parent,
            body_pos=np.array(self.place),
            body_mat=np.array(self.turn),
            body_mass=np.array(self.mass),
            body_com=np.array(self.com),
            body_joint_start=np.array([own[0] if own else -1 for own in self.joints], dtype=np.int64),
            body_joint_count=np.array([len(own) for own in self.joints], dtype=np.int64),
            joint_type=np.array(self.kind, dtype=np.int64),
            joint_pos=np.array(self.joint_pos).reshape(-1, 3),
            joint_axis=np.array(self.joint_axis).reshape(-1, 3),
            joint_q=np.array(self.joint_q, dtype=np.int64),
            joint_dof=np.array(self.joint_dof, dtype=np.int64),
            dof_turns=np.array(self.dof_turns, dtype=np.int64),
            dof_body=dof_body,
            dof_q=np.array(self.dof_q, dtype=np.int64),
            q_zero=np.array(self.q_zero),
            chain=chain,
            chain_count=chain_count,
            variable=np.array(variable, dtype=np.int64),
            coupling=np.array(self.coupling).reshape(-1, POLYNOMIAL_SIZE),
        )

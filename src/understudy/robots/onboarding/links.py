"""The moving parts of a bare model: bodies welded together are one link, whatever they are called.

Links make up a tree without a first one: it can be looked at from any of them, so that it does not matter
which body a model is rooted in.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.robots.onboarding.shapes import body_cloud
from understudy.robots.surface import DIRECTIONS

WORLD = 0
_SCALAR = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))
_SHARE_OF_ONE_ROBOT = 0.6


@dataclass(frozen=True, eq=False)
class Link:
    """Bodies that move as one, as they are seen from the tree's root.

    Attributes:
        index: Its number, the same from wherever the tree is looked at.
        bodies: Their indices, the one that the others are welded to first.
        joints: Indices of the scalar joints that move the link, from the root outwards.
        parent: Index of the link before, -1 for the root.
        children: Indices of the links after.
        mass: Together [kg].
        centre_w: (3,) centre of mass [m] in the zero pose.
        points_w: (N, 3) surface [m] in the zero pose.
        outline_w: (M, 3) its outermost points [m].
    """

    index: int
    bodies: tuple[int, ...]
    joints: tuple[int, ...]
    parent: int
    children: tuple[int, ...]
    mass: float
    centre_w: np.ndarray
    points_w: np.ndarray
    outline_w: np.ndarray

    @property
    def body(self) -> int:
        """The body that the others are welded to."""
        return self.bodies[0]


class LinkTree:
    """All links of the robot in a model, in its zero pose; other things of a scene are left out.

    Attributes:
        model: The compiled model.
        data: Its zero pose.
        anchor_w: (njnt, 3) points on the joints' axes [m].
        axis_w: (njnt, 3) axes, about which positive angles turn what is outward of a joint.
        links: Link by index.
        root: The link that the tree is looked at from.
    """

    def __init__(self, model: mujoco.MjModel) -> None:
        """Weld, find the robot, and measure; the tree is looked at from the model's own root.

        Args:
            model: A compiled model.
        """
        self.model = model
        self.data = mujoco.MjData(model)
        mujoco.mj_kinematics(model, self.data)
        mujoco.mj_comPos(model, self.data)
        self.anchor_w = np.array(self.data.xanchor).reshape(-1, 3)
        self._model_axis_w = np.array(self.data.xaxis).reshape(-1, 3)
        self._bodies_of_parent: list[list[int]] = [[] for _ in range(model.nbody)]
        for body in range(1, model.nbody):
            self._bodies_of_parent[int(model.body_parentid[body])].append(body)
        self._parts: list[Link] = []
        self._joints_between: dict[tuple[int, int], tuple[int, ...]] = {}
        self._add(self._root_body(), -1)
        self.link_of_body = {body: link.index for link in self._parts for body in link.bodies}
        self._look_from(0)

    def seen_from(self, index: int) -> LinkTree:
        """Return the same tree looked at from another link."""
        if index == self.root.index:
            return self
        view = copy.copy(self)
        view.__dict__.pop("_below", None)
        view._look_from(index)
        return view

    def _look_from(self, index: int) -> None:
        """Put parents, children and axes the way they are seen from a link."""
        self.axis_w = self._model_axis_w.copy()
        links: dict[int, Link] = {}
        waiting = [(index, -1)]
        while waiting:
            own, parent = waiting.pop()
            part = self._parts[own]
            neighbours = [n for n in (part.parent, *part.children) if n >= 0]
            joints: tuple[int, ...] = ()
            if parent >= 0:
                is_turned = part.parent != parent
                joints = self._joints_between[(parent, own) if not is_turned else (own, parent)]
                if is_turned:
                    joints = joints[::-1]
                    self.axis_w[list(joints)] *= -1.0
            children = tuple(n for n in neighbours if n != parent)
            links[own] = Link(
                own,
                part.bodies,
                joints,
                parent,
                children,
                part.mass,
                part.centre_w,
                part.points_w,
                part.outline_w,
            )
            waiting += [(child, own) for child in children]
        self.links = [links[number] for number in range(len(self._parts))]
        self.root = self.links[index]

    def children(self, link: Link) -> list[Link]:
        """Return the links that hang on a link."""
        return [self.links[index] for index in link.children]

    def subtree(self, link: Link) -> Iterator[Link]:
        """Yield a link and all that hang on it."""
        yield link
        for child in self.children(link):
            yield from self.subtree(child)

    def path(self, link: Link) -> tuple[Link, ...]:
        """Return the links from the root to a link."""
        path = [link]
        while path[0].parent >= 0:
            path.insert(0, self.links[path[0].parent])
        return tuple(path)

    def link_of_joint(self, joint: int) -> Link:
        """Return the link that a joint moves, the outer one of the two that it ties together."""
        return next(link for link in self.links if joint in link.joints)

    def body_before(self, joint: int) -> int:
        """Return the body on the inner side of a joint."""
        lower = int(self.model.jnt_bodyid[joint])
        outer = self.link_of_joint(joint)
        return lower if lower not in outer.bodies else int(self.model.body_parentid[lower])

    def points_w(self, link: Link) -> np.ndarray:
        """Return (N, 3) the surface [m] of a link and all that hang on it, in the zero pose."""
        return np.concatenate([part.points_w for part in self.subtree(link)])

    @cached_property
    def _below(self) -> dict[int, tuple[float, int]]:
        """Mass [kg] and joints of every link and all that hang on it."""
        found: dict[int, tuple[float, int]] = {}

        def look(link: Link) -> tuple[float, int]:
            mass, joints = link.mass, len(link.joints)
            for child in self.children(link):
                more = look(child)
                mass, joints = mass + more[0], joints + more[1]
            found[link.index] = (mass, joints)
            return found[link.index]

        look(self.root)
        return found

    def subtree_mass(self, link: Link) -> float:
        """Return the mass [kg] of a link and all that hang on it."""
        return self._below[link.index][0]

    def subtree_joints(self, link: Link) -> int:
        """Return how many scalar joints move a link and all that hang on it."""
        return self._below[link.index][1]

    @property
    def joints(self) -> tuple[int, ...]:
        """All scalar joints of the robot, in the order of the model."""
        return tuple(sorted(joint for link in self.links for joint in link.joints))

    def _root_body(self) -> int:
        """Return the body under the world that carries most joints, or the world where several share."""
        self._require_no_balls()
        counts = {body: self._joints_below(body) for body in self._bodies_of_parent[WORLD]}
        total = sum(counts.values())
        if total == 0:
            raise RobotError("the model has no joints, so it is no robot that could move")
        best = max(counts, key=lambda body: counts[body])
        alone = counts[best] >= _SHARE_OF_ONE_ROBOT * total and not self._scalar_joints(best)
        return best if alone else WORLD

    def _require_no_balls(self) -> None:
        balls = np.flatnonzero(self.model.jnt_type == int(mujoco.mjtJoint.mjJNT_BALL))
        if len(balls):
            name = self.model.joint(int(balls[0])).name
            raise RobotError(
                f"joint '{name}' is a ball joint, which no robot motion can hold; write it as three hinges"
            )

    def _joints_below(self, body: int) -> int:
        below = sum(self._joints_below(child) for child in self._bodies_of_parent[body])
        return below + len(self._scalar_joints(body))

    def _scalar_joints(self, body: int) -> tuple[int, ...]:
        first, count = int(self.model.body_jntadr[body]), int(self.model.body_jntnum[body])
        return tuple(j for j in range(first, first + count) if int(self.model.jnt_type[j]) in _SCALAR)

    def _add(self, body: int, parent: int) -> int:
        """Add the link that starts at a body and all that hang on it, and return its index."""
        index = len(self._parts)
        bodies, below = [body], list(self._bodies_of_parent[body])
        starts = []
        while below:
            candidate = below.pop(0)
            if self.model.body_jntnum[candidate]:
                starts.append(candidate)
            else:
                bodies.append(candidate)
                below = self._bodies_of_parent[candidate] + below
        if parent >= 0:
            self._joints_between[parent, index] = self._scalar_joints(body)
        self._parts.append(self._measure(index, tuple(bodies), parent, ()))
        starts = [start for start in starts if body != WORLD or not self._is_loose(start)]
        children = tuple(self._add(start, index) for start in starts)
        self._parts[index] = self._measure(index, tuple(bodies), parent, children)
        return index

    def _is_loose(self, body: int) -> bool:
        """Whether a body floats freely in the scene, such as a toy beside the robot."""
        first = int(self.model.body_jntadr[body])
        return int(self.model.jnt_type[first]) == int(mujoco.mjtJoint.mjJNT_FREE)

    def _measure(self, index: int, bodies: tuple[int, ...], parent: int, children: tuple[int, ...]) -> Link:
        own = [body for body in bodies if body != WORLD]
        masses = self.model.body_mass[own]
        mass = float(masses.sum())
        centre = np.array(self.data.xpos[bodies[0]])
        if mass > 0.0:
            centre = masses @ self.data.xipos[own] / mass
        points = np.concatenate([np.zeros((0, 3)), *(body_cloud(self.model, self.data, b) for b in own)])
        outermost = np.unique((points @ DIRECTIONS.T).argmax(axis=0)) if len(points) else []
        return Link(index, bodies, (), parent, children, mass, centre, points, points[outermost])

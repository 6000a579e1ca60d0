"""The moving parts of a bare model: bodies welded together are one link, whatever they are called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.robots.onboarding.shapes import body_cloud

WORLD = 0
_SCALAR = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))
_SHARE_OF_ONE_ROBOT = 0.6


@dataclass(frozen=True, eq=False)
class Link:
    """Bodies that move as one.

    Attributes:
        index: Place in the tree, the root first.
        bodies: Their indices, the one that carries the joints first.
        joints: Indices of the scalar joints that move the link, in order.
        parent: The link before, -1 for the root.
        children: The links after.
        mass: Together [kg].
        centre_w: (3,) centre of mass [m] in the zero pose.
        points_w: (N, 3) surface [m] in the zero pose.
    """

    index: int
    bodies: tuple[int, ...]
    joints: tuple[int, ...]
    parent: int
    children: tuple[int, ...]
    mass: float
    centre_w: np.ndarray
    points_w: np.ndarray

    @property
    def body(self) -> int:
        """The body that carries the joints."""
        return self.bodies[0]


class LinkTree:
    """All links of the robot in a model, in its zero pose; other things of a scene are left out."""

    def __init__(self, model: mujoco.MjModel) -> None:
        """Weld, find the robot, and measure.

        Args:
            model: A compiled model.
        """
        self.model = model
        self.data = mujoco.MjData(model)
        mujoco.mj_kinematics(model, self.data)
        mujoco.mj_comPos(model, self.data)
        self.anchor_w = np.array(self.data.xanchor).reshape(-1, 3)
        self.axis_w = np.array(self.data.xaxis).reshape(-1, 3)
        self._bodies_of_parent: list[list[int]] = [[] for _ in range(model.nbody)]
        for body in range(1, model.nbody):
            self._bodies_of_parent[int(model.body_parentid[body])].append(body)
        self.links: list[Link] = []
        self._add(self._root_body(), -1)
        self.link_of_body = {body: link.index for link in self.links for body in link.bodies}

    @property
    def root(self) -> Link:
        """The link that everything hangs on."""
        return self.links[0]

    def children(self, link: Link) -> list[Link]:
        """Return the links that hang on a link."""
        return [self.links[index] for index in link.children]

    def subtree(self, link: Link) -> Iterator[Link]:
        """Yield a link and all that hang on it."""
        yield link
        for child in self.children(link):
            yield from self.subtree(child)

    def points_w(self, link: Link) -> np.ndarray:
        """Return (N, 3) the surface [m] of a link and all that hang on it, in the zero pose."""
        return np.concatenate([part.points_w for part in self.subtree(link)])

    def subtree_mass(self, link: Link) -> float:
        """Return the mass [kg] of a link and all that hang on it."""
        return sum(part.mass for part in self.subtree(link))

    def subtree_joints(self, link: Link) -> int:
        """Return how many scalar joints move a link and all that hang on it."""
        return sum(len(part.joints) for part in self.subtree(link))

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
        index = len(self.links)
        bodies, below = [body], list(self._bodies_of_parent[body])
        starts = []
        while below:
            candidate = below.pop(0)
            if self.model.body_jntnum[candidate]:
                starts.append(candidate)
            else:
                bodies.append(candidate)
                below = self._bodies_of_parent[candidate] + below
        self.links.append(self._measure(index, tuple(bodies), parent, ()))
        starts = [start for start in starts if body != WORLD or not self._is_loose(start)]
        children = tuple(self._add(start, index) for start in starts)
        self.links[index] = self._measure(index, tuple(bodies), parent, children)
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
        clouds = [body_cloud(self.model, self.data, body) for body in own]
        return Link(
            index=index,
            bodies=bodies,
            joints=self._scalar_joints(bodies[0]),
            parent=parent,
            children=children,
            mass=mass,
            centre_w=centre,
            points_w=np.concatenate([np.zeros((0, 3)), *clouds]),
        )

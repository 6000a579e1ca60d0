"""Bodies put together one joint after the other, as random robots are made of them."""

from __future__ import annotations

from dataclasses import dataclass, field

import mujoco
import numpy as np

X, Y, Z = np.eye(3)


@dataclass(eq=False)
class Builder:
    """A model that grows; places and axes are the world's in the zero pose, which is upright and faces x.

    Attributes:
        generator: Where random figures come from.
        shapes: Whether bodies get shapes.
        spec: The specification.
        places: Body → (3,) where its frame is [m]; frames are not turned.
    """

    generator: np.random.Generator
    shapes: bool = True
    spec: mujoco.MjSpec = field(default_factory=mujoco.MjSpec)
    places: dict[str, np.ndarray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Count angles in radians."""
        self.spec.compiler.degree = False

    def root(self, name: str, place: np.ndarray, mass: float, free: bool = True) -> str:
        """Add the first body and return its name."""
        body = self.spec.worldbody.add_body(name=name, pos=place)
        if free:
            body.add_freejoint()
        self._inertia(body, np.zeros(3), mass, 0.1)
        self.places[name] = np.array(place, dtype=float)
        return name

    def hinge(
        self,
        name: str,
        above: str,
        place: np.ndarray,
        axis: np.ndarray,
        limits: tuple[float, float] | None,
        mass: float = 0.3,
    ) -> str:
        """Hang a body on another one by a hinge through a place (3,) of the world and return its name.

        Args:
            name: Of the body; its joint is called alike.
            above: The body that it hangs on.
            place: (3,) [m].
            axis: (3,), about which a positive angle turns the new body.
            limits: Range [rad], None for an unlimited joint.
            mass: [kg].
        """
        parent = self.spec.body(above)
        body = parent.add_body(name=name, pos=np.asarray(place) - self.places[above])
        joint = body.add_joint(name=name, type=mujoco.mjtJoint.mjJNT_HINGE, axis=axis)
        joint.limited = (
            mujoco.mjtLimited.mjLIMITED_FALSE if limits is None else mujoco.mjtLimited.mjLIMITED_TRUE
        )
        if limits is not None:
            joint.range = sorted(limits)
        self._inertia(body, np.zeros(3), mass, 0.03)
        self.places[name] = np.array(place, dtype=float)
        return name

    def capsule(self, body: str, start: np.ndarray, end: np.ndarray, radius: float, mass: float) -> None:
        """Give a body a rod between two places (3,) of the world, and a mass [kg] at its middle."""
        place = self.places[body]
        written = self.spec.body(body)
        middle = 0.5 * (np.asarray(start) + end) - place
        self._inertia(written, middle, mass, float(np.linalg.norm(np.asarray(end) - start)))
        if self.shapes:
            written.add_geom(
                type=mujoco.mjtGeom.mjGEOM_CAPSULE,
                fromto=[*(np.asarray(start) - place), *(np.asarray(end) - place)],
                size=[radius, 0.0, 0.0],
            )

    def box(self, body: str, centre: np.ndarray, half: np.ndarray, mass: float) -> None:
        """Give a body a box about a place (3,) of the world with half sides (3,) [m], and a mass [kg]."""
        written = self.spec.body(body)
        local = np.asarray(centre) - self.places[body]
        self._inertia(written, local, mass, 2.0 * float(np.max(half)))
        if self.shapes:
            written.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, pos=local, size=half)

    def _inertia(self, body: mujoco.MjsBody, centre: np.ndarray, mass: float, size: float) -> None:
        body.explicitinertial = True
        body.mass, body.ipos = mass, centre
        body.inertia = np.full(3, mass * size**2 / 12.0) + 1e-9

    def uniform(self, low: float, high: float) -> float:
        """Return an even random number."""
        return float(self.generator.uniform(low, high))

    def chance(self, share: float) -> bool:
        """Return True in this share of cases."""
        return bool(self.generator.random() < share)

"""A robot's motion: the file that every method of retargeting writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

import numpy as np

from understudy.errors import InvalidMotionError, unknown_name
from understudy.motion import validation as check
from understudy.motion.archive import naming_file, number
from understudy.motion.landmarks import CONTACTS
from understudy.motion.noun_archive import archive_holds, load_noun, packed_noun, save_noun
from understudy.motion.part_contacts import (
    PART_CONTACT_ARRAYS,
    PartContacts,
    arrays_of_part_contacts,
    frozen_part_contacts,
    part_contacts_at,
    part_contacts_of_arrays,
)
from understudy.motion.provenance import Provenance
from understudy.motion.reconstruction import (
    RECONSTRUCTED,
    Reconstruction,
    arrays_of_reconstruction,
    reconstruction_of_arrays,
)
from understudy.motion.sides import contacts_of_other_side, renamed
from understudy.motion.terrain import LEVEL, TERRAIN_ARRAY, Terrain, arrays_of_terrain, terrain_of_arrays
from understudy.motion.timeline import Timeline
from understudy.motion.validation import ROOT_SIZE

KIND = "robot_motion"
_FURTHER = ("contacts", "model", TERRAIN_ARRAY, *PART_CONTACT_ARRAYS)
ARRAYS = ("q", "joints", "fps", "robot", "method", "status", "provenance")


class Body(Protocol):
    """What a motion asks of its robot, which knows its own model; see :class:`understudy.robots.Robot`."""

    def body_positions(self, q: np.ndarray, bodies: Sequence[str] | None = None) -> np.ndarray:
        """Return positions (T, N, 3) [m] of bodies for coordinates (T, nq)."""
        ...

    def mirrored(self, q: np.ndarray) -> np.ndarray:
        """Return coordinates (T, nq) of the mirror image in the plane y = 0."""
        ...


@dataclass(frozen=True, eq=False)
class RobotMotion(Timeline):
    """Robot coordinates over time.

    Attributes:
        robot: Name in the catalogue, or the path of a card.
        method: Method of retargeting.
        joints: Joint names in the order of ``q``.
        q: (T, nq): root xyz [m], root quaternion wxyz, then joints [rad or m]; fixed base: joints only.
        fps: Frames a second [1/s].
        status: (T,) how each frame was left, codes of :class:`understudy.motion.ending.Ending`.
        contacts: (T, 4) bool, robot points of ``CONTACTS`` held on the floor.
        model: Fingerprint of the robot's model, which tells it from another of the same name; empty where
            it is not known.
        provenance: The history.
        terrain: Steps, kerbs and ramps in the robot's world; none on level ground.
        reconstruction: The person that the motion stands for, of methods that reconstruct one.
        part_contacts: Part of ``PART_CONTACTS`` → (T,) bool, where the robot's is held on the floor; parts
            that never are left out.
    """

    robot: str
    method: str
    joints: tuple[str, ...]
    q: np.ndarray
    fps: float
    status: np.ndarray
    contacts: np.ndarray | None = None
    model: str = ""
    provenance: Provenance = field(default_factory=Provenance)
    terrain: Terrain = LEVEL
    reconstruction: Reconstruction | None = None
    part_contacts: PartContacts = field(default_factory=dict)

    def __repr__(self) -> str:
        """Return one line, since arrays of a clip fill pages of a notebook."""
        return (
            f"<RobotMotion of {self.robot} by {self.method}: {self.frame_count} frames at {self.fps:g} Hz, "
            f"{len(self.joints)} joints>"
        )

    def __deepcopy__(self, memo: dict[int, object]) -> RobotMotion:
        """Return the motion itself, of which nothing can be changed; gymnasium copies what it is made of."""
        return self

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        put = object.__setattr__
        put(self, "joints", tuple(self.joints))
        put(self, "q", check.frozen_array(self.q))
        put(self, "status", check.frozen_array(self.status, np.int64))
        check.require_unique("joints", self.joints)
        check.require_fps(self.fps)
        check.require_shape("q", self.q, (None, None))
        check.require_columns(self.q, self.joints)
        if self.frame_count == 0:
            raise InvalidMotionError("a robot motion needs at least one frame")
        check.require_finite("q", self.q)
        if self.has_free_base:
            check.require_unit_quaternions("root quaternion", self.q[:, 3:ROOT_SIZE])
        check.require_shape("status", self.status, (self.frame_count,))
        contacts = np.zeros((self.frame_count, len(CONTACTS))) if self.contacts is None else self.contacts
        put(self, "contacts", check.frozen_array(contacts, bool))
        check.require_shape("contacts", self.contact_mask, (self.frame_count, len(CONTACTS)))
        put(self, "part_contacts", frozen_part_contacts(self.part_contacts, self.frame_count))
        if self.reconstruction is not None:
            check.require_shape(
                "reconstructed points", self.reconstruction.points, (self.frame_count, None, 3)
            )

    @property
    def contact_mask(self) -> np.ndarray:
        """(T, 4) True where the robot's point of ``CONTACTS`` is held on the floor."""
        assert self.contacts is not None
        return self.contacts

    @property
    def frame_count(self) -> int:
        """T."""
        return self.q.shape[0]

    @property
    def has_free_base(self) -> bool:
        """Whether ``q`` starts with the root's pose."""
        return self.q.shape[1] == len(self.joints) + ROOT_SIZE

    @property
    def joint_positions(self) -> np.ndarray:
        """(T, J) joint coordinates [rad or m] without the root."""
        return self.q[:, ROOT_SIZE:] if self.has_free_base else self.q

    def joint(self, name: str) -> np.ndarray:
        """Return coordinates (T,) [rad or m] of a joint.

        Raises:
            InvalidMotionError: Where the robot has no such joint, naming the nearest.
        """
        if name not in self.joints:
            raise InvalidMotionError(unknown_name("joint", name, self.joints))
        return self.joint_positions[:, self.joints.index(name)]

    def body_positions(self, robot: Body, bodies: Sequence[str] | None = None) -> np.ndarray:
        """Return world positions (T, N, 3) [m] of the origins of the robot's bodies.

        Args:
            robot: The robot of this motion, ``understudy.robot("g1")``.
            bodies: Bodies of its model, in the order to return them; all but the world by default.
        """
        return robot.body_positions(self.q, bodies)

    def mirror(self, robot: Body) -> RobotMotion:
        """Return the mirror image in the plane y = 0: left limbs do what right ones did.

        Args:
            robot: The robot of this motion, of two equal sides.
        """
        return replace(
            self,
            q=robot.mirrored(self.q),
            contacts=contacts_of_other_side(self.contact_mask),
            part_contacts=renamed(self.part_contacts),
            terrain=self.terrain.mirror(),
            reconstruction=None,
            provenance=self.provenance.then("mirror"),
        )

    def section(self, start: int, stop: int) -> RobotMotion:
        """Return frames ``start`` to ``stop`` (excluded)."""
        return replace(
            self,
            q=self.q[start:stop],
            status=self.status[start:stop],
            contacts=self.contact_mask[start:stop],
            part_contacts=part_contacts_at(self.part_contacts, slice(start, stop)),
            reconstruction=self.reconstruction and self.reconstruction.section(start, stop),
        )

    def save(self, path: str | Path) -> None:
        """Save to one ``.npz`` file."""
        save_noun(path, KIND, self._arrays())

    def to_bytes(self) -> bytes:
        """Return the bytes of the file that :meth:`save` would write."""
        return packed_noun(KIND, self._arrays())

    def _arrays(self) -> dict[str, np.ndarray]:
        return {
            "q": self.q,
            "joints": np.array(self.joints),
            "fps": np.array(self.fps, dtype=np.float64),
            "robot": np.array(self.robot),
            "method": np.array(self.method),
            "status": self.status,
            "contacts": self.contact_mask,
            "model": np.array(self.model),
            "provenance": np.array(self.provenance.to_json()),
            **arrays_of_terrain(self.terrain),
            **arrays_of_reconstruction(self.reconstruction),
            **arrays_of_part_contacts(self.part_contacts),
        }

    @staticmethod
    def is_saved_in(path: str | Path) -> bool:
        """Return whether a file is an archive with all arrays of a robot's motion, by their names alone."""
        return archive_holds(path, ARRAYS, KIND)

    @classmethod
    def load(cls, path: str | Path) -> RobotMotion:
        """Load what :meth:`save` wrote."""
        data = load_noun(path, KIND, ARRAYS, _FURTHER, (RECONSTRUCTED,))
        with naming_file(path):
            return cls(
                robot=str(data["robot"]),
                method=str(data["method"]),
                joints=tuple(str(name) for name in data["joints"]),
                q=data["q"],
                fps=number(data["fps"]),
                status=data["status"],
                contacts=data.get("contacts"),
                part_contacts=part_contacts_of_arrays(data),
                terrain=terrain_of_arrays(data),
                reconstruction=reconstruction_of_arrays(data),
                model=str(data.get("model", "")),
                provenance=Provenance.from_json(str(data["provenance"])),
            )

"""Everything that is true of a synthetic capture, in one file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from understudy.motion.archive import naming_file
from understudy.motion.landmarks import CONTACTS
from understudy.motion.noun_archive import load_noun, save_noun
from understudy.motion.part_contacts import (
    PART_CONTACT_ARRAYS,
    PartContacts,
    arrays_of_part_contacts,
    frozen_part_contacts,
    part_contacts_of_arrays,
)
from understudy.motion.provenance import Provenance
from understudy.synth.take import Take


@dataclass(frozen=True, eq=False)
class Truth:
    """What was performed, and what became of it.

    Attributes:
        angle_names: A anatomical angles, see :mod:`understudy.synth.body.angles`.
        angles: (T, A) [rad].
        joint_names: J joints of the performer's skeleton.
        joint_positions: (T, J, 3) [m] in the world: z up, the floor at z = 0.
        joint_rotations: (T, J, 4) wxyz in the world; none in the T-pose.
        contacts: (T, 4) bool, weight on ``CONTACTS``.
        point_names: K points as the capture names them.
        points: (T, K, 3) [m] as captured, NaN where missing.
        true_points: (T, K, 3) [m].
        is_missing, is_outlier, is_swapped: (T, K) bool, what was done to each point.
        fps: Frames a second [1/s].
        sizes: The performer's lengths [m].
        subject: Height [m], age [years] and sex, None or empty where they were not chosen.
        provenance: What was asked for.
        part_contacts: Part of ``PART_CONTACTS`` → (T,) bool, where it touches the floor.
    """

    angle_names: tuple[str, ...]
    angles: np.ndarray
    joint_names: tuple[str, ...]
    joint_positions: np.ndarray
    joint_rotations: np.ndarray
    contacts: np.ndarray
    point_names: tuple[str, ...]
    points: np.ndarray
    true_points: np.ndarray
    is_missing: np.ndarray
    is_outlier: np.ndarray
    is_swapped: np.ndarray
    fps: float
    sizes: dict[str, float]
    subject: dict[str, float | str | None]
    provenance: Provenance
    part_contacts: PartContacts = field(default_factory=dict)

    @classmethod
    def of(cls, take: Take) -> Truth:
        """Return the truth of a synthetic capture."""
        motion, captured = take.motion, take.captured
        return cls(
            angle_names=tuple(motion.angles),
            angles=np.stack(list(motion.angles.values()), axis=1),
            joint_names=motion.skeleton.names,
            joint_positions=motion.joint_positions,
            joint_rotations=motion.joint_orientations,
            contacts=motion.contacts,
            point_names=take.names,
            points=captured.points,
            true_points=captured.true_points,
            is_missing=captured.is_missing,
            is_outlier=captured.is_outlier,
            is_swapped=captured.is_swapped,
            fps=motion.fps,
            sizes=asdict(motion.body.sizes),
            subject=asdict(motion.body.subject),
            provenance=take.provenance,
            part_contacts=motion.part_contacts,
        )

    def angle(self, name: str) -> np.ndarray:
        """Return an anatomical angle (T,) [rad]."""
        return self.angles[:, self.angle_names.index(name)]

    def save(self, path: str | Path) -> None:
        """Save to one ``.npz`` file; equal truths give equal bytes."""
        texts = {name: json.dumps(getattr(self, name), sort_keys=True) for name in ("sizes", "subject")}
        names = ("angle_names", "joint_names", "point_names")
        save_noun(
            path,
            _KIND,
            {name: getattr(self, name) for name in _NUMBERS}
            | {name: np.array(getattr(self, name)) for name in names}
            | {name: np.array(text) for name, text in texts.items()}
            | {"fps": np.array(float(self.fps)), "contact_names": np.array(CONTACTS)}
            | {"provenance": np.array(self.provenance.to_json())}
            | arrays_of_part_contacts(self.part_contacts),
        )

    @classmethod
    def load(cls, path: str | Path) -> Truth:
        """Load what :meth:`save` wrote."""
        data = load_noun(path, _KIND, _REQUIRED, PART_CONTACT_ARRAYS)
        with naming_file(path):
            return cls(
                angle_names=tuple(str(name) for name in data["angle_names"]),
                joint_names=tuple(str(name) for name in data["joint_names"]),
                point_names=tuple(str(name) for name in data["point_names"]),
                fps=float(data["fps"]),
                sizes=json.loads(str(data["sizes"])),
                subject=json.loads(str(data["subject"])),
                provenance=Provenance.from_json(str(data["provenance"])),
                part_contacts=frozen_part_contacts(part_contacts_of_arrays(data), len(data["contacts"])),
                **{name: data[name] for name in _NUMBERS},
            )


_KIND = "synthetic_truth"
_NUMBERS = (
    "angles",
    "joint_positions",
    "joint_rotations",
    "contacts",
    "points",
    "true_points",
    "is_missing",
    "is_outlier",
    "is_swapped",
)
_REQUIRED = (
    *_NUMBERS,
    "angle_names",
    "joint_names",
    "point_names",
    "fps",
    "sizes",
    "subject",
    "provenance",
)
"""Arrays of numbers in the file, and all that it has to hold."""

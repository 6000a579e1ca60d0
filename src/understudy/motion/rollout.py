"""What happened when a simulated robot performed a motion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check
from understudy.motion.archive import naming_file, number
from understudy.motion.noun_archive import archive_holds, labels, load_noun
from understudy.motion.pictures import PICTURE, PictureKind, Pictures, pictures_among
from understudy.motion.provenance import Provenance
from understudy.motion.readings import Readings
from understudy.motion.robot_motion import RobotMotion
from understudy.motion.skin import PREFIX as SKIN_PREFIX
from understudy.motion.skin import Skin
from understudy.motion.sparse_readings import SparseReadings
from understudy.motion.tape import save_whole
from understudy.motion.validation import ROOT_SIZE

WORDS = ("robot", "model", "mode", "base", "controller", "ending")
"""Fields that are text."""

SERIES = ("time", "q", "reference", "torques", "energy", "contact_force", "depth", "contacts")
"""Fields with one row a frame."""

_SENSE, _TIME, _UNIT = "sense ", " time", " unit"
_COUNT, _INDEX, _SIZE = " count", " index", " size"
_ARRAYS = (*WORDS, *SERIES, "joints", "provenance")
_KIND = "rollout"
"""What its archive says it is."""


@dataclass(frozen=True, eq=False)
class Rollout:
    """A performance in simulation, one row for each frame of the motion that was performed.

    Attributes:
        robot: Name in the catalogue, or the path of a card.
        joints: J joint names.
        time: (T,) increasing [s].
        q: (T, nq) reached coordinates, laid out as in ``RobotMotion``.
        reference: (T, nq) coordinates that were wanted.
        torques: (T, J) joint torques [N m or N].
        energy: (T,) work [J] that the motors did or absorbed since the frame before.
        contact_force: (T,) sum of the normal forces [N] on the robot, from the ground and from itself.
        depth: (T,) deepest penetration [m] of two shapes since the frame before.
        contacts: (T, 4) bool, robot points of ``CONTACTS`` that the motion holds on the floor.
        mode: ``kinematic`` or ``dynamic``.
        base: ``free``, ``fixed`` or ``lying``.
        controller: Name of the controller, empty in kinematic mode.
        ending: Empty where the motion was performed to its end, else a sentence on why it was not.
        model: Fingerprint of the robot's model, see ``RobotMotion``.
        senses: ``sense/channel`` → its readings.
        skin: Where taxels are, of a robot that felt; None of others.
        pictures: ``sense/channel`` → its pictures, of senses that see.
        provenance: The history.
    """

    robot: str
    joints: tuple[str, ...]
    time: np.ndarray
    q: np.ndarray
    reference: np.ndarray
    torques: np.ndarray
    energy: np.ndarray
    contact_force: np.ndarray
    depth: np.ndarray
    contacts: np.ndarray
    mode: str = "dynamic"
    base: str = "free"
    controller: str = ""
    ending: str = ""
    model: str = ""
    senses: Mapping[str, Readings | SparseReadings] = field(default_factory=dict)
    skin: Skin | None = None
    provenance: Provenance = field(default_factory=Provenance)
    pictures: Mapping[str, Pictures] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        put = object.__setattr__
        put(self, "joints", tuple(self.joints))
        check.require_unique("joints", self.joints)
        put(self, "time", check.frozen_array(self.time))
        check.require_shape("time", self.time, (None,))
        count = len(self.time)
        if count == 0:
            raise InvalidMotionError("a rollout needs at least one frame")
        columns = {"q": (None,), "reference": (None,), "torques": (len(self.joints),), "contacts": (4,)}
        for name in SERIES:
            put(self, name, check.frozen_array(getattr(self, name), bool if name == "contacts" else float))
            check.require_shape(name, getattr(self, name), (count, *columns.get(name, ())))
            check.require_finite(name, getattr(self, name))
        check.require_increasing("time", self.time)
        for name in ("q", "reference"):
            check.require_columns(getattr(self, name), self.joints)
        if self.has_free_base:
            check.require_unit_quaternions("root quaternion", self.q[:, 3:ROOT_SIZE])
        check.require_shape("reference", self.reference, self.q.shape)
        for name in ("senses", "pictures"):
            put(self, name, MappingProxyType(dict(getattr(self, name))))

    @property
    def frame_count(self) -> int:
        """T."""
        return len(self.time)

    @property
    def fps(self) -> float:
        """Frames a second [1/s]."""
        return 1.0 if self.frame_count == 1 else (self.frame_count - 1) / float(self.time[-1] - self.time[0])

    @property
    def has_free_base(self) -> bool:
        """Whether ``q`` starts with the root's pose, which it also does where that was bolted down."""
        return self.q.shape[1] == len(self.joints) + ROOT_SIZE

    @property
    def joint_errors(self) -> np.ndarray:
        """(T, J) how far joints were from where they were wanted [rad or m]."""
        first = self.q.shape[1] - len(self.joints)
        return self.q[:, first:] - self.reference[:, first:]

    def as_motion(self) -> RobotMotion:
        """Return the motion that was reached, to be judged, drawn and exported as any other."""
        return RobotMotion(
            robot=self.robot,
            method=f"{self.mode} simulation",
            joints=self.joints,
            q=self.q,
            fps=self.fps,
            status=np.zeros(self.frame_count, dtype=np.int64),
            contacts=self.contacts,
            model=self.model,
            provenance=self.provenance,
        )

    def save(self, path: str | Path) -> None:
        """Save to one ``.npz`` file."""
        arrays = {name: getattr(self, name) for name in SERIES}
        for name, readings in self.senses.items():
            values, time = sense_arrays(name)
            arrays |= {values: readings.values, time: readings.time}
            if isinstance(readings, SparseReadings):
                count, index, size = sparse_arrays(name)
                arrays |= {count: readings.count, index: readings.index, size: np.array(readings.size)}
        for name, pictures in self.pictures.items():
            arrays |= pictures.arrays(name)
        words = {name: str(getattr(self, name)) for name in WORDS}
        units = {name: readings.unit for name, readings in self.senses.items()}
        arrays |= {} if self.skin is None else self.skin.arrays()
        save_whole(path, arrays | label_arrays(words, self.joints, units, self.provenance))

    @staticmethod
    def is_saved_in(path: str | Path) -> bool:
        """Return whether a file is an archive of a rollout, by what it says it is."""
        return archive_holds(path, _ARRAYS, _KIND)

    @classmethod
    def load(cls, path: str | Path, with_senses: bool | tuple[str, ...] = True) -> Rollout:
        """Load what :meth:`save` wrote; pictures stay in the file, and are read when somebody looks at them.

        Args:
            path: The file.
            with_senses: Whether readings of senses, which may be many, are loaded, or those of which.
        """
        wanted = ("",) if with_senses is True else with_senses or ()
        prefixes = (SKIN_PREFIX, *(f"{_SENSE}{name}" for name in wanted))
        if with_senses is True:
            prefixes = (*prefixes, PICTURE)
        data = load_noun(path, _KIND, _ARRAYS, (), prefixes, mapped=PICTURE)
        with naming_file(path):
            return cls.from_arrays(data)

    @classmethod
    def from_arrays(cls, data: Mapping[str, np.ndarray]) -> Rollout:
        """Return the rollout whose file holds these arrays."""
        words: dict[str, Any] = {name: str(data[name]) for name in WORDS}
        series: dict[str, Any] = {name: data[name] for name in SERIES}
        return cls(
            joints=tuple(str(name) for name in data["joints"]),
            senses=_senses(data),
            skin=Skin.from_arrays(data),
            pictures=pictures_among(data),
            provenance=Provenance.from_json(str(data["provenance"])),
            **words,
            **series,
        )


def load_robot_motion(path: str | Path) -> RobotMotion:
    """Load a robot's motion, or the one that was reached in a saved rollout."""
    if Rollout.is_saved_in(path):
        return Rollout.load(path, with_senses=False).as_motion()
    return RobotMotion.load(path)


def label_arrays(
    words: Mapping[str, str],
    joints: Sequence[str],
    units: Mapping[str, str],
    provenance: Provenance,
    pictures: Mapping[str, PictureKind] | None = None,
) -> dict[str, np.ndarray]:
    """Return the arrays of a saved rollout that do not grow with time.

    Args:
        words: Each of ``WORDS`` → its text.
        joints: Names of joints.
        units: ``sense/channel`` → unit of its readings.
        provenance: The history.
        pictures: ``sense/channel`` → what its pictures have in common.
    """
    kinds = (kind.arrays(name) for name, kind in (pictures or {}).items())
    seen = {array: values for arrays in kinds for array, values in arrays.items()}
    texts = {name: np.array(words[name]) for name in WORDS}
    named = {"joints": np.array(tuple(joints)), "provenance": np.array(provenance.to_json())}
    return (
        labels(_KIND)
        | texts
        | named
        | seen
        | {f"{_SENSE}{name}{_UNIT}": np.array(unit) for name, unit in units.items()}
    )


def sense_arrays(name: str) -> tuple[str, str]:
    """Return the names of the arrays that hold readings and times of ``sense/channel`` in a saved rollout."""
    return f"{_SENSE}{name}", f"{_SENSE}{name}{_TIME}"


def sparse_arrays(name: str) -> tuple[str, str, str]:
    """Return the names of the further arrays of ``sense/channel`` where it is sparse: count, index, size."""
    values, _ = sense_arrays(name)
    return f"{values}{_COUNT}", f"{values}{_INDEX}", f"{values}{_SIZE}"


def _senses(data: Mapping[str, np.ndarray]) -> dict[str, Readings | SparseReadings]:
    """Return the readings among the arrays of a saved rollout, ``sense/channel`` → readings.

    Raises:
        InvalidMotionError: Where an array of a sense is not there.
    """
    found: dict[str, Readings | SparseReadings] = {}
    for name in dict.fromkeys(_channel(key) for key in data if key.startswith(_SENSE)):
        values, time = sense_arrays(name)
        unit, sparse = f"{values}{_UNIT}", sparse_arrays(name)
        is_sparse = any(key in data for key in sparse)
        for needed in (values, time, unit, *(sparse if is_sparse else ())):
            if needed not in data:
                raise InvalidMotionError(f"array '{needed}' is missing")
        if is_sparse:
            count, index, size = (data[key] for key in sparse)
            columns = int(number(size))
            found[name] = SparseReadings(data[time], count, index, data[values], columns, str(data[unit]))
        else:
            found[name] = Readings(data[time], data[values], str(data[unit]))
    return found


def _channel(key: str) -> str:
    """Return the ``sense/channel`` that an array of a saved rollout is of."""
    name = key.removeprefix(_SENSE)
    for suffix in (_UNIT, _TIME, _COUNT, _INDEX, _SIZE):
        name = name.removesuffix(suffix)
    return name

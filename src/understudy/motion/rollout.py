"""What happened when a simulated robot performed a motion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check
from understudy.motion.archive import naming_file
from understudy.motion.noun_archive import load_noun, save_noun
from understudy.motion.provenance import Provenance
from understudy.motion.validation import ROOT_SIZE

_KIND = "rollout"
_ARRAYS = ("robot", "joints", "time", "q", "torques", "provenance")
_FURTHER = ()
_PREFIXES = ("sense_",)
"""What its archive says it is, the arrays that it has, and those that it may have."""


@dataclass(frozen=True, eq=False)
class Rollout:
    """A performance in simulation.

    Attributes:
        robot: Name in the catalogue, or the path of a card.
        joints: J joint names.
        time: (T,) increasing [s].
        q: (T, nq) reached coordinates, laid out as in ``RobotMotion``.
        torques: (T, J) joint torques [N m or N].
        senses: Sensor name → (T, ...) readings.
        provenance: The history.
    """

    robot: str
    joints: tuple[str, ...]
    time: np.ndarray
    q: np.ndarray
    torques: np.ndarray
    senses: Mapping[str, np.ndarray] = field(default_factory=dict)
    provenance: Provenance = field(default_factory=Provenance)

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
        for name, columns in (("q", None), ("torques", len(self.joints))):
            put(self, name, check.frozen_array(getattr(self, name)))
            check.require_shape(name, getattr(self, name), (count, columns))
        for name in ("time", "q", "torques"):
            check.require_finite(name, getattr(self, name))
        check.require_increasing("time", self.time)
        check.require_columns(self.q, self.joints)
        if self.q.shape[1] == len(self.joints) + ROOT_SIZE:
            check.require_unit_quaternions("root quaternion", self.q[:, 3:ROOT_SIZE])
        senses = {name: check.frozen_array(v, np.asarray(v).dtype.type) for name, v in self.senses.items()}
        for name, values in senses.items():
            check.require_shape(f"sense '{name}'", values, (count, *values.shape[1:]))
            if values.dtype.hasobject:
                raise InvalidMotionError(f"sense '{name}' holds Python objects, expected numbers or text")
        put(self, "senses", MappingProxyType(senses))

    def save(self, path: str | Path) -> None:
        """Save to one ``.npz`` file."""
        arrays: dict[str, np.ndarray] = {
            "robot": np.array(self.robot),
            "joints": np.array(self.joints),
            "time": self.time,
            "q": self.q,
            "torques": self.torques,
            "provenance": np.array(self.provenance.to_json()),
        }
        save_noun(path, _KIND, arrays | {f"sense_{name}": values for name, values in self.senses.items()})

    @classmethod
    def load(cls, path: str | Path) -> Rollout:
        """Load what :meth:`save` wrote."""
        data = load_noun(path, _KIND, _ARRAYS, _FURTHER, _PREFIXES)
        with naming_file(path):
            prefix = "sense_"
            return cls(
                robot=str(data["robot"]),
                joints=tuple(str(name) for name in data["joints"]),
                time=data["time"],
                q=data["q"],
                torques=data["torques"],
                senses={k.removeprefix(prefix): v for k, v in data.items() if k.startswith(prefix)},
                provenance=Provenance.from_json(str(data["provenance"])),
            )

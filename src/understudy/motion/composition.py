"""A motion as weights of motion primitives: its compact description, window by window."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check
from understudy.motion.archive import naming_file, number
from understudy.motion.noun_archive import archive_holds, load_noun, save_noun
from understudy.motion.primitives import ARRAYS as LIBRARY_ARRAYS
from understudy.motion.primitives import Primitives
from understudy.motion.provenance import Provenance
from understudy.motion.validation import ROOT_SIZE

CLOCKS = ("window", "absolute")
SMOOTHINGS = ("none", "pi", "continuous")

MOST_NUMBERS = 10**8
"""Of joints and primitives over all frames: a stranger's file of a few bytes could ask for any memory."""

_WORDS = ("robot", "model", "clock", "smoothing")
_NUMBERS = ("fps", "proportional", "integral")
_COUNTS = ("frame_count", "window", "hop")
_SERIES = ("weights", "residual", "energy", "root")
_LIBRARY = "library "
_OF_LIBRARY = tuple(f"{_LIBRARY}{name}" for name in LIBRARY_ARRAYS)
ARRAYS = (*_WORDS, *_NUMBERS, *_COUNTS, *_SERIES, *_OF_LIBRARY, "joints", "provenance")
KIND = "composition"


@dataclass(frozen=True, eq=False)
class Composition:
    """The weights α of N primitives for J joints, in W stretches of a motion.

    Attributes:
        robot: Name in the catalogue, or the path of a card.
        joints: J names of joints.
        fps: Frames a second [1/s].
        frame_count: T.
        window: Frames over which weights are found.
        hop: Frames that each set of weights plays, the last ones of its window.
        primitives: The library.
        weights: (W, N, J) [rad or m], Bartholomew (13).
        residual: (W, J) ∫ (H − R)² dt over what each set plays [rad² s], Bartholomew (1), before smoothing.
        energy: (W, J) ∫ H² dt over the same.
        root: (T, 7) the root's poses, which are kept as they were; no columns on a fixed base.
        clock: Whether time begins with every window, or with the motion as in the thesis.
        smoothing: What is done about jumps between windows.
        proportional: K_P of the controller, of a loop of 30 Hz.
        integral: K_I, likewise.
        model: Fingerprint of the robot's model.
        provenance: The history.
    """

    robot: str
    joints: tuple[str, ...]
    fps: float
    frame_count: int
    window: int
    hop: int
    primitives: Primitives
    weights: np.ndarray
    residual: np.ndarray
    energy: np.ndarray
    root: np.ndarray
    clock: str = "window"
    smoothing: str = "none"
    proportional: float = 0.0
    integral: float = 0.0
    model: str = ""
    provenance: Provenance = field(default_factory=Provenance)

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        object.__setattr__(self, "joints", tuple(self.joints))
        check.require_unique("joints", self.joints)
        check.require_fps(self.fps)
        for name in _SERIES:
            object.__setattr__(self, name, check.frozen_array(getattr(self, name)))
            check.require_finite(name, getattr(self, name))
        if not (1 <= self.hop <= self.window and self.frame_count >= 1):
            raise InvalidMotionError(
                f"{self.frame_count} frames in windows of {self.window} every {self.hop}, expected at least "
                "one frame, and windows no shorter than the way between them"
            )
        if self.frame_count * (len(self.joints) + self.primitives.count) > MOST_NUMBERS:
            raise InvalidMotionError(
                f"{self.frame_count} frames of {len(self.joints)} joints are more than a composition may "
                "describe"
            )
        if not (0.0 <= self.proportional <= 1.0 and 0.0 <= self.integral <= 1.0):
            raise InvalidMotionError(
                f"gains are {self.proportional:g} and {self.integral:g}, expected numbers from 0 to 1"
            )
        blocks, joints = -(-self.frame_count // self.hop), len(self.joints)
        check.require_shape("weights", self.weights, (blocks, self.primitives.count, joints))
        for name in ("residual", "energy"):
            check.require_shape(name, getattr(self, name), (blocks, joints))
        if self.root.shape not in ((self.frame_count, 0), (self.frame_count, ROOT_SIZE)):
            raise InvalidMotionError(f"root has shape {self.root.shape}, expected ({self.frame_count}, 7)")
        for kind, value, valid in (("clock", self.clock, CLOCKS), ("smoothing", self.smoothing, SMOOTHINGS)):
            if value not in valid:
                raise InvalidMotionError(f"{kind} is '{value}', expected one of: {', '.join(valid)}")

    @property
    def compactness(self) -> float:
        """How many numbers of the joints' courses one weight stands for."""
        return self.frame_count * len(self.joints) / self.weights.size

    @property
    def residual_share(self) -> float:
        """Share of the motion's energy that the primitives leave out, 0 to 1."""
        total = float(self.energy.sum())
        return float(self.residual.sum()) / total if total > 0.0 else 0.0

    def save(self, path: str | Path) -> None:
        """Save to one ``.npz`` file."""
        arrays = {name: np.array(getattr(self, name)) for name in (*_WORDS, *_SERIES)}
        arrays |= {name: np.array(float(getattr(self, name))) for name in _NUMBERS}
        arrays |= {name: np.array(int(getattr(self, name))) for name in _COUNTS}
        arrays |= {f"{_LIBRARY}{name}": values for name, values in self.primitives.arrays().items()}
        arrays |= {"joints": np.array(self.joints), "provenance": np.array(self.provenance.to_json())}
        save_noun(path, KIND, arrays)

    @staticmethod
    def is_saved_in(path: str | Path) -> bool:
        """Return whether a file is an archive of a composition."""
        return archive_holds(path, ARRAYS, KIND)

    @classmethod
    def load(cls, path: str | Path) -> Composition:
        """Load what :meth:`save` wrote."""
        data = load_noun(path, KIND, ARRAYS)
        with naming_file(path):
            library = {name: data[f"{_LIBRARY}{name}"] for name in LIBRARY_ARRAYS}
            return cls(
                joints=tuple(str(name) for name in data["joints"]),
                primitives=Primitives.from_arrays(library),
                provenance=Provenance.from_json(str(data["provenance"])),
                robot=str(data["robot"]),
                model=str(data["model"]),
                clock=str(data["clock"]),
                smoothing=str(data["smoothing"]),
                fps=number(data["fps"]),
                proportional=number(data["proportional"]),
                integral=number(data["integral"]),
                frame_count=int(number(data["frame_count"])),
                window=int(number(data["window"])),
                hop=int(number(data["hop"])),
                weights=data["weights"],
                residual=data["residual"],
                energy=data["energy"],
                root=data["root"],
            )

"""What a learner observes: its senses, and what the motion wants next."""

from __future__ import annotations

from collections.abc import Sequence

import mujoco
import numpy as np
from gymnasium import spaces

from understudy.errors import OptionError
from understudy.gym.senses import NewestReadings
from understudy.motion.pictures import PictureKind
from understudy.motion.validation import ROOT_SIZE
from understudy.simulate.playing import Playing
from understudy.simulate.staging import Stage
from understudy.spatial import rotations as rot

BOUNDS = {
    "1": 1.0,
    "rad": 100.0,
    "rad/s": 1e3,
    "N m": 1e4,
    "m/s²": 1e4,
    "N": 1e5,
    "Pa": 1e9,
    "m": 100.0,
}
"""Unit → size at which values are cut off: far from anything that happens, but learners want bounds."""

PHASE, JOINTS, ROOT = "reference/phase", "reference/joints", "reference/root"

Observation = dict[str, np.ndarray]


class Observations:
    """Makes observations of states.

    Attributes:
        space: Where they lie.
    """

    def __init__(self, stage: Stage, ahead: Sequence[int]) -> None:
        """Take a stage, and how many frames ahead the motion is told."""
        if not ahead or min(ahead) < 1:
            raise OptionError(f"ahead is {tuple(ahead)}, expected frames from 1 on, such as (1, 5, 10)")
        self._stage, self._ahead = stage, np.array(ahead)
        self._newest = NewestReadings(stage.samplers, stage.tick_time)
        self._units = {name: unit for sampler in stage.samplers for name, unit in sampler.units.items()}
        self._pictures = {name: kind for each in stage.samplers for name, kind in each.pictures.items()}
        self._root = np.zeros(6 * len(ahead))
        playing = Playing(stage)
        playing.join(0)
        self.restart(playing.data, 0)
        first = self.at(playing.data, 0, 0.0)
        self.space = spaces.Dict({name: self._space(name, values) for name, values in first.items()})

    def restart(self, data: mujoco.MjData, seed: int) -> None:
        """Begin at time 0 in a state, with noise from a seed."""
        self._newest.restart(data, seed)

    def sense(self, data: mujoco.MjData, time: float) -> None:
        """Let senses read a state at a time [s] since the beginning."""
        self._newest.take(data, time)

    def at(self, data: mujoco.MjData | None, frame: int, time: float) -> Observation:
        """Return what is observed in a frame; without a state, where the root is wanted stays as it was.

        Args:
            data: The state, None where it has diverged.
            frame: The frame of the motion.
            time: When that is, since the beginning [s].
        """
        reference = self._stage.reference
        frames = np.minimum(frame + self._ahead, self._stage.frame_count - 1)
        joints = len(self._stage.plant.positions)
        found = {
            PHASE: np.array([frame / (self._stage.frame_count - 1)]),
            JOINTS: reference.q[frames][:, reference.q.shape[1] - joints :],
        }
        if self._stage.plant.is_afloat:
            if data is not None:
                self._root = _to_root(data.qpos[:ROOT_SIZE], reference.q[frames][:, :ROOT_SIZE])
            found[ROOT] = self._root
        return {name: self._told(name, values) for name, values in (self._newest.at(time) | found).items()}

    def _told(self, name: str, values: np.ndarray) -> np.ndarray:
        """Return values of their own memory, as the space has them."""
        if name in self._pictures:
            return np.array(values)
        most = BOUNDS[self._unit(name)]
        return np.clip(values, -most, most).astype(np.float32).reshape(-1)

    def _unit(self, name: str) -> str:
        return {PHASE: "1", JOINTS: "rad", ROOT: "rad"}.get(name) or self._units[name]

    def _space(self, name: str, values: np.ndarray) -> spaces.Box:
        if name in self._pictures:
            return _picture_space(self._pictures[name])
        most = BOUNDS[self._unit(name)]
        least = 0.0 if name == PHASE else -most
        return spaces.Box(least, most, values.shape, np.float32)


def _picture_space(kind: PictureKind) -> spaces.Box:
    dtype = np.uint8 if kind.bits == 8 else np.uint16
    return spaces.Box(0, int(np.iinfo(dtype).max), kind.shape, dtype)


def _to_root(root: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Return position [m] and rotation vector [rad] (N, 6) from a root (7,) to others (N, 7), as it sees."""
    back = rot.conjugate(root[3:])
    away = rot.rotate(np.broadcast_to(back, (len(wanted), 4)), wanted[:, :3] - root[:3])
    turn = rot.multiply(np.broadcast_to(back, (len(wanted), 4)), wanted[:, 3:])
    return np.concatenate([away, rot.as_rotation_vector(rot.with_positive_w(turn))], axis=1)

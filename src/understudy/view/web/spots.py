"""Coloured discs in the scene, many in one node: feet that carry weight, skin that is touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mujoco
import numpy as np

from understudy.motion.human_motion import HumanMotion
from understudy.motion.landmarks import CONTACTS
from understudy.motion.rollout import Rollout
from understudy.motion.touch_maps import peak_pressures, pressures_at, skin_of
from understudy.robots import Robot
from understudy.spatial import rotations as rot
from understudy.view.body_map import heat
from understudy.view.web.triangles import ball
from understudy.view.web.wire import Wire

if TYPE_CHECKING:
    from viser import ViserServer

_HIDDEN = 1e-5
_CONTACT = 0.042
"""Radius of a contact relative to the figure's height."""

_WEIGHT = (255, 190, 30)
"""Colour of a contact."""

_UNDER = 0.02
"""How far [m] a disc lies under its landmark, but never under the floor."""

_THIN = 0.004
_MOST_TAXELS = 500
"""Taxels that are drawn at a time, those pressed hardest."""


class Spots:
    """Flattened balls, each with a place, a direction, a size and a colour."""

    def __init__(self, server: ViserServer, name: str, count: int) -> None:
        """Add so many, all hidden."""
        self._wire, self._name, self.count = Wire(server), name, count
        server.scene.add_batched_meshes_simple(
            name,
            *ball(1),
            batched_wxyzs=np.tile(rot.IDENTITY, (count, 1)),
            batched_positions=np.zeros((count, 3)),
            batched_scales=np.full((count, 3), _HIDDEN),
            batched_colors=np.full((count, 3), 200, dtype=np.uint8),
            lod="off",
            cast_shadow=False,
        )

    def show(self, places: np.ndarray, turns: np.ndarray, sizes: np.ndarray, colours: np.ndarray) -> None:
        """Show so many: places (N, 3) [m], turns (N, 4), sizes (N, 3) [m], colours (N, 3) from 0 to 255."""
        missing = self.count - len(places)
        # Browsers take arrays later than poses: only what is near the node's own place may lag behind.
        middle = places.mean(axis=0) if len(places) else np.zeros(3)
        x, y, z = middle.tolist()
        self._wire.move(self._name, (x, y, z))
        places = places - middle
        self._wire.set(
            self._name,
            batched_positions=_filled(places, missing, 0.0).astype(np.float32),
            batched_wxyzs=np.concatenate([turns, np.tile(rot.IDENTITY, (missing, 1))]).astype(np.float32),
            batched_scales=_filled(sizes, missing, _HIDDEN).astype(np.float32),
            batched_colors=_filled(colours, missing, 0.0).astype(np.uint8),
        )


class ContactNode:
    """A disc under each heel and ball of a foot that carries weight."""

    def __init__(self, server: ViserServer, name: str, human: HumanMotion, height: float) -> None:
        """Add the discs of a person's motion, or of a robot's in the same landmarks."""
        self._spots = Spots(server, name, len(CONTACTS))
        self._contacts = human.contact_mask
        tracks = [human.landmark(landmark) for landmark in CONTACTS]
        self._places = np.stack([points_w for points_w, _ in tracks], axis=1)
        self._known = np.stack([known for _, known in tracks], axis=1)
        self._places[:, :, 2] = np.maximum(self._places[:, :, 2] - _UNDER, 0.5 * _THIN)
        self._size = np.array([_CONTACT * height, _CONTACT * height, _THIN])

    def show(self, frame: int) -> None:
        """Show which feet carry weight at a frame."""
        shown = self._contacts[frame] & self._known[frame]
        count = int(shown.sum())
        self._spots.show(
            self._places[frame, shown],
            np.tile(rot.IDENTITY, (count, 1)),
            np.tile(self._size, (count, 1)),
            np.tile(_WEIGHT, (count, 1)),
        )


class TouchNode:
    """The taxels of a rollout's skin that are pressed, coloured by how much."""

    def __init__(self, server: ViserServer, name: str, rollout: Rollout, robot: Robot) -> None:
        """Find the taxels' bodies and the largest pressure."""
        self._rollout, self._skin = rollout, skin_of(rollout)
        bodies = np.array([robot.model.body(body).id for body in self._skin.bodies], dtype=np.int64)
        self._bodies = bodies[self._skin.body]
        felt = peak_pressures(rollout)
        self._most = float(np.percentile(felt[felt > 0.0], 90.0)) if (felt > 0.0).any() else 1.0
        self._spots = Spots(server, name, min(_MOST_TAXELS, len(self._bodies)))

    def show(self, frame: int, data: mujoco.MjData) -> None:
        """Show what is touched at a frame, in a pose whose kinematics are computed."""
        pressures = pressures_at(self._rollout, float(self._rollout.time[frame]))
        pressed = np.flatnonzero(pressures > 0.0)
        pressed = pressed[np.argsort(-pressures[pressed])][: self._spots.count]
        bodies = self._bodies[pressed]
        turns, places = data.xquat[bodies], data.xpos[bodies]
        radii = np.sqrt(self._skin.areas[pressed] / np.pi)
        normals_w = rot.rotate(turns, self._skin.normals[pressed])
        up = np.tile([0.0, 0.0, 1.0], (len(pressed), 1))
        self._spots.show(
            places + rot.rotate(turns, self._skin.points[pressed]),
            rot.shortest_arc(up, normals_w) if len(pressed) else np.zeros((0, 4)),
            np.stack([radii, radii, np.maximum(_THIN, 0.3 * radii)], axis=1),
            255.0 * heat(np.sqrt(np.minimum(1.0, pressures[pressed] / self._most))),
        )


def _filled(values: np.ndarray, missing: int, value: float) -> np.ndarray:
    return np.concatenate([values.reshape(-1, 3), np.full((missing, 3), value)])

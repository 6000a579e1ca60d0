"""A person in the browser: balls and rods, whose places are sent as two arrays a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from understudy.spatial import rotations as rot
from understudy.view.body_parts import Bone, Egg
from understudy.view.skeleton import Skeleton
from understudy.view.web.triangles import ball, rod
from understudy.view.web.wire import Wire

if TYPE_CHECKING:
    from viser import ViserServer

_HIDDEN = 1e-5
"""Size of a part that is not known at a frame."""

_GHOST = 0.4
_UP = np.array([0.0, 0.0, 1.0])


class PersonNode:
    """The drawn parts of a person, each an instance of one ball or one rod."""

    def __init__(self, server: ViserServer, name: str, skeleton: Skeleton, ghost: bool = False) -> None:
        """Send a ball and a rod.

        Args:
            server: viser's.
            name: Of the node under which both are, such as ``/stage/source``.
            skeleton: The person's parts at every frame.
            ghost: Whether one sees through them.
        """
        self._wire = Wire(server)
        self._eggs = [part for part in skeleton.parts if isinstance(part, Egg)]
        self._bones = [part for part in skeleton.parts if isinstance(part, Bone)]
        self._balls, self._rods = f"{name}/balls", f"{name}/rods"
        eggs, bones = (np.array([_rgb(part.colour) for part in of]) for of in (self._eggs, self._bones))
        # Each bone has a ball at either end.
        for node, (corners, faces), colours in (
            (self._balls, ball(), _stacked(eggs, bones, bones)),
            (self._rods, rod(), _stacked(bones)),
        ):
            if len(colours):
                server.scene.add_batched_meshes_simple(
                    node,
                    corners,
                    faces,
                    batched_wxyzs=np.tile(rot.IDENTITY, (len(colours), 1)),
                    batched_positions=np.zeros((len(colours), 3)),
                    batched_scales=np.full((len(colours), 3), _HIDDEN),
                    batched_colors=colours,
                    opacity=_GHOST if ghost else None,
                    lod="off",
                    receive_shadow=False,
                )

    def show(self, frame: int) -> None:
        """Move all parts to where they are at a frame; what is not known there is not seen."""
        ends = self._bone_ends(frame)
        eggs = self._egg_places(frame)
        if self._bones:
            self._wire.set(self._rods, **_arrays(*_rod_places(*ends)))
        if self._bones or self._eggs:
            starts, stops, radii = ends
            upright, sizes = np.tile(rot.IDENTITY, (len(starts), 1)), np.repeat(radii[:, None], 3, axis=1)
            balls = ((starts, upright, sizes), (stops, upright, sizes))
            self._wire.set(
                self._balls,
                **_arrays(*(np.concatenate([eggs[i], balls[0][i], balls[1][i]]) for i in range(3))),
            )

    def _bone_ends(self, frame: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return both ends (B, 3) [m] and radii (B,) [m] of the bones."""
        count = len(self._bones)
        starts, stops, radii = np.zeros((count, 3)), np.zeros((count, 3)), np.full(count, _HIDDEN)
        for index, bone in enumerate(self._bones):
            if bone.known[frame]:
                starts[index], stops[index], radii[index] = (
                    bone.start_w[frame],
                    bone.end_w[frame],
                    bone.radius,
                )
        return starts, stops, radii

    def _egg_places(self, frame: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return middles (E, 3) [m], orientations (E, 4) and half lengths (E, 3) [m] of the eggs."""
        count = len(self._eggs)
        places, turns = np.zeros((count, 3)), np.tile(rot.IDENTITY, (count, 1))
        sizes = np.full((count, 3), _HIDDEN)
        for index, egg in enumerate(self._eggs):
            if egg.known[frame]:
                places[index], sizes[index] = egg.centre_w[frame], egg.radii
                turns[index] = rot.from_matrix(egg.axes_w[frame])
        return places, turns, sizes


def _rod_places(
    starts: np.ndarray, stops: np.ndarray, radii: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return middles (B, 3) [m], orientations (B, 4) and sizes (B, 3) [m] of rods between points (B, 3)."""
    along = stops - starts
    lengths = np.maximum(np.linalg.norm(along, axis=1), _HIDDEN)
    known = lengths > _HIDDEN
    turns = np.tile(rot.IDENTITY, (len(starts), 1))
    turns[known] = rot.shortest_arc(np.tile(_UP, (int(known.sum()), 1)), along[known] / lengths[known, None])
    return 0.5 * (starts + stops), turns, np.stack([radii, radii, lengths], axis=1)


def _arrays(places: np.ndarray, turns: np.ndarray, sizes: np.ndarray) -> dict[str, np.ndarray]:
    return {
        "batched_positions": places.astype(np.float32),
        "batched_wxyzs": turns.astype(np.float32),
        "batched_scales": sizes.astype(np.float32),
    }


def _stacked(*colours: np.ndarray) -> np.ndarray:
    return np.concatenate([part.reshape(-1, 3) for part in colours]).astype(np.uint8)


def _rgb(colour: tuple[float, float, float]) -> tuple[int, int, int]:
    red, green, blue = (round(255 * part) for part in colour)
    return red, green, blue

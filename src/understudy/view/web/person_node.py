"""A person in the browser: capsules and eggs that were sent once, and are moved frame by frame.

A bone has one length, its usual one: what a capture's noise adds to it from frame to frame is not drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from understudy.drawing.extras import require
from understudy.spatial import rotations as rot
from understudy.view.body_parts import Bone, Egg
from understudy.view.skeleton import Skeleton
from understudy.view.web.colours import rgb
from understudy.view.web.triangles import Triangles, ball
from understudy.view.web.wire import Wire

if TYPE_CHECKING:
    from viser import ViserServer

_AWAY = (0.0, 0.0, -1000.0)
"""Where [m] a part is that is not known at a frame."""

_GHOST = 0.4
_AROUND = 16
_UP = np.array([0.0, 0.0, 1.0])


class PersonNode:
    """The drawn parts of a person, a node each."""

    def __init__(self, server: ViserServer, name: str, skeleton: Skeleton, ghost: bool = False) -> None:
        """Send the parts.

        Args:
            server: viser's.
            name: Of the node under which they are, such as ``/stage/source``.
            skeleton: The person's parts at every frame.
            ghost: Whether one sees through them.
        """
        self._wire = Wire(server)
        server.scene.add_frame(name, show_axes=False)
        drawn = [part for part in skeleton.parts if isinstance(part, Bone | Egg) and part.known.any()]
        self._parts = [(f"{name}/part_{number}", part) for number, part in enumerate(drawn)]
        for node, part in self._parts:
            corners, faces = _capsule(part) if isinstance(part, Bone) else _egg(part)
            server.scene.add_mesh_simple(
                node,
                corners,
                faces,
                color=rgb(part.colour),
                opacity=_GHOST if ghost else None,
                receive_shadow=False,
                position=_AWAY,
            )

    def show(self, frame: int) -> None:
        """Move all parts to where they are at a frame; what is not known there is not seen."""
        for node, part in self._parts:
            if not part.known[frame]:
                self._wire.move(node, _AWAY)
                continue
            place, turn = _bone_pose(part, frame) if isinstance(part, Bone) else _egg_pose(part, frame)
            x, y, z = place.tolist()
            w, i, j, k = turn.tolist()
            self._wire.move(node, (x, y, z))
            self._wire.turn(node, (w, i, j, k))


def _bone_pose(bone: Bone, frame: int) -> tuple[np.ndarray, np.ndarray]:
    start_w, end_w = bone.start_w[frame], bone.end_w[frame]
    along = end_w - start_w
    return 0.5 * (start_w + end_w), rot.shortest_arc(_UP, along / np.linalg.norm(along))


def _egg_pose(egg: Egg, frame: int) -> tuple[np.ndarray, np.ndarray]:
    return egg.centre_w[frame], rot.from_matrix(egg.axes_w[frame])


def _capsule(bone: Bone) -> Triangles:
    """Return a bone of its usual length, along z and with its middle in the origin."""
    ways = bone.end_w[bone.known] - bone.start_w[bone.known]
    length = float(np.median(np.linalg.norm(ways, axis=1)))
    made = require("trimesh.creation").capsule(length, bone.radius, count=[_AROUND, _AROUND])
    corners = np.array(made.vertices)
    corners[:, 2] -= 0.5 * (corners[:, 2].min() + corners[:, 2].max())
    return corners, np.array(made.faces)


def _egg(egg: Egg) -> Triangles:
    corners, faces = ball(3)
    return corners * egg.radii, faces

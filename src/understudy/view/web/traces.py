"""What a motion leaves behind: the ways of hands and feet, and the prints of feet that stood."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from understudy.motion.human_motion import HumanMotion
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.motion.stretches import stretches
from understudy.view.body_parts import SIDE_COLOURS
from understudy.view.web.colours import rgb

if TYPE_CHECKING:
    from viser import ViserServer

_ENDS = {"hands": ("knuckle", "wrist"), "feet": ("toe", "ankle")}
"""Ends of limbs, and the landmarks whose way is drawn, best first."""

_MOST_POINTS = 2000
"""Points of a way that are drawn."""

_WIDTH = 2.5
_PALE = 0.55
"""Share of white in the colour of a print."""

_LIFT = 0.004
"""Height [m] of prints over the floor."""

_HALF_BREADTH = 0.14
"""Half the breadth of a print relative to its length."""


def add_ways(server: ViserServer, name: str, human: HumanMotion) -> tuple[str, ...]:
    """Add the ways of hands and feet, and return the names of their nodes."""
    nodes = []
    for end, landmarks in _ENDS.items():
        for side in SIDES:
            points_w = _way(human, landmarks, side)
            if points_w is None:
                continue
            nodes.append(f"{name}/{end}_{side}")
            lines = np.stack([points_w[:-1], points_w[1:]], axis=1)
            server.scene.add_line_segments(
                nodes[-1],
                lines.astype(np.float32),
                colors=rgb(SIDE_COLOURS[side]),
                thickness=_WIDTH,
                thickness_units="screen",
            )
    return tuple(nodes)


def _way(human: HumanMotion, landmarks: tuple[str, ...], side: str) -> np.ndarray | None:
    for landmark in landmarks:
        points_w, known = human.landmark(f"{landmark}_{side}")
        points_w = points_w[known]
        if len(points_w) > 1:
            return points_w[:: max(1, len(points_w) // _MOST_POINTS)]
    return None


def add_prints(server: ViserServer, name: str, human: HumanMotion) -> tuple[str, ...]:
    """Add a print wherever a whole foot stood, and return the names of their nodes."""
    nodes = []
    for side in SIDES:
        quads = _prints(human, side)
        if not len(quads):
            continue
        nodes.append(f"{name}/prints_{side}")
        first = 4 * np.arange(len(quads))[:, None]
        faces = np.concatenate([first + [0, 1, 2], first + [0, 2, 3]])
        red, green, blue = (part + _PALE * (1.0 - part) for part in SIDE_COLOURS[side])
        server.scene.add_mesh_simple(
            nodes[-1],
            quads.reshape(-1, 3),
            faces,
            color=rgb((red, green, blue)),
            side="double",
            cast_shadow=False,
        )
    return tuple(nodes)


def _prints(human: HumanMotion, side: str) -> np.ndarray:
    """Return the corners (N, 4, 3) [m] of a foot's prints."""
    (heel_w, heel), (toe_w, toe) = human.landmark(f"heel_{side}"), human.landmark(f"toe_{side}")
    if not heel.any():
        heel_w, heel = human.landmark(f"ankle_{side}")
    columns = [CONTACTS.index(f"{part}_{side}") for part in ("heel", "toe")]
    stands = human.contact_mask[:, columns].all(axis=1) & heel & toe
    quads = []
    for start, stop in stretches(stands):
        rear, front = np.median(heel_w[start:stop], axis=0), np.median(toe_w[start:stop], axis=0)
        along = (front - rear)[:2]
        aside = _HALF_BREADTH * np.array([-along[1], along[0]])
        floor = np.full((4, 1), max(0.0, min(rear[2], front[2]) - 0.03) + _LIFT)
        ends = np.array([rear[:2], rear[:2], front[:2], front[:2]])
        corners = ends + np.array([aside, -aside, -aside, aside])
        quads.append(np.concatenate([corners, floor], axis=1))
    return np.array(quads).reshape(-1, 4, 3)

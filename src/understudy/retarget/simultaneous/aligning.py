"""Where a clip's solution begins: person, morphing and robot brought together, points seated on the person.

What a capture calls spine or chest is somewhere on the trunk. Where is found with the fit, together with how
the pelvis is pitched, of which hips in a line tell nothing: one is by chance as long as the other is. The
robot's pelvis is pitched as the capture's is. So the person is turned to the robot first, and such points
are seated anew; else they would hold the person in a pose in which the spine is folded.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.clip.inner import RIDGE, chunks
from understudy.kinematics.point_places import point_places
from understudy.retarget.simultaneous.bodies import Person
from understudy.retarget.simultaneous.tie import Tie

ROUNDS, SETTLED = 10, 0.002
"""Rounds of morphing, person and seats in turn at most, and how far [m] a seat moves in the last one: where
they had not settled after three, spine and chest of walks were 4 to 5 cm from where they were seen."""

DAMPING = 0.03
"""Of the person's steps, which are taken without looking back, as a share of what a marker weighs."""

_TIPS = np.vstack([np.zeros(3), np.eye(3)])
"""Points [m] of a body that tell where it is and how it is turned."""


def aligned(tie: Tie, q: np.ndarray, y: np.ndarray, shared: np.ndarray) -> tuple[Tie, np.ndarray, np.ndarray]:
    """Return ties with loose points seated, the person (T, P) where the robot is, and parameters (K,).

    Args:
        tie: The ties.
        q: (T, Q) the robot's poses.
        y: (T, P) the person's coordinates.
        shared: (K,) parameters.
    """
    shared = _morphed(tie, q, y, shared)
    if not tie.person.loose.any():
        return tie, y, _morphed(tie, q, y, shared)
    for _ in range(ROUNDS):
        y = tie.stepped(y, _turned(tie, q, y, shared))
        before = tie.person.markers.locals()
        tie = replace(tie, person=seated(tie.person, y, shared[: tie.counts[0]]))
        shared = _morphed(tie, q, y, shared)
        if np.abs(tie.person.markers.locals() - before).max() < SETTLED:
            break
    return tie, y, shared


def _morphed(tie: Tie, q: np.ndarray, y: np.ndarray, shared: np.ndarray) -> np.ndarray:
    """Return parameters whose morphing and offset bring features of both bodies nearest as they are."""
    matrix, slope = tie.of_morphing(q, y, shared)
    found, first = shared.copy(), tie.counts[0]
    found[first:] -= np.linalg.solve(matrix + RIDGE * np.eye(len(matrix)), slope)
    return found


def _turned(tie: Tie, q: np.ndarray, y: np.ndarray, shared: np.ndarray) -> np.ndarray:
    """Return (T, L) the step of the person, the robot staying as it is."""
    found = np.empty((len(y), tie.size))
    for part in chunks(0, len(y)):
        matrix, slope = tie.of_person(part, q[part], y[part], shared)
        matrix += DAMPING * tie.unit**2 * np.eye(tie.size)
        found[part] = -np.linalg.solve(matrix, slope[..., None])[..., 0]
    return found


def seated(person: Person, y: np.ndarray, sizes: np.ndarray) -> Person:
    """Return a person whose loose points are where on their bodies they were seen on average."""
    shape = person.markers.at(sizes)
    points = list(person.markers.points)
    for index in np.flatnonzero(person.loose & (person.weight > 0.0).any(axis=0)).tolist():
        seen = person.weight[:, index] > 0.0
        tips = point_block([BodyPoint(points[index].body, tip) for tip in _TIPS])
        corners = point_places(shape.tree, tips, y[seen])
        axes, way = corners[:, 1:] - corners[:, :1], person.captured[seen, index] - corners[:, 0]
        points[index] = replace(points[index], local=np.einsum("tij,tj->ti", axes, way).mean(axis=0))
    return replace(person, markers=replace(person.markers, points=tuple(points)))

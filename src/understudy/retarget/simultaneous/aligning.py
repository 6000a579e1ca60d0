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
from understudy.kinematics.point_places import point_places
from understudy.retarget.simultaneous.bodies import Person
from understudy.retarget.simultaneous.clip import Clip, State, equations_of_morphing, equations_of_person
from understudy.retarget.simultaneous.step import RIDGE, moved_by

ROUNDS, SETTLED = 10, 0.002
"""Rounds of morphing, person and seats in turn at most, and how far [m] a seat moves in the last one: where
they had not settled after three, spine and chest of walks were 4 to 5 cm from where they were seen."""

DAMPING = 0.03
"""Of the person's steps, which are taken without looking back."""

_TIPS = np.vstack([np.zeros(3), np.eye(3)])
"""Points [m] of a body that tell where it is and how it is turned."""


def aligned(clip: Clip, start: State) -> tuple[Clip, State]:
    """Return a clip whose loose points are seated, and a start with both bodies where the robot is."""
    state = _morphed(clip, start)
    if not clip.person.loose.any():
        return clip, _morphed(clip, state)
    for _ in range(ROUNDS):
        turned = _turned(clip, state)
        state = state._replace(person=moved_by(clip.person.tree, state.person, turned))
        before = clip.person.markers.locals()
        clip = replace(clip, person=seated(clip.person, state))
        state = _morphed(clip, state)
        if np.abs(clip.person.markers.locals() - before).max() < SETTLED:
            break
    return clip, state


def _morphed(clip: Clip, start: State) -> State:
    """Return a state whose morphing and offset bring features of both bodies nearest as they are."""
    matrix, slope = equations_of_morphing(clip, start)
    values, first = start.shared, start.sizes.shape[1]
    values[:, first:] -= np.linalg.solve(matrix + RIDGE * np.eye(len(matrix)), slope)
    return start.with_shared(values)


def _turned(clip: Clip, state: State) -> np.ndarray:
    """Return (T, H) the step of the person's poses, the robot staying as it is."""
    found = np.empty((len(state.person), len(clip.person.tree.variable)))
    for part in state.parts():
        matrix, slope = equations_of_person(clip, state, part)
        matrix += DAMPING * np.eye(found.shape[1])
        found[part] = -np.linalg.solve(matrix, slope[..., None])[..., 0]
    return found


def seated(person: Person, state: State) -> Person:
    """Return a person whose loose points are where on their bodies they were seen on average."""
    shape = person.markers.at(state.sizes.mean(axis=0))
    points = list(person.markers.points)
    for index in np.flatnonzero(person.loose & (person.weight > 0.0).any(axis=0)).tolist():
        seen = person.weight[:, index] > 0.0
        tips = point_block([BodyPoint(points[index].body, tip) for tip in _TIPS])
        corners = point_places(shape.tree, tips, state.person[seen])
        axes, way = corners[:, 1:] - corners[:, :1], person.captured[seen, index] - corners[:, 0]
        points[index] = replace(points[index], local=np.einsum("tij,tj->ti", axes, way).mean(axis=0))
    return replace(person, markers=replace(person.markers, points=tuple(points)))

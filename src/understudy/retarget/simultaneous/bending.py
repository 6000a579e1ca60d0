"""The bend of a step's way: what errors do beyond what is linear in the step.

A step s is worked out as if errors r changed by J s. Features are tied much more firmly than markers are, and
soles more firmly still: along what hardly costs anything steps are long, and errors that are of second order
in them decide what they gain. With c = r(x + s) − r(x) − J s, the least of ½‖r + J s + J b + c‖² is where
slopes of Jᵀ c more would lead: at the step's own bend b, for the very same matrix (Transtrum and Sethna 2012,
"geodesic acceleration", in which b is that of an infinitesimal step). A share a of the way leads to
x + a s + a² b.

Left out are costs that begin where something is near: parts of the robot, and its surface over the floor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from understudy.kinematics.clip_system import Squares
from understudy.kinematics.costs import no_costs
from understudy.kinematics.point_places import point_places
from understudy.retarget.simultaneous.clip import (
    CHUNK,
    Equations,
    State,
    costs_of_frames,
    gaps,
    marker_gaps,
    tie_gaps,
)
from understudy.retarget.simultaneous.figures import FigureLimit, Figures, LinearFigureLimit, Source

SMALL = 1e-3
"""Share of a step at either side of its beginning that tells how fast soles move along it."""


class Change(NamedTuple):
    """A change of all unknowns, or the slopes of a cost by them."""

    own: np.ndarray  # (T, L) the person's poses, and sizes where each frame has its own
    robot: np.ndarray  # (T, D)
    shared: np.ndarray  # (K,) sizes that all frames share


def slopes_of_bend(
    at: Equations, step: Change, squares: Sequence[Squares], along: Callable[[float], State]
) -> Change:
    """Return Jᵀ c by all unknowns.

    Args:
        at: The equations where the step begins, sizes being the same in all frames.
        step: The step.
        squares: How stiff figures of the ground are, limits and all.
        along: Where a share of the step leads.
    """
    whole = along(1.0)
    own, robot, shared = _of_bodies(at, step, whole)
    robot += _of_points(at, whole, along)
    for figures, source in _figures(at):
        beyond = source.at(whole.robot).values - figures.moved(step.robot)
        for each in squares:
            if each.by is figures.by:
                figures.add_pull((each.stiffness @ beyond[..., None])[..., 0], robot)
    return Change(own, robot, shared)


def _of_bodies(at: Equations, step: Change, whole: State) -> Change:
    """Return what markers on the person, and features that tie it to the robot, ask for."""
    clip, (frames, inside), count = at.clip, step.own.shape, len(step.shared)
    found = Change(*(np.zeros_like(each) for each in step))
    every = np.concatenate([step.own, np.broadcast_to(step.shared, (frames, count))], axis=1)
    for first in range(0, frames, CHUNK):
        part = slice(first, min(first + CHUNK, frames))
        near, person, robot = gaps(clip, at.state, part), every[part, None], step.robot[part, None]
        off = marker_gaps(clip, whole, part) - near.off - (person @ near.own)[:, 0]
        gap = tie_gaps(clip, whole, part) - near.gap - (person @ near.tied - robot @ near.robot)[:, 0]
        slopes = (near.own @ off[..., None] + near.tied @ gap[..., None])[..., 0]
        found.own[part], found.robot[part] = slopes[:, :inside], -(near.robot @ gap[..., None])[..., 0]
        found.shared[:] += slopes[:, inside:].sum(axis=0)
    return found


def _of_points(at: Equations, whole: State, along: Callable[[float], State]) -> np.ndarray:
    """Return (T, D) what soles ask of the robot; tasks may be far away, and are left out."""
    body, block = at.clip.robot, at.clip.costs.point
    if not len(block.body):
        return np.zeros((len(whole.robot), len(body.free)))
    here, there, ahead, back = (
        point_places(body.tree, block, state.robot)
        for state in (at.state, whole, along(SMALL), along(-SMALL))
    )
    beyond = there - here - (ahead - back) / (2.0 * SMALL)
    # Points that are so far from their targets ask for what is looked for.
    weight = np.where(np.isinf(block.reach)[:, None], block.weight, 0.0)
    costs = no_costs(body.tree)._replace(point=block._replace(target=here - beyond, weight=weight))
    return costs_of_frames(replace(at.clip, costs=costs), at.state.robot, True)[1][:, body.free]


def _figures(at: Equations) -> Iterator[tuple[Figures, Source]]:
    """Yield the figures that limits know where the step begins, each once, and whence they are."""
    every = {
        id(near.figures): (near.figures, limit.source)
        for limit, near in zip(at.clip.limits, at.limits, strict=True)
        if isinstance(limit, FigureLimit) and isinstance(near, LinearFigureLimit)
    }
    yield from every.values()

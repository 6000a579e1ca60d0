"""Steps whose way bends as errors do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.retarget.simultaneous.bending import Change, slopes_of_bend
from understudy.retarget.simultaneous.building import Problem
from understudy.retarget.simultaneous.clip import Equations, cost_of, evaluate
from understudy.retarget.simultaneous.step import moved, take_step

FIRST, LIGHT = 0.1, 0.01
"""Damping of a first step, and of one that goes far enough for errors to bend."""

SMALL = 0.02
"""Size [rad or m] of a step along which errors of third order are small."""


def bend_of(at: Equations, step: Change) -> Change:
    """Return the slopes of a step's bend, figures of the ground left out."""
    return slopes_of_bend(at, step, (), lambda share: moved(at.clip, at.state, step, share))


def test_a_bend_is_of_second_order(bending: Problem) -> None:
    """Half the step has a quarter of it; of what is linear nothing is left."""
    at, rng = evaluate(replace(bending.clip, limits=()), bending.start), np.random.default_rng(1)
    frames, size = at.sums.gradient.shape
    sizes = (frames, len(bending.clip.person.tree.variable)), (frames, size), len(bending.clip.unknown)
    step = Change(*(SMALL * rng.uniform(-1.0, 1.0, size=each) for each in sizes))
    whole, half = bend_of(at, step), bend_of(at, Change(*(0.5 * each for each in step)))
    for name, all_of_it, part in zip(Change._fields, whole, half, strict=True):
        assert np.linalg.norm(all_of_it) > 0.0, name
        assert np.linalg.norm(4.0 * part - all_of_it) < 0.1 * np.linalg.norm(all_of_it), name


def test_a_bent_way_keeps_what_its_step_promises(bending: Problem) -> None:
    """Better than the straight one does, near to where both bodies are together."""
    clip = replace(bending.clip, limits=())
    near = take_step(clip, bending.start, evaluate(clip, bending.start), FIRST).along(1.0)
    step = take_step(clip, near, evaluate(clip, near), LIGHT)
    assert step.bent is not None
    promised = cost_of(clip, near) - step.promise
    straight, bent = (cost_of(clip, way(1.0)) - promised for way in (step.along, step.bent()))
    assert abs(bent) < 0.5 * abs(straight)


def test_sizes_of_single_frames_leave_ways_straight(bending: Problem) -> None:
    state = bending.start.with_shared(np.repeat(bending.start.shared, len(bending.start.robot), axis=0))
    assert take_step(bending.clip, state, evaluate(bending.clip, state), LIGHT).bent is None


def test_a_bent_way_begins_where_the_straight_one_does(bending: Problem) -> None:
    """And in the same direction."""
    clip, share = replace(bending.clip, limits=()), 1e-4
    step = take_step(clip, bending.start, evaluate(clip, bending.start), LIGHT)
    assert step.bent is not None
    straight, bent = step.along(share).robot, step.bent()(share).robot
    assert np.abs(bent - straight).max() < 1e-2 * np.abs(straight - bending.start.robot).max()
    assert bent == pytest.approx(straight, abs=1e-6)

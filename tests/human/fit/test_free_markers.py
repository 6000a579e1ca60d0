"""Markers that no set knows are fitted on the body with which they move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from understudy.human import Human
from understudy.human.fit.fitted_body import attached_places
from understudy.human.fit.free_markers import with_free_markers
from understudy.human.fit.targets import find_targets
from understudy.motion import Recording
from understudy.robots.parts import Attachment

Moving = Callable[..., np.ndarray]
Marked = Callable[..., Recording]

CLUSTERS = {"RTH9": "RH", "LTB7": "LK", "UA5": "LS"}
NEAR = 0.01  # [m]


def test_each_is_on_the_body_that_carries_it(median: Human, moving: Moving, marked: Marked) -> None:
    q = moving(median, 200, seed=11)
    known = marked(median, q, noise=0.002)
    generator = np.random.default_rng(5)
    offsets = {label: 0.05 * generator.standard_normal(3) - [0.0, 0.0, 0.15] for label in CLUSTERS}
    attached = [Attachment(int(median.model.body(CLUSTERS[label]).id), offsets[label]) for label in CLUSTERS]
    lamp = np.tile([2.0, 1.0, 1.5], (len(q), 1, 1))
    points = np.concatenate([known.points, attached_places(median, attached, q), lamp], axis=1)
    recording = replace(known, names=(*known.names, *CLUSTERS, "LAMP"), points=points, valid=None)
    targets = with_free_markers(recording, median, find_targets(recording, median), 0.01)
    assert targets.names[-3:] == tuple(CLUSTERS)
    assert "LAMP" not in targets.names
    bodies, places = targets.attached(median)
    for index, label in enumerate(CLUSTERS, start=len(bodies) - len(CLUSTERS)):
        assert median.model.body(bodies[index]).name == CLUSTERS[label]
        assert np.abs(places[index] - offsets[label]).max() < NEAR


def test_without_unknown_markers_nothing_changes(median: Human, moving: Moving, marked: Marked) -> None:
    recording = marked(median, moving(median, 20, seed=1))
    targets = find_targets(recording, median)
    assert with_free_markers(recording, median, targets, 0.01) is targets


def test_what_programs_compute_is_no_marker(median: Human, moving: Moving, marked: Marked) -> None:
    recording = marked(median, moving(median, 40, seed=2))
    computed = ("LFEO", "Ann:PELA", "RKJC", "R_Knee_JC", "CentreOfMass")
    points = np.concatenate([recording.points, recording.points[:, : len(computed)]], axis=1)
    more = replace(recording, names=(*recording.names, *computed), points=points, valid=None)
    targets = find_targets(more, median)
    assert with_free_markers(more, median, targets, 0.01) is targets
    gait = replace(more, names=(*recording.names, *(f"X{n}" for n in range(5))), dialect="C3D (Plug-in Gait)")
    targets = find_targets(gait, median)
    assert with_free_markers(gait, median, targets, 0.01) is targets

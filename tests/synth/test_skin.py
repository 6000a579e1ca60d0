"""Markers on skin: the same person has the same misplaced markers in every trial, and skin slides on them."""

from __future__ import annotations

import numpy as np

from understudy.synth import performer_body
from understudy.synth.body.cluster_markers import BONY_MARKERS, CLUSTER_MARKERS, cluster_markers
from understudy.synth.body.points import positions_of
from understudy.synth.motions.run import make_run, make_still
from understudy.synth.skin import Skin, marked_skin

BODY = performer_body(height=1.75)
PLACES = cluster_markers(BODY)


def test_markers_on_bone_are_where_they_were_meant() -> None:
    run = make_run(BODY, 0.3, 100.0)
    points = marked_skin(run, PLACES, Skin(0.0, 0.0, 0.0), BONY_MARKERS)
    assert np.allclose(points, positions_of(run, CLUSTER_MARKERS, PLACES))


def test_markers_are_misplaced_alike_in_all_trials() -> None:
    skin = Skin(0.005, 0.0, 0.0, seed=4)
    offsets = []
    for motion in (make_run(BODY, 0.3, 100.0), make_still(BODY, 0.3, 100.0)):
        off = marked_skin(motion, PLACES, skin, BONY_MARKERS) - positions_of(motion, CLUSTER_MARKERS, PLACES)
        offsets.append(np.linalg.norm(off, axis=2).mean(axis=0))
    assert np.allclose(*offsets)
    assert 0.004 < offsets[0].mean() < 0.012


def test_thighs_slide_most() -> None:
    run = make_run(BODY, 0.7, 100.0)
    off = marked_skin(run, PLACES, Skin(0.0, 1.0, 0.0), BONY_MARKERS) - positions_of(
        run, CLUSTER_MARKERS, PLACES
    )
    moved = dict(zip(CLUSTER_MARKERS, np.linalg.norm(off, axis=2).max(axis=0), strict=True))
    thigh, foot = (max(moved[side + name] for side in "LR") for name in ("TH2", "CAL"))
    assert 0.005 < thigh < 0.05
    assert foot < thigh


def test_a_run_has_flight_and_grows_with_speed() -> None:
    slow, fast = (make_run(BODY, 1.0, 100.0, speed) for speed in (2.5, 5.5))
    assert not fast.contacts.any(axis=1).all()
    assert fast.root_positions[-1, 0] > 1.5 * slow.root_positions[-1, 0]
    still = make_still(BODY, 0.2, 100.0)
    assert np.abs(still.contact_points[..., 2]).max() < 1e-9

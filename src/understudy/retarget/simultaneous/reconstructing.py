"""The reconstructed person at all frames of a capture, from a solution at the knots (7)."""

from __future__ import annotations

import numpy as np

from understudy.human.fit.fitting import BodyFit
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.point_places import point_places
from understudy.motion import HumanMotion, Recording
from understudy.motion.reconstruction import Reconstruction
from understudy.motion.validation import ROOT_SIZE
from understudy.retarget.simultaneous.grid import Grid
from understudy.retarget.simultaneous.solving import Found


def reconstruct(
    fit: BodyFit, found: Found, grid: Grid, human: HumanMotion, recording: Recording | None
) -> Reconstruction:
    """Return the reconstructed person beside what was captured."""
    person, state, targets = found.person, found.state, fit.targets
    coordinates = grid.all_frames(state.person, ROOT_SIZE)
    shape = person.markers.at(state.sizes.mean(axis=0))
    source = human if recording is None or targets.kind == "landmarks" else recording
    return Reconstruction(
        names=targets.names,
        captured=_captured(source, targets.names),
        points=point_places(shape.tree, point_block(shape.points), coordinates),
        coordinate_names=person.human.joints,
        original=grid.all_frames(fit.poses.q, ROOT_SIZE),
        coordinates=coordinates,
        lengths=dict(zip(shape.names, shape.values.tolist(), strict=True)),
        morphing=dict(zip(person.morphed.names, state.morphing.mean(axis=0).tolist(), strict=True)),
    )


def _captured(source: HumanMotion | Recording, names: tuple[str, ...]) -> np.ndarray:
    """Return (T, P, 3) [m] where points were seen in all frames, NaN where they were not."""
    if isinstance(source, HumanMotion):
        found = [source.landmark(name) for name in names]
    else:
        columns = [source.names.index(name) for name in names]
        found = [(source.points[:, column], source.valid_mask[:, column]) for column in columns]
    return np.stack([np.where(known[:, None], points, np.nan) for points, known in found], axis=1)

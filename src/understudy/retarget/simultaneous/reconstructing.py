"""The reconstructed person beside what was captured (7)."""

from __future__ import annotations

import numpy as np

from understudy.human.fit.fitting import BodyFit
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.point_places import point_places
from understudy.motion import HumanMotion, Recording
from understudy.motion.reconstruction import Reconstruction
from understudy.retarget.simultaneous.tie import Tie


def reconstruct(
    fit: BodyFit,
    tie: Tie,
    y: np.ndarray,
    shared: np.ndarray,
    human: HumanMotion,
    recording: Recording | None,
) -> Reconstruction:
    """Return the reconstructed person, with coordinates (T, P) and parameters (K,)."""
    targets, (sizes, lengths) = fit.targets, tie.counts
    shape = tie.person.markers.at(shared[:sizes])
    source = human if recording is None or targets.kind == "landmarks" else recording
    return Reconstruction(
        names=targets.names,
        captured=_captured(source, targets.names),
        points=point_places(shape.tree, point_block(shape.points), y),
        coordinate_names=tie.person.human.joints,
        original=fit.poses.q,
        coordinates=y,
        lengths=dict(zip(shape.names, shape.values.tolist(), strict=True)),
        morphing=dict(zip(tie.person.morphed.names, shared[sizes : sizes + lengths].tolist(), strict=True)),
    )


def _captured(source: HumanMotion | Recording, names: tuple[str, ...]) -> np.ndarray:
    """Return (T, P, 3) [m] where points were seen in all frames, NaN where they were not."""
    if isinstance(source, HumanMotion):
        found = [source.landmark(name) for name in names]
    else:
        columns = [source.names.index(name) for name in names]
        found = [(source.points[:, column], source.valid_mask[:, column]) for column in columns]
    return np.stack([np.where(known[:, None], points, np.nan) for points, known in found], axis=1)

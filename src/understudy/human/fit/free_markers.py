"""Markers that no set knows, such as clusters on thighs: the body that carries each shows in how it moves.

A marker keeps its place in the frame of the body that it is stuck to, and in no other's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from understudy.human.fit.body_shape import body_shape, joint_limits
from understudy.human.fit.fitted_body import attached_places
from understudy.human.fit.targets import OTHER_SETS, Targets, plain_label
from understudy.human.human import Human
from understudy.kinematics.marker_fit import FitOptions, MarkerFitter
from understudy.motion import Recording
from understudy.robots.parts import Attachment

CARRIERS = ("root", "BT", "BUN", *(side + part for side in "LR" for part in ("S", "E", "W", "H", "K", "A")))
"""Bodies that laboratories stick clusters to."""

FARTHEST = 0.03
"""A marker that strays farther [m] from its place on every body, root mean square, is on none."""

FREE_DEVIATION = 0.08
"""Standard deviation [m], in each direction, of where such a marker was found to sit."""

MANY_FRAMES = 120
_FEWEST_FRAMES = 10
_COMPUTED = "*"
_OUTPUT = re.compile(
    r"(?:PEL|TRX|HED|[LR](?:FE|TI|FO|TO|CL|HU|RA|HN))[OALP]"
    r"|[LR]?_?(?:HIP|KNEE|ANKLE|[HKASEW])_?JC"
    r"|CENT(?:RE|ER)OFMASS.*"
)
"""Labels of what programs compute from markers: ends of bones, joint centres, the centre of mass."""


def with_free_markers(recording: Recording, human: Human, targets: Targets, noise: float) -> Targets:
    """Return the targets with the markers that no set knows, each on the body that carries it.

    Args:
        recording: The capture that the targets are of, frame by frame the same.
        human: The person, roughly.
        targets: Known markers; others come back as they are.
        noise: Standard deviation [m] of a coordinate.
    """
    labels = _unknown(recording, targets)
    if targets.kind != "markers" or not labels:
        return targets
    frames = np.unique(np.linspace(0, len(targets.places) - 1, MANY_FRAMES).astype(int))
    shape = body_shape(human, targets, is_symmetric=True)
    limits = joint_limits(human)
    fitter = MarkerFitter(shape.tree, shape.points, *limits, np.array(human.home), FitOptions(noise=noise))
    q = fitter.fit(targets.places[frames], targets.seen[frames]).q
    origins, axes = _frames(human, q)
    columns = [recording.names.index(label) for label in labels]
    places, seen = recording.points[:, columns], recording.valid_mask[:, columns]
    usable = (targets.seen[frames].sum(axis=1) >= 3)[:, None] & seen[frames]
    found: dict[str, Attachment] = {}
    for index, label in enumerate(labels):
        rows = usable[:, index]
        if rows.sum() >= _FEWEST_FRAMES:
            carried = _carrier(places[frames][rows, index], origins[rows], axes[rows])
            if carried is not None:
                found[label] = Attachment(_body(human, carried[0]), carried[1])
    kept = [labels.index(label) for label in found]
    return targets.with_sites(
        tuple(found), tuple(found.values()), places[:, kept], seen[:, kept], FREE_DEVIATION
    )


def _unknown(recording: Recording, targets: Targets) -> list[str]:
    """Return the labels of the person's points that are neither fitted nor computed.

    Plug-in Gait and CMU have no further markers: what else such a file names, its program has computed.
    """
    if any(name in recording.dialect for name in OTHER_SETS):
        return []
    of_landmarks = {point for points in recording.landmark_points.values() for point in points}
    of_objects = {point for points in recording.objects.values() for point in points}
    known = of_landmarks | of_objects | set(targets.names)
    return [
        name
        for name in recording.names
        if name not in known and not name.startswith(_COMPUTED) and not _OUTPUT.fullmatch(plain_label(name))
    ]


def _frames(human: Human, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return origins (T, C, 3) [m] and axes (T, C, 3, 3), one axis a row, of the carriers in poses (T, Q)."""
    tips = [
        Attachment(_body(human, carrier), tip)
        for carrier in CARRIERS
        for tip in np.vstack([np.zeros(3), np.eye(3)])
    ]
    places = attached_places(human, tips, q).reshape(len(q), len(CARRIERS), 4, 3)
    return places[:, :, 0], places[:, :, 1:] - places[:, :, :1]


def _carrier(
    marker: np.ndarray, origins: np.ndarray, axes: np.ndarray, names: Sequence[str] = CARRIERS
) -> tuple[str, np.ndarray] | None:
    """Return the body in whose frame a marker (T, 3) keeps its place best, and the place (3,), or None."""
    local = np.einsum("tcij,tcj->tci", axes, marker[:, None] - origins)
    middle = np.median(local, axis=0)
    strays = np.sqrt(np.median(((local - middle) ** 2).sum(axis=2), axis=0))
    best = int(np.argmin(strays))
    return None if strays[best] > FARTHEST else (names[best], middle[best])


def _body(human: Human, name: str) -> int:
    return int(human.model.body(name).id)

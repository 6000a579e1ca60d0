"""The Vicon text files of the KERAAL data set: 17 targets on a body, one line a frame.

For each target ``x y z`` in millimetres, z up, and its quaternion ``x y z w``, at about 60 Hz. A target is a
rigid body somewhere on the surface of its segment, in an orientation of its own, so that joints have to be
worked out: between two targets by how they turn against each other (see ``centres.py``), starting from
the guesses here. Guesses take targets of arms and shins to sit in the middle of their segments, and
proportions from Winter.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.anthropometry import winter
from understudy.capture.format import Format
from understudy.capture.keraal.centres import GUESS_WEIGHT, Segment, joint_centre
from understudy.capture.placing.length_units import MILLIMETRE
from understudy.capture.placing.limits import FARTHEST, require_near
from understudy.capture.placing.symmetry import exchanged
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.text.broken_rows import whole_rows
from understudy.capture.text.cells import cell_number
from understudy.capture.text.text_lines import TextLines, first_lines
from understudy.capture.text.text_table import BLANKS, Layout, parse_rows
from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot

TARGETS: tuple[str, ...] = (
    *("forearm_r", "forearm_l", "arm_r", "arm_l", "chest", "thigh_r", "thigh_l", "shoulder_r", "shoulder_l"),
    *("hand_r", "hand_l", "foot_r", "foot_l", "hips", "head", "tibia_r", "tibia_l"),
)
"""Targets in the order of the file."""

RATE = 60.0
"""Frames a second [1/s]; files have no time."""

_ENDS = {
    "shoulder": ("shoulder", "arm"),
    "elbow": ("arm", "forearm"),
    "wrist": ("forearm", "hand"),
    "hip": ("hips", "thigh"),
    "knee": ("thigh", "tibia"),
    "ankle": ("tibia", "foot"),
}
JOINTS: dict[str, tuple[str, str]] = {
    f"{joint}_{side}": (upper if upper == "hips" else f"{upper}_{side}", f"{lower}_{side}")
    for joint, (upper, lower) in _ENDS.items()
    for side in SIDES
}
"""Joint → the targets above and below it."""

_BETWEEN = {"shoulder": 1.0 / 3.0, "elbow": 0.5, "wrist": 0.6, "ankle": 1.3}
"""Where a joint is guessed on the way from the target above to the one below; the foot's target rides on the
instep, so that the ankle is beyond it."""

SHOULDER_WEIGHT = 0.5
"""Weight of the guess of a shoulder (see ``centres.py``), where raised arms push the target about."""

_HIP_ASIDE, _HIP_BELOW = 0.05, 0.05
_TOE_AHEAD, _TOE_BELOW = 0.09, 0.02
_NECK_TO_TOP = 1.0 - winter.SHOULDER_HEIGHT
"""Shares of body height: a hip from the target on the hips, the ball of the foot from the ankle, and the top
of the head from between the shoulders."""

_UP = np.array([0.0, 0.0, 1.0])
_NUMBERS = 7
_CELLS = _NUMBERS * len(TARGETS)
_LAYOUT = Layout(_CELLS, BLANKS, count_source=f", {_NUMBERS} for each target")
_SNIFFED_LINES = 8
_LEAST_SPREAD = 100.0
"""Targets are spread by more than this in millimetres, and less in any larger unit."""


def looks_like_keraal_vicon(content: bytes) -> bool:
    """Tell whether a file's first lines hold 17 places and unit quaternions, millimetres apart."""
    lines = first_lines(content, _SNIFFED_LINES)
    # The last line may be cut off. What is wrong with a cell is told by whoever reads the whole file.
    rows = whole_rows(lines[:-1] or lines, _LAYOUT)
    if not rows:
        return False
    numbers = [[cell_number(cell) for cell in row.split()] for row in rows]
    values = np.array(numbers, dtype=np.float64).reshape(len(rows), -1, _NUMBERS)
    lengths = _lengths(values[..., 3:])
    is_unit_or_lost = (np.abs(lengths - 1.0) < 1e-2) | (lengths == 0.0)
    spread = np.ptp(np.clip(values[..., :3], -FARTHEST, FARTHEST))
    return bool(is_unit_or_lost.all() and lengths.any() and spread > _LEAST_SPREAD)


def read_keraal_vicon(source: Source) -> RawCapture:
    """Read a KERAAL Vicon file."""
    start = TextLines(source.path, source.content)
    rows = parse_rows(source.path, source.content, start.position, start.line, _LAYOUT)
    values = rows.values.reshape(-1, len(TARGETS), _NUMBERS)
    values, about_exchange = _with_exchanged_targets(values)
    quaternions = values[..., [6, 3, 4, 5]]
    is_seen = (np.abs(_lengths(quaternions) - 1.0) < 1e-2) & np.isfinite(values[..., :3]).all(axis=-1)
    is_lost = ~is_seen
    points = np.where(is_lost[..., None], np.nan, values[..., :3])
    require_near(source.path, points)
    turned = np.where(is_lost[..., None], rot.IDENTITY, quaternions)
    matrices = rot.as_matrix(rot.normalise(turned))
    segments = {name: Segment(points[:, k], matrices[:, k]) for k, name in enumerate(TARGETS)}
    computed = _computed_points(segments, source.sidecar.fps or RATE)
    unknown = np.full((len(points), len(computed), 4), np.nan)
    return RawCapture(
        source=source,
        format=KERAAL_VICON.name,
        names=(*TARGETS, *computed),
        points=np.concatenate([points, np.stack(list(computed.values()), axis=1)], axis=1),
        rotations=np.concatenate([np.where(is_lost[..., None], np.nan, quaternions), unknown], axis=1),
        landmark_points=_landmark_points(),
        usual_fps=RATE,
        unit=MILLIMETRE.metres,
        up="z",
        notes=(
            *about_exchange,
            "Joints (points with a star) were worked out from how the 17 targets turn against each other; "
            "feet and head are taken to point on the mean where hips and trunk do.",
        ),
    )


def _with_exchanged_targets(values: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
    """Return numbers (T, 17, 7) in which targets of one side that changed places are where they belong."""
    is_lost = ~(_lengths(values[..., 3:]) > 0.0)
    points = np.where(is_lost[..., None], np.nan, np.clip(values[..., :3], -FARTHEST, FARTHEST))
    tracks = {name: points[:, k] for k, name in enumerate(TARGETS)}
    for chain in (("shoulder", "arm", "forearm", "hand"), ("thigh", "tibia", "foot")):
        pair = exchanged(tracks, chain)
        if pair is not None:
            columns = [TARGETS.index(name) for name in pair]
            values = values.copy()
            values[:, columns] = values[:, columns[::-1]]
            about = (
                f"The columns of {pair[0]} and {pair[1]} are exchanged in the file; read the other way round "
            )
            return values, (about + "they make both sides alike.",)
    return values, ()


def _lengths(quaternions: np.ndarray) -> np.ndarray:
    """Return (...) lengths, NaN where a number is so large that it is none of a unit quaternion's."""
    return np.linalg.norm(np.where(np.abs(quaternions) < 2.0, quaternions, np.nan), axis=-1)


def _landmark_points() -> dict[str, tuple[str, ...]]:
    found = {joint: (f"*{joint}",) for joint in JOINTS}
    found |= {f"toe_{side}": (f"*toe_{side}",) for side in SIDES}
    # The target on the back of the hand lies on the way to the knuckles.
    found |= {f"knuckle_{side}": (f"hand_{side}",) for side in SIDES}
    return found | {"neck": ("shoulder_r", "shoulder_l"), "head_top": ("*head_top",)}


def _computed_points(segments: Mapping[str, Segment], fps: float) -> dict[str, np.ndarray]:
    """Return star names → (T, 3) [mm] of all points that no target is at."""
    stature = _stature(segments)
    neck = 0.5 * (segments["shoulder_l"].points + segments["shoulder_r"].points)
    up = rot.normalise(neck - segments["hips"].points)
    left = rot.normalise(segments["thigh_l"].points - segments["thigh_r"].points)
    computed: dict[str, np.ndarray] = {}
    for joint, (upper, lower) in JOINTS.items():
        guess = _guess(joint, segments, stature, up, left)
        weight = SHOULDER_WEIGHT if joint.startswith("shoulder") else GUESS_WEIGHT
        computed[f"*{joint}"] = joint_centre(segments[upper], segments[lower], guess, fps, weight)
    forward = rot.normalise(np.cross(left, _UP))
    for side in SIDES:
        toe = computed[f"*ankle_{side}"] + stature * (_TOE_AHEAD * forward - _TOE_BELOW * _UP)
        foot = segments[f"foot_{side}"]
        computed[f"*toe_{side}"] = foot.carry(foot.mean_offset(toe))
    head = segments["head"]
    computed["*head_top"] = head.carry(head.mean_offset(neck + _NECK_TO_TOP * stature * up))
    return computed


def _guess(
    joint: str, segments: Mapping[str, Segment], stature: float, up: np.ndarray, left: np.ndarray
) -> np.ndarray:
    """Return (T, 3) [mm] where a joint may be."""
    name, side = joint[:-2], joint[-1]
    above, below = (segments[target].points for target in JOINTS[joint])
    if name == "hip":
        aside = _HIP_ASIDE if side == "l" else -_HIP_ASIDE
        return above + stature * (aside * left - _HIP_BELOW * up)
    if name == "knee":
        # The tibia's target is as far from the knee as from the ankle, near which is the foot's target.
        return 2.0 * below - segments[f"foot_{side}"].points
    return above + _BETWEEN[name] * (below - above)


def _stature(segments: Mapping[str, Segment]) -> float:
    """Return the body height [mm], from shins that are twice as long as from ankle to tibia's target."""
    lengths = [
        np.linalg.norm(segments[f"tibia_{side}"].points - segments[f"foot_{side}"].points, axis=1)
        for side in SIDES
    ]
    known = np.concatenate(lengths)
    known = known[np.isfinite(known)]
    return 2.0 * float(np.median(known)) / winter.SHIN if len(known) else np.nan


KERAAL_VICON = Format(
    "KERAAL Vicon",
    "lines of 119 numbers, places in millimetres and quaternions of 17 targets",
    looks_like_keraal_vicon,
    read_keraal_vicon,
)

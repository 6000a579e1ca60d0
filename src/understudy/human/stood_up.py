"""A person brought to stand: the upper body as it was captured, over straight legs on flat feet.

For takes in which legs are not seen, or sit. The trunk keeps its lean and its turn against the room; what the
hips travelled is left out, since legs that stand do not travel.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.anthropometry.reference_lengths import LENGTH_SHARES, TOE_ABOVE_SOLE_SHARE
from understudy.errors import InvalidMotionError
from understudy.human.sizes import body_sizes
from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS, LANDMARKS, SIDES
from understudy.spatial import rotations as rot

LEG_LANDMARKS = ("knee", "ankle", "heel", "toe", "toe_tip")
"""Landmarks, without side, that belong to the legs alone."""

_UP = np.array([0.0, 0.0, 1.0])
_HIP_TO_SHOULDER = sum(LENGTH_SHARES[name] for name in ("pelvis", "abdomen", "clavicle_height"))
_SHOULDER_WIDTH = 2.0 * (LENGTH_SHARES["clavicle_half_width"] + LENGTH_SHARES["clavicle"])
_HEEL_SHARE = 0.038
"""Of height: how far the heel is behind the ankle."""


def stood_up(human: HumanMotion) -> HumanMotion:
    """Return the motion with straight legs under an upright pelvis, at the origin, feet on the floor.

    Args:
        human: A motion that shows shoulders.

    Raises:
        InvalidMotionError: Where it shows none, so that there is no upper body to follow.
    """
    shoulders, seen = human.landmark("mid_shoulders")
    if not seen.any():
        raise InvalidMotionError(
            f"'{human.provenance.source}' shows no shoulders, so that there is no upper body to stand up"
        )
    height = _height(human)
    hips = _hips(human, shoulders, seen, height)
    stand = LENGTH_SHARES["thigh"] + LENGTH_SHARES["shin"] + LENGTH_SHARES["ankle_height"]
    place = np.array([0.0, 0.0, height * stand])
    kept = [name for name in human.names if not _is_of_leg(name)]
    moved = {name: (human.landmark(name)[0] - hips + place, human.landmark(name)[1]) for name in kept}
    heading = _heading(human)
    known = np.ones(human.frame_count, dtype=bool)
    legs = {
        name: (np.tile(point, (human.frame_count, 1)), known)
        for name, point in _legs(height, heading).items()
    }
    points = moved | legs
    names = tuple(name for name in LANDMARKS if name in points)
    turn = np.tile(rot.from_axis_angle(_UP, heading), (human.frame_count, 1))
    frames = {part: frame for part, frame in human.frames.items() if not part.startswith("foot")}
    stood = replace(
        human,
        names=names,
        landmarks=np.stack([points[name][0] for name in names], axis=1),
        valid=np.stack([points[name][1] for name in names], axis=1),
        frames=frames | {part: turn for part in ("pelvis", "foot_l", "foot_r")},
        contacts=np.ones((human.frame_count, len(CONTACTS)), dtype=bool),
        part_contacts={},
        coordinates=None,
        coordinate_names=(),
        residuals=None,
        provenance=human.provenance.then("stand"),
    )
    return replace(stood, sizes=body_sizes(stood))


def without_legs(human: HumanMotion) -> HumanMotion:
    """Return the motion without its legs: no landmarks below the hips, no feet, no contacts."""
    kept = [index for index, name in enumerate(human.names) if not _is_of_leg(name, with_hips=False)]
    return replace(
        human,
        names=tuple(human.names[index] for index in kept),
        landmarks=human.landmarks[:, kept],
        valid=human.valid_mask[:, kept],
        frames={part: frame for part, frame in human.frames.items() if not part.startswith("foot")},
        contacts=np.zeros((human.frame_count, len(CONTACTS)), dtype=bool),
        part_contacts={},
    )


def _is_of_leg(name: str, with_hips: bool = True) -> bool:
    part = name[:-2] if name.endswith(("_l", "_r")) else name
    return part in LEG_LANDMARKS or (with_hips and part in ("hip", "mid_hip"))


def _height(human: HumanMotion) -> float:
    """Return the person's height [m], as stated or by the trunk, or the width of the shoulders."""
    if human.subject.height is not None:
        return human.subject.height
    trunk, width = human.sizes.get("trunk"), human.sizes.get("shoulder_line")
    return trunk / _HIP_TO_SHOULDER if trunk else (width or 0.385) / _SHOULDER_WIDTH


def _hips(human: HumanMotion, shoulders: np.ndarray, seen: np.ndarray, height: float) -> np.ndarray:
    """Return where the middle of the hips is (T, 3) [m], below the shoulders where it was not seen."""
    hips, known = human.landmark("mid_hips")
    up = rot.rotate(human.frames["chest"], _UP) if "chest" in human.frames else np.tile(_UP, (len(hips), 1))
    below = shoulders - height * _HIP_TO_SHOULDER * up
    found = np.where(known[:, None], hips, below)
    # In frames that show neither nothing is known, and the last place stands in.
    usable = known | seen
    last = np.maximum.accumulate(np.where(usable, np.arange(len(usable)), -1))
    return found[np.where(last < 0, int(np.argmax(usable)), last)]


def _heading(human: HumanMotion) -> float:
    """Return where the person faces on the mean [rad]: the pelvis where it is known, else the shoulders."""
    if "pelvis" in human.frames:
        ahead = rot.rotate(human.frames["pelvis"], np.array([1.0, 0.0, 0.0]))[:, :2]
    else:
        left, known = human.direction("shoulder_line")
        ahead = np.column_stack([left[known, 1], -left[known, 0]])
    mean = rot.normalise(ahead).mean(axis=0)
    return float(np.arctan2(mean[1], mean[0]))


def _legs(height: float, heading: float) -> dict[str, np.ndarray]:
    """Return leg landmarks (3,) [m] of somebody of a height who stands at the origin."""
    share = {name: height * value for name, value in LENGTH_SHARES.items()}
    ball = share["hindfoot"] + share["forefoot"]
    along_leg = {
        "hip": (0.0, share["ankle_height"] + share["shin"] + share["thigh"]),
        "knee": (0.0, share["ankle_height"] + share["shin"]),
        "ankle": (0.0, share["ankle_height"]),
        "heel": (-_HEEL_SHARE * height, 0.0),
        "toe": (ball, TOE_ABOVE_SOLE_SHARE * height),
        "toe_tip": (ball + share["toes"], 0.0),
    }
    turn = rot.from_axis_angle(_UP, heading)
    found = {
        f"{name}_{side}": rot.rotate(turn, np.array([ahead, sign * share["hip_half_width"], up]))
        for side, sign in zip(SIDES, (1.0, -1.0), strict=True)
        for name, (ahead, up) in along_leg.items()
    }
    return found | {"mid_hip": 0.5 * (found["hip_l"] + found["hip_r"])}

"""What a motion shows of a person's limbs, what a fit to markers would show besides, and who sits."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion, Recording
from understudy.motion.landmarks import LIMB_SEGMENTS, SIDES
from understudy.motion.ranks import median

_CARRIERS = {
    "thigh": ("H", "K", "A", "M", "F"),
    "shin": ("K", "A", "M", "F"),
    "upper_arm": ("S", "E", "W"),
    "forearm": ("E", "W"),
}
"""Segment → bodies of the reference human, without side, of which a marker tells where the segment points."""

LEGS = tuple(f"{part}_{side}" for part in ("thigh", "shin") for side in SIDES)

SEATED_THIGH, SEATED_TRUNK = np.radians(55.0), np.radians(50.0)
"""Who sits has thighs farther from vertical than the first, and a trunk nearer to it than the second."""


def missing_limbs(human: HumanMotion) -> tuple[str, ...]:
    """Return the limb segments whose direction no frame shows."""
    return tuple(segment for segment in LIMB_SEGMENTS if not human.shows(segment).any())


def shown_by_fit(recording: Recording, human: HumanMotion) -> tuple[str, ...]:
    """Return the limb segments that a motion lacks, but that a fit to the recording's markers would show."""
    missing = missing_limbs(human)
    if not missing:
        return ()
    # Most captures pass without the reference human, and do not wait for it.
    from understudy.human.fit.targets import find_targets
    from understudy.human.human import Human

    body = Human(subset="no_hands")
    try:
        targets = find_targets(recording, body)
    except InvalidMotionError:
        return ()
    if targets.kind != "markers":
        return ()
    carried = {body.model.body(number).name for number in targets.attached(body)[0]}
    return tuple(name for name in missing if carried & _carriers(name))


def missing_warning(missing: Iterable[str]) -> str | None:
    """Return the sentence on limbs that nothing shows, None where there are none."""
    names = spoken(missing)
    if not names:
        return None
    return (
        f"nothing in the capture shows the {names}: what of the robot would follow them stays where "
        "it is. `understudy inspect` lists what was recognised; docs/marker-sets.md says how to state markers"
    )


def posture_advice(human: HumanMotion) -> str | None:
    """Return the sentence that suggests to leave the legs out, None where legs are seen that do not sit."""
    how = "--upper-body keeps the robot's legs at home, --stand lets it stand"
    if set(LEGS) <= set(missing_limbs(human)):
        return f"no leg is seen; {how}"
    if is_seated(human):
        return f"the person sits, and a robot would sit in the air; {how}"
    return None


def is_seated(human: HumanMotion) -> bool:
    """Tell whether the person sits in most frames: level thighs under an upright trunk."""
    # Of most people the first thigh tells.
    for side in SIDES:
        thigh = _tilt(human, f"thigh_{side}", 1)
        if thigh is None or not median(thigh) > SEATED_THIGH:
            return False
    trunk = _tilt(human, "trunk", -1)
    if trunk is None or not median(trunk) < SEATED_TRUNK:
        return False
    shins = [_tilt(human, f"shin_{side}", 1) for side in SIDES]
    return all(median(shin) < SEATED_THIGH for shin in shins if shin is not None)


def _tilt(human: HumanMotion, segment: str, down: int) -> np.ndarray | None:
    """Return angles (N,) [rad] of a segment from straight down, or up, in frames that show it."""
    direction, known = human.direction(segment)
    return np.arccos(np.clip(-down * direction[known, 2], -1.0, 1.0)) if known.any() else None


def _carriers(segment: str) -> set[str]:
    part, _, side = segment.rpartition("_")
    return {side.upper() + body for body in _CARRIERS[part]}


def spoken(segments: Iterable[str]) -> str:
    """Return limb segments for a sentence, empty where there are none."""
    names = []
    for segment in segments:
        part, _, side = segment.rpartition("_")
        names.append(f"{'left' if side == 'l' else 'right'} {part.replace('_', ' ')}")
    return names[0] if len(names) == 1 else " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))

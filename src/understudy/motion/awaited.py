"""A person who is seen late is awaited where they come into view, in the pose that they are first seen in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.motion import HumanMotion


def awaited(human: HumanMotion) -> HumanMotion:
    """Return a motion whose first frames, in which nothing is seen, show what is seen first.

    Without that nothing says where the robot is in these frames or how it is turned: it would be placed by
    whatever else costs something, such as the floor.

    Args:
        human: The person's motion.
    """
    seen = human.valid_mask.any(axis=1)
    first = int(seen.argmax())
    if first == 0:
        return human
    shown = np.maximum(np.arange(human.frame_count), first)
    return replace(
        human,
        landmarks=human.landmarks[shown],
        valid=human.valid_mask[shown],
        frames={name: turns[shown] for name, turns in human.frames.items()},
        contacts=human.contact_mask[shown],
    )

"""A person on the ground that was walked on: sizes, and steps, kerbs and ramps found from stance."""

from __future__ import annotations

from understudy.human.sizes import sizes_and_heights
from understudy.motion import HumanMotion, Recording
from understudy.terrain import find_terrain
from understudy.terrain.footholds import told_by


def tells_ground(captured: Recording) -> bool:
    """Return whether a recording shows feet and hips by itself, without a fit."""
    return told_by(captured) is not None and bool(captured.landmark("mid_hips")[1].any())


def on_ground(human: HumanMotion, captured: Recording | None = None) -> tuple[HumanMotion, dict[str, float]]:
    """Return the person with sizes [m] and the terrain under the feet, and the heights of feet in stance [m].

    Args:
        human: The person.
        captured: What a body was fitted to, whose own points of the feet tell heights better where it has
            them.
    """
    sizes, heights = sizes_and_heights(human)
    human = human.amended(sizes=sizes)
    leg = human.sizes.get("leg", 0.0)
    if captured is not None and tells_ground(captured):
        terrain = find_terrain(captured, leg)
    else:
        terrain = find_terrain(human, leg)
    if terrain.is_level:
        return human, heights
    # How high feet are over what they stand on shows only once that is known.
    human = human.amended(terrain=terrain)
    sizes, heights = sizes_and_heights(human)
    return human.amended(sizes=sizes), heights

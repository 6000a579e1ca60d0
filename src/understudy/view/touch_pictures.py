"""Pictures of what a robot felt over a whole rollout: how long, and how hard at most."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.motion.archive import write_bytes
from understudy.motion.rollout import Rollout
from understudy.motion.touch_maps import peak_pressures, skin_of, taxel_readings, touched_times
from understudy.robots import Robot
from understudy.view.body_map import draw_body_map, prepare_body_map
from understudy.view.labels import label_strip
from understudy.view.stills import encode_png

SIZE = (720, 560)
"""Width and height of one map [pixels]."""

_CAPTION = 34
"""Height of the line under a map [pixels]."""


def draw_touch_map(rollout: Rollout, robot: Robot, size: tuple[int, int] = SIZE) -> np.ndarray:
    """Return a picture (H, W, 3) uint8 of a whole rollout: how long skin was touched, and how hard at most.

    Args:
        rollout: The rollout, with the readings of its skin.
        robot: Its robot.
        size: Width and height of each of the two maps, without the line under it [pixels].
    """
    output, _ = taxel_readings(rollout)
    maps = [(touched_times(rollout), "time touched, darkest {:.3g} s")]
    if output != "binary":
        maps.append((peak_pressures(rollout) / 1000.0, "largest pressure, darkest {:.3g} kPa"))
    prepared, pictures = prepare_body_map(robot, skin_of(rollout), size), []
    for values, words in maps:
        # One taxel at an edge may feel far more than all others; it is not to leave these pale.
        felt = values[values > 0.0]
        most = float(np.percentile(felt, 98.0)) if len(felt) else 0.0
        caption = words.format(most) if len(felt) else "nothing was felt"
        strip = label_strip(caption, size[0], _CAPTION)
        pictures.append(np.concatenate([draw_body_map(prepared, values, most), strip]))
    return np.concatenate(pictures, axis=1)


def save_touch_map(path: str | Path, rollout: Rollout, robot: Robot) -> Path:
    """Write the picture of a whole rollout as a PNG file and return its path."""
    path = Path(path)
    write_bytes(path, encode_png(draw_touch_map(rollout, robot)))
    return path

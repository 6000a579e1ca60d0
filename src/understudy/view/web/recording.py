"""A scene as one page that plays anywhere: viser's client with the messages of every frame in it.

It is the same client that a server's page has, fed from within the file, so there is one way to draw things.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from understudy.view.web.curves import COLOURS, Curves
from understudy.view.web.lanes import Lanes
from understudy.view.web.page import page
from understudy.view.web.scene import Scene

RATE = 30.0
"""Most frames a second [1/s] of a page."""

_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data: blob:; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data: blob:; connect-src data: blob:; worker-src data: blob:"
)

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Captions:
    """What stands beside the scene of a page.

    Attributes:
        title: Over all.
        lines: A row each: what, its value, and whether it is good ("✓", "✗" or "–").
        moments: What is seen at a moment, and its time [s], to jump to; the first is the worst.
        curves: Groups of curves over time, of which one is shown at a time.
    """

    title: str
    lines: Sequence[tuple[str, str, str]] = ()
    moments: Sequence[tuple[str, float]] = ()
    curves: Mapping[str, Curves] = field(default_factory=dict)


def record_page(scene: Scene, captions: Captions, progress: Progress | None = None) -> str:
    """Return a page that plays an open scene from its start to its end, as its looks are.

    Args:
        scene: The scene; nobody should move its clock meanwhile.
        captions: What stands beside it.
        progress: Told frames done, and all frames.
    """
    rate = min(RATE, scene.clock.fps)
    count = max(1, round(scene.clock.duration * rate) + 1)
    scene.show_at(0.0)
    serializer = scene.server.get_scene_serializer()
    for frame in range(1, count):
        serializer.insert_sleep(1.0 / rate)
        scene.show_at(frame / rate)
        if progress is not None:
            progress(frame + 1, count)
    if count > 1:
        serializer.insert_sleep(1.0 / rate)
    data = base64.b64encode(serializer.serialize()).decode("ascii")
    told = json.dumps(
        {
            "title": captions.title,
            "lines": [list(line) for line in captions.lines],
            "moments": [[label, round(time, 3)] for label, time in captions.moments],
            "curves": [_drawn(title, curves) for title, curves in captions.curves.items()],
            "camera": _camera(scene.lanes),
            "frame": 1.0 / rate,
            "duration": (count - 1) / rate,
        },
        ensure_ascii=True,
    ).replace("<", "\\u003c")
    added = (
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>'
        f'<script>window.__VISER_EMBED_DATA__="{data}";window.__VISER_EMBED_CONFIG__={{darkMode:false}};'
        f"window.__UNDERSTUDY__={told};</script>"
    )
    return page(captions.title, added)


def _camera(lanes: Lanes | None) -> dict[str, object] | None:
    """Return from where all are seen in a window of any width."""
    if lanes is None:
        return None
    return {
        "target": lanes.target_w.round(4).tolist(),
        "way": lanes.way_w.round(4).tolist(),
        "distance": round(lanes.distance, 4),
        "reach": round(lanes.reach, 4),
        "drop": round(lanes.drop, 4),
    }


def _drawn(title: str, curves: Curves) -> dict[str, object]:
    """Return a group of curves as a page draws it, of many those that vary most."""
    names = curves.chosen()
    times, values = curves.points(names)
    series = [
        {"name": name, "colour": COLOURS[index % len(COLOURS)], "values": _short(column)}
        for index, (name, column) in enumerate(zip(names, values, strict=True))
    ]
    return {"title": title, "unit": curves.unit, "times": _short(times), "series": series}


def _short(values: np.ndarray) -> list[float | None]:
    """Return numbers with as many digits as can be seen, None where there is none."""
    return [float(f"{value:.4g}") if np.isfinite(value) else None for value in values.tolist()]

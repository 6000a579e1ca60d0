"""A small drawing of a motion: figures at its beginning, on its way and at its end, made from its descriptor.

No file is read and nothing is rendered, so that a page of fifty costs nothing to speak of.
"""

from __future__ import annotations

import numpy as np

from understudy.library.descriptor.poses import BONES, poses_of

_FIGURES = 4
_WIDTH, _HEIGHT, _SCALE = 240, 110, 50.0
_TURN = np.radians(35.0)
"""How far the viewer stands to the side of the front."""

_STYLE = (
    "line{stroke-width:2.4;stroke-linecap:round;stroke:#37474f}.l{stroke:#d84315}"
    "circle{fill:#37474f}text{font:12px sans-serif;fill:#607d8b}"
    "@media(prefers-color-scheme:dark){line{stroke:#cfd8dc}.l{stroke:#ff8a65}circle{fill:#cfd8dc}}"
)


def thumbnail(descriptor: np.ndarray | None) -> bytes:
    """Return a drawing as SVG; without a descriptor it says that there is none."""
    if descriptor is None:
        return _page('<text x="120" y="60" text-anchor="middle">no preview</text>')
    parts = []
    for index, points in enumerate(poses_of(descriptor, _FIGURES)):
        placed = {name: _projected(point) for name, point in points.items()}
        lowest = max(y for _, y in placed.values())
        middle = (min(x for x, _ in placed.values()) + max(x for x, _ in placed.values())) / 2.0
        dx, dy = _WIDTH * (index + 0.5) / _FIGURES - middle, _HEIGHT - 6.0 - lowest
        for start, end in BONES:
            (x1, y1), (x2, y2) = placed[start], placed[end]
            side = ' class="l"' if start.endswith("_l") and end.endswith("_l") else ""
            parts.append(
                f'<line{side} x1="{x1 + dx:.1f}" y1="{y1 + dy:.1f}" x2="{x2 + dx:.1f}" y2="{y2 + dy:.1f}"/>'
            )
        x, y = placed["head"]
        parts.append(f'<circle cx="{x + dx:.1f}" cy="{y + dy:.1f}" r="5"/>')
    return _page("".join(parts))


def _projected(point: np.ndarray) -> tuple[float, float]:
    """Return where a point (3,) [m] is seen [pixels], x to the right and y down."""
    right = point[1] * np.cos(_TURN) + point[0] * np.sin(_TURN)
    return float(_SCALE * right), float(-_SCALE * point[2])


def _page(content: str) -> bytes:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="stick figures of the motion"><style>{_STYLE}</style>{content}</svg>'
    ).encode()

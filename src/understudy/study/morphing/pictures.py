"""Pictures of a capture: the person, and the robot in every way, in some frames (Figs. 5, 6, 9 and 15)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from understudy.motion import Provenance
from understudy.motion.archive import write_bytes
from understudy.study.morphing.findings import Finding
from understudy.study.morphing.tasks import TITLES
from understudy.view import render_stills, rendering_available
from understudy.view.stills import encode_png

_LANE = (250, 300)
"""Width and height of the picture of one performer [pixels]."""

_SHARES = (0.2, 0.45, 0.7)
"""When pictures are taken, as shares of the whole time."""


def save_pictures(folder: Path, take: Finding) -> dict[str, Path]:
    """Draw person and robots side by side in some frames.

    Returns:
        Caption → PNG file; none where nothing can be drawn on this machine.
    """
    if rendering_available() is None:
        return {}
    # A lane is too narrow for the name of a file.
    person = replace(take.human, provenance=Provenance(source="person"))
    frames = [int(share * take.human.frame_count) for share in _SHARES]
    # All are of one method, so that its name would not tell the lanes apart.
    shown = [(take.robot, replace(motion, method=TITLES[way])) for way, motion in take.motions.items()]
    drawn = render_stills(person, shown, frames, _LANE)
    saved = {}
    for frame, picture in zip(frames, drawn, strict=True):
        path = folder / f"{take.name}_{frame:05d}.png"
        write_bytes(path, encode_png(picture))
        ways = "; ".join(TITLES[way] for way in take.motions)
        saved[f"{frame / take.human.fps:.2f} s: person; robot: {ways}"] = path
    return saved

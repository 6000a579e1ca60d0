"""Pictures of one moment of the study: the infant, and every robot in the same frame (Fiala, Fig. 5.11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from understudy.anatomy import AngleOptions, anatomical_angles
from understudy.capture import read_capture
from understudy.clean import CleaningOptions, clean
from understudy.clean.trimming import section
from understudy.human import human_from_recording
from understudy.motion import HumanMotion, Provenance
from understudy.motion.archive import write_bytes
from understudy.retarget.robot_angles import FilteredAngles, filter_angles
from understudy.robots import load_robot
from understudy.study.methods import LIFTED, METHODS
from understudy.view import render_stills, rendering_available
from understudy.view.stills import encode_png

SHOWN = 100
"""Frames over which angles are drawn, as in Fig. 5.2."""

_LANE = (300, 340)
"""Width and height of the picture of one robot [pixels]."""

_AS_DETECTED = CleaningOptions(outliers=False, smoothing=False)


@dataclass(frozen=True)
class Moment:
    """The moment that is shown: a short stretch of a recording, and a frame of it."""

    human: HumanMotion
    frame: int


def find_moment(motion: Path) -> Moment:
    """Return the beginning of a recording, and the frame in the middle of it."""
    human = HumanMotion.load(motion)
    human = human.section(0, min(SHOWN, human.frame_count))
    return Moment(human, human.frame_count // 2)


def filtered_angles(capture: Path) -> FilteredAngles:
    """Return the angles of a recording's beginning before and after the filter (Fiala 5.2.1).

    They are read off the keypoints as they were detected, with gaps closed and nothing smoothed, since
    that is what the filter is for.
    """
    recording = read_capture(capture)
    recording = clean(section(recording, 0, min(SHOWN, recording.frame_count)), _AS_DETECTED)
    return filter_angles(anatomical_angles(human_from_recording(recording), AngleOptions()))


def save_pictures(
    folder: Path, moment: Moment, robots: Sequence[str], methods: Sequence[str]
) -> dict[str, Path]:
    """Draw infant and robots side by side, one picture for each method, with joint limits lifted.

    Returns:
        Caption → PNG file; none where nothing can be drawn on this machine.
    """
    if rendering_available() is None:
        return {}
    saved: dict[str, Path] = {}
    # A lane is too narrow for the name of a file.
    infant = replace(moment.human, provenance=Provenance(source="infant"))
    loaded = [load_robot(name) for name in robots]
    for method in methods:
        motions = [METHODS[method].perform(moment.human, robot).motions[LIFTED] for robot in loaded]
        pairs = list(zip(loaded, motions, strict=True))
        (picture,) = render_stills(infant, pairs, [moment.frame], _LANE)
        path = folder / f"robots_{method}.png"
        write_bytes(path, encode_png(picture))
        saved[f"Frame {moment.frame + 1}, {METHODS[method].title}"] = path
    return saved

"""Which way is up: postures in every format, in 24 orientations, with headers that are right, absent or lie.

    python benchmarks/which_way_up.py [--postures walking swimming] [--formats bvh c3d] [--json up.json]

Each posture of ``postures`` is written in every format, read, and turned by the 24 turns of a cube as a file
with other axes would be. The header is what the file says of up: its own word, or a skeleton's rest pose.

* *right*: it says the axis that is up in the turned file;
* *absent*: it says nothing, and the rest pose stands along no axis;
* *lies*: it says another axis, by turns each of the five others.

How things are counted, one turned file at a time: *right* is the axis that is found; *doubt* is a warning
about it, be it that another axis may be up or that the file's own word was overruled. Formats of infants
under a camera and those that Understudy alone writes are left out.

Bars: right in 99 % of all files; wrong without a doubt 0. Prints a table in Markdown and exits with 1 where a
bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
from postures import BODIES, HELD_OUT, SEEN

from understudy.capture.formats import candidates
from understudy.capture.placing.axes import Posture, find_up
from understudy.capture.placing.place import with_landmarks
from understudy.capture.placing.posture import AXES, nearest_axis
from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar
from understudy.capture.skeletons.frame_directions import SQUARE_TURNS
from understudy.capture.skeletons.poses import Poses
from understudy.capture.source import read_source
from understudy.spatial import rotations as rot
from understudy.synth import Corruption, SyntheticMotion, record
from understudy.synth.formats import RENDERINGS

LEFT_OUT = ("mini_rgbd", "npz")
HEADERS = ("right", "absent", "lies")
BAR = 0.99
NOISE = 0.003
"""Noise of points [m]."""
TILT = rot.from_axis_angle(np.array([1.0, 1.0, 1.0]) / np.sqrt(3.0), np.radians(50.0))
"""Turn of a rest pose that then stands along no axis."""
LIMBS = {
    "hip": "UpLeg",
    "knee": "Leg",
    "ankle": "Foot",
    "shoulder": "Arm",
    "elbow": "ForeArm",
    "wrist": "Hand",
}


def main() -> int:
    """Find up in all of them."""
    parser = argparse.ArgumentParser(description="Which way is up, in every format and orientation.")
    parser.add_argument("--postures", nargs="+", default=[*SEEN, *HELD_OUT], choices=[*SEEN, *HELD_OUT])
    parser.add_argument("--formats", nargs="+", default=[each for each in RENDERINGS if each not in LEFT_OUT])
    parser.add_argument("--bodies", nargs="+", default=list(BODIES), choices=list(BODIES))
    parser.add_argument("--json", type=Path, help="where every wrong file is written")
    options = parser.parse_args()
    total: Counter[tuple[bool, bool]] = Counter()
    wrong: list[dict[str, str]] = []
    _write(
        [
            "posture",
            *(f"{header}: right, wrong with a doubt, without; doubts of right ones" for header in HEADERS),
        ]
    )
    _write(["---"] * (1 + len(HEADERS)))
    for posture in options.postures:
        found = {header: Counter[tuple[bool, bool]]() for header in HEADERS}
        for body in options.bodies:
            motion = (SEEN | HELD_OUT)[posture](BODIES[body])
            for name in options.formats:
                for header, truth, up, remarks in _files(motion, name):
                    outcome = (up == truth, bool(remarks.warnings))
                    found[header][outcome] += 1
                    if not outcome[0]:
                        said = " ".join(remarks.warnings or remarks.notes)
                        wrong.append(
                            dict(
                                posture=posture, body=body, format=name, header=header, true=truth, said=said
                            )
                        )
        held = " (held out)" if posture in HELD_OUT else ""
        _write([posture + held, *(_cell(found[header]) for header in HEADERS)])
        for each in found.values():
            total.update(each)
    if options.json:
        options.json.write_text(json.dumps(wrong, indent=1), "utf-8")
    every = sum(total.values())
    right = (total[True, False] + total[True, True]) / every
    sys.stdout.write(f"{every} files: {right:.2%} right, {total[False, False]} wrong without a doubt\n")
    return 0 if right >= BAR and not total[False, False] else 1


def _files(motion: SyntheticMotion, name: str) -> Iterator[tuple[str, str, str, Remarks]]:
    """Yield header, true axis, the axis that is found and what is said, of every turned file."""
    raw = _read(motion, name)
    upright = _up(raw, motion)
    turns = count()
    for matrix in SQUARE_TURNS:
        truth = nearest_axis(matrix @ AXES[upright])
        others = [axis for axis in AXES if axis != truth]
        for header in HEADERS:
            lie = others[next(turns) % len(others)]
            remarks = Remarks()
            turned = _headed(_turned(raw, matrix), header, truth, lie)
            yield header, truth, find_up(Posture.of(turned), motion.fps, Sidecar(), remarks), remarks


def _read(motion: SyntheticMotion, name: str) -> RawCapture:
    """Return what a file says, before anybody places it, with its landmarks."""
    rendering = RENDERINGS[name]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"take{rendering.suffix}"
        noise = NOISE if rendering.holds_points else 0.0
        rendering.write(path, record(motion, rendering.point_set(motion.body), Corruption(noise=noise)))
        source = read_source(path)
        raw = next(known for known in candidates(source.content) if known.fits(source)).read(source)
        return with_landmarks(raw, Remarks())


def _up(raw: RawCapture, motion: SyntheticMotion) -> str:
    """Return the axis of a file that is up, from where joints are in it and where they truly are."""
    names = [
        (f"{mark}_{side[0].lower()}", f"{side}{joint}")
        for mark, joint in LIMBS.items()
        for side in ("Left", "Right")
    ]
    tracks, joints = raw.tracks, motion.joint_positions
    # A T-pose before all frames is none of the motion.
    pairs = [
        (tracks[mark][-len(joints) :], joints[:, motion.body.index(joint)])
        for mark, joint in names
        if mark in tracks
    ]
    here, there = (np.stack(each, axis=1) for each in zip(*pairs, strict=True))
    here, there = (each - each.mean(axis=1, keepdims=True) for each in (here, there))
    known = np.isfinite(here).all(axis=2)
    left, _, right = np.linalg.svd(here[known].T @ there[known])
    # Axes may be left-handed, so that a reflection is a turn, too.
    return nearest_axis(left @ right @ np.array([0.0, 0.0, 1.0]))


def _turned(raw: RawCapture, matrix: np.ndarray) -> RawCapture:
    """Return a file with other axes, its skeleton turned with its frames."""
    q, rest, rotations = rot.from_matrix(matrix), raw.rest, raw.rotations
    if rest is not None and raw.rest_up is None:
        rest = _turned_rest(rest, q)
    if rotations is not None:
        rotations = rot.multiply(q, rotations)
        if raw.rest_up is None and rest is not None:
            rotations = rot.multiply(rotations, rot.conjugate(q))
    plates = tuple(
        replace(plate, corners=plate.corners @ matrix.T, forces=plate.forces @ matrix.T)
        for plate in raw.plates
    )
    return replace(
        raw, points=raw.points @ matrix.T, rotations=rotations, rest=rest, plates=plates, forward=None
    )


def _turned_rest(rest: Poses, turn: np.ndarray) -> Poses:
    rotations = rot.multiply(turn, rot.multiply(rest.rotations, rot.conjugate(turn)))
    return Poses(rot.rotate(turn, rest.points), rotations)


def _headed(raw: RawCapture, header: str, truth: str, lie: str) -> RawCapture:
    """Return a file whose header, or the rest pose of whose skeleton, says what is up."""
    if raw.up is not None or raw.rest is None or raw.rest_up is not None:
        raw = replace(raw, up={"right": truth, "absent": None, "lies": lie}[header], up_is_defined=False)
    if header == "right" or raw.rest is None or raw.rest_up is not None:
        return raw
    turn = TILT if header == "absent" else rot.shortest_arc(AXES[truth], _aside(AXES[lie]))
    return replace(raw, rest=_turned_rest(raw.rest, turn))


def _aside(axis: np.ndarray) -> np.ndarray:
    """Return an axis turned by a little, so that the way to it is one also where it is opposite."""
    return rot.rotate(rot.from_axis_angle(np.array([0.6, 0.64, 0.48]), 0.01), axis)


def _cell(found: Counter[tuple[bool, bool]]) -> str:
    every = sum(found.values())
    right = found[True, False] + found[True, True]
    return f"{right / every:.1%}, {found[False, True]}, {found[False, False]}; {found[True, True]} of {every}"


def _write(cells: list[str]) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

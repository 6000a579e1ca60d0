"""A small person in Acclaim's two files, written out by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

BONES = {
    # name: parent, direction, length, axis, degrees of freedom
    "lhipjoint": ("root", "0.6 -0.8 0", 2.0, "0 0 0 XYZ", ""),
    "rhipjoint": ("root", "-0.6 -0.8 0", 2.0, "0 0 0 XYZ", ""),
    "lowerback": ("root", "0 1 0", 3.0, "0 0 0 XYZ", "rx ry rz"),
    "lfemur": ("lhipjoint", "0.342 -0.940 0", 7.5, "30 40 20 XYZ", "rx ry rz"),
    "rfemur": ("rhipjoint", "-0.342 -0.940 0", 7.5, "0 0 -20 XYZ", "rz rx"),
    "ltibia": ("lfemur", "0.342 -0.940 0", 7.2, "0 0 20 XYZ", "rx"),
    "rtibia": ("rfemur", "-0.342 -0.940 0", 7.2, "10 20 30 ZYX", "rx"),
    "lfoot": ("ltibia", "0 -0.3 1", 2.0, "-90 0 20 XYZ", "rx rz"),
    "rfoot": ("rtibia", "0 -0.3 1", 2.0, "-90 0 -20 XYZ", ""),
    "thorax": ("lowerback", "0 1 0", 5.0, "0 0 0 XYZ", "tx ty tz rx ry rz"),
    "head": ("thorax", "0 1 0", 4.0, "0 0 0 XYZ", ""),
    "lclavicle": ("thorax", "1 0.2 0", 3.0, "0 0 0 XYZ", ""),
    "rclavicle": ("thorax", "-1 0.2 0", 3.0, "0 0 0 XYZ", ""),
    "lhumerus": ("lclavicle", "1 0 0", 5.0, "180 30 90 XYZ", "rx ry rz"),
    "rhumerus": ("rclavicle", "-1 0 0", 5.0, "180 -30 -90 XYZ", ""),
    "lradius": ("lhumerus", "1 0 0", 4.0, "180 30 90 XYZ", "rx"),
    "rradius": ("rhumerus", "-1 0 0", 4.0, "180 -30 -90 XYZ", ""),
    "lwrist": ("lradius", "1 0 0", 1.0, "0 0 90 XYZ", ""),
    "rwrist": ("rradius", "-1 0 0", 1.0, "0 0 -90 XYZ", ""),
}

ROOT = "order TX TY TZ RX RY RZ\naxis XYZ\nposition 0 0 0\norientation 0 0 0"
UNITS = "mass 1.0\nlength 0.45\nangle deg"
FRAMES = (
    "root 1.0 17.0 2.0 10 20 -30\nlowerback 5 0 0\nlfemur -20 10 15\nrfemur 12 34\nltibia 30\nrtibia 25\n"
    "lfoot 3 4\nthorax 0.1 0.2 0.3 7 8 9\nlhumerus 40 -50 60\nlradius 45",
    "root 1.1 17.0 2.4 12 20 -30\nlowerback 5 1 0\nlfemur -22 10 15\nrfemur 13 34\nltibia 31\nrtibia 25\n"
    "lfoot 3 4\nthorax 0.1 0.2 0.3 7 8 9\nlhumerus 40 -51 60\nlradius 45",
)


def asf_text(root: str = ROOT, units: str = UNITS) -> str:
    """Return the skeleton's file."""
    lines = ["# a comment", ":version 1.10", ":name VICON", ":units", units, ":documentation"]
    lines += ["made by hand: a (very) small person", ":root", root, ":bonedata"]
    for number, (name, (_, direction, length, axis, freedoms)) in enumerate(BONES.items(), start=1):
        lines += ["begin", f"id {number}", f"name {name}", f"direction {direction}"]
        lines += [f"length {length}", f"axis {axis}"]
        if freedoms:
            lines += [f"dof {freedoms}", "limits (-160.0 20.0)", *["(-70, 70)"] * freedoms.count(" ")]
        lines.append("end")
    lines += [":hierarchy", "begin"]
    for parent in dict.fromkeys(parent for parent, *_ in BONES.values()):
        children = [name for name, (above, *_) in BONES.items() if above == parent]
        lines.append(" ".join([parent, *children]))
    return "\n".join([*lines, "end", ""])


def amc_text(frames: tuple[str, ...] = FRAMES, head: str = ":FULLY-SPECIFIED\n:DEGREES") -> str:
    """Return the motion's file."""
    numbered = (f"{number}\n{frame}" for number, frame in enumerate(frames, start=1))
    return "\n".join(["#!OML:ASF F:\\VICON\\USERDATA\\01.ASF", head, *numbered, ""])


@pytest.fixture
def put(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes both files, and returns the motion's."""

    def write(asf: str = "", amc: str = "", asf_name: str = "01.asf", amc_name: str = "01_02.amc") -> Path:
        (tmp_path / asf_name).write_text(asf or asf_text(), encoding="utf-8")
        (tmp_path / amc_name).write_text(amc or amc_text(), encoding="utf-8")
        return tmp_path / amc_name

    return write

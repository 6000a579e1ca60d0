"""The published figures of robots, read from the shared folder."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

_JOINT = re.compile(r"(\S+)\t(\S+)->(\S+)\tpos=(\[.*?\])\taxis=(\[.*?\])\trange=(\[.*?\]|None)\ttype=3$")
_BODY = re.compile(r"(\S+)\tm=(\S+)\tcom=(\[.*?\])\tI=\[(.*?)\]\tx=(\[.*?\])$")


@dataclass(frozen=True)
class JointFigures:
    """A hinge: the bodies before and after it, offset [m], axis, range [deg] or None."""

    parent: str
    body: str
    offset: np.ndarray
    axis: np.ndarray
    range: np.ndarray | None


@dataclass(frozen=True)
class BodyFigures:
    """A body: mass [kg], centre of mass [m] in its frame, principal moments [kg m²], place at zero [m]."""

    mass: float
    centre: np.ndarray
    moments: np.ndarray
    position: np.ndarray


@dataclass(frozen=True)
class Figures:
    """All joints and bodies of one published robot by name."""

    joints: dict[str, JointFigures]
    bodies: dict[str, BodyFigures]


@pytest.fixture(scope="session")
def figures(shared: Path) -> Callable[[str], Figures]:
    """Return a reader of ``facts/<name>.txt``."""

    def read(name: str) -> Figures:
        lines = (shared / "facts" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        found = Figures(joints={}, bodies={})
        for line in lines:
            if match := _JOINT.match(line):
                offset, axis, limits = (ast.literal_eval(match[i]) for i in (4, 5, 6))
                found.joints[match[1]] = JointFigures(
                    match[2],
                    match[3],
                    np.array(offset),
                    np.array(axis),
                    None if limits is None else np.array(limits),
                )
            elif match := _BODY.match(line):
                centre, position = (np.array(ast.literal_eval(match[i])) for i in (3, 5))
                moments = np.array([float(moment) for moment in match[4].split()])
                found.bodies[match[1]] = BodyFigures(float(match[2]), centre, moments, position)
        return found

    return read

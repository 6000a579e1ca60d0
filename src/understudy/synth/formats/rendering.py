"""What a rendering is: the points that a kind of file holds, and the writer of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from understudy.synth.body.skeleton import Body
from understudy.synth.point_set import PointSet
from understudy.synth.take import Take


@dataclass(frozen=True)
class Rendering:
    """A format in which a performance can be written.

    Attributes:
        name: What it is called on the command line.
        summary: What the file holds, for people.
        suffix: How such a file's name ends; empty for a folder with one file a frame.
        point_set: The points of a body that it holds.
        write: Writes a take.
        holds_points: Whether it holds points, which can be spoilt; False where it holds turns of joints.
    """

    name: str
    summary: str
    suffix: str
    point_set: Callable[[Body], PointSet]
    write: Callable[[Path, Take], None]
    holds_points: bool = True

"""Clips written as files of any dialect, after the tables in ``samples``."""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from understudy.capture import Skeleton, read_capture
from understudy.capture.bvh.reader import parse_bvh
from understudy.capture.placing.world_axes import AXES
from understudy.capture.source import read_source
from understudy.data import built_in_motion
from understudy.export.captures.bvh import write_bvh
from understudy.spatial import rotations as rot

SAMPLES = Path(__file__).parent / "samples"
LETTERS = {"F": (1, 0, 0), "B": (-1, 0, 0), "L": (0, 1, 0), "R": (0, -1, 0), "U": (0, 0, 1), "D": (0, 0, -1)}
"""Directions of our world."""

CLIPS = {"walk": "walk", "infant": "infant_kicking"}
FIXED = "-"
TRUNK = {"LowerBack", "Spine", "Spine1", "Neck", "Neck1", "Head"}
PALM = 0.0875
"""Length [m] of the palm in a body for which the tables state lengths."""


@dataclass(frozen=True, eq=False)
class Clip:
    """A motion of the CMU skeleton in our world.

    Attributes:
        skeleton: Offsets are those of the T-pose.
        turns: (T, J, 4) each joint's turn in the world since the T-pose.
        root: (T, 3) [m] where the root is.
        fps: Frames a second.
    """

    skeleton: Skeleton
    turns: np.ndarray
    root: np.ndarray
    fps: float

    def stiff(self, kept: set[str]) -> Clip:
        """Return the clip with no bend in joints that are not kept."""
        turns = np.array(self.turns)
        for joint, parent in enumerate(self.skeleton.parents):
            if parent >= 0 and self.skeleton.names[joint] not in kept:
                turns[:, joint] = turns[:, parent]
        return replace(self, turns=turns)

    @cached_property
    def t_pose(self) -> dict[str, np.ndarray]:
        """Point → (3,) [m] in the T-pose, seen from the root."""
        offsets = [*self.skeleton.offsets, *(offset for _, _, offset in self.skeleton.ends)]
        places: list[np.ndarray] = []
        for offset, parent in zip(offsets, self.skeleton.point_parents, strict=True):
            places.append(places[parent] + offset if parent >= 0 else np.zeros(3))
        return dict(zip(self.skeleton.point_names, places, strict=True))

    @cached_property
    def points(self) -> dict[str, np.ndarray]:
        """Point → (T, 3) [m] in the world."""
        names = self.skeleton.point_names
        points: dict[str, np.ndarray] = {}
        for name, parent in zip(names, self.skeleton.point_parents, strict=True):
            if parent < 0:
                points[name] = self.root
            else:
                lever = self.t_pose[name] - self.t_pose[names[parent]]
                points[name] = points[names[parent]] + rot.rotate(self.turns[:, parent], lever)
        return points

    def turn(self, joint: str) -> np.ndarray:
        """Return (T, 4) a joint's turn since the T-pose."""
        if joint == FIXED:
            return np.tile(rot.IDENTITY, (len(self.root), 1))
        return self.turns[:, self.skeleton.names.index(joint)]

    def write(self, path: Path) -> None:
        """Write with CMU's names, the T-pose as rest pose."""
        parents = np.array(self.skeleton.parents)
        local = rot.multiply(rot.conjugate(self.turns[:, np.maximum(parents, 0)]), self.turns)
        local[:, 0] = self.turns[:, 0]
        write_bvh(path, self.skeleton, self.root, rot.normalise(local), self.fps)


def read_clip(path: Path, step: int) -> Clip:
    """Read every so many frames of a file with CMU's names."""
    recording = read_capture(path)
    skeleton = parse_bvh(read_source(path))[0].skeleton
    assert recording.rotations is not None
    assert recording.reference_points is not None
    assert recording.reference_rotations is not None
    joints = len(skeleton.names)
    turns = rot.multiply(recording.rotations, rot.conjugate(recording.reference_rotations))[::step, :joints]
    parents = np.maximum(skeleton.point_parents, 0)
    offsets = recording.reference_points - recording.reference_points[parents]
    ends = {
        skeleton.names[joint]: offsets[skeleton.point_names.index(name)] for name, joint, _ in skeleton.ends
    }
    placed = Skeleton(skeleton.names, skeleton.parents, offsets[:joints], ends)
    return Clip(placed, turns, recording.points[::step, 0], recording.fps / step)


@dataclass(frozen=True, eq=False)
class SampleJoint:
    """A joint of a sample: a line of its table, for one side."""

    name: str
    parent: str
    ride: str
    place: str
    frame: str
    sign: float


@dataclass(frozen=True, eq=False)
class Sample:
    """How a file of a dialect looks: its settings and joints."""

    settings: dict[str, str]
    joints: tuple[SampleJoint, ...]

    def original(self, clip: Clip) -> Clip:
        """Return the clip that a file of this dialect can hold, without bends in joints that it lacks."""
        kept = {joint.ride for joint in self.joints}
        return clip.stiff(kept | TRUNK if self.settings["positions"] == "all" else kept)

    def text(self, clip: Clip) -> str:
        """Return a clip as the text of a file."""
        return _Writer(self, self.original(clip)).text()


def read_sample(path: Path) -> Sample:
    """Read a table."""
    first, *lines = path.read_text().splitlines()
    joints = [joint for line in lines for joint in _expanded(line.split())]
    # Parents come first, and the sides of a limb one after the other.
    known = {""}
    ordered: list[SampleJoint] = []
    while joints:
        ready = [joint for joint in joints if joint.parent in known]
        assert ready, f"{path.name}: no joint is called as the parent of {joints[0].name}"
        ordered += ready
        known |= {joint.name for joint in ready}
        joints = [joint for joint in joints if joint not in ready]
    return Sample(dict(word.split("=", 1) for word in first.split()), tuple(ordered))


def _expanded(words: list[str]) -> Iterator[SampleJoint]:
    name, parent, ride, place, frame = words
    is_paired = "{" in "".join(words)
    for index, side in enumerate(("Left", "Right") if is_paired else ("Left",)):
        forms = {"Side": side, "S": side[0], "s": side[0].lower()}
        name_, parent_, ride_, place_ = (word.format(**forms) for word in (name, parent, ride, place))
        yield SampleJoint(
            name_.replace("~", " "),
            "" if parent_ == "-" else parent_.replace("~", " "),
            ride_,
            place_,
            frame.split("/")[-1 if index else 0],
            -1.0 if index else 1.0,
        )


class _Writer:
    """Writes one file."""

    def __init__(self, sample: Sample, clip: Clip) -> None:
        self.sample, self.clip = sample, clip
        settings = sample.settings
        up, forward = AXES[settings["up"]], AXES[settings["forward"]]
        # Columns are our forward, left and up in the file's axes.
        self.matrix = np.stack([forward, np.cross(up, forward), up], axis=1)
        self.scale = 1.0 / float(settings["unit"])
        self.digits = int(settings["digits"])
        self.joints = {joint.name: joint for joint in sample.joints if joint.name != "end"}
        self.columns: list[np.ndarray] = []

    def text(self) -> str:
        root = next(iter(self.joints.values()))
        lines = ["HIERARCHY", *self._lines(root, "")]
        frames = np.concatenate(self.columns, axis=1)
        lines += ["MOTION", f"Frames: {len(frames)}", f"Frame Time: {1.0 / self.clip.fps:.10g}"]
        lines += [" ".join(f"{value:.{self.digits}f}" for value in row) for row in frames]
        return "\n".join(lines) + "\n"

    def _lines(self, joint: SampleJoint, indent: str) -> Iterator[str]:
        has_positions = (
            not joint.parent
            or self.sample.settings["positions"] == "all"
            or self.joints[joint.parent].ride == FIXED
        )
        order = self.sample.settings["order"]
        channels = [f"{axis}position" for axis in "XYZ" if has_positions] + [
            f"{axis}rotation" for axis in order
        ]
        yield f"{indent}{'JOINT' if joint.parent else 'ROOT'} {joint.name}"
        yield indent + "{"
        yield f"{indent}  OFFSET {self._numbers(self._offset(joint))}"
        yield f"{indent}  CHANNELS {len(channels)} {' '.join(channels)}"
        self._add_columns(joint, order, has_positions)
        for child in self.sample.joints:
            if child.parent == joint.name and child.name == "end":
                yield f"{indent}  End Site"
                yield indent + "  {"
                yield f"{indent}    OFFSET {self._numbers(self._offset(child))}"
                yield indent + "  }"
            elif child.parent == joint.name:
                yield from self._lines(child, indent + "  ")
        yield indent + "}"

    def _numbers(self, values: np.ndarray) -> str:
        return " ".join(f"{value:.{self.digits}f}" for value in values)

    def _add_columns(self, joint: SampleJoint, order: str, has_positions: bool) -> None:
        parent = self.joints[joint.parent] if joint.parent else None
        above = self._axes(parent) if parent else np.tile(np.eye(3), (len(self.clip.root), 1, 1))
        if has_positions:
            way = self._point(joint) - (self._point(parent) if parent else 0.0)
            self.columns.append(self.scale * np.einsum("tji,jk,tk->ti", above, self.matrix, way))
        with warnings.catch_warnings():
            # Where the angles are not determined one by one, their product still is right.
            warnings.simplefilter("ignore")
            local = Rotation.from_matrix(np.einsum("tji,tjk->tik", above, self._axes(joint)))
            self.columns.append(local.as_euler(order, degrees=True))

    def _offset(self, joint: SampleJoint) -> np.ndarray:
        if not joint.parent:
            return np.zeros(3)
        parent = self.joints[joint.parent]
        way = self.matrix @ (self._t_pose(joint) - self._t_pose(parent))
        return self.scale * (self.matrix @ self._frame(parent)).T @ way

    def _axes(self, joint: SampleJoint) -> np.ndarray:
        """Return (T, 3, 3) the joint's axes in the file's."""
        turns = rot.as_matrix(self.clip.turn(joint.ride))
        return np.einsum("ij,tjk,kl->til", self.matrix, turns, self._frame(joint))

    def _frame(self, joint: SampleJoint) -> np.ndarray:
        """Return (3, 3) the joint's axes in our world in the T-pose."""
        if joint.frame == "=":
            return self.matrix.T
        letters, _, pitch = joint.frame.partition("^")
        axes = np.array([LETTERS[letter] for letter in letters.split(",")], dtype=float).T
        down = rot.as_matrix(rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.deg2rad(float(pitch or 0.0))))
        return down @ axes

    def _t_pose(self, joint: SampleJoint) -> np.ndarray:
        """Return (3,) [m] the joint's place in the T-pose, seen from the hips."""
        place, _, shift = joint.place.partition("+")
        first, _, second = place.partition("~")
        middle = 0.5 * (self.clip.t_pose[first] + self.clip.t_pose[second or first])
        moved = np.array([float(number) for number in shift.split(",")]) if shift else np.zeros(3)
        palm = np.linalg.norm(self.clip.t_pose["LeftHandIndex1"] - self.clip.t_pose["LeftHand"])
        return middle + palm / PALM * moved * np.array([1.0, joint.sign, 1.0])

    def _point(self, joint: SampleJoint) -> np.ndarray:
        """Return (T, 3) [m] the joint's place in the world."""
        if joint.ride == FIXED:
            return np.tile(self.clip.root[0] + self._t_pose(joint), (len(self.clip.root), 1))
        if "~" not in joint.place and "+" not in joint.place:
            return self.clip.points[joint.place]
        lever = self._t_pose(joint) - self.clip.t_pose[joint.ride]
        return self.clip.points[joint.ride] + rot.rotate(self.clip.turn(joint.ride), lever)


@dataclass(frozen=True)
class SampleFiles:
    """Files of one clip.

    Attributes:
        dialect: What the dialect is called.
        original: The clip with CMU's names.
        sample: The clip as a file of the dialect.
        scrambled: The same with random names.
        is_odd: Whether the dialect's rest pose is no standing pose.
    """

    dialect: str
    original: Path
    sample: Path
    scrambled: Path
    is_odd: bool


@cache
def _clip(path: Path, step: int) -> Clip:
    return read_clip(path, step)


@pytest.fixture(scope="session")
def make_files(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Callable[[str, str], SampleFiles]:
    """Return a function from a table's name and a clip's (walk, infant, real) to files.

    The real clip has jumping jacks, squats and more; tests that ask for it are skipped where it is absent.
    """

    @cache
    def make(table: str, clip_name: str) -> SampleFiles:
        if clip_name == "real":
            shared: Path = request.getfixturevalue("shared")
            clip = _clip(shared / "motions" / "cmu" / "13_29.bvh", 120)
        else:
            clip = _clip(built_in_motion(CLIPS[clip_name]), 10)
        sample = read_sample(SAMPLES / f"{table}.txt")
        folder = tmp_path_factory.mktemp(f"{table}-{clip_name}")
        files = SampleFiles(
            sample.settings["dialect"].replace("_", " "),
            *(folder / f"{kind}.bvh" for kind in ("original", "sample", "scrambled")),
            is_odd=any(joint.frame != "=" for joint in sample.joints if joint.ride.endswith("Arm")),
        )
        sample.original(clip).write(files.original)
        text = sample.text(clip)
        files.sample.write_text(text)
        generator = random.Random(table)
        names = re.compile(r"(?<=JOINT ).*|(?<=ROOT ).*")
        files.scrambled.write_text(
            names.sub(lambda _: "".join(generator.choices("bcdfghkmnpqstvwxz", k=9)), text)
        )
        return files

    return make

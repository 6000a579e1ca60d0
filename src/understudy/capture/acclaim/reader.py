"""Acclaim's ASF and AMC, as the CMU and HDM05 databases have them: give the motion or its skeleton."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from understudy.capture.acclaim.kinematics import poses_of, skeleton_of
from understudy.capture.acclaim.motion_file import MAX_AMC_BYTES, parse_amc
from understudy.capture.acclaim.skeleton_file import MAX_ASF_BYTES, parse_asf
from understudy.capture.bvh.kinematics import rest_pose
from understudy.capture.folder import list_folder, within
from understudy.capture.format import Format
from understudy.capture.placing.table_points import require_points
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown, shown_list
from understudy.capture.text.text_lines import first_lines
from understudy.errors import CaptureError
from understudy.motion import Provenance
from understudy.opening import read_file

CMU_FPS = 120.0
"""Frames a second of the CMU and HDM05 databases; the format has no place for a rate."""

_ASF = re.compile(rb"\s*:(?:version|name|units|documentation|root|bonedata|hierarchy)\b", re.IGNORECASE)
_AMC = re.compile(
    rb"\s*(?::(?:fully-specified|degrees|radians|samples-per-second)\b|#!OML:ASF\b)", re.IGNORECASE
)
_HEAD_LINES = 40


def looks_like_asf(content: bytes) -> bool:
    """Tell whether a file begins as a skeleton file does: with comments and then a section of one."""
    return _ASF.match(_first_statement(content)) is not None


def looks_like_amc(content: bytes) -> bool:
    """Tell whether a file begins as a motion file does."""
    beginning = first_lines(content, 1)
    return any(_AMC.match(line) for line in (*beginning, _first_statement(content)))


def _first_statement(content: bytes) -> bytes:
    lines = (line.strip() for line in first_lines(content, _HEAD_LINES))
    return next((line for line in lines if not line.startswith(b"#")), b"")


def read_acclaim(source: Source) -> RawCapture:
    """Read a motion with the skeleton beside it, or a skeleton with the motion beside it."""
    is_motion = looks_like_amc(source.content)
    other = _partner(source.path, "asf" if is_motion else "amc")
    asf, amc = (other, source) if is_motion else (source, other)
    skeleton = parse_asf(asf)
    motion = parse_amc(amc, skeleton)
    joints = skeleton_of(skeleton)
    require_points(amc, len(motion.lines), len(joints.point_names))
    poses = poses_of(skeleton, motion)
    beside = {"file": other.path.name, "sha256": hashlib.sha256(other.content).hexdigest()}
    kind = "skeleton" if is_motion else "motion"
    return RawCapture(
        source=source,
        format=ACCLAIM.name,
        names=joints.point_names,
        points=poses.points,
        rotations=poses.rotations,
        parents=joints.point_parents,
        joint_count=joints.joint_count,
        rest=rest_pose(joints),
        fps=motion.fps,
        usual_fps=CMU_FPS,
        lines=motion.lines,
        unit=skeleton.unit,
        usual_up="y",
        notes=(f"The {kind} beside it is {shown(other.path.name)}.",),
        # The result depends on both files.
        provenance=Provenance.of_file(source.path, source.content).then(f"acclaim_{kind}", **beside),
    )


def _partner(path: Path, ending: str) -> Source:
    """Return the file that belongs to another one: of its name, else of a name that fits, else the only one.

    Raises:
        CaptureError: Where there is none, or several.
    """
    try:
        names = list_folder(path.parent)[0]
    except OSError as error:
        raise CaptureError(path.parent, f"cannot be listed ({error.strerror or error})") from error
    found = [name for name in names if name.lower().endswith(f".{ending}")]
    stem, wanted = path.stem.lower(), "skeleton (.asf)" if ending == "asf" else "motion (.amc)"
    fitting = [name for name in found if Path(name).stem.lower() == stem]
    if not fitting and ending == "asf":
        begun = [name for name in found if stem.startswith(Path(name).stem.lower())]
        fitting = sorted(begun, key=len)[-1:]
    elif not fitting:
        fitting = [name for name in found if Path(name).stem.lower().startswith(stem)]
    chosen = fitting or found
    if len(chosen) != 1:
        if not chosen:
            raise CaptureError(path, f"needs its {wanted} beside it, expected one in the same folder")
        given = "give one of them" if ending == "amc" else f"name one of them {path.stem}.asf"
        raise CaptureError(path, f"may belong to {len(chosen)} files ({shown_list(chosen)}): {given}")
    beside = within(path.parent, path.parent / chosen[0])
    try:
        content = read_file(beside, MAX_ASF_BYTES if ending == "asf" else MAX_AMC_BYTES)
    except OSError as error:
        raise CaptureError(beside, f"cannot be read ({error.strerror or error})") from error
    if not (looks_like_asf if ending == "asf" else looks_like_amc)(content):
        raise CaptureError(beside, f"stands beside {shown(path.name)} and is no {wanted}")
    return Source(beside, content)


ACCLAIM = Format(
    "ASF/AMC",
    "a text with sections such as :units and :bonedata, or with :FULLY-SPECIFIED and frames of bones",
    lambda content: looks_like_asf(content) or looks_like_amc(content),
    read_acclaim,
)

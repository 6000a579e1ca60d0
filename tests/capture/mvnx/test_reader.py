"""MVNX of any version puts segments where the performer's are, and what is broken is said in a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.errors import CaptureError
from understudy.export.captures.mvnx import write_mvnx
from understudy.motion import Recording
from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion, make
from understudy.synth.body.points import positions_of
from understudy.synth.formats.bone_names import XSENS_POINTS, XSENS_SEGMENTS

FPS = 30.0
MILLIMETRE = 1e-3
LIMBS = [f"{name}_{side}" for name in ("hip", "knee", "ankle", "shoulder", "elbow", "wrist") for side in "lr"]
Change = Callable[[str], str]


@pytest.fixture(scope="module")
def walk() -> SyntheticMotion:
    return make("walk", seconds=1.0, fps=FPS)


@pytest.fixture(scope="module")
def text(walk: SyntheticMotion, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the walk as a file."""
    path = tmp_path_factory.mktemp("mvnx") / "walk.mvnx"
    args = (walk.skeleton, walk.root_positions, walk.local_rotations, FPS, XSENS_SEGMENTS, XSENS_POINTS)
    write_mvnx(path, *args, walk.contacts)
    return path.read_text(encoding="utf-8")


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], Recording]:
    def reader(content: str) -> Recording:
        (tmp_path / "a.xml").write_text(content, encoding="utf-8")
        return read_capture(tmp_path / "a.xml")

    return reader


def require_truth(recording: Recording, motion: SyntheticMotion, frames: slice = slice(None)) -> None:
    for landmark in LIMBS:
        columns = [recording.names.index(name) for name in recording.landmark_points[landmark]]
        away = recording.points[:, columns].mean(axis=1) - positions_of(motion, (landmark,))[frames, 0]
        assert np.linalg.norm(away, axis=1).max() < MILLIMETRE, landmark


def without(kind: str) -> Change:
    return lambda text: re.sub(rf'<frame [^>]*type="{kind}">.*?</frame>\n', "", text, flags=re.DOTALL)


def as_version_3(text: str) -> str:
    """Return a file as MVN Studio wrote it: with a document type, points in another tag, no namespace."""
    head = '<!DOCTYPE mvnx SYSTEM "http://www.xsens.com/mvn/mvnx/schema.dtd">\n<mvnx version="3">'
    text = re.sub(r"<mvnx [^>]*>", head, text)
    return text.replace("pos_b>", "pos_s>")


OTHER = '<subject label="b"/>'
VERSIONS: dict[str, tuple[Change, str]] = {
    "4": (lambda text: text, "'tpose'"),
    "3": (as_version_3, "'tpose'"),
    "of the pose of identity": (without("tpose"), "'identity'"),
    "of the N-pose": (lambda text: without("identity")(text.replace('"tpose"', '"npose"')), "'npose'"),
    "of one more person": (lambda text: text.replace("</mvnx>", f"{OTHER}</mvnx>"), "left aside: b"),
}


@pytest.mark.parametrize("version", VERSIONS)
def test_limbs_are_where_they_truly_are(
    text: str, walk: SyntheticMotion, read: Callable[[str], Recording], version: str
) -> None:
    change, told = VERSIONS[version]
    recording = read(change(text))
    assert recording.fps == FPS and recording.dialect == "MVNX (Xsens MVN segments)"
    assert not recording.warnings
    assert any(told in said for said in recording.notes)
    require_truth(recording, walk)
    assert recording.contacts is not None and recording.contacts_known is not None
    np.testing.assert_array_equal(recording.contacts, walk.contacts)
    assert recording.contacts_known.all()


def test_without_a_standing_frame_segments_stand_as_they_are_made(
    text: str, walk: SyntheticMotion, read: Callable[[str], Recording]
) -> None:
    bare, plain = read(without("identity")(without("tpose")(text))), read(text)
    require_truth(bare, walk)
    assert bare.rotations is not None and plain.rotations is not None
    off = rot.as_rotation_vector(rot.multiply(rot.conjugate(plain.rotations), bare.rotations))
    assert np.linalg.norm(off, axis=-1).max() < 1e-4


def test_points_on_the_surface_end_segments(text: str, read: Callable[[str], Recording]) -> None:
    heel = '<point label="pLeftHeelFoot"><pos_b>-0.05 0 -0.07</pos_b></point>'
    other = '<point label="pLeftHeelCenter"><pos_b>-0.05 0 -0.06</pos_b></point>'
    foot = '<segment label="LeftFoot" id="4"><points>'
    assert foot in text
    recording = read(text.replace(foot, foot + heel + other))
    assert recording.landmark_points["heel_l"] == ("pLeftHeelFoot",)
    assert "pLeftHeelCenter" not in recording.names


def test_lost_frames_are_missing_and_the_others_where_they_belong(
    text: str, walk: SyntheticMotion, read: Callable[[str], Recording]
) -> None:
    lost = re.sub(r'<frame [^>]*index="1[01]".*?</frame>\n', "", text, flags=re.DOTALL)
    recording = read(lost)
    assert recording.frame_count == len(walk.root_positions)
    np.testing.assert_array_equal(np.flatnonzero(~recording.valid_mask.any(axis=1)), [10, 11])


def test_times_tell_the_rate_where_nothing_else_does(text: str, read: Callable[[str], Recording]) -> None:
    assert read(re.sub(r' frameRate="[^"]*"', "", text)).fps == pytest.approx(FPS, rel=0.01)


LAUGHS = '<!DOCTYPE mvnx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>\n<mvnx'
JOINT = "<joint><connector1>{}/j</connector1><connector2>{}/j</connector2></joint>"
FAULTS: dict[str, tuple[str, str, str]] = {
    "version": ('version="4"', 'version="2"', "is of version '2', expected 3 or 4"),
    "namespace": (
        "xsens.com/mvn/mvnx",
        "xsens.com/other",
        "begins with the tag '{http://www.xsens.com/other",
    ),
    "entities": ("<mvnx", LAUGHS, "declares a document type or entities"),
    "no subject": ("<subject ", "<person ", "not well-formed|holds no subject"),
    "no segments": ("segments>", "parts>", "has no segments"),
    "twice a segment": ('label="L3"', 'label="L5"', "has the label 'L5', expected a new one"),
    "a joint of nothing": ("<connector1>L5/", "<connector1>L6/", "connects 'L6', which is no segment"),
    "a cycle": ("</joints>", JOINT.format("Head", "Pelvis") + "</joints>", "hangs from itself|holds no node"),
    "two parents": ("</joints>", JOINT.format("Pelvis", "Head") + "</joints>", "hangs 'Head' a second time"),
    "no motion": ('type="normal"', 'type="other"', "hold no frame of type normal"),
    "a rate": ('frameRate="30"', 'frameRate="fast"', "has the frameRate 'fast'"),
    "few numbers": ("<position>", "<position>1 ", "has 67 numbers, expected 3 for each of 22 segments"),
    "no number": ("<position>", "<position>x ", "holds what is no number"),
    "no place": ("position>", "velocity>", "has no position"),
    "a large number": ("<position>0.000000", "<position>1e12", "holds what is no number"),
    "no unit quaternion": ("<orientation>1.000000", "<orientation>9.000000", "no unit quaternion"),
    "contacts": ("<footContacts>1", "<footContacts>1 1", "has 5 numbers, expected 4"),
    "a deep nest": ("</subject>", "<a>" * 60 + "</a>" * 60 + "</subject>", "nests tags more than 50 deep"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_broken_is_one_sentence_with_its_line(
    text: str, read: Callable[[str], Recording], fault: str
) -> None:
    old, new, sentence = FAULTS[fault]
    # The first frame is one that is read.
    text = without("identity")(text)
    assert old in text
    everywhere = fault in ("no segments", "no motion", "no place")
    with pytest.raises(CaptureError, match=sentence) as caught:
        read(text.replace(old, new) if everywhere else text.replace(old, new, 1))
    assert len(str(caught.value).splitlines()) == 1


def test_many_segments_are_refused(text: str, read: Callable[[str], Recording]) -> None:
    more = "".join(f'<segment label="s{number}"/>' for number in range(600))
    with pytest.raises(CaptureError, match="has 622 segments, expected 1 to 500"):
        read(text.replace("</segments>", f"{more}</segments>", 1))

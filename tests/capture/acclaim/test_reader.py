"""Either of Acclaim's files finds the other one, and what is broken in them is said in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.capture.acclaim.conftest import amc_text, asf_text
from understudy.capture import read_capture
from understudy.errors import CaptureError

Put = Callable[..., Path]


def test_names_are_known_and_the_rate_is_asked_for(put: Put) -> None:
    recording = read_capture(put())
    assert recording.dialect == "ASF/AMC (Acclaim)"
    assert recording.fps == 120.0
    assert any("120 frames a second are assumed" in said for said in recording.warnings)
    assert any("'01.asf'" in said for said in recording.notes)


@pytest.mark.parametrize(
    ("skeletons", "motion", "wanted"),
    [
        (["other.asf"], "walk.amc", "other.asf"),
        (["other.asf", "walk.ASF"], "walk.AMC", "walk.ASF"),
        (["HDM_bd.asf", "HDM.asf", "x.asf"], "HDM_bd_01_120.amc", "HDM_bd.asf"),
    ],
)
def test_a_motion_finds_its_skeleton(put: Put, skeletons: list[str], motion: str, wanted: str) -> None:
    *_, path = [put(asf_name=name, amc_name=motion) for name in skeletons]
    assert any(f"'{wanted}'" in said for said in read_capture(path).notes)


def test_a_skeleton_of_several_motions_asks_which(put: Put) -> None:
    put(amc_name="01_01.amc")
    folder = put(amc_name="01_02.amc").parent
    with pytest.raises(
        CaptureError, match=r"may belong to 2 files \(01_01.amc, 01_02.amc\): give one of them"
    ):
        read_capture(folder / "01.asf")


def test_a_motion_without_a_skeleton_says_what_it_needs(put: Put) -> None:
    path = put()
    (path.parent / "01.asf").unlink()
    with pytest.raises(CaptureError, match=r"needs its skeleton \(\.asf\) beside it"):
        read_capture(path)
    for name in ("a.asf", "b.asf"):
        put(asf_name=name)
    with pytest.raises(CaptureError, match=r"may belong to 2 files \(a.asf, b.asf\): name one of them"):
        read_capture(path)


def test_what_stands_beside_it_has_to_be_what_it_is_called(put: Put) -> None:
    with pytest.raises(CaptureError, match=r"01.asf: stands beside '01_02.amc' and is no skeleton"):
        read_capture(put(asf="HIERARCHY\n"))


ASF_FAULTS = {
    "twice a bone": ("name rfemur", "name lfemur", "bone of the name 'lfemur', expected a new one"),
    "a cycle": ("lfemur ltibia\n", "lfemur ltibia\nlfoot lhipjoint\n", "hangs 'lhipjoint' a second time"),
    "a bone apart": ("root lhipjoint rhipjoint", "root rhipjoint", "hang from nothing: lhipjoint, lfemur"),
    "an unknown child": ("ltibia lfoot", "ltibia lhoof", "hangs 'lhoof', which is no bone"),
    "no number": ("length 7.5", "length seven", "found 'seven', expected a number"),
    "not a number": ("length 7.5", "length nan", "found 'nan', expected a number"),
    "no direction": ("direction 0 1 0", "direction 0 0 0", "direction of no length"),
    "a freedom": ("dof rz rx", "dof rz l", "moves rfemur along 'l', expected each of rx, ry"),
    "an order": ("30 40 20 XYZ", "30 40 20 XXZ", "no order of axes in axis"),
    "units": ("angle deg", "angle gon", "angles in 'gon', expected deg or rad"),
    "a factor": ("length 0.45", "length 0", "factor of lengths of 0"),
    "an open bone": ("limits (-160.0 20.0)\nend", "limits (-160.0 20.0)\n", "begins anew before the end"),
    "no hierarchy": (":hierarchy", ":skin", "has no section :hierarchy"),
    "a second section": (":documentation", ":units", "a second section ':units'"),
}


@pytest.mark.parametrize("fault", ASF_FAULTS)
def test_a_broken_skeleton_is_one_sentence_with_its_line(put: Put, fault: str) -> None:
    old, new, sentence = ASF_FAULTS[fault]
    assert old in asf_text()
    with pytest.raises(CaptureError) as caught:
        read_capture(put(asf_text().replace(old, new, 1)))
    assert sentence in str(caught.value)
    assert "01.asf, line " in str(caught.value)


AMC_FAULTS = {
    "an unknown bone": ("lradius 45", "lulna 45", "moves 'lulna', expected a bone of '01.asf'"),
    "too few numbers": ("rfemur 12 34", "rfemur 12", "has 1 numbers of 'rfemur', expected 2"),
    "no number": ("lradius 45", "lradius x", "found 'x', expected a number"),
    "twice": ("lradius 45", "lradius 45\nlradius 45", "moves 'lradius' again"),
    "a frame left out": ("\n2\n", "\n3\n", "has the frame 3 in the place of frame 2"),
    "numbers first": ("\n1\n", "\n", "found 'root', expected the number of the first frame"),
    "a rate": (":DEGREES", ":SAMPLES-PER-SECOND 0", "has no rate"),
    "late": ("\n2\n", "\n:RADIANS\n2\n", "declares ':RADIANS' behind the first frame"),
}


@pytest.mark.parametrize("fault", AMC_FAULTS)
def test_a_broken_motion_is_one_sentence_with_its_line(put: Put, fault: str) -> None:
    old, new, sentence = AMC_FAULTS[fault]
    assert old in amc_text()
    with pytest.raises(CaptureError) as caught:
        read_capture(put(amc=amc_text().replace(old, new, 1)))
    assert sentence in str(caught.value)
    assert "01_02.amc, line " in str(caught.value)


def test_a_frame_that_lacks_a_bone_is_named(put: Put) -> None:
    with pytest.raises(CaptureError, match="ends frame 2 without lradius"):
        read_capture(put(amc=amc_text().removesuffix("lradius 45\n")))


def test_a_motion_of_no_frame_is_refused(put: Put) -> None:
    with pytest.raises(CaptureError, match="holds no frame"):
        read_capture(put(amc=":FULLY-SPECIFIED\n:DEGREES\n"))


def test_many_bones_are_refused_soon(put: Put) -> None:
    bone = "begin name b{0} direction 0 1 0 length 1 end"
    bones = "\n".join(bone.format(number) for number in range(5000))
    with pytest.raises(CaptureError, match="more than 2000 bones"):
        read_capture(put(f":units\nlength 1\n:root\norder TX\n:bonedata\n{bones}\n:hierarchy\nbegin\nend\n"))


def test_a_chain_as_deep_as_bones_may_be_is_no_matter(put: Put) -> None:
    names = ["root", *(f"b{number}" for number in range(1900))]
    bones = "\n".join(f"begin name {name} direction 0 1 0 length 1 end" for name in names[1:])
    rows = "\n".join(f"{parent} {child}" for parent, child in zip(names, names[1:], strict=False))
    asf = f":root\norder TX TY TZ\n:bonedata\n{bones}\n:hierarchy\nbegin\n{rows}\nend\n"
    with pytest.raises(CaptureError, match="its joints' names are of no known dialect"):
        read_capture(put(asf, amc=":DEGREES\n1\nroot 0 0 1\n2\nroot 0 0 2\n"))


def test_a_skeleton_that_leads_elsewhere_is_refused(put: Put, tmp_path: Path) -> None:
    path = put()
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "01.asf").symlink_to(path.parent / "01.asf")
    path = path.rename(tmp_path / "inside" / path.name)
    with pytest.raises(CaptureError, match="leads out of the folder inside"):
        read_capture(path)

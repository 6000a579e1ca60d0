"""The HIERARCHY part: any layout is read, any fault named with its line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.bvh.hierarchy import MAX_DEPTH, MAX_JOINTS, BvhHierarchy, parse_hierarchy
from understudy.errors import CaptureError

FILE = Path("some.bvh")


def parse(text: str) -> BvhHierarchy:
    return parse_hierarchy(FILE, text)


def test_joints_channels_and_ends(small_bvh: str) -> None:
    hierarchy = parse(small_bvh.split("MOTION")[0])
    assert hierarchy.skeleton.names == ("Hips", "Chest")
    assert hierarchy.skeleton.parents == (-1, 0)
    assert hierarchy.channels[1] == ("Zrotation", "Xrotation", "Yrotation")
    assert hierarchy.column_count == 9
    np.testing.assert_array_equal(hierarchy.skeleton.offsets[1], [0.0, 10.0, 0.0])
    np.testing.assert_array_equal(hierarchy.skeleton.end_offsets["Chest"], [[0.0, 5.0, 0.0]])


def test_layout_and_case_do_not_matter() -> None:
    text = "hierarchy\troot  Left  Hip{offset 1e-1\t-.5 +2.\nchannels 1 XROTATION end site{offset 0 0 0}}"
    hierarchy = parse(text)
    assert hierarchy.skeleton.names == ("Left Hip",)
    assert hierarchy.channels == (("Xrotation",),)
    np.testing.assert_array_equal(hierarchy.skeleton.offsets, [[0.1, -0.5, 2.0]])


def test_only_blanks_of_ascii_part_words() -> None:
    assert parse("HIERARCHY\nROOT a\xa0b\tc\v{ OFFSET 0 0 0 }").skeleton.names == ("a\xa0b c",)


def test_channels_may_be_none_or_missing() -> None:
    hierarchy = parse("HIERARCHY ROOT a\n{ OFFSET 0 0 0 CHANNELS 0 JOINT b\n{ OFFSET 0 0 0 } }")
    assert hierarchy.channels == ((), ())


def test_several_ends_of_a_joint() -> None:
    end = "End Site { OFFSET 0 1 0 }\n"
    hierarchy = parse(f"HIERARCHY\nROOT a\n{{ OFFSET 0 0 0\n{end * 2} }}")
    assert hierarchy.skeleton.point_names == ("a", "a_end", "a_end2")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("BVH", 1, "found 'BVH', expected HIERARCHY"),
        ("HIERARCHY\n\n", 1, "no ROOT"),
        ("HIERARCHY\nROOT a", 2, r"expected \{"),
        ("HIERARCHY\nROOT a\nOFFSET 0 0 0", 3, r"found 'OFFSET', expected \{"),
        ("HIERARCHY\nROOT {", 2, "ROOT without a name"),
        ("HIERARCHY\nROOT a {\nOFFSET 0 0", 3, "ends in its HIERARCHY part, expected a number after OFFSET"),
        ("HIERARCHY\nROOT a {\nOFFSET 0 0 x", 3, "OFFSET with 'x', expected three numbers"),
        ("HIERARCHY\nROOT a {\nOFFSET 0 0 nan", 3, "OFFSET with 'nan'"),
        ("HIERARCHY\nROOT a {\nOFFSET 0 0 1e99", 3, "OFFSET with '1e99'"),
        ("HIERARCHY\nROOT a {\nOFFSET 0 0 1_0", 3, "OFFSET with '1_0'"),
        ("HIERARCHY\nROOT a {\nOFFSET 0 0 ٣", 3, "OFFSET with '٣'"),
        ("HIERARCHY\nROOT a {\nOFFSET 0 0 1\x1c", 3, r"OFFSET with '1\\x1c'"),
        ("HIERARCHY\nROOT a {\nCHANNELS ٣", 3, "CHANNELS '٣', expected 0 to 6"),
        ("HIERARCHY\nROOT a {\nOFFSET 0 0 0\nOFFSET 0 0 0", 4, "second OFFSET in joint 'a'"),
        ("HIERARCHY\nROOT a {\n}", 3, "closes joint 'a' without an OFFSET"),
        ("HIERARCHY\nROOT a {\nEnd Site\n{ }", 4, "closes the End Site of joint 'a' without an OFFSET"),
        ("HIERARCHY\nROOT a {\nEnd Site\n{ JOINT b", 4, "JOINT here, expected it inside"),
        ("HIERARCHY\nROOT a {\nEnd Site\n{ End Site", 4, "End Site here, expected it inside a joint"),
        ("HIERARCHY\nROOT a {\nEnd Site\n{ CHANNELS 0", 4, "expected them once in a joint"),
        ("HIERARCHY\nROOT a {\nCHANNELS 7", 3, "CHANNELS '7', expected 0 to 6"),
        ("HIERARCHY\nROOT a {\nCHANNELS 2 Xrotation Wrotation", 3, "'Wrotation' among them"),
        ("HIERARCHY\nROOT a {\nCHANNELS 2 Xrotation Xrotation", 3, "twice: Xrotation Xrotation"),
        ("HIERARCHY\nROOT a {\nCHANNELS 0\nCHANNELS 0", 4, "expected them once in a joint"),
        ("HIERARCHY\nROOT a {\nOFFSET 0 0 0", 3, "ends inside joint 'a', expected its closing brace"),
        ("HIERARCHY\nROOT a { OFFSET 0 0 0\nJOINT a {", 3, "'a' as on line 2, expected unique names"),
        ("HIERARCHY\nROOT a { OFFSET 0 0 0 }\nROOT b {", 3, "second ROOT"),
        ("HIERARCHY\nROOT a { OFFSET 0 0 0 }\n}", 3, "found '}', expected MOTION"),
        ("HIERARCHY\nOFFSET 0 0 0", 2, "OFFSET outside of any joint"),
        ("HIERARCHY\nJOINT a {", 2, "JOINT here, expected it inside"),
        ("HIERARCHY\nROOT a {\nPOSITION", 3, "found 'POSITION', expected ROOT, JOINT, END"),
        ("HIERARCHY\nROOT a {\n\x1b[2J", 3, r"found '\\x1b\[2J'"),
    ],
)
def test_faults_are_named_with_their_line(text: str, line: int, message: str) -> None:
    with pytest.raises(CaptureError, match=message) as caught:
        parse(text)
    assert caught.value.line == line


def test_depth_is_bounded() -> None:
    nested = "".join(f"JOINT j{level}\n{{ OFFSET 0 0 0\n" for level in range(MAX_DEPTH))
    with pytest.raises(CaptureError, match=f"{MAX_DEPTH} levels"):
        parse("HIERARCHY\nROOT a\n{ OFFSET 0 0 0\n" + nested)


def test_joints_are_bounded() -> None:
    joints = "".join(f"JOINT j{index}\n{{ OFFSET 0 0 0 }}\n" for index in range(MAX_JOINTS))
    with pytest.raises(CaptureError, match=f"more than {MAX_JOINTS} joints"):
        parse("HIERARCHY\nROOT a\n{ OFFSET 0 0 0\n" + joints)


def test_ends_are_bounded() -> None:
    ends = "End Site { OFFSET 0 0 0 }\n" * (MAX_JOINTS + 1)
    with pytest.raises(CaptureError, match=f"more than {MAX_JOINTS} End Sites"):
        parse("HIERARCHY\nROOT a\n{ OFFSET 0 0 0\n" + ends)

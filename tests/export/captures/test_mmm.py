"""MMM documents written and read back."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.mmm.document import read_mmm_document
from understudy.capture.mmm.motion import MmmDocument, MmmMotion
from understudy.export.captures.mmm import write_mmm

EXACT = 1e-9

PERSON = MmmMotion(
    name='Anna & "Bert\'s" <dance>',
    times=np.arange(3) / 100.0,
    root_positions=np.array([[1.81928, 0.113285, 1 / 3], [np.pi, -1e-7, 0.9], [0.0, 1.0, 2.0]]),
    root_rotations=np.array([[-0.1, 0.2, 3.1], [0.1, 1 / 7, -3.1], [0.0, 0.0, 1e-12]]),
    joints=("LSx_joint", "odd 'joint'"),
    joint_positions=np.array([[1 / 3, -2.0], [0.1, 0.2], [5e-324, -1e3]]),
    joint_velocities=np.full((3, 2), 0.125),
    joint_accelerations=np.full((3, 2), -7.0),
    model="models/mmm & more.xml",
    processor="Winter",
    height=1.83,
    mass=70.5,
    attributes={"type": "human"},
    custom=("<Comments><text>x &lt; y</text></Comments>",),
    processor_custom=("<HandLength>0.19</HandLength>",),
    frame_custom=(("<Grasp>cup</Grasp>", "<Gaze>1 2 3</Gaze>"), (), ()),
)
CUP = MmmMotion("cup", np.array([0.0]), np.array([[1.0, 2.0, 3.0]]), np.zeros((1, 3)))
DOCUMENT = MmmDocument((PERSON, CUP), custom=("<Setup/>",))


def assert_equal(read: MmmMotion, wrote: MmmMotion) -> None:
    for field in fields(MmmMotion):
        found, expected = getattr(read, field.name), getattr(wrote, field.name)
        if isinstance(expected, np.ndarray):
            np.testing.assert_allclose(found, expected, rtol=EXACT, atol=EXACT, err_msg=field.name)
        else:
            assert found == expected, field.name


def test_the_older_data_format_keeps_everything(tmp_path: Path) -> None:
    write_mmm(tmp_path / "a.xml", DOCUMENT)
    read = read_mmm_document(tmp_path / "a.xml")
    assert (read.version, read.custom, len(read.motions)) == ("1.0", ("<Setup/>",), 2)
    for found, expected in zip(read.motions, DOCUMENT.motions, strict=True):
        assert_equal(found, expected)


def test_the_newer_data_format_keeps_angles_and_sensors(tmp_path: Path) -> None:
    marker = '<Sensor type="MoCapMarker"><Data/></Sensor>'
    person = replace(
        PERSON,
        joint_velocities=None,
        joint_accelerations=None,
        frame_custom=(),
        custom=(*PERSON.custom, marker),
    )
    write_mmm(tmp_path / "a.xml", MmmDocument((person, CUP), "2.0"))
    read = read_mmm_document(tmp_path / "a.xml")
    assert read.version == "2.0"
    assert_equal(read.motions[0], person)
    assert_equal(read.motions[1], CUP)


def test_writing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.xml", "b.xml"):
        write_mmm(tmp_path / name, DOCUMENT)
    assert (tmp_path / "a.xml").read_bytes() == (tmp_path / "b.xml").read_bytes()


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_a_real_file_goes_round(shared: Path, tmp_path: Path, version: str) -> None:
    original = read_mmm_document(shared / "motions" / "mmm" / "gesture.xml")
    write_mmm(tmp_path / "again.xml", replace(original, version=version))
    (again,) = read_mmm_document(tmp_path / "again.xml").motions
    expected = original.motions[0]
    if version == "2.0":
        expected = replace(expected, joint_velocities=None, joint_accelerations=None)
    assert_equal(again, expected)

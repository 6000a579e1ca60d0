"""Both data formats of MMM, from text to motions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.mmm.document import parse_mmm, read_mmm_document
from understudy.capture.mmm.motion import MmmDocument, MmmMotion
from understudy.capture.source import Source
from understudy.errors import CaptureError

OLD = """<?xml version='1.0'?>
<MMM>
  <Setup>kitchen</Setup>
  <Motion name='anna' day='Monday'>
    <Comments><text>She waves &amp; smiles.</text></Comments>
    <Model><File>mmm.xml</File></Model>
    <ModelProcessorConfig type='Winter'>
      <Height>1.7</Height><Mass>65</Mass><Hand>0.18</Hand></ModelProcessorConfig>
    <JointOrder><Joint name='LSx_joint'/><Joint name='REx_joint'/></JointOrder>
    <MotionFrames>
      <MotionFrame>
        <Timestep>0</Timestep><RootPosition>100 200 900</RootPosition><RootRotation>0 0 1.5</RootRotation>
        <JointPosition>0.1 0.2 </JointPosition><JointVelocity>1 2</JointVelocity><Grasp>cup</Grasp>
      </MotionFrame>
      <MotionFrame>
        <Timestep>0.01</Timestep><RootPosition>101 200 900</RootPosition><RootRotation>0 0 1.6</RootRotation>
        <JointPosition>0.3 0.4</JointPosition><JointVelocity>3 4</JointVelocity>
      </MotionFrame>
    </MotionFrames>
  </Motion>
  <Motion name='cup'>
    <MotionFrames>
      <MotionFrame>
        <Timestep>0</Timestep><RootPosition>1 2 3</RootPosition><RootRotation>0 0 0</RootRotation>
      </MotionFrame>
    </MotionFrames>
  </Motion>
</MMM>
"""

NEW = """<MMM version='2.0'>
  <Motion name='anna' type='human' synchronized='true'>
    <Model path='mmm.xml'><ModelProcessorConfig type='Winter'>
      <Height>1.7</Height><Mass>65</Mass>
    </ModelProcessorConfig></Model>
    <Sensors>
      <Sensor type='ModelPose' version='1.0'><Configuration/><Data>
        <Measurement timestep='0'><RootPosition>100 200 900</RootPosition>
          <RootRotation>0 0 1.5</RootRotation></Measurement>
        <Measurement timestep='0.01'><RootPosition>101 200 900</RootPosition>
          <RootRotation>0 0 1.6</RootRotation></Measurement>
      </Data></Sensor>
      <Sensor type='Kinematic' version='1.0'><Configuration><Joint name='LSx_joint'/></Configuration><Data>
        <Measurement timestep='0'><JointPosition>0.1</JointPosition></Measurement>
        <Measurement timestep='0.01'><JointPosition>0.3</JointPosition></Measurement>
      </Data></Sensor>
      <Sensor type='Kinematic' name='right'><Configuration><Joint name='REx_joint'/></Configuration><Data>
        <Measurement timestep='0'><JointPosition>0.2</JointPosition></Measurement>
        <Measurement timestep='0.01'><JointPosition>0.4</JointPosition></Measurement>
      </Data></Sensor>
      <Sensor type='MoCapMarker'><Data/></Sensor>
    </Sensors>
  </Motion>
</MMM>
"""

ANGLES = [[0.1, 0.2], [0.3, 0.4]]


def parse(text: str) -> MmmDocument:
    return parse_mmm(Source(Path("a.xml"), text.encode()))


def test_the_older_data_format() -> None:
    document = parse(OLD)
    anna, cup = document.motions
    assert (document.version, document.custom) == ("1.0", ("<Setup>kitchen</Setup>",))
    assert (anna.name, anna.model, anna.processor, anna.height, anna.mass) == (
        *("anna", "mmm.xml", "Winter"),
        *(1.7, 65.0),
    )
    assert anna.joints == ("LSx_joint", "REx_joint")
    np.testing.assert_array_equal(anna.times, [0.0, 0.01])
    np.testing.assert_allclose(anna.root_positions, [[0.1, 0.2, 0.9], [0.101, 0.2, 0.9]])
    np.testing.assert_array_equal(anna.root_rotations[:, 2], [1.5, 1.6])
    np.testing.assert_array_equal(anna.joint_positions, ANGLES)
    np.testing.assert_array_equal(anna.joint_velocities, [[1, 2], [3, 4]])
    assert anna.joint_accelerations is None
    assert (cup.name, cup.joints, cup.frame_count, cup.height) == ("cup", (), 1, None)


def test_custom_tags_of_the_older_data_format_are_kept() -> None:
    anna = parse(OLD).motions[0]
    assert dict(anna.attributes) == {"day": "Monday"}
    assert anna.custom == ("<Comments><text>She waves &amp; smiles.</text></Comments>",)
    assert anna.processor_custom == ("<Hand>0.18</Hand>",)
    assert anna.frame_custom == (("<Grasp>cup</Grasp>",), ())


def test_the_newer_data_format() -> None:
    document = parse(NEW)
    (anna,) = document.motions
    assert (document.version, anna.model, anna.height, anna.mass) == ("2.0", "mmm.xml", 1.7, 65.0)
    assert anna.joints == ("LSx_joint", "REx_joint")
    np.testing.assert_array_equal(anna.joint_positions, ANGLES)
    np.testing.assert_allclose(anna.root_positions[1], [0.101, 0.2, 0.9])
    assert dict(anna.attributes) == {"type": "human", "synchronized": "true"}
    assert anna.custom == ('<Sensor type="MoCapMarker"><Data/></Sensor>',)


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (OLD, "<MMM>", "<MMM version='3.1'>", "line 2: MMM is of version '3.1', expected 1.0 or 2.0"),
        (OLD, "0.1 0.2 ", "0.1", "line 13: JointPosition has 1 numbers, expected 2"),
        (OLD, "0.1 0.2 ", "0.1 x", "line 13: JointPosition holds 'x', expected a number"),
        (OLD, "0.1 0.2 ", "0.1 nan", "holds 'nan', expected a number"),
        (OLD, "0.1 0.2 ", "0.1 1e300", "holds '1e300', expected a number"),
        (OLD, "0.1 0.2 ", "0.1 1_0", "holds '1_0', expected a number"),
        (OLD, "0.1 0.2 ", "0.1 ٣", "holds '٣', expected a number"),
        (OLD, "0.1 0.2 ", "0.1\xa00.2", "JointPosition has 1 numbers, expected 2"),
        (OLD, "<Timestep>0.01", "<Timestep>0", "line 15: time does not increase at this MotionFrame"),
        (OLD, "<Timestep>0.01</Timestep>", "", "line 15: MotionFrame has no Timestep"),
        (OLD, "REx_joint", "LSx_joint", "line 9: Joint has the name 'LSx_joint', expected a new one"),
        (OLD, "<Height>1.7", "<Height>-1.7", "line 8: Height is -1.7, expected a number over 0"),
        (OLD, "<JointVelocity>1 2</JointVelocity>", "", "line 11: MotionFrame has no JointVelocity"),
        (NEW, "type='ModelPose'", "type='Pose'", "has 0 sensors of type ModelPose, expected one"),
        (NEW, "timestep='0.01'><JointP", "timestep='0.02'><JointP", "at other timesteps than ModelPose"),
        (NEW, "REx_joint", "LSx_joint", "joint LSx_joint, which is in another Kinematic sensor"),
        (NEW, "timestep='0'><RootP", "at='0'><RootP", "Measurement holds '', expected a number"),
    ],
)
def test_faults_have_a_line(text: str, old: str, new: str, message: str) -> None:
    assert old in text
    with pytest.raises(CaptureError, match=message) as caught:
        parse(text.replace(old, new))
    assert caught.value.line is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<NNN/>", "begins with the tag 'NNN', expected MMM"),
        ("<MMM/>", "holds no Motion"),
        ("<MMM><Motion name='a'/></MMM>", "Motion has no MotionFrames"),
        ("<MMM><Motion><MotionFrames/></Motion></MMM>", "Motion has no MotionFrame"),
    ],
)
def test_files_without_a_motion(text: str, message: str) -> None:
    with pytest.raises(CaptureError, match=message):
        parse(text)


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(OLD)
    assert len(read_mmm_document(tmp_path / "a.xml").motions) == 2


TIMES = ("0", "0.5")


def sensor(kind: str, joints: tuple[str, ...], times: tuple[str, ...] = TIMES, **texts: str) -> str:
    """Return a sensor that measures the same at all times."""
    values = "".join(f"<{name}>{text}</{name}>" for name, text in texts.items())
    measured = "".join(f"<Measurement timestep='{time}'>{values}</Measurement>" for time in times)
    named = "".join(f"<Joint name='{joint}'/>" for joint in joints)
    return f"<Sensor type='{kind}'><Configuration>{named}</Configuration><Data>{measured}</Data></Sensor>"


POSE = sensor("ModelPose", (), RootPosition="1000 0 500", RootRotation="0 0 1")


def motion_of(*sensors: str) -> MmmMotion:
    text = f"<MMM version='2.0'><Motion><Sensors>{''.join(sensors)}</Sensors></Motion></MMM>"
    return parse_mmm(Source(Path("a.xml"), text.encode())).motions[0]


def test_a_thing_has_a_pose_only() -> None:
    motion = motion_of(POSE)
    np.testing.assert_array_equal(motion.times, [0.0, 0.5])
    np.testing.assert_allclose(motion.root_positions, [[1.0, 0.0, 0.5]] * 2)
    assert motion.joints == ()


def test_kinematic_sensors_are_joined() -> None:
    body = sensor("Kinematic", ("a", "b"), JointPosition="1 2")
    hand = sensor("Kinematic", ("c",), JointPosition="3")
    motion = motion_of(POSE, body, hand, sensor("Force", ()))
    assert motion.joints == ("a", "b", "c")
    np.testing.assert_array_equal(motion.joint_positions, [[1.0, 2.0, 3.0]] * 2)
    assert len(motion.custom) == 1


@pytest.mark.parametrize(
    ("sensors", "message"),
    [
        ((), "has 0 sensors of type ModelPose, expected one"),
        ((POSE, POSE), "has 2 sensors of type ModelPose, expected one"),
        ((POSE, sensor("Kinematic", ("a",), ("0",), JointPosition="1")), "at other timesteps than ModelPose"),
        ((POSE, sensor("Kinematic", ("a",), (), JointPosition="1")), "Sensor has no Measurement"),
        ((POSE, sensor("Kinematic", ("a",))), "Measurement has no JointPosition"),
        ((POSE, *[sensor("Kinematic", ("a",), JointPosition="1")] * 2), "joint a, which is in another"),
        ((POSE, sensor("Kinematic", ("a", "a"), JointPosition="1 1")), "expected a new one"),
        ((POSE.replace("0.5", "0"),), "time does not increase at this Measurement"),
    ],
)
def test_faults_of_sensors(sensors: tuple[str, ...], message: str) -> None:
    with pytest.raises(CaptureError, match=message):
        motion_of(*sensors)

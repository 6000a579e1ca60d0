"""The unit: the user, then the body, then the file, then what is usual; conflicts are warned of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture.placing.length_units import CMU_UNIT
from understudy.capture.placing.point_body import body_size
from understudy.capture.placing.remarks import Remarks
from understudy.capture.placing.unit import find_unit
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError

Pose = Callable[..., dict[str, np.ndarray]]
BABY = (0.48, 0.81)
"""Size and relative leg length that make an infant of the made-up adult."""


def found(
    pose: dict[str, np.ndarray], stated: Sidecar | None = None, **options: Any
) -> tuple[float, Remarks, float]:
    """Return the unit, the remarks and the size of the body in the file."""
    tracks = {name: point[None] for name, point in pose.items()}
    raw = RawCapture(Source(Path("take.txt"), b""), "some", (), np.zeros((1, 0, 3)), **options)
    body, remarks = body_size(tracks), Remarks()
    unit = find_unit(raw, body, tracks, stated or Sidecar(), remarks)
    return unit, remarks, 0.0 if body is None else body.stature


def test_the_users_unit_goes_first(t_pose: Pose) -> None:
    unit, remarks, _ = found(t_pose(100.0), Sidecar(unit=0.011), unit=0.01)
    assert unit == 0.011
    assert remarks.warnings == []


def test_a_unit_that_makes_no_person_is_obeyed_and_warned_of(t_pose: Pose) -> None:
    unit, remarks, _ = found(t_pose(100.0), Sidecar(unit=1.0))
    assert unit == 1.0
    assert remarks.warnings[0].startswith("In units of 1 m, as stated, the person is 17")


def test_unit_and_height_that_contradict_each_other_are_warned_of(t_pose: Pose) -> None:
    unit, remarks, _ = found(t_pose(100.0), Sidecar(unit=0.01, height=1.2))
    assert unit == 0.01
    assert "contradict each other" in remarks.warnings[0]
    assert found(t_pose(100.0), Sidecar(unit=0.01, height=1.7))[1].warnings == []


def test_a_stated_height_makes_the_unit(t_pose: Pose) -> None:
    unit, remarks, size = found(t_pose(37.0), Sidecar(height=1.5))
    assert unit == pytest.approx(1.5 / size)
    assert remarks.warnings == []
    unit, remarks, size = found(t_pose(1.0), Sidecar(height=1.0), unit=1.0)
    assert unit == pytest.approx(1.0 / size)
    assert remarks.warnings[0].startswith("By the file's own unit the person is 1.7")


def test_a_stated_height_cannot_measure_what_shows_no_limb(t_pose: Pose) -> None:
    head = {"head_top": t_pose()["head_top"]}
    unit, remarks, _ = found(head, Sidecar(height=1.5), unit=0.01)
    assert unit == 0.01
    assert "changes no length" in remarks.warnings[0]


def test_the_files_unit_is_believed_of_every_person(t_pose: Pose) -> None:
    for scale in (0.3, 0.6, 1.0, 1.4):
        unit, remarks, _ = found(t_pose(scale), unit=1.0)
        assert (unit, remarks.warnings) == (1.0, [])


def test_a_body_of_no_persons_size_goes_before_the_files_unit(t_pose: Pose) -> None:
    unit, remarks, _ = found(t_pose(1000.0), unit=1.0)
    assert unit == 0.001
    assert "as the file states, the person would be" in remarks.warnings[0]
    assert "lengths are taken as millimetres (0.001 m), 1.7" in remarks.warnings[0]


def test_a_body_of_no_size_at_all_leaves_the_files_unit(t_pose: Pose) -> None:
    unit, remarks, _ = found(t_pose(3.0), unit=1.0)
    assert unit == 1.0
    assert "no usual unit makes a person of it" in remarks.warnings[0]
    assert found(t_pose(0.0), unit=1.0)[0] == 1.0


def test_what_understudy_wrote_is_believed(t_pose: Pose) -> None:
    unit, remarks, _ = found(t_pose(1000.0), unit=1.0, is_placed=True)
    assert (unit, remarks.warnings) == (1.0, [])


def test_the_body_tells_where_nobody_does(t_pose: Pose) -> None:
    assert found(t_pose(100.0))[0] == 0.01
    small = t_pose(20.0 / found(t_pose())[2])
    assert found(small, usual_unit=CMU_UNIT)[0] == CMU_UNIT.metres


@pytest.mark.parametrize(("shape", "height"), [((1.0, 1.0), 1.7), (BABY, 0.62)])
def test_lengths_without_a_scale_are_those_of_a_usual_person(
    t_pose: Pose, shape: tuple[float, float], height: float
) -> None:
    unit, remarks, size = found(t_pose(*shape), has_no_scale=True)
    assert unit == pytest.approx(height / size)
    assert f"the person is taken to be {height:g} m tall" in remarks.notes[0]


def test_lengths_divided_by_the_trunk_are_recognised(t_pose: Pose) -> None:
    pose = t_pose()
    trunk = np.linalg.norm(pose["shoulder_l"] + pose["shoulder_r"] - pose["hip_l"] - pose["hip_r"]) / 2.0
    scaled = {name: point / trunk for name, point in pose.items()}
    unit, remarks, size = found(scaled)
    assert unit == pytest.approx(1.7 / size)
    assert remarks.notes[0].startswith("All lengths were divided by the trunk's")


@pytest.mark.parametrize("scale", [4.0, 1e6, 1e-6])
def test_persons_of_no_size_are_refused(t_pose: Pose, scale: float) -> None:
    with pytest.raises(CaptureError, match=r"units tall, expected 0\.45 to 2\.2 m in one of: centimetres"):
        found(t_pose(scale))


@pytest.mark.parametrize("options", [{}, {"has_no_scale": True}])
def test_without_a_limb_the_unit_is_asked_for(t_pose: Pose, options: dict[str, Any]) -> None:
    for pose in ({"head_top": t_pose()["head_top"]}, t_pose(0.0)):
        with pytest.raises(CaptureError, match="nothing tells its unit: state --unit"):
            found(pose, **options)

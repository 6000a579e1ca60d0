"""Performances written as points: tables, markers, keypoints and the joints of depth cameras."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from understudy.capture.keypoints.sets import KeypointSet
from understudy.capture.kinect.joints import Sensor
from understudy.synth.take import Take

Write = Callable[[Path, Take], None]


def write_as_csv(path: Path, take: Take) -> None:
    """Write a table of named points."""
    from understudy.export.captures.csv import write_csv

    write_csv(path, take.recording())


def write_as_trc(path: Path, take: Take) -> None:
    """Write a table for OpenSim."""
    from understudy.export.captures.trc import write_trc

    write_trc(path, take.recording())
    _state_up(path, take, "y")


def write_as_c3d(path: Path, take: Take) -> None:
    """Write markers as a laboratory does, whose joints a reader has to find."""
    from understudy.export.captures.c3d import write_c3d

    write_c3d(path, take.recording(), with_landmarks=False)


def write_as_motive_markers(path: Path, take: Take) -> None:
    """Write markers as Motive exports them."""
    from understudy.export.captures.motive import write_motive_markers

    write_motive_markers(path, take.recording())
    _state_up(path, take, "y")


def write_as_nexus(path: Path, take: Take) -> None:
    """Write markers as Vicon Nexus exports them."""
    from understudy.export.captures.nexus import write_nexus

    write_nexus(path, take.recording())
    _state_up(path, take, "z")


def write_as_freemocap(path: Path, take: Take) -> None:
    """Write the folder of a recording of FreeMoCap."""
    from understudy.export.captures.freemocap import write_freemocap

    write_freemocap(path, take.recording())
    _state_up(path, take, "z")


def write_as_opencap(path: Path, take: Take) -> None:
    """Write the folder of a session of OpenCap."""
    from understudy.export.captures.opencap import write_opencap

    write_opencap(path, take.recording())
    _state_up(path, take, "y")


def write_as_npz(path: Path, take: Take) -> None:
    """Write a recording in our own format."""
    take.recording().save(path)


def write_as_mini_rgbd(path: Path, take: Take) -> None:
    """Write a folder of texts as the infants' data set has them."""
    from understudy.export.captures.mini_rgbd import write_mini_rgbd

    write_mini_rgbd(path, take.points, fps=take.fps, valid=~take.captured.is_missing)


def write_as_mediapipe(path: Path, take: Take) -> None:
    """Write world landmarks of BlazePose as JSON."""
    from understudy.export.captures.mediapipe import write_mediapipe_json

    seen = ~take.captured.is_missing
    write_mediapipe_json(path, take.points, fps=take.fps, up=_camera(take), valid=seen)


def openpose_writer(keypoints: KeypointSet) -> Write:
    """Return a writer of OpenPose's folders with a set of keypoints."""

    def write(path: Path, take: Take) -> None:
        from understudy.export.captures.openpose import write_openpose_folder

        seen = ~take.captured.is_missing
        write_openpose_folder(
            path, take.points, keypoints=keypoints, fps=take.fps, up=_camera(take), valid=seen
        )

    return write


def sensor_writer(sensor: Sensor, unit: float = 1.0) -> Write:
    """Return a writer of a depth camera's joints as a table, in a unit [m]."""

    def write(path: Path, take: Take) -> None:
        from understudy.export.captures.kinect import write_sensor_file

        seen = ~take.captured.is_missing
        write_sensor_file(path, take.points, sensor=sensor, fps=take.fps, unit=unit, valid=seen)
        _state_up(path, take, sensor.up)

    return write


def _camera(take: Take) -> str:
    """Return the camera's axis that points up: it looks down on those who lie."""
    return "-z" if take.is_lying else "-y"


def _state_up(path: Path, take: Take, up: str) -> None:
    """State beside a file of a lying person which axis is up: the format does not, nor does the body."""
    if take.is_lying:
        from understudy.capture.sidecar import Sidecar, write_sidecar

        write_sidecar(path, Sidecar(up=up))

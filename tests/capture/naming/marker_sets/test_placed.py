"""Recordings of markers say on which places of the skin these sit."""

from __future__ import annotations

from pathlib import Path

from understudy.capture import read_capture
from understudy.clean.mirroring import mirror
from understudy.data import built_in_motion
from understudy.export.captures.trc import write_trc
from understudy.motion import Recording
from understudy.synth import Corruption, make, record
from understudy.synth.formats.point_sets import PLUG_IN_GAIT_SET


def recorded(path: Path) -> Recording:
    take = record(make("wave", seconds=0.5, fps=30.0), PLUG_IN_GAIT_SET, Corruption())
    write_trc(path, take.recording())
    return read_capture(path)


def test_markers_of_a_known_set_are_placed(tmp_path: Path) -> None:
    places = recorded(tmp_path / "a.trc").marker_places
    assert places["knee_outer_l"] == ("LKNE",)
    assert places["neck_back"] == ("C7",)
    assert "knee_inner_l" not in places


def test_places_are_kept_in_a_file_and_in_a_mirror(tmp_path: Path) -> None:
    recording = recorded(tmp_path / "a.trc")
    recording.save(tmp_path / "a.npz")
    assert Recording.load(tmp_path / "a.npz").marker_places == recording.marker_places
    assert mirror(recording).marker_places["knee_outer_l"] == ("LKNE",)


def test_a_skeleton_with_the_name_of_a_set_has_none() -> None:
    assert not read_capture(built_in_motion("walk")).marker_places

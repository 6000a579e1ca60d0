"""``understudy inspect --draft-marker-set``: a marker set to check and edit, for known and unknown labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.capture import read_capture
from understudy.capture.sidecar import Sidecar
from understudy.cli import main
from understudy.export.captures.trc import write_trc
from understudy.motion import Recording
from understudy.synth import make
from understudy.synth.body.points import positions_of
from understudy.synth.body.skin import skin_markers

SIDES = {"l": "li", "r": "re"}
LABELS = {
    "hueft": "pelvis_front",
    "k": "knee_outer",
    "x": "ankle_outer",
    "ferse": "heel",
    "schulter": "shoulder_top",
}
NAMES = [f"{label}_{word}" for label in LABELS for word in SIDES.values()] + ["sacrum", "C7"]


@pytest.fixture
def take(tmp_path: Path) -> Path:
    """Return a table of markers of which a few have known words, too few to be read."""
    walk = make("walk")
    places = [f"{place}_{side}" for place in LABELS.values() for side in "lr"] + ["sacrum", "neck_back"]
    points = positions_of(walk, places, skin_markers(walk.body))
    write_trc(tmp_path / "take.trc", Recording(names=tuple(NAMES), points=points, fps=walk.fps))
    return tmp_path / "take.trc"


def test_an_unknown_capture_names_the_command(take: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(take)]) == 2
    assert "understudy inspect take.trc --draft-marker-set" in capsys.readouterr().err


def test_the_draft_is_printed(take: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(take), "--draft-marker-set"]) == 0
    draft = capsys.readouterr().out
    assert 'heel_l = "ferse_li"' in draft
    assert "'k_li'" in draft or '"k_li"' in draft


def test_an_edited_draft_reads_the_capture(take: Path, tmp_path: Path) -> None:
    draft = tmp_path / "lab.toml"
    assert main(["inspect", str(take), "--draft-marker-set", str(draft)]) == 0
    theirs = ("hueft", "k", "x")
    kept = [
        line
        for line in draft.read_text().splitlines()
        if not any(f'"{label}_{word}"' in line for label in theirs for word in SIDES.values())
    ]
    own = [f'{LABELS[label]}_{side} = "{label}_{word}"' for label in theirs for side, word in SIDES.items()]
    draft.write_text("\n".join([*kept, *own]))
    recording = read_capture(take, Sidecar(marker_set=draft))
    assert {"hip_l", "knee_r", "ankle_l", "heel_r"} <= set(recording.landmark_points)


def test_a_known_capture_is_drafted_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["synth", "walk", "-o", str(tmp_path / "walk.c3d")]) == 0
    capsys.readouterr()
    assert main(["inspect", str(tmp_path / "walk.c3d"), "--draft-marker-set"]) == 0
    assert 'knee_outer_l = "LKNE"' in capsys.readouterr().out

"""The contact schedule: shown, written, edited, and followed by a robot; broken ones are refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from understudy.cli import main
from understudy.data import built_in_motion
from understudy.human import human_from_recording
from understudy.human.clear_contacts import found_schedule
from understudy.motion import RobotMotion
from understudy.motion.contact_schedule import (
    PARTS,
    carrying,
    read_schedule,
    with_schedule,
    write_schedule,
)
from understudy.synth import Corruption, make, record
from understudy.synth.formats.point_sets import LANDMARK_SET

HEAD = "part,start_s,end_s,confidence\n"


@pytest.fixture(scope="module")
def capture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a push-up as a capture."""
    path = tmp_path_factory.mktemp("capture") / "push_up.bvh"
    assert (
        main(["synth", "push_up", "--seconds", "1.5", "--fps", "30", "--format", "bvh", "-o", str(path)]) == 0
    )
    return path


def test_a_schedule_goes_to_a_file_and_back_as_it_is(tmp_path: Path) -> None:
    recording = record(make("crawl", seconds=4.0), LANDMARK_SET, Corruption()).recording()
    human = human_from_recording(recording)
    write_schedule(tmp_path / "contacts.csv", found_schedule(human))
    again = with_schedule(human, read_schedule(tmp_path / "contacts.csv", human.duration))
    np.testing.assert_array_equal(again.contact_mask, human.contact_mask)
    assert again.part_contacts.keys() == human.part_contacts.keys()
    for part, carries in human.part_contacts.items():
        np.testing.assert_array_equal(again.part_contacts[part], carries)


def test_who_carries_is_listed_soles_first() -> None:
    recording = record(make("crawl", seconds=2.0), LANDMARK_SET, Corruption()).recording()
    human = human_from_recording(recording)
    assert list(carrying(human)) == ["toe_l", "toe_r", "hand_l", "hand_r", "knee_l", "knee_r"]
    for stance in found_schedule(human):
        assert 0.0 <= stance.start <= stance.end <= human.duration
        assert 0.5 < stance.confidence <= 1.0, stance


def test_inspect_shows_and_writes_it(
    capture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(capture), "--contacts"]) == 0
    assert "hand_l" in capsys.readouterr().out
    assert main(["inspect", str(capture), "--contacts", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["contacts"]
    assert {stance["part"] for stance in found} == {"toe_l", "toe_r", "hand_l", "hand_r"}
    assert main(["inspect", str(capture), "--contacts", str(tmp_path / "contacts.csv")]) == 0
    lines = (tmp_path / "contacts.csv").read_text().splitlines()
    assert lines[0] + "\n" == HEAD
    assert len(lines) == 1 + len(found)


def test_a_robot_follows_an_edited_schedule(capture: Path, tmp_path: Path) -> None:
    edited, output = tmp_path / "contacts.csv", tmp_path / "out.npz"
    edited.write_text("part,start_s,end_s\nhand_l,0.0,0.5\ntoe_l,0,1.4\ntoe_r,0,1.4\n")
    words = ["retarget", str(capture), "--robot", "g1", "--contacts", str(edited), "-o", str(output)]
    assert main(words) == 0
    motion = RobotMotion.load(output)
    assert set(motion.part_contacts) == {"hand_l"}
    assert not motion.part_contacts["hand_l"][16:].any()
    assert motion.contact_mask[:43, [1, 3]].all()
    assert not motion.contact_mask[43:].any() and not motion.contact_mask[:, [0, 2]].any()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty, expected a line part,start_s,end_s"),
        ("part,start_s\n", "has no field end_s"),
        ("part,start_s,end_s,colour\n", "unknown field 'colour'"),
        (HEAD + "tail,0,1,\n", "2.*unknown part 'tail'.*hand_l"),
        (HEAD + "hand_l,soon,1,\n", "2.*start_s is 'soon', expected a number of seconds"),
        (HEAD + "hand_l,0,1\n", "2.*has 3 cells, expected 4"),
        (HEAD + "hand_l,1.0,0.5,\n", "2.*end_s is 0.5, expected a time from start_s on, 1"),
        (HEAD + "hand_l,99,100,\n", "2.*start_s is 99, expected a time within the clip"),
        (HEAD + "hand_l,-1,1,\n", "2.*start_s is -1, expected a time within the clip"),
        (HEAD + "hand_l,nan,1,\n", "2.*start_s is 'nan', expected a number"),
        ('[{"part": "hand_l", "start_s": true, "end_s": 1}]', "start_s is 'True', expected a number"),
        ("[1]", "is no list of objects"),
    ],
)
def test_broken_schedules_are_refused_in_one_sentence(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text)
    walk = str(built_in_motion("walk"))
    assert (
        main(["retarget", walk, "--robot", "nao", "--contacts", str(path), "-o", str(tmp_path / "out.npz")])
        == 2
    )
    sentence = capsys.readouterr().err.splitlines()[-1]
    assert "bad.csv" in sentence
    assert re.search(said, sentence), sentence
    assert not (tmp_path / "out.npz").exists()


def test_every_part_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    path.write_text("part,start_s,end_s\n" + "".join(f"{part},0,1\n" for part in PARTS))
    assert [stance.part for stance in read_schedule(path, 2.0)] == list(PARTS)

"""A written card reads back as it was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from understudy.errors import OutputError
from understudy.robots.card import Card, FingerSpec, LandmarkSpec, SoleSpec
from understudy.robots.card_reader import load_card
from understudy.robots.card_writer import card_text, write_card

CORNERS = ((-0.05, 0.02, -0.03), (-0.05, -0.02, -0.03), (0.1, 0.02, -0.03), (0.1, -0.02, -0.03))


@pytest.fixture
def card(tmp_path: Path) -> Card:
    return Card(
        name="made up",
        title='A robot with "quotes"',
        source="a test",
        folder=tmp_path,
        model_file="model.xml",
        base="fixed",
        forward=(0.0, 0.0, 1.0),
        up=(0.0, 1.0, 0.0),
        lock=("finger*",),
        home={"robot:elbow": -0.25, "knee": 0.5},
        landmarks={
            "neck": LandmarkSpec(joints=("pan", "tilt")),
            "head_top": LandmarkSpec(body="head", point=(0.0, 0.0, 0.123456)),
        },
        frames={"pelvis": "base link"},
        soles={"l": SoleSpec("foot", CORNERS)},
        fingers={"finger*": FingerSpec(0.0, 1.25)},
        velocity={"knee": 5.0, "pan": 5.0, "tilt": 3.0},
    )


def test_what_is_written_reads_back(card: Card, tmp_path: Path) -> None:
    found = load_card(write_card(tmp_path / "card.toml", card, {"neck": "0.90: why"}, ["A sentence."]))
    assert replace(found, velocity=card.velocity) == card
    assert found.velocity == {"*": 5.0, "tilt": 3.0}


def test_remarks_stand_on_the_line_of_their_landmark(card: Card, tmp_path: Path) -> None:
    lines = card_text(card, tmp_path, {"neck": "0.90: two joints"}, ["Look here."]).splitlines()
    assert lines[0] == "# Look here."
    assert 'neck = { joints = ["pan", "tilt"] } # 0.90: two joints' in lines


def test_the_model_is_found_from_the_cards_folder(card: Card, tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    assert load_card(write_card(folder / "card.toml", card)).model_file == "../model.xml"


def test_a_place_that_cannot_be_written_is_named(card: Card, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="nowhere"):
        write_card(tmp_path / "nowhere" / "card.toml", card)

"""Cards and meshes of strangers that once raised what nobody expects, or took for ever."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from understudy.errors import RobotError
from understudy.robots.card_reader import load_card
from understudy.robots.catalogue import find_card
from understudy.robots.model_file import find_model_file
from understudy.robots.models import collada
from understudy.robots.models.collada import read_collada

NAO = Path(find_card("nao").folder)
ESCAPE = "\\u001b[2J"


@pytest.fixture
def card(tmp_path: Path) -> Path:
    for name in ("card.toml", "model.xml"):
        shutil.copy(NAO / name, tmp_path / name)
    return tmp_path / "card.toml"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "nao"', "name = " + "[" * 5000 + "]" * 5000),
        ('name = "nao"', "a" + ".a" * 5000 + " = 1"),
        ('name = "nao"', "name = " + "9" * 5000),
        ('name = "nao"', "name = 0x" + "f" * 9000),
        ("[home]", "[home]\nx = " + "9" * 5000),
        ("[home]", "[home]\nx = 0x" + "f" * 9000),
        ("[home]", "[home]\nx = 1e999"),
        ("[home]", "[home]\nx = nan"),
        ("[home]", f'[home]\n"{ESCAPE}" = true'),
        ("[home]", '[home]\n"' + "x" * 100_000 + '" = true'),
        ('name = "nao"', 'name = "../../etc/cron.d/nao"'),
        ('name = "nao"', 'name = "/tmp/nao"'),
        ('name = "nao"', 'name = "C:nao"'),
        ('name = "nao"', 'name = "..\\\\nao"'),
        ('name = "nao"', 'name = ".bashrc"'),
        ('name = "nao"', f'name = "{ESCAPE}"'),
        ('name = "nao"', 'name = "' + "x" * 1000 + '"'),
        ('name = "nao"', 'name = ""'),
        ("[home]", "[home]\n" + "".join(f"x{i} = 0\n" for i in range(2000))),
        ("[model]", "[model]\nlock = [" + '"*a*a*b",' * 2000 + "]"),
        ("[home]", '[home]\n"' + "[" * 20_000 + '" = 1'),
        ("[skin]", "[skin]\nx = { body = 'torso', spacing = 1e-9 }"),
    ],
    ids=range(22),
)
def test_a_card_of_a_stranger_is_one_short_sentence(card: Path, old: str, new: str) -> None:
    text = card.read_text(encoding="utf-8")
    assert old in text
    card.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RobotError) as raised:
        load_card(card)
    assert str(raised.value).isprintable()
    assert len(str(raised.value)) < len(str(card)) + 600


@pytest.mark.parametrize("file", ["a\\u0000b.xml", "../" * 3000 + "m.xml", "x" * 5000, "/dev/zero", "."])
def test_a_cards_model_is_a_file_or_one_sentence(card: Path, file: str) -> None:
    text = card.read_text(encoding="utf-8").replace('file = "model.xml"', f'file = "{file}"')
    card.write_text(text, encoding="utf-8")
    with pytest.raises(RobotError) as raised:
        find_model_file(load_card(card))
    assert str(raised.value).isprintable()


@pytest.mark.parametrize("package", ["", "a\\u0000b", "../../x", "no such package at all"])
def test_a_cards_package_is_known_or_one_sentence(card: Path, package: str) -> None:
    text = card.read_text(encoding="utf-8").replace("[model]", f'[model]\npackage = "{package}"')
    card.write_text(text.replace('file = "model.xml"', 'file = "none.xml"'), encoding="utf-8")
    with pytest.raises(RobotError):
        find_model_file(load_card(card))


def scene(shapes: str, nodes: str = "") -> str:
    positions = "0 0 0 1 0 0 0 1 0 0 0 1"
    return (
        "<COLLADA><library_geometries><geometry id='g'><mesh><source id='s'>"
        f"<float_array>{positions}</float_array></source>"
        f"<vertices id='v'><input semantic='POSITION' source='#s'/></vertices>{shapes}</mesh></geometry>"
        f"</library_geometries><library_visual_scenes><visual_scene>{nodes}</visual_scene>"
        "</library_visual_scenes></COLLADA>"
    )


VERTEX = "<input semantic='VERTEX' source='#v' offset='0'/>"


def test_polygons_of_more_corners_than_there_are_take_no_time(tmp_path: Path) -> None:
    counts = "2147483647 4 999999999"
    shape = f"<polylist>{VERTEX}<vcount>{counts}</vcount><p>0 1 2 3</p></polylist>"
    (tmp_path / "m.dae").write_text(scene(shape), encoding="utf-8")
    with pytest.raises(RobotError, match="it holds no triangles"):
        read_collada(tmp_path / "m.dae")


def test_a_polygon_becomes_a_fan(tmp_path: Path) -> None:
    shape = f"<polylist>{VERTEX}<vcount>4 3</vcount><p>0 1 2 3 3 2 1</p></polylist>"
    (tmp_path / "m.dae").write_text(scene(shape), encoding="utf-8")
    faces = read_collada(tmp_path / "m.dae")[1]
    assert sorted(map(tuple, faces.tolist())) == [(0, 1, 2), (0, 2, 3), (3, 2, 1)]


def test_a_shape_that_is_shown_too_often_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collada, "MOST_CORNERS", 1000)
    shape = f"<triangles>{VERTEX}<p>0 1 2</p></triangles>"
    nodes = "<node>" + "<instance_geometry url='#g'/>" * 200 + "</node>"
    (tmp_path / "m.dae").write_text(scene(shape, nodes), encoding="utf-8")
    with pytest.raises(RobotError, match="more than 1000 corners in all"):
        read_collada(tmp_path / "m.dae")

"""Robot cards: what is read, and one sentence for every slip of the pen."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.errors import RobotError
from understudy.opening import WRITTEN_BY_HAND
from understudy.robots.card import EyeSpec, GainSpec, SkinSpec
from understudy.robots.card_reader import load_card

CARD = """\
name = "walker"
title = "Walker"
source = "made up"

[model]
file = "model.xml"
base = "free"

[home]
LKnee = 0.25

[landmarks]
hip_l = { joints = ["LHipYaw", "LHipRoll"] }
toe_l = { body = "LFoot", point = [0.07, 0, -0.045] }

[frames]
pelvis = "torso"

[soles.l]
body = "LFoot"
points = [[-0.03, 0.02, -0.04], [-0.03, -0.02, -0.04], [0.07, 0.02, -0.04], [0.07, -0.02, -0.04]]

[velocity]
"*" = 5.0

[acceleration]
"LHip*" = 80

[gains]
"*" = { stiffness = 12.5, torque = 3 }
LKnee = { damping = 0.5 }

[eyes]
l = { camera = "left", fov = 50 }
r = { body = "head", point = [0.1, -0.03, 0.2], forward = [1, 0, -1], fov = 60.0 }

[skin]
palm = { body = "LHand", spacing = 0.005 }
belly = { geoms = ["round", "flat"], spacing = 0.02 }

[collision]
exclude = [["torso", "LHip"], ["torso", "RHip"]]
"""

TABLES = (
    "model",
    "home",
    "landmarks",
    "frames",
    "soles",
    "velocity",
    "acceleration",
    "gains",
    "eyes",
    "skin",
    "collision",
)

SLIPS = {
    "unknown top key": ("[home]", "[homes]", "unknown key 'homes' (did you mean 'home'?)"),
    "unknown model key": ("base =", "root =", "[model]: unknown key 'root'"),
    "unknown base": ('"free"', '"floating"', "base is 'floating', expected 'free' or 'fixed'"),
    "no name": ('name = "walker"', "", "'name' is missing or not a text"),
    "title not a text": ('"Walker"', "7", "'title' is missing or not a text"),
    "no model file": ('file = "model.xml"', "", "'file' is missing or not a text"),
    "home not a number": ("0.25", '"bent"', "[home] LKnee is 'bent', expected a number"),
    "home true": ("0.25", "true", "[home] LKnee is True, expected a number"),
    "home NaN": ("0.25", "nan", "[home] LKnee is nan, expected a number"),
    "home infinite": ("0.25", "inf", "[home] LKnee is inf, expected a number"),
    "home huge": ("0.25", "1e7", "[home] LKnee is 10000000.0, expected a number"),
    "unknown landmark": ("hip_l =", "hip_left =", "[landmarks]: unknown key 'hip_left'"),
    "landmark of nothing": ('{ joints = ["LHipYaw", "LHipRoll"] }', "{ joints = [] }", "hip_l must be {"),
    "joints not a list": ('["LHipYaw", "LHipRoll"]', '"LHipYaw"', "hip_l must be { joints = [...] }"),
    "joints a number": ('["LHipYaw", "LHipRoll"]', "5", "hip_l must be { joints = [...] }"),
    "joint not a name": ('"LHipRoll"]', "3]", "[landmarks] hip_l is 3, expected a name"),
    "landmark key": ("point =", "pos =", "toe_l must be { joints = [...] } or { body"),
    "point of two": ("[0.07, 0, -0.045]", "[0.07, 0]", "toe_l must hold three numbers [x, y, z]"),
    "point with text": ("[0.07, 0, -0.045]", '[0.07, "a", 0]', "toe_l is 'a', expected a number"),
    "unknown frame": ("pelvis =", "waist =", "[frames]: unknown key 'waist'"),
    "frame not a name": ('"torso"', '""', "[frames] pelvis is '', expected a name"),
    "unknown side": ("[soles.l]", "[soles.left]", "[soles]: unknown key 'left'"),
    "sole key": ("points =", "corners =", "[soles] l must be { body = ..., points = [four corners] }"),
    "sole of three": (", [0.07, -0.02, -0.04]]", "]", "[soles] l has 3 points, expected 4"),
    "sole a number": ("[velocity]", "[soles]\nr = 5\n[velocity]", "[soles] r must be { body"),
    "corners a number": ("points = [", "points = 5 # [", "[soles] l must be { body"),
    "velocity zero": ("5.0", "0.0", "[velocity] * is 0.0, expected a number over 0"),
    "velocity negative": ("5.0", "-2", "[velocity] * is -2, expected a number over 0"),
    "velocity NaN": ("5.0", "nan", "[velocity] * is nan, expected a number"),
    "unknown rest": (
        'base = "free"',
        'rest = "sitting"',
        "rest is 'sitting', expected 'standing' or 'lying'",
    ),
    "acceleration zero": ("80", "0", "[acceleration] LHip* is 0, expected a number over 0"),
    "gain key": ("damping =", "damp =", "[gains] LKnee: unknown key 'damp' (did you mean 'damping'?)"),
    "gain a number": ("{ damping = 0.5 }", "0.5", "[gains] LKnee must be { stiffness"),
    "gain empty": ("{ damping = 0.5 }", "{}", "[gains] LKnee must be { stiffness"),
    "gain negative": (
        "damping = 0.5",
        "damping = -1",
        "LKnee damping is -1, expected a number over 0",
    ),
    "unknown eye": ("[eyes]\nl =", "[eyes]\nleft =", "[eyes]: unknown key 'left'"),
    "finger a number": ("[velocity]", "[fingers]\nLKnee = 1\n[velocity]", "[fingers] LKnee must be { open"),
    "finger key": (
        "[velocity]",
        "[fingers]\nLKnee = { open = 1, shut = 2 }\n[velocity]",
        "[fingers] LKnee must be { open",
    ),
    "eye of nothing": ('{ camera = "left", fov = 50 }', "{}", "[eyes] l must be { camera = ... } or { body"),
    "eye without a view": (", fov = 60.0", "", "[eyes] r must be { camera = ... } or { body"),
    "eye of both": ('camera = "left"', 'camera = "left", body = "head"', "[eyes] l: unknown key 'body'"),
    "view too wide": ("fov = 60.0", "fov = 180", "[eyes] r fov is 180, expected an angle under 180 degrees"),
    "gaze of zero": ("[1, 0, -1]", "[0, 0, 0]", "[eyes] r forward is zero, expected a direction"),
    "skin without spacing": (", spacing = 0.005", "", "[skin] palm must be { body = ..., spacing = metres }"),
    "skin of no geoms": ('["round", "flat"]', "[]", "[skin] belly must be { body = ..., spacing = metres }"),
    "skin spacing zero": (
        "spacing = 0.005",
        "spacing = 0",
        "palm spacing is 0, expected a number",
    ),
    "collision key": ("exclude =", "excluded =", "[collision]: unknown key 'excluded'"),
    "pairs a name": (
        '[["torso", "LHip"], ["torso", "RHip"]]',
        '"torso"',
        "must be a list of pairs",
    ),
    "pair of one": ('["torso", "RHip"]', '["torso"]', "holds ['torso'], expected two bodies [first, second]"),
    "pair with itself": ('["torso", "RHip"]', '["torso", "torso"]', "expected two bodies [first, second]"),
    "pair of numbers": ('["torso", "RHip"]', "[1, 2]", "[collision] exclude is 1, expected a name"),
    "not TOML": ("[model]", "[model", "not a readable robot card"),
}


def write(folder: Path, text: str) -> Path:
    path = folder / "card.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_part_is_read(tmp_path: Path) -> None:
    card = load_card(write(tmp_path, CARD))
    assert (card.name, card.title, card.source) == ("walker", "Walker", "made up")
    assert (card.model_file, card.package, card.base) == ("model.xml", "", "free")
    assert card.folder == tmp_path.resolve()
    assert card.home == {"LKnee": 0.25}
    assert card.landmarks["hip_l"].joints == ("LHipYaw", "LHipRoll")
    assert (card.landmarks["toe_l"].body, card.landmarks["toe_l"].point) == ("LFoot", (0.07, 0.0, -0.045))
    assert card.frames == {"pelvis": "torso"}
    assert card.soles["l"].points[3] == (0.07, -0.02, -0.04)
    assert card.velocity == {"*": 5.0}
    assert card.acceleration == {"LHip*": 80.0}
    assert card.gains == {"*": GainSpec(stiffness=12.5, torque=3.0), "LKnee": GainSpec(damping=0.5)}
    assert card.eyes["l"] == EyeSpec(camera="left", fov=50.0)
    assert (card.eyes["r"].body, card.eyes["r"].forward) == ("head", (1.0, 0.0, -1.0))
    assert (card.eyes["r"].up, card.eyes["r"].fov) == ((0.0, 0.0, 1.0), 60.0)
    assert card.skin["palm"] == SkinSpec(spacing=0.005, body="LHand")
    assert card.skin["belly"] == SkinSpec(spacing=0.02, geoms=("round", "flat"))
    assert card.excluded == (("torso", "LHip"), ("torso", "RHip"))


def test_tables_may_be_left_out(tmp_path: Path) -> None:
    head, _, _ = CARD.partition("[home]")
    card = load_card(write(tmp_path, head.replace('base = "free"', "")))
    assert card.base == "free"
    assert card.rest == "standing"
    assert not (card.home or card.landmarks or card.frames or card.soles or card.velocity)
    assert not (card.acceleration or card.gains or card.eyes or card.skin or card.excluded)


@pytest.mark.parametrize("rest", ["standing", "lying"])
def test_a_robot_rests_as_its_card_says(tmp_path: Path, rest: str) -> None:
    card = load_card(write(tmp_path, CARD.replace("[model]", f'[model]\nrest = "{rest}"')))
    assert card.rest == rest


@pytest.mark.parametrize(("sides", "expected"), [("lr", True), ("l", False)])
def test_legs_are_hips_and_knees_on_both_sides(tmp_path: Path, sides: str, expected: bool) -> None:
    points = "\n".join(
        f'{name}_{side} = {{ body = "b", point = [0, 0, 0] }}' for name in ("hip", "knee") for side in sides
    )
    head, _, _ = CARD.partition("[home]")
    assert load_card(write(tmp_path, f"{head}[landmarks]\n{points}\n")).has_legs is expected


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_gives_one_sentence_that_names_file_and_place(tmp_path: Path, slip: str) -> None:
    right, wrong, expected = SLIPS[slip]
    assert right in CARD
    path = write(tmp_path, CARD.replace(right, wrong, 1))
    with pytest.raises(RobotError) as raised:
        load_card(path)
    message = str(raised.value)
    assert message.startswith(f"{path}: ")
    assert expected in message
    assert "\n" not in message


@pytest.mark.parametrize("table", TABLES)
def test_a_table_that_is_none_is_named(tmp_path: Path, table: str) -> None:
    model = "" if table == "model" else '[model]\nfile = "model.xml"\n'
    path = write(tmp_path, f'name = "w"\ntitle = "W"\nsource = "s"\n{table} = 3\n{model}')
    with pytest.raises(RobotError, match=f"'{table}' must be a table"):
        load_card(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RobotError, match=r"nothing\.toml: not a readable robot card"):
        load_card(tmp_path / "nothing.toml")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "card.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RobotError, match="not a readable robot card"):
        load_card(path)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    with pytest.raises(RobotError, match=f"holds over {WRITTEN_BY_HAND} bytes"):
        load_card(write(tmp_path, "#" * (WRITTEN_BY_HAND + 1)))

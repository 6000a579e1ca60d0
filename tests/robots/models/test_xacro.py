"""Xacro becomes a URDF in memory, and reaches nothing but the model's own files."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from xml.sax import saxutils

import pytest

from tests.robots.models.small_urdf import humanoid
from understudy.errors import RobotError
from understudy.robots.compiling import compile_in_child
from understudy.robots.compiling_limits import CompilingLimits
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.model_compiler import compile_model
from understudy.robots.model_request import ModelRequest
from understudy.robots.models.xacro_values import evaluate

pytest.importorskip("xacro")

JOINT = (
    "<joint name='j' type='revolute'><parent link='a'/><child link='b'/><origin xyz='0 0 {}'/>"
    "<axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='1' velocity='1'/></joint>"
)
PLAIN = "<link name='a'/><link name='b'/>" + JOINT
"""A robot whose joint is at a height that an expression tells."""


def escape(text: str) -> str:
    return saxutils.escape(text, {"'": "&apos;"})


def template(inside: str) -> str:
    return f"<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>{inside}</robot>"


def compiled(folder: Path, text: str) -> LoadedModel:
    (folder / "m.urdf.xacro").write_text(text, encoding="utf-8")
    return compile_model(folder / "m.urdf.xacro")


def height(folder: Path, expression: str, before: str = "") -> float:
    return float(compiled(folder, template(before + PLAIN.format(escape(expression)))).model.body("b").pos[2])


@pytest.mark.parametrize(
    ("expression", "before", "expected"),
    [
        ("${0.1 + 2 * 0.2}", "", 0.5),
        ("${length / 2}", "<xacro:property name='length' value='0.8'/>", 0.4),
        ("${sin(pi / 2) * 0.3}", "", 0.3),
        ("${math.cos(0) * 0.3}", "", 0.3),
        ("${radians(180) / pi}", "", 1.0),
        ("${0.2 if 'left' in ['left', 'right'] else 0.9}", "", 0.2),
        ("${[0.1, 0.7][-1]}", "", 0.7),
        ("${dict(x=0.6)['x']}", "", 0.6),
        ("${max([v * 2 for v in [0.1, 0.3] if v > 0.2])}", "", 0.6),
        ("${float('0.25 1'.split()[0])}", "", 0.25),
        ("${not False and 1 < 2 <= 2 and 0.15}", "", 0.15),
        ("$(arg height)", "<xacro:arg name='height' default='0.45'/>", 0.45),
        ("$(eval 2 * arg('h'))", "<xacro:arg name='h' default='1'/>".replace("'1'", "'${0.2}'"), None),
        ("${xacro.arg('height')}", "<xacro:arg name='height' default='0.45'/>", 0.45),
        ("$(optenv NO_SUCH_THING 0.35)", "", 0.35),
    ],
)
def test_expressions_are_worked_out(
    tmp_path: Path, expression: str, before: str, expected: float | None
) -> None:
    if expected is None:
        with pytest.raises(RobotError):
            height(tmp_path, expression, before)
        return
    assert height(tmp_path, expression, before) == pytest.approx(expected)


def test_a_humanoid_of_macros_and_files_is_the_one_that_it_stands_for(tmp_path: Path) -> None:
    (tmp_path / "package.xml").write_text("<package/>", encoding="utf-8")
    urdf = tmp_path / "urdf"
    urdf.mkdir()
    (urdf / "sizes.yaml").write_text("arm: {drop: 0.25, turn: !degrees 90}\n", encoding="utf-8")
    link, joint = "<link name='head'", "<joint name='head_joint'"
    start, _, rest = humanoid().partition(link)
    part, _, end = rest.partition(joint)
    macro = f"<xacro:macro name='part' params='name'>{link}{part}</xacro:macro>".replace(
        "'head'", "'${name}'"
    )
    (urdf / "part.xacro").write_text(template(macro), encoding="utf-8")
    before = (
        f"<xacro:include filename='$(find {tmp_path.name})/urdf/part.xacro'/>"
        "<xacro:property name='sizes' value=\"${xacro.load_yaml('sizes.yaml')}\"/>"
    )
    text = f"{start}<xacro:part name='head'/>{joint}{end}".partition(">")[2].removesuffix("</robot>")
    drop = escape("${-sizes.arm.drop * round(sizes['arm']['turn'] / pi * 2)}")
    text = template(before + text.replace("0 0 -0.25", f"0 0 {drop}"))
    (urdf / "m.urdf.xacro").write_text(text, encoding="utf-8")
    (urdf / "plain.urdf").write_text(humanoid(), encoding="utf-8")
    made, plain = compile_model(urdf / "m.urdf.xacro"), compile_model(urdf / "plain.urdf")
    assert made.notes[0] == "the xacro template was made into a URDF in memory"
    assert (made.model.body_pos == plain.model.body_pos).all()
    assert made.velocity == plain.velocity


ESCAPES = [
    "${(lambda: ().__class__)()}",
    "${[c for c in ().__class__.__base__.__subclasses__()]}",
    "${().__class__}",
    "${''.format(1)}",
    "${'{0.__class__}'.format(1)}",
    "${str.format('{0.__class__}', 1)}",
    "${dict.__class__}",
    "${type(1)}",
    "${python.type(1)}",
    "${python.vars()}",
    "${__import__('os').system('true')}",
    "${open('/etc/passwd').read()}",
    "${eval('1')}",
    "${(x := 1)}",
    "${f'{1}'}",
    "${math.__loader__}",
    "${len.__self__}",
    "$(env HOME)",
    "$(command 'id')",
    "$(cwd)",
    "$(eval __import__('os').getcwd())",
    "$(eval open('/etc/passwd'))",
]


@pytest.mark.parametrize("expression", ESCAPES)
def test_expressions_reach_nothing_of_python(tmp_path: Path, expression: str) -> None:
    text = template(PLAIN.format(escape(expression)))
    with pytest.raises(RobotError, match="the xacro template cannot be made into a URDF") as raised:
        compiled(tmp_path, text)
    assert "\n" not in str(raised.value)
    assert os.environ.get("HOME", "no home") not in str(raised.value).replace(str(tmp_path), "")


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("<xacro:include filename='../secret.xacro'/>", "'../secret.xacro' leads out of"),
        ("<xacro:include filename='/etc/passwd'/>", "'/etc/passwd' leads out of"),
        ("<xacro:include filename='$(find etc)/passwd'/>", "is not found"),
        ("<xacro:include filename='$(find ..)/secret.xacro'/>", "is not found"),
        ("<xacro:include filename='*.xacro'/>", "is not found"),
        (
            "<xacro:property name='p' value=\"${xacro.load_yaml('../secret.yaml')}\"/>"
            + PLAIN.format("${p}"),
            "'../secret.yaml' leads out of",
        ),
        ("<xacro:include filename='m.urdf.xacro'/>", "includes more than 100 files"),
        ("<xacro:macro name='m'><xacro:m/></xacro:macro><xacro:m/>", "recursion"),
    ],
)
def test_files_elsewhere_and_files_without_end_are_refused(
    tmp_path: Path, inside: str, expected: str
) -> None:
    (tmp_path / "secret.xacro").write_text(template(PLAIN.format("1")), encoding="utf-8")
    (tmp_path / "secret.yaml").write_text("1", encoding="utf-8")
    (tmp_path / "home").mkdir()
    with pytest.raises(RobotError, match=expected) as raised:
        compiled(tmp_path / "home", template(inside))
    assert "\n" not in str(raised.value)


def test_entities_are_refused_in_what_it_includes(tmp_path: Path) -> None:
    bomb = "<!DOCTYPE r [<!ENTITY a 'b'><!ENTITY c '&a;&a;'>]><robot>&c;</robot>"
    (tmp_path / "bomb.xacro").write_text(bomb, encoding="utf-8")
    with pytest.raises(RobotError, match="declares XML entities"):
        compiled(tmp_path, template("<xacro:include filename='bomb.xacro'/>"))


DOUBLING = "".join(
    f"<xacro:macro name='m{i}'><xacro:m{i + 1}/><xacro:m{i + 1}/></xacro:macro>" for i in range(40)
)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not bound a process's memory")
@pytest.mark.parametrize(
    "inside",
    [
        f"{DOUBLING}<xacro:macro name='m40'><link name='x'/></xacro:macro><xacro:m0/>",
        PLAIN.format("${9 ** 9 ** 9}"),
        PLAIN.format("${len('a' * 10 ** 11)}"),
        PLAIN.format("${len(list(range(10 ** 11)))}"),
    ],
)
def test_what_would_take_all_of_the_machine_ends_in_a_sentence(tmp_path: Path, inside: str) -> None:
    (tmp_path / "m.xacro").write_text(template(inside), encoding="utf-8")
    with pytest.raises(RobotError, match=r"m\.xacro") as raised:
        compile_in_child(ModelRequest(tmp_path / "m.xacro"), CompilingLimits(200.0, 1.0))
    assert "\n" not in str(raised.value)


def test_the_child_makes_a_template_into_a_robot(tmp_path: Path) -> None:
    (tmp_path / "m.xacro").write_text(template(PLAIN.format("${0.1 * 3}")), encoding="utf-8")
    loaded, files = compile_in_child(ModelRequest(tmp_path / "m.xacro"))
    assert loaded.model.body("b").pos[2] == pytest.approx(0.3)
    assert files is not None


def test_without_the_package_the_command_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xacro", None)
    with pytest.raises(RobotError) as raised:
        compiled(tmp_path, template(PLAIN.format("${1}")))
    assert str(raised.value) == (
        f"{tmp_path / 'm.urdf.xacro'}: is a xacro template ('0 0 ${{1}}'), not a URDF yet; "
        "`xacro m.urdf.xacro > robot.urdf` makes it one"
    )


def test_names_that_begin_with_an_underscore_are_not_for_files() -> None:
    with pytest.raises(ValueError, match="'_a' is not for files"):
        evaluate("_a", {"_a": 1}.__getitem__)

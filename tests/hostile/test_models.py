"""Models that once ended the interpreter, filled the memory or opened what is not theirs."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest

from understudy.errors import RobotError
from understudy.robots.compiling import compile_in_child
from understudy.robots.model_compiler import compile_model
from understudy.robots.model_request import ModelRequest

BODY = "<body name='a'><freejoint/><geom size='0.1'/>{}</body>"


def model(inside: str = "", before: str = "", world: str = "") -> str:
    return f"<mujoco>{before}<worldbody>{BODY.format(inside)}{world}</worldbody></mujoco>"


def asset(text: str) -> str:
    return model(before=f"<asset>{text}</asset>")


def png(width: int, height: int) -> bytes:
    """Return a picture of so many pixels, all of them black, in a few bytes."""

    def chunk(name: bytes, content: bytes) -> bytes:
        checksum = zlib.crc32(name + content)
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


JOINTS = "<replicate count='60000'><body><joint/><geom size='.1'/></body></replicate>"
MANY_TEXTURES = "".join(
    f"<texture name='t{i}' type='2d' builtin='flat' width='4096' height='4096'/>" for i in range(30)
)
ITSELF = model("<attach model='m' body='a' prefix='p_'/>", "<asset><model name='m' file='m.xml'/></asset>")
DOUBLING = {
    **{
        f"m{i}.xml": model(
            "".join(f"<attach model='n' body='a' prefix='{c}_'/>" for c in "abcdefghij"),
            f"<asset><model name='n' file='m{i + 1}.xml'/></asset>",
        ).replace("<freejoint/>", "")
        for i in range(6)
    },
    "m6.xml": model().replace("<freejoint/>", ""),
}

REFUSED: dict[str, tuple[Mapping[str, str | bytes], str]] = {
    "a model that attaches itself": ({"m.xml": ITSELF}, "attaches 'm.xml' to itself"),
    "a model that names itself without attaching it": (
        {"m.xml": asset("<model name='m' file='m.xml'/>")},
        "attaches 'm.xml' to itself",
    ),
    "two models that attach each other": (
        {
            "m.xml": asset("<model name='m' file='n.xml'/>"),
            "n.xml": asset("<model name='m' file='m.xml'/>"),
        },
        "attaches 'm.xml' to itself",
    ),
    "ten copies of ten copies": (
        {"m.xml": DOUBLING["m0.xml"], **DOUBLING},
        "which no robot needs",
    ),
    "thirty large textures": ({"m.xml": asset(MANY_TEXTURES)}, "textures and height fields have more than"),
    "a texture of many channels": (
        {
            "m.xml": asset(
                "<texture name='t' type='2d' builtin='flat' width='999' height='99' nchannel='999'/>"
            )
        },
        "a <texture> has more than",
    ),
    "a height field": (
        {"m.xml": asset("<hfield name='h' nrow='30000' ncol='30000' size='1 1 1 1'/>")},
        "a <hfield> has more than",
    ),
    "numbers of users": ({"m.xml": model(before="<size nuser_body='900000000'/>")}, "<size nuser_body> is"),
    "keyframes": ({"m.xml": model(before="<size nkey='90000000'/>")}, "<size nkey> is larger"),
    "a soft cloud": (
        {
            "m.xml": model(
                world="<flexcomp name='f' type='grid' count='300 300 300' spacing='.1 .1 .1' dim='3'/>"
            )
        },
        "makes more than 3000 bodies",
    ),
    "60,000 joints": ({"m.xml": model(JOINTS)}, "which no robot needs"),
    "elements in elements": (
        {"m.xml": model("<frame>" * 5000 + "</frame>" * 5000)},
        "more than 200 deep in each other",
    ),
    "a buffer of pictures": (
        {"m.xml": model(before="<visual><global offwidth='200000' offheight='200000'/></visual>")},
        "<global offwidth> is larger",
    ),
    "an include of an attached model elsewhere": (
        {
            "home/m.xml": asset("<model name='m' file='n.xml'/>"),
            "home/n.xml": model(before="<include file='../secret.xml'/>"),
            "secret.xml": model(),
        },
        "'../secret.xml' leads out of",
    ),
    "an attached model elsewhere": (
        {"home/m.xml": asset("<model name='m' file='../secret.xml'/>"), "secret.xml": model()},
        "'../secret.xml' leads out of",
    ),
    "a mesh of an attached model elsewhere": (
        {
            "home/m.xml": asset("<model name='m' file='n.xml'/>"),
            "home/n.xml": asset("<mesh name='x' file='../secret.stl'/>"),
            "secret.stl": b"",
        },
        "'../secret.stl' leads out of",
    ),
    "a texture elsewhere": (
        {
            "home/m.xml": asset("<texture name='t' type='2d' file='../secret.png'/>"),
            "secret.png": png(1, 1),
        },
        "'../secret.png' leads out of",
    ),
    "a side of a cube elsewhere": (
        {
            "home/m.xml": asset("<texture name='t' type='cube' fileup='../secret.png'/>"),
            "secret.png": png(1, 1),
        },
        "'../secret.png' leads out of",
    ),
    "a skin elsewhere": (
        {"home/m.xml": asset("<skin name='s' file='../secret.skn'/>"), "secret.skn": b""},
        "'../secret.skn' leads out of",
    ),
    "a soft shape elsewhere": (
        {
            "home/m.xml": model(world="<flexcomp name='f' type='mesh' file='../secret.obj' dim='2'/>"),
            "secret.obj": b"v 0 0 0",
        },
        "'../secret.obj' leads out of",
    ),
}


def written(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return next(folder.rglob("m.xml"))


@pytest.mark.parametrize("case", REFUSED)
def test_it_is_refused_before_mujoco_sees_it(tmp_path: Path, case: str) -> None:
    files, expected = REFUSED[case]
    with pytest.raises(RobotError) as raised:
        compile_model(written(tmp_path, files))
    assert expected in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_picture_that_would_fill_the_memory_is_left_out(tmp_path: Path) -> None:
    text = asset("<texture name='t' type='2d' file='t.png'/>")
    loaded = compile_model(written(tmp_path, {"m.xml": text, "t.png": png(60_000, 60_000)}))
    assert "has 3600000000 pixels" in loaded.notes[0]
    assert loaded.model.ntex == 1


@pytest.mark.parametrize(
    "text",
    [
        # Each passes the look at its text: what it takes shows only when it is compiled.
        model("".join(f"<geom type='sdf' size='.1' pos='{i} 0 0'/>" for i in range(3))),
        model(before="<size nconmax='1000000' njmax='1000000'/>"),
        model("<geom size='1e308'/>"),
        model("<inertial pos='0 0 0' mass='1e300' diaginertia='1e300 1e300 1e300'/>"),
    ],
)
def test_what_mujoco_makes_of_the_rest_is_a_model_or_one_sentence(tmp_path: Path, text: str) -> None:
    try:
        loaded, _ = compile_in_child(ModelRequest(written(tmp_path, {"m.xml": text})))
    except RobotError as error:
        assert "\n" not in str(error)
        assert "m.xml" in str(error)
    else:
        assert loaded.model.nbody == 2

"""Files of every kind that strangers may send, the damage done to each, and what reads it."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from damage import Damage, damaged, damaged_archive, damaged_bytes, damaged_xml

from understudy.motion import CameraView, Evaluation, HumanMotion, Recording, RobotMotion, Rollout
from understudy.robots import compiling
from understudy.robots.card_reader import load_card
from understudy.robots.catalogue import load_robot, robot_names
from understudy.robots.compiling_here import compile_watched
from understudy.robots.model_request import ModelRequest
from understudy.robots.onboarding.onboard import onboard
from understudy.robots.robot import Robot
from understudy.robots.stl_writer import stl_content
from understudy.robots.urdf_writer import write_urdf

PROJECT = Path(__file__).resolve().parents[2]
ROBOTS = PROJECT / "src" / "understudy" / "robots"
SAVED = PROJECT / "tests" / "motion" / "saved"
KEPT = PROJECT / "tests" / "hostile" / "kept"

CORNERS = 0.1 * np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
OBJ = (
    b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 1\nvt 0 0\n"
    b"f 1/1/1 3/1/1 2/1/1\nf 1/1/1 2/1/1 4/1/1\nf 1/1/1 4/1/1 3/1/1\nf 2/1/1 3/1/1 4/1/1\n"
)
BARE_OBJ = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
DAE = b"""<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="1"/></asset><library_geometries><geometry id="g"><mesh>
<source id="s"><float_array id="a" count="12">0 0 0 1 0 0 0 1 0 0 0 1</float_array><technique_common>
<accessor source="#a" count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/>
<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/>
<vcount>4</vcount><p>0 1 2 3</p></polylist>
</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="w"><node id="n">
<translate>0 0 1</translate><rotate>0 0 1 90</rotate><scale>1 1 1</scale>
<instance_geometry url="#g"/><node><instance_node url="#m"/></node>
</node></visual_scene></library_visual_scenes>
<library_nodes><node id="m"><instance_geometry url="#g"/></node></library_nodes></COLLADA>"""
SHAPE = "<geom type='mesh' mesh='x'/><geom size='.1'/>"
WITH_MESH = (
    "<mujoco><asset><mesh name='x' file='{0}'/></asset><worldbody><body name='a'><freejoint/>"
    f"{SHAPE}</body></worldbody></mujoco>"
)
WITH_ASSET = (
    "<mujoco><asset>{0}</asset><worldbody>{1}<body name='a'><freejoint/><geom size='.1'/></body></worldbody>"
    "</mujoco>"
)
TEXTURE = WITH_ASSET.format("<texture name='t' type='2d' file='{0}'/>", "")
SKIN = WITH_ASSET.format("<skin name='s' file='{0}'/>", "")
HEIGHTS = WITH_ASSET.format(
    "<hfield name='h' file='{0}' size='1 1 1 1'/>", "<geom type='hfield' hfield='h'/>"
)
URDF_MESH = (
    "<robot name='r'><link name='a'><visual><geometry>"
    "<mesh filename='{0}' scale='1 1 1'/></geometry></visual></link></robot>"
)
NOUNS = {
    "recording": Recording,
    "human_motion": HumanMotion,
    "robot_motion": RobotMotion,
    "rollout": Rollout,
    "evaluation": Evaluation,
}


@dataclass(frozen=True)
class Sample:
    """An honest file, and what becomes of it.

    Attributes:
        kind: Which kind of file it is, for the count.
        name: The file's name.
        content: The file.
        beside: Name → content of files that lie beside it.
        damage: What is done to it.
        read: What reads it, given its path.
    """

    kind: str
    name: str
    content: bytes
    beside: dict[str, bytes]
    damage: Damage
    read: Callable[[Path], object]

    def damaged(self, chance: random.Random) -> bytes:
        """Return the file with some damages."""
        return damaged(self.content, self.damage, chance)


def read_model(path: Path) -> object:
    """Compile a model as the process does that is started for it."""
    return compile_watched(ModelRequest(path))


def onboard_model(path: Path) -> object:
    """Onboard a model, and make a robot of the card."""
    compiling.compile_in_child = compile_watched
    return Robot.from_card(onboard(path).card)


def read_card(path: Path) -> object:
    """Read a card, and make a robot of it."""
    compiling.compile_in_child = compile_watched
    return Robot.from_card(load_card(path))


def samples(kinds: set[str], scratch: Path) -> list[Sample]:
    """Return all honest files of some kinds."""
    return [sample for sample in _samples(scratch) if sample.kind in kinds]


def _samples(scratch: Path) -> Iterator[Sample]:
    for name in robot_names():
        model = ROBOTS / name / "model.xml"
        if not model.is_file():
            continue
        mjcf, urdf = model.read_bytes(), write_urdf(load_robot(name), scratch / name / "m.urdf")
        card = (ROBOTS / name / "card.toml").read_bytes()
        meshes = {
            f"{file.parent.name}/{file.name}": file.read_bytes()
            for file in urdf.parent.glob("*_meshes/*.stl")
        }
        yield Sample("model", "model.xml", mjcf, {}, damaged_xml, read_model)
        yield Sample("model", "m.urdf", urdf.read_bytes(), meshes, damaged_xml, read_model)
        yield Sample("card", "card.toml", card, {"model.xml": mjcf}, damaged_bytes, read_card)
        yield Sample("onboarding", "model.xml", mjcf, {}, damaged_xml, onboard_model)
    yield from _mesh_samples()
    for name, noun in NOUNS.items():
        for version in (1, 2):
            saved = SAVED / f"{name}_{version}.npz"
            if not saved.is_file():
                # Rollouts begin with the second version.
                continue
            content = saved.read_bytes()
            yield Sample("archive", "a.npz", content, {}, damaged_archive, noun.load)
    yield Sample("archive", "a.npz", _recording_with_views(scratch), {}, damaged_archive, Recording.load)


def _recording_with_views(scratch: Path) -> bytes:
    """Return a saved recording of two points that two cameras saw."""
    points, sure, times = np.ones((5, 2, 2)), np.full((5, 2), 0.5), 0.1 * np.arange(5)
    views = tuple(CameraView(name, (640, 480), times, points, sure) for name in ("left", "right"))
    Recording(("a", "b"), np.zeros((5, 2, 3)), 10.0, views=views).save(scratch / "views.npz")
    return (scratch / "views.npz").read_bytes()


def _mesh_samples() -> Iterator[Sample]:
    stl = stl_content(CORNERS, FACES)
    text = b"solid s\n" + b"".join(
        b"facet normal 0 0 0\nouter loop\n"
        + b"".join(b"vertex %g %g %g\n" % tuple(CORNERS[corner]) for corner in face)
        + b"endloop\nendfacet\n"
        for face in FACES
    )
    msh = struct.pack("<4i", 4, 0, 0, 4) + CORNERS.astype("<f4").tobytes() + FACES.astype("<i4").tobytes()
    files = {"x.stl": stl, "t.stl": text, "x.obj": OBJ, "b.obj": BARE_OBJ, "x.msh": msh, "x.dae": DAE}
    for name, content in files.items():
        damage = damaged_xml if name.endswith(".dae") else damaged_bytes
        for model, template in (("model.xml", WITH_MESH), ("m.urdf", URDF_MESH)):
            beside = {model: template.format(name).encode()}
            yield Sample("mesh", name, content, beside, damage, _reading_beside(model))
    fields = struct.pack("<2i", 3, 3) + np.arange(9, dtype="<f4").tobytes()
    named = (("p.png", _png(), TEXTURE), ("p.png", _png(), HEIGHTS), ("h.bin", fields, HEIGHTS))
    for name, content, template in (*named, ("s.skn", _skin(), SKIN)):
        beside = {"model.xml": template.format(name).encode()}
        yield Sample("mesh", name, content, beside, damaged_bytes, _reading_beside("model.xml"))


def _reading_beside(model: str) -> Callable[[Path], object]:
    return lambda path: read_model(path.parent / model)


def _skin() -> bytes:
    """Return a skin of the corners that hangs on the body as on its one bone."""
    shape = CORNERS.astype("<f4").tobytes() + FACES.astype("<i4").tobytes()
    bone = b"a".ljust(40, b"\0") + struct.pack("<7f", 0, 0, 0, 1, 0, 0, 0)
    weights = struct.pack("<i4i4f", 4, 0, 1, 2, 3, 1.0, 1.0, 1.0, 1.0)
    return struct.pack("<4i", 4, 0, 4, 1) + shape + bone + weights


def _png() -> bytes:
    def chunk(name: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
        )

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(20))) + chunk(b"IEND", b"")

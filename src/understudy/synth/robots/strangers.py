"""A robot's files as strangers have them: large or missing meshes, faults that MuJoCo refuses, templates.

The rule of counting was fixed before any result was seen. The unbroken file is onboarded first. A variant is
right where it is onboarded, its base is the same, every counted landmark lies within 1 cm, or 1 % of the
robot's height, of the unbroken robot's (both as points on bodies, in the unbroken robot's zero pose), and a
note says what was mended. All landmarks count; where meshes are missing, those that are centres of joints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from understudy.robots.models.mesh_stream import STL_FACE, STL_HEADER, stl_corners

XACRO = "http://www.ros.org/wiki/xacro"
MEGABYTE = 1 << 20
_FULL_SIZE, _LARGE = 300 * MEGABYTE, 100 * MEGABYTE
_PER_TRIANGLE = 4
"""Triangles that one is split into by the middles of its sides."""


@dataclass(frozen=True)
class Fault:
    """A way in which a stranger's file differs from a tidy one.

    Attributes:
        name: What it is called.
        line: What the note about it has to hold.
        make: Changes the root element, and files in the folder of meshes, in place.
        without_shapes: Whether only landmarks that are centres of joints count.
        needs_meshes: Whether it only concerns robots with mesh files.
    """

    name: str
    line: str
    make: Callable[[Element, Path], None]
    without_shapes: bool = False
    needs_meshes: bool = False


def _every_third(elements: list[Element]) -> list[Element]:
    return elements[::3]


def _impossible(root: Element, _meshes: Path) -> None:
    """Give links inertias that no body has, and hang frames of sensors on them."""
    links = [link for link in root.findall("link") if link.find("inertial/inertia") is not None]
    for index, link in enumerate(_every_third(links)):
        inertia = link.find("inertial/inertia")
        assert inertia is not None
        broken = {"ixx": "0", "iyy": "0", "izz": "0"} if index % 2 else {"ixy": "9", "ixz": "-9"}
        inertia.attrib.update(broken)
    for link in links[:2]:
        name = f"{link.get('name')}_imu"
        frame = SubElement(root, "link", name=name)
        inertial = SubElement(frame, "inertial")
        SubElement(inertial, "mass", value="0.001")
        SubElement(inertial, "inertia", dict.fromkeys(("ixx", "iyy", "izz", "ixy", "ixz", "iyz"), "0"))
        joint = SubElement(root, "joint", name=f"{name}_joint", type="fixed")
        SubElement(joint, "parent", link=link.get("name", ""))
        SubElement(joint, "child", link=name)


def _repeated(root: Element, _meshes: Path) -> None:
    """Repeat materials, inertials and dynamics."""
    for visual in root.iter("visual"):
        visual.extend([Element("material", name="extra"), Element("material", name="extra")])
    for link in _every_third(root.findall("link")):
        link.extend(deepcopy(part) for part in link.findall("inertial"))
    for joint in root.findall("joint"):
        joint.extend([Element("dynamics", damping="0.1"), Element("dynamics", damping="0.2")])


def _untidy(root: Element, _meshes: Path) -> None:
    """Write numbers with commas, efforts that are none, empty axes and visuals."""
    for origin in root.iter("origin"):
        origin.set("xyz", ", ".join(origin.get("xyz", "0 0 0").split()))
    for limit in _every_third(list(root.iter("limit"))):
        limit.set("effort", "")
    for link in _every_third(root.findall("link")):
        SubElement(link, "visual")


def _template(root: Element, meshes: Path) -> None:
    """Make a template: joints in a file of their own, names and heights worked out."""
    included = Element(root.tag, root.attrib)
    for joint in root.findall("joint")[::2]:
        root.remove(joint)
        included.append(joint)
    ElementTree.register_namespace("xacro", XACRO)
    for element in (root, included):
        for origin in element.iter("origin"):
            x, y, z = origin.get("xyz", "0 0 0").split()
            origin.set("xyz", f"{x} ${{unit * ({y})}} ${{{z} / unit}}")
    SubElement(included, f"{{{XACRO}}}property", name="unused", value="0")
    ElementTree.ElementTree(included).write(meshes.parent / "joints.xacro")
    root.insert(0, Element(f"{{{XACRO}}}property", name="unit", value="${1.0}"))
    root.insert(1, Element(f"{{{XACRO}}}include", filename="joints.xacro"))


def _half_missing(_root: Element, meshes: Path) -> None:
    for file in sorted(meshes.iterdir())[::2]:
        file.unlink()


def _all_missing(_root: Element, meshes: Path) -> None:
    for file in meshes.iterdir():
        file.unlink()


def _millimetres(_root: Element, meshes: Path) -> None:
    for file in meshes.iterdir():
        _write_stl(file, 1000.0 * np.concatenate(list(stl_corners(file))))


def _one_of_300_megabytes(_root: Element, meshes: Path) -> None:
    _blow_up(max(meshes.iterdir(), key=lambda file: file.stat().st_size), _FULL_SIZE)


def _all_of_100_megabytes(_root: Element, meshes: Path) -> None:
    files = sorted(meshes.iterdir())
    for file in files:
        _blow_up(file, max(_LARGE // len(files), 1))


def _blow_up(file: Path, size: int) -> None:
    """Split a mesh's triangles until its file has about a size [bytes], the last of them once more."""
    corners = np.concatenate(list(stl_corners(file))).astype(np.float32)
    wanted = size // STL_FACE
    while len(corners) < wanted:
        few = min(len(corners), max(1, (wanted - len(corners)) // (_PER_TRIANGLE - 1)))
        corners = np.concatenate([_split(corners[:few]), corners[few:]])
    _write_stl(file, corners)


def _split(corners: np.ndarray) -> np.ndarray:
    """Return triangles (4 F, 3, 3) that fill triangles (F, 3, 3)."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    ab, bc, ca = 0.5 * (a + b), 0.5 * (b + c), 0.5 * (c + a)
    parts = ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))
    return np.concatenate([np.stack(part, axis=1) for part in parts])


def _write_stl(file: Path, corners: np.ndarray) -> None:
    records = np.zeros(
        len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")]
    )
    records["corners"] = corners
    with file.open("wb") as out:
        out.write(bytes(STL_HEADER - 4) + len(corners).to_bytes(4, "little"))
        records.tofile(out)


def _old_version(root: Element, _meshes: Path) -> None:
    """Write what older and newer versions of MuJoCo have."""
    SubElement(SubElement(root, "option", collision="all", apirate="100"), "flag", sensornoise="enable")
    SubElement(root, "compiler", convexhull="true")
    SubElement(SubElement(root, "sensor"), "whiskers", site="nose")


def _no_material(root: Element, _meshes: Path) -> None:
    for default in root.iter("default"):
        for geom in default.findall("geom"):
            geom.set("material", "skin")
    if root.find("default/geom") is None:
        default = root.find("default")
        default = SubElement(root, "default") if default is None else default
        SubElement(default, "geom", material="skin")


def _impossible_bodies(root: Element, _meshes: Path) -> None:
    bodies = [body for body in root.iter("body") if body.find("inertial") is not None]
    for index, body in enumerate(_every_third(bodies)):
        inertial = body.find("inertial")
        assert inertial is not None
        for key in ("diaginertia", "fullinertia", "quat"):
            inertial.attrib.pop(key, None)
        if index % 2:
            inertial.set("fullinertia", "0 0 0 0 0 0")
        else:
            inertial.set("fullinertia", "0.01 0.01 0.01 0.5 0 0")
    frame = SubElement(bodies[0], "body", name="strangers_imu")
    SubElement(frame, "inertial", pos="0 0 0", mass="0.001", fullinertia="0 0 0 0 0 0")


def _repeated_parts(root: Element, _meshes: Path) -> None:
    default = root.find("default")
    default = SubElement(root, "default") if default is None else default
    default.extend([Element("geom", friction="1 .01 .01"), Element("geom", friction="1 .01 .01")])
    for index, geom in enumerate(geom for body in root.iter("body") for geom in body.findall("geom")):
        geom.set("name", f"shape{index // 2}")
    for body in _every_third(list(root.iter("body"))):
        body.extend(deepcopy(part) for part in body.findall("inertial"))


def _astray(root: Element, _meshes: Path) -> None:
    sensors, motors = SubElement(root, "sensor"), SubElement(root, "actuator")
    SubElement(sensors, "gyro", name="gyro", site="nowhere")
    SubElement(motors, "motor", name="motor", joint="nowhere")
    SubElement(SubElement(root, "contact"), "exclude", body1="nowhere", body2="elsewhere")
    for body in _every_third(list(root.iter("body"))):
        SubElement(body, "geom", type="sphere", size="0", group="2")


def _hidden(root: Element, _meshes: Path) -> None:
    for body in root.iter("body"):
        for geom in body.findall("geom"):
            geom.set("group", "4")


URDF_FAULTS = (
    Fault("impossible inertias", "inertia is zero or not physical", _impossible),
    Fault("elements repeated", "is there more than once; the first counts", _repeated),
    Fault("untidy numbers", "commas between the numbers", _untidy),
    Fault("xacro", "xacro template was made into a URDF", _template),
    Fault("half of the meshes missing", "is not found and left out", _half_missing, True, True),
    Fault("all meshes missing", "is not found and left out", _all_missing, True, True),
    Fault("meshes in millimetres", "taken for millimetres", _millimetres, False, True),
    Fault("a mesh of 300 MB", "made coarser", _one_of_300_megabytes, False, True),
    Fault("meshes of 100 MB", "made coarser", _all_of_100_megabytes, False, True),
)
MJCF_FAULTS = (
    Fault("attributes of another version", "knows no 'sensornoise'", _old_version),
    Fault("a default's missing material", "material 'skin' is not there", _no_material),
    Fault("impossible inertias, MJCF", "inertia has no positive eigenvalues", _impossible_bodies),
    Fault("elements repeated, MJCF", "is there more than once", _repeated_parts),
    Fault("names of nothing, sizes of zero", "which is not there, and is left out", _astray),
    Fault("all shapes hidden", "all of them are shown", _hidden),
)


def faults(path: Path, has_meshes: bool) -> Iterator[Fault]:
    """Yield the faults that a file can have."""
    for fault in URDF_FAULTS if path.suffix == ".urdf" else MJCF_FAULTS:
        if has_meshes or not fault.needs_meshes:
            yield fault

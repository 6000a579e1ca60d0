"""Faults of URDF that MuJoCo refuses and other readers pass over."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from understudy.plain_text import plain_number, plain_words
from understudy.robots.models.mending.rules import Place, Rule

_DRAWN = ("visual", "collision")
_SHAPE = ("origin", "geometry", "material")
_UNIQUE = {
    "link": ("inertial",),
    "inertial": ("origin", "mass", "inertia"),
    "visual": _SHAPE,
    "collision": _SHAPE,
    "material": ("color", "texture"),
    "joint": (
        *("origin", "parent", "child", "axis", "limit", "dynamics"),
        *("mimic", "calibration", "safety_controller"),
    ),
}
"""Element → what may be in it but once; readers of ROS take the first."""

_NUMBERS = {"limit": ("lower", "upper", "effort", "velocity"), "dynamics": ("damping", "friction")}
"""Element → attributes that are numbers, and without which it still means something."""

_SIZES = {
    "box": (("size", 3),),
    "sphere": (("radius", 1),),
    "cylinder": (("radius", 1), ("length", 1)),
    "capsule": (("radius", 1), ("length", 1)),
    "mesh": (),
}
"""Shapes → their attributes, each with how many numbers it has."""

_NEEDED = {"color": ("rgba", 4), "axis": ("xyz", 3)}
"""Elements that mean nothing without an attribute of so many numbers; readers go by their defaults then."""

_VECTORS = ("xyz", "rpy", "size", "scale", "rgba")


def _repeated(place: Place) -> str:
    unique = _UNIQUE[place.element.tag]
    return next((tag for tag in unique if len(place.element.findall(tag)) > 1), "")


def _keep_first(place: Place, tag: str) -> None:
    for child in place.element.findall(tag)[1:]:
        place.element.remove(child)


def _no_number(place: Place) -> str:
    for key in _NUMBERS[place.element.tag]:
        words = plain_words(place.element.get(key, "0"))
        if not words or any(plain_number(word) is None for word in words):
            return key
    return ""


def _leave_out(place: Place, key: str) -> None:
    del place.element.attrib[key]


def _numbers(text: str | None, count: int) -> bool:
    words = plain_words(text or "")
    return len(words) == count and all(plain_number(word) is not None for word in words)


def _with_commas(place: Place) -> str:
    return next((key for key in _VECTORS if "," in place.element.get(key, "")), "")


def _take_commas_out(place: Place, key: str) -> None:
    place.element.set(key, place.element.get(key, "").replace(",", " "))


def _no_shape(place: Place) -> str:
    return next((part.tag for part in place.element if part.tag in _DRAWN and not _has_shape(part)), "")


def _has_shape(part: Element) -> bool:
    geometry = part.find("geometry")
    shapes = [] if geometry is None else [shape for shape in geometry if shape.tag in _SIZES]
    return bool(shapes) and all(_numbers(shapes[0].get(key), count) for key, count in _SIZES[shapes[0].tag])


def _leave_out_shapes(place: Place, _tag: str) -> None:
    for part in list(place.element):
        if part.tag in _DRAWN and not _has_shape(part):
            place.element.remove(part)


def _without_meaning(place: Place) -> str:
    """Return the first element that lacks what it needs to mean anything."""
    for child in place.element:
        key, count = _NEEDED.get(child.tag, ("", 0))
        if key and not _numbers(child.get(key), count):
            return child.tag
        if child.tag == "material" and not child.get("name"):
            return child.tag
    return ""


def _leave_out_first(place: Place, tag: str) -> None:
    for child in list(place.element):
        key, count = _NEEDED.get(tag, ("name", 0))
        if child.tag == tag and not (_numbers(child.get(key), count) if count else child.get(key)):
            place.element.remove(child)


URDF_RULES = (
    Rule((), _with_commas, _take_commas_out, "commas between the numbers of '{}' are taken out"),
    Rule(tuple(_UNIQUE), _repeated, _keep_first, "<{}> is there more than once; the first counts"),
    Rule(tuple(_NUMBERS), _no_number, _leave_out, "'{}' is no number and left out"),
    Rule(("joint", "material", "visual"), _without_meaning, _leave_out_first, "an empty <{}> is left out"),
    Rule(("link",), _no_shape, _leave_out_shapes, "a <{}> without a shape that can be read is left out"),
)

"""Faults of MJCF: what another version of MuJoCo wrote, what is there twice, and inertias that are none."""

from __future__ import annotations

from collections import Counter
from xml.etree.ElementTree import Element

import numpy as np

from understudy.plain_text import plain_array, plain_number, trimmed
from understudy.robots.models.inertias import ball_inertia
from understudy.robots.models.mending.rules import Place, Rule
from understudy.robots.models.mending.schema import mjcf_schema

_STRUCTURE = ("worldbody", "body", "frame", "replicate")
"""Elements that the robot itself is made of: what is not known there may be a part of it."""

_NAMED_ONCE = (
    *("geom", "site", "camera", "light", "exclude", "pair", "connect", "weld"),
    *("key", "numeric", "text", "tuple"),
)
"""Elements whose names nothing hangs on, so that a second one of a name may go without."""

_ASSETS = ("material", "texture", "mesh", "hfield")
_TURNS = ("quat", "axisangle", "xyaxes", "zaxis", "euler")
_DIAGONAL, _FULL = "diaginertia", "fullinertia"
_ROUNDING = 1e-6
_LEAST_MOMENT = 1e-14
"""Moments of inertia [kg m²] below which MuJoCo takes them for none."""


def _unknown_attribute(place: Place) -> str:
    known = place.schema.attributes if place.schema is not None else None
    if known is None:
        return ""
    return next((key for key in place.element.attrib if key not in known), "")


def _leave_out_attribute(place: Place, key: str) -> None:
    del place.element.attrib[key]


def _unknown_element(place: Place) -> str:
    if place.schema is None or place.element.tag in _STRUCTURE:
        return ""
    unknown = (child.tag for child in place.element if place.schema.child(child.tag) is None)
    return next((tag for tag in unknown if isinstance(tag, str)), "")


def _leave_out_unknown(place: Place, _tag: str) -> None:
    assert place.schema is not None
    place.element[:] = [child for child in place.element if place.schema.child(child.tag) is not None]


def _repeated(place: Place) -> str:
    if place.schema is None:
        return ""
    counts = Counter(child.tag for child in place.element if isinstance(child.tag, str))
    return next((tag for tag, count in counts.items() if count > 1 and place.schema.is_unique(tag)), "")


def _merge(place: Place, tag: str) -> None:
    """Keep the first of repeated elements, with what only the others state."""
    first, *others = place.element.findall(tag)
    for other in others:
        first.attrib.update({key: value for key, value in other.attrib.items() if key not in first.attrib})
        first.extend(list(other))
        place.element.remove(other)


def _repeated_name(place: Place) -> str:
    """Return a name that several parts of one kind have."""
    counts = Counter(
        (element.tag, element.get("name"))
        for element in place.element.iter()
        if element.tag in _NAMED_ONCE and element.get("name")
    )
    return next((str(name) for (_, name), count in counts.items() if count > 1), "")


def _drop_names(place: Place, _name: str) -> None:
    seen: set[tuple[str, str]] = set()
    for element in place.element.iter():
        key = (element.tag, element.get("name", ""))
        if element.tag in _NAMED_ONCE and key in seen:
            del element.attrib["name"]
        elif key[1]:
            seen.add(key)


def _repeated_asset(place: Place) -> str:
    counts = Counter(
        (child.tag, child.get("name"))
        for child in place.element
        if child.tag in _ASSETS and child.get("name")
    )
    return next((str(name) for (_, name), count in counts.items() if count > 1), "")


def _drop_assets(place: Place, _name: str) -> None:
    first: dict[tuple[str, str], Element] = {}
    for child in place.element:
        if child.tag in _ASSETS and child.get("name"):
            first.setdefault((child.tag, child.get("name", "")), child)
    place.element[:] = [
        child for child in place.element if first.get((child.tag, child.get("name", "")), child) is child
    ]


def _plugin(place: Place) -> str:
    plugin = place.element.find("plugin")
    return "" if plugin is None else plugin.get("plugin") or plugin.get("instance") or "?"


def _leave_out_plugins(place: Place, _name: str) -> None:
    place.element[:] = [child for child in place.element if child.tag != "plugin"]


def _turned_twice(place: Place) -> str:
    is_full = place.element.get(_FULL) is not None
    return next((key for key in _TURNS if is_full and key in place.element.attrib), "")


def _moments(inertial: Element) -> np.ndarray | None:
    """Return the inertia (3, 3) [kg m²] that an element states, None where it states none."""
    full, diagonal = (plain_array(inertial.get(key, "")) for key in (_FULL, _DIAGONAL))
    if full is not None and len(full) == 6:
        xx, yy, zz, xy, xz, yz = full
        return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return None if diagonal is None or len(diagonal) != 3 else np.diag(diagonal)


def _mass(inertial: Element) -> float:
    return plain_number(trimmed(inertial.get("mass", "0"))) or 0.0


def _moves_alone(place: Place) -> bool:
    """Whether the body of an inertia has joints of its own, and nothing that is fixed to it."""
    body = place.above[-1] if place.above else place.element
    fixed = (child for child in body.findall("body") if not _has_joints(child))
    return _has_joints(body) and next(fixed, None) is None


def _has_joints(body: Element) -> bool:
    return any(child.tag in ("joint", "freejoint") for child in body)


def _no_inertia(place: Place) -> str:
    """Return what an inertia lacks that a mass has."""
    inertial = place.element
    if _mass(inertial) <= 0.0 and inertial.get(_FULL) is None:
        return ""  # Masses that are none are seen to later, for parts that are fixed to each other at once.
    moments = _moments(inertial)
    if moments is None:
        stated = inertial.get(_FULL) is not None or _moves_alone(place)
        return "moments" if stated else ""
    least = float(np.linalg.eigvalsh(moments)[0])
    must = inertial.get(_FULL) is not None or _moves_alone(place)
    return "positive eigenvalues" if must and least < _LEAST_MOMENT else ""


def _put_ball(place: Place, _found: str) -> None:
    _put_diagonal(place.element, max(ball_inertia(max(_mass(place.element), 0.0)), 10.0 * _LEAST_MOMENT))


def _uneven(place: Place) -> str:
    moments = _moments(place.element)
    if moments is None:
        return ""
    small, middle, large = np.linalg.eigvalsh(moments)
    return "A + B >= C" if small + middle < large * (1.0 - _ROUNDING) else ""


def _even_out(place: Place, _found: str) -> None:
    moments = _moments(place.element)
    assert moments is not None
    _put_diagonal(place.element, float(np.trace(moments)) / 3.0)


def _put_diagonal(inertial: Element, moment: float) -> None:
    inertial.attrib.pop(_FULL, None)
    inertial.set(_DIAGONAL, " ".join([repr(moment)] * 3))


def mjcf_rules() -> tuple[Rule, ...]:
    """Return the rules; those that go by the schema find nothing where MuJoCo's is not known."""
    everywhere = (
        Rule((), _unknown_attribute, _leave_out_attribute, "this MuJoCo knows no '{}', which is left out"),
        Rule((), _unknown_element, _leave_out_unknown, "this MuJoCo knows no <{}> there, which is left out"),
        Rule((), _repeated, _merge, "<{}> is there more than once; what the first states counts"),
    )
    return (
        *(everywhere if mjcf_schema() is not None else ()),
        Rule((), _plugin, _leave_out_plugins, "plugin '{}' is not loaded here and left out"),
        Rule(
            ("mujoco",),
            _repeated_name,
            _drop_names,
            "names such as '{}' are there more than once; the first keeps it",
        ),
        Rule(
            ("asset",),
            _repeated_asset,
            _drop_assets,
            "assets such as '{}' are there more than once; the first counts",
        ),
        Rule(("inertial",), _turned_twice, _leave_out_attribute, "'{}' beside a full inertia is left out"),
        Rule(("inertial",), _no_inertia, _put_ball, "its inertia has no {}; a ball of its mass is put there"),
        Rule(("inertial",), _uneven, _even_out, "its inertia breaks {} and is made even"),
    )

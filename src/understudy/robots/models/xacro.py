"""Xacro files told from the URDF that they are made into."""

from __future__ import annotations

from xml.etree.ElementTree import Element

_NAMESPACE = "xacro}"
_MARKS = ("${", "$(")
_SHOWN = 40


def template_mark(robot: Element) -> str:
    """Return what makes a file a template, an element of xacro or a value to work out, else nothing."""
    for element in robot.iter():
        if isinstance(element.tag, str) and _NAMESPACE in element.tag:
            return f"<xacro:{element.tag.rpartition('}')[2]}>"
    for part in (*robot.findall("link"), *robot.findall("joint")):
        # Paths of meshes are looked at where they are searched for, extensions of simulators by nobody.
        values = (
            value for element in part.iter() if element.tag != "mesh" for value in element.attrib.values()
        )
        found = next((f"'{value[:_SHOWN]}'" for value in values if any(m in value for m in _MARKS)), "")
        if found:
            return found
    return ""

"""Xacro files told from the URDF that they are made into, in one sentence."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

from understudy.errors import RobotError

_NAMESPACE = "xacro}"
_MARKS = ("${", "$(")
_SHOWN = 40


def require_expanded(path: Path, robot: Element) -> None:
    """Refuse a file that is a template: it has elements of xacro, or values that xacro has to work out.

    Args:
        path: The file, for the message.
        robot: Its first element.

    Raises:
        RobotError: It is one.
    """
    found = ""
    for element in robot.iter():
        if isinstance(element.tag, str) and _NAMESPACE in element.tag:
            found = f"<xacro:{element.tag.rpartition('}')[2]}>"
            break
    for part in () if found else (*robot.findall("link"), *robot.findall("joint")):
        # Paths of meshes are looked at where they are searched for, extensions of simulators by nobody.
        values = (
            value for element in part.iter() if element.tag != "mesh" for value in element.attrib.values()
        )
        found = next((f"'{value[:_SHOWN]}'" for value in values if any(m in value for m in _MARKS)), "")
        if found:
            break
    if found:
        raise RobotError(
            f"{path}: is a xacro template ({found}), not a URDF yet; "
            f"`xacro {path.name} > robot.urdf` makes it one"
        )

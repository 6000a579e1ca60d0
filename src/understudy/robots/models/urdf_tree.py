"""Whether the links and joints of a URDF make up one tree, said in a sentence where they do not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree.ElementTree import Element

from understudy.errors import RobotError, unknown_name
from understudy.plain_text import quoted

JOINT_TYPES = ("continuous", "fixed", "floating", "planar", "prismatic", "revolute")
MAX_LINKS = 2000


def check_tree(path: Path, robot: Element) -> None:
    """Require named links, joints of known types between them, and a single root from which all hang."""
    links = [_name(path, link) for link in robot.findall("link")]
    if not links:
        raise RobotError(f"{path}: has no <link>, so there is no robot in it")
    if len(links) > MAX_LINKS:
        raise RobotError(f"{path}: has {len(links)} links, more than the {MAX_LINKS} that are read")
    _once(path, "link", links)
    joints = robot.findall("joint")
    _once(path, "joint", [_name(path, joint) for joint in joints])
    parent_of: dict[str, str] = {}
    for joint in joints:
        name = joint.get("name")
        if joint.get("type") not in JOINT_TYPES:
            kind = unknown_name("type", joint.get("type", ""), JOINT_TYPES)
            raise RobotError(f"{path}: joint '{name}' has an {kind}")
        parent, child = (_linked(path, joint, end, links) for end in ("parent", "child"))
        if child in parent_of:
            raise RobotError(f"{path}: link '{child}' is the child of two joints, which is no tree")
        parent_of[child] = parent
    roots = [link for link in links if link not in parent_of]
    if len(roots) > 1:
        raise RobotError(f"{path}: {len(roots)} links have no parent ({', '.join(roots[:5])}), expected one")
    _check_loops(path, links, parent_of)


def _check_loops(path: Path, links: list[str], parent_of: dict[str, str]) -> None:
    fine: set[str] = set()
    for link in links:
        walked: list[str] = []
        while link in parent_of and link not in fine:
            if link in walked:
                raise RobotError(f"{path}: links {', '.join(walked[:5])} hang from each other in a loop")
            walked.append(link)
            link = parent_of[link]
        fine.update(walked)


def _name(path: Path, element: Element) -> str:
    name = element.get("name", "")
    if not name:
        raise RobotError(f"{path}: a <{element.tag}> has no name")
    return name


def _once(path: Path, kind: str, names: list[str]) -> None:
    for name, count in Counter(names).items():
        if count > 1:
            raise RobotError(f"{path}: {kind} {quoted(name)} is there twice")


def _linked(path: Path, joint: Element, end: str, links: list[str]) -> str:
    element = joint.find(end)
    link = element.get("link", "") if element is not None else ""
    if link not in links:
        raise RobotError(f"{path}: joint '{joint.get('name')}', <{end}>: {unknown_name('link', link, links)}")
    return link

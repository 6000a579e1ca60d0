"""From a card to its file: short TOML that a person reads and corrects line by line."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from understudy.motion.output import write_bytes
from understudy.plain_text import printable
from understudy.robots.card import Card, LandmarkSpec, SoleSpec

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def card_text(
    card: Card, folder: str | Path, remarks: Mapping[str, str] | None = None, head: Sequence[str] = ()
) -> str:
    """Return the text of a card file.

    Args:
        card: The card; tables that onboarding does not fill (gains, eyes, skin) are left out.
        folder: Where the file will lie, from which the model is found.
        remarks: Landmark → remark that is written after it.
        head: Sentences for the top of the file.
    """
    remarks = remarks or {}
    lines = [*(f"# {printable(sentence)}" for sentence in head), *([""] if head else [])]
    lines += [f"{key} = {_text(value)}" for key, value in _title(card)]
    lines += ["", "[model]", *_model(card, Path(folder))]
    if card.home:
        lines += ["", "[home] # [rad] where it stands as a person does: upright, soles flat, arms hanging"]
        lines += [f"{_key(joint)} = {_number(angle)}" for joint, angle in card.home.items()]
    lines += ["", "[landmarks]" + (" # how sure, 0 to 1: why" if remarks else "")]
    for name, spec in card.landmarks.items():
        remark = f" # {printable(remarks[name])}" if name in remarks else ""
        lines.append(f"{name} = {_landmark(spec)}{remark}")
    lines += ["", "[frames]", *(f"{part} = {_text(body)}" for part, body in card.frames.items())]
    for side, sole in card.soles.items():
        lines += ["", f"[soles.{side}] # heel left, heel right, toe left, toe right [m]", *_sole(sole)]
    if card.fingers:
        lines += ["", "[fingers] # [rad or m] in an open hand, and in a closed one"]
        lines += [
            f"{_key(joint)} = {{ open = {_number(spec.opened)}, closed = {_number(spec.closed)} }}"
            for joint, spec in card.fingers.items()
        ]
    if card.velocity:
        lines += ["", "[velocity] # [rad/s] of the model"]
        lines += [f"{_key(joint)} = {_number(speed)}" for joint, speed in _velocities(card.velocity).items()]
    return "\n".join(lines) + "\n"


def write_card(
    path: str | Path, card: Card, remarks: Mapping[str, str] | None = None, head: Sequence[str] = ()
) -> Path:
    """Write a card file; see :func:`card_text`."""
    path = Path(path)
    text = card_text(card, path.resolve().parent, remarks, head)
    write_bytes(path, text.encode("utf-8", "backslashreplace"))
    return path


def _title(card: Card) -> list[tuple[str, str]]:
    return [("name", card.name), ("title", card.title), ("source", card.source)]


def _model(card: Card, folder: Path) -> list[str]:
    file = card.model_file
    if not card.package:
        # A path from the card's own folder survives moving both together.
        file = Path(os.path.relpath(card.folder / card.model_file, folder)).as_posix()
    lines = [f"file = {_text(file)}"]
    if card.package:
        lines.insert(0, f"package = {_text(card.package)}")
    lines.append(f"base = {_text(card.base)}")
    if card.rest != Card.rest:
        lines.append(f"rest = {_text(card.rest)}")
    if (card.forward, card.up) != (Card.forward, Card.up):
        lines.append(f"forward = {_vector(card.forward)} # where it faces, in the model's own axes")
        lines.append(f"up = {_vector(card.up)}")
    if card.lock:
        lines.append(f"lock = [{', '.join(_text(pattern) for pattern in card.lock)}]")
    return lines


def _landmark(spec: LandmarkSpec) -> str:
    if spec.joints:
        return f"{{ joints = [{', '.join(_text(joint) for joint in spec.joints)}] }}"
    return f"{{ body = {_text(spec.body)}, point = {_vector(spec.point)} }}"


def _sole(sole: SoleSpec) -> list[str]:
    corners = ", ".join(_vector(point) for point in sole.points)
    return [f"body = {_text(sole.body)}", f"points = [{corners}]"]


def _velocities(velocity: Mapping[str, float]) -> dict[str, float]:
    """Return the speeds with the commonest one as the rule and the others as exceptions."""
    values = list(velocity.values())
    common = max(sorted(set(values)), key=values.count)
    return {"*": common} | {joint: speed for joint, speed in velocity.items() if speed != common}


def _vector(point: Sequence[float]) -> str:
    return f"[{', '.join(_number(value) for value in point)}]"


def _number(value: float) -> str:
    return repr(round(float(value), 6) + 0.0)


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _text(name)


def _text(value: str) -> str:
    """Return a TOML string; JSON's escapes are a subset of TOML's, which also escapes the last of ASCII."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

"""``understudy robots onboard``: a card for a bare model, a picture of it, and what to look at."""

from __future__ import annotations

import argparse
import itertools
import math
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.commands.terminal import Terminal
from understudy.motion.output import require_other_file, require_writable

if TYPE_CHECKING:
    from understudy.robots.onboarding.onboard import Onboarding
    from understudy.robots.robot import Robot

_SHOWN_VOTES = 4


def onboard_model(terminal: Terminal, options: argparse.Namespace) -> int:
    """Onboard a model, write its card and picture, and say what a human should look at."""
    from understudy.robots.card_writer import write_card
    from understudy.robots.onboarding.onboard import STEPS, onboard
    from understudy.robots.robot import Robot

    output = Path(options.output or f"{Path(options.name).stem}.toml")
    require_writable(output)
    require_other_file(output, options.name)
    steps = itertools.count(1)
    with terminal.progress(f"onboarding {Path(options.name).name}") as progress:
        result = onboard(
            options.name,
            lock=options.lock or (),
            upper_body=options.upper_body,
            say=lambda sentence: progress(next(steps), STEPS),
        )
    remarks = {n: f"{g.confidence:.2f}: {g.reason}" for n, g in result.inference.landmarks.items()}
    write_card(output, result.card, remarks, _head(result))
    robot = Robot.from_card(result.card)
    picture = save_picture(terminal, robot, output.with_suffix(".png"))
    terminal.give(_as_json(result, output, picture))
    _show(terminal, result)
    terminal.say(f"card: {output}")
    if picture is not None:
        terminal.say(f"picture: {picture}")
    return 0


def save_picture(terminal: Terminal, robot: Robot, path: Path) -> Path | None:
    """Draw a robot with its landmarks where pictures can be drawn; return the file or None."""
    from understudy.view import rendering_available
    from understudy.view.robot_picture import save_robot_picture

    if rendering_available() is None:
        terminal.say("no picture: neither EGL nor OSMesa is here (libegl1 libgl1-mesa-dri, or libosmesa6)")
        return None
    return save_robot_picture(path, robot)


def _head(result: Onboarding) -> list[str]:
    """Return the sentences at the top of the card."""
    found = result.inference
    lines = [
        f"Plan ({found.plan_confidence:.2f}): {found.plan_reason}.",
        f"Up: {found.up_reason}. Forward ({found.forward.confidence:.2f}): {found.forward.reason}.",
        "A wrong guess is put right by editing its line; `understudy robots check` looks at the result.",
    ]
    lines += [f"It has {sentence}." for sentence in found.missing]
    if found.unclaimed:
        lines.append(f"Joints that play no part: {', '.join(found.unclaimed)}.")
    if found.fingers:
        lines.append(f"Fingers, toes or grippers: {', '.join(found.fingers)}.")
    return lines + [f"Look at {sentence}." for sentence in found.doubts]


def _as_json(result: Onboarding, card: Path, picture: Path | None) -> dict[str, object]:
    found = result.inference
    return {
        "card": str(card),
        "picture": None if picture is None else str(picture),
        "base": result.card.base,
        "plan": {"confidence": round(found.plan_confidence, 3), "reason": found.plan_reason},
        "trial": {deed.name: deed.is_done for deed in found.deeds},
        "unclaimed": list(found.unclaimed),
        "forward": {"confidence": round(found.forward.confidence, 3), "reason": found.forward.reason},
        "landmarks": {
            name: {"confidence": round(guess.confidence, 3), "reason": guess.reason}
            for name, guess in found.landmarks.items()
            if name in result.card.landmarks
        },
        "home": dict(result.card.home),
        "missing": list(found.missing),
        "fingers": list(found.fingers),
        "look_at": list(found.doubts),
        "notes": list(result.notes),
    }


def _show(terminal: Terminal, result: Onboarding) -> None:
    found = result.inference
    rows = [
        (name, " ".join(spec.joints) or spec.body, f"{guess.confidence:.2f}", guess.reason)
        for name, spec in result.card.landmarks.items()
        if (guess := found.landmarks[name])
    ]
    terminal.table(("landmark", "where", "sure", "why"), rows, title=result.card.title)
    terminal.say(f"the plan ({found.plan_confidence:.2f}): {found.plan_reason}")
    done = ", ".join(deed.name for deed in found.deeds if deed.is_done)
    failed = ", ".join(f"{d.name} ({math.degrees(d.off):.0f}° off)" for d in found.deeds if not d.is_done)
    terminal.say(f"tried and done: {done or 'nothing'}" + (f"; not done: {failed}" if failed else ""))
    votes = sorted(found.forward.votes, key=lambda vote: -abs(vote.weight))[:_SHOWN_VOTES]
    told = ", ".join(dict.fromkeys(vote.reason for vote in votes if vote.weight > 0.0))
    terminal.say(f"it faces x ({found.forward.confidence:.2f}): {told}")
    for sentence in found.missing:
        terminal.say(f"it has {sentence}")
    if found.unclaimed:
        terminal.say(f"joints that play no part: {', '.join(found.unclaimed)}")
    if found.fingers:
        terminal.say(f"fingers, toes or grippers: {len(found.fingers)} joints")
    for sentence in result.notes:
        terminal.say(f"- {sentence}")
    for sentence in found.doubts:
        terminal.title(f"look at {sentence}")
    if not found.doubts:
        terminal.say("nothing needs a second look, but do look at the picture")
